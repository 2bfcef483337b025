import * as l10n from "@vscode/l10n";
import type { Acting } from "../../commands/context/acting.ts";
import { askPanel } from "../../commands/context/askPanel.ts";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { FileAccess, FileInput } from "../../resources/files/fileInput.ts";
import { modeText } from "../../texts/fileTexts.ts";
import {
  accessOf,
  commonModes,
  isAccess,
  readAccess,
  readOwners,
  setAccess,
  type ShownAccess,
  typedMode,
} from "../fileAccess.ts";
import { nameOf } from "../filePlace.ts";
import { type ChangingFiles, type FileChange, mayChangeFiles } from "./changeFiles.ts";
import { fileArgument, filesOn, runChanges } from "./fileCommands.ts";

/** *Change Permissions…*: mode and owner of one file or directory. */
export const changePermissions: Handler<Acting & ChangingFiles> = async (services, args) => {
  const place = fileArgument(services, args);
  if (place === undefined) return;
  mayChangeFiles(services.workspace);
  const { panelId, path } = place;
  const panel = panelOf(services, panelId);
  const { shown, owners } = await askPanel(services.dialogs, panel, async (signal) => {
    const files = filesOn(services, panelId, signal);
    return { shown: await readAccess(files, path), owners: await readOwners(files) };
  });
  const from = accessOf(shown.attributes);
  const mode = await askMode(services, path, shown);
  const user = mode && (await askOwner(services, path, from, owners));
  if (mode === undefined || user === undefined) return;
  const to = { mode, user, group: user };
  if (isAccess(from, to))
    throw new CommandAborted(l10n.t("“{0}” has these permissions already. Nothing was sent.", nameOf(path)));
  await runChanges(services, panelId, [accessChangeOf(path, shown, to)], { alwaysAsk: true });
};

/** The change of permissions that a person was shown. */
export function accessChangeOf(path: string, shown: ShownAccess, to: FileAccess): FileChange {
  const { links, isDirectory } = shown.attributes;
  const input: FileInput = {
    access: { from: accessOf(shown.attributes), to },
    ...(isDirectory && { isDirectory }),
    ...(shown.path !== path && { leadsTo: shown.path }),
    ...(!isDirectory && links > 1 && { otherNames: links - 1 }),
  };
  return {
    verb: "changeAccess",
    path,
    input,
    wanted: { kind: "access", ...to },
    perform: async (files) => setAccess(files, path, shown, to),
  };
}

async function askMode({ dialogs }: Talking, path: string, { attributes }: ShownAccess): Promise<string | undefined> {
  const title = l10n.t("Change Permissions");
  const { mode: current, isDirectory } = attributes;
  const common = commonModes[isDirectory ? "directory" : "file"];
  const choices = [...new Set([current, ...common])].map((mode) => ({
    label: modeText(mode),
    icon: "lock",
    value: mode,
  }));
  const question = l10n.t("Which mode for “{0}”?", nameOf(path));
  const other = { label: l10n.t("Other Mode…"), value: (typed: string) => typed };
  const picked = await dialogs.pick(title, question, choices, current, { last: other });
  if (picked === undefined) return undefined;
  const isListed = choices.some(({ value }) => value === picked);
  if (isListed) return picked;
  const typed = await dialogs.input({
    title,
    prompt: l10n.t("Mode of “{0}” as three octal digits", nameOf(path)),
    placeholder: "644",
    value: picked,
    problem(text) {
      if (typedMode(text) !== undefined) return undefined;
      return l10n.t("A mode has three digits from 0 to 7, such as 644.");
    },
  });
  if (typed === undefined) return undefined;
  return typedMode(typed);
}

async function askOwner(
  { dialogs }: Talking,
  path: string,
  { user: current }: FileAccess,
  owners: readonly string[],
): Promise<string | undefined> {
  const usual = [current, "www", "root"].filter((name) => owners.includes(name));
  const choices = [...new Set([...usual, ...owners])].map((name) => ({ label: name, icon: "account", value: name }));
  const question = l10n.t("Which owner for “{0}”? Its group becomes the one of the same name.", nameOf(path));
  return dialogs.pick(l10n.t("Change Permissions"), question, choices, current);
}
