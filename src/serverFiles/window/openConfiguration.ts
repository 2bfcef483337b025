import * as l10n from "@vscode/l10n";
import { askPanel } from "../../commands/context/askPanel.ts";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { OnItem } from "../../commands/context/handler.ts";
import { existingConfigurations } from "../../configurations/existingConfigurations.ts";
import { resourceOf } from "../../resources/resources.ts";
import { filesOn, type OpeningFiles, openPlace } from "./fileCommands.ts";

/** *Open Configuration…*: one of the files on the server that configure a website or a service, as far as they exist. */
export const openConfiguration: OnItem<OpeningFiles> = async (services, { panelId, kind, label, row }) => {
  const candidates = row === undefined ? [] : (resourceOf(kind).configurations?.of(row) ?? []);
  const existing = await askPanel(services.dialogs, panelOf(services, panelId), async (signal) =>
    existingConfigurations(filesOn(services, panelId, signal), candidates),
  );
  const [only, ...others] = existing;
  if (only === undefined)
    throw new CommandAborted(l10n.t("The server has no configuration file of “{0}” where panels put them.", label));
  const choices = existing.map(({ path, what }) => ({ label: what, description: path, icon: "gear", value: path }));
  const path =
    others.length === 0
      ? only.path
      : await services.dialogs.pick(l10n.t("Open Configuration"), l10n.t("Which file of “{0}”?", label), choices);
  if (path !== undefined) await openPlace(services, { panelId, path });
};
