import * as l10n from "@vscode/l10n";
import { askPanel } from "../../commands/context/askPanel.ts";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Editing } from "../../ports/workbench.ts";
import type { Timed } from "../../storage/ports.ts";
import { FileError } from "../fileError.ts";
import { type FilePlace, nameOf } from "../filePlace.ts";
import { LARGEST_EDIT } from "../serverFiles.ts";
import type { ComparedFile } from "./comparedFile.ts";
import { fileArgument, filesOn } from "./fileCommands.ts";

/** Keeping the file that others are compared with, for the window. */
export interface SelectingFiles {
  readonly comparedFile: ComparedFile;
}

/** Comparing two files of servers, of the same or of different ones. */
export interface ComparingFiles extends Editing, KnownPanels, SelectingFiles, Talking, Timed {}

/** *Select for Compare*. */
export const selectForCompare: Handler<ComparingFiles> = async (services, args) => {
  const place = fileArgument(services, args);
  if (place !== undefined) services.comparedFile.set(place);
};

/** *Compare with Selected*: the selected file is on the left, as in the Explorer. */
export const compareWithSelected: Handler<ComparingFiles> = async (services, args) => {
  const right = fileArgument(services, args);
  const left = services.comparedFile.get();
  if (right === undefined || left === undefined) return;
  const { panels } = services;
  if (!panels().some(({ id }) => id === left.panelId))
    throw new CommandAborted(l10n.t("The panel of the selected file was removed. Select another file first."));
  for (const place of [left, right]) await assertComparable(services, place);
  const nameOn = ({ panelId, path }: FilePlace) =>
    l10n.t("{0} on “{1}”", nameOf(path), panelOf(services, panelId).name);
  await services.editors.compare(left, right, l10n.t("{0} ↔ {1}", nameOn(left), nameOn(right)));
};

/** Throws where an editor could not show a file, which may have changed since it was selected. */
async function assertComparable(services: ComparingFiles, { panelId, path }: FilePlace): Promise<void> {
  const stat = await askPanel(services.dialogs, panelOf(services, panelId), async (signal) =>
    (await filesOn(services, panelId, signal).stat([path])).get(path),
  );
  if (stat === undefined) throw new FileError({ kind: "notFound", path });
  if (stat.kind !== "file") throw new FileError({ kind: stat.kind === "directory" ? "isDirectory" : "special", path });
  const { size } = stat;
  if (size > LARGEST_EDIT) throw new FileError({ kind: "tooLarge", path, size, limit: LARGEST_EDIT });
}
