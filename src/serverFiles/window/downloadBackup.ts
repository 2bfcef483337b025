import * as l10n from "@vscode/l10n";
import { askPanel } from "../../commands/context/askPanel.ts";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { listBackups } from "../../resources/backUp.ts";
import { resourceOf } from "../../resources/resources.ts";
import { bytesText } from "../../characters/bytesText.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { momentText } from "../../texts/timeTexts.ts";
import { nameOf } from "../filePlace.ts";
import type { OnItem } from "../../commands/context/handler.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { ChoosingFiles } from "../../ports/workbench.ts";
import type { Timed } from "../../storage/ports.ts";
import { downloadTo } from "./fileCommands.ts";

/** The command *Download Backup…*: downloads one of the backups that the server has of a website or database. */
export const downloadBackup: OnItem<ChoosingFiles & KnownPanels & Talking & Timed> = async (services, item) => {
  const title = l10n.t("Download Backup");
  const { connections, dialogs } = services;
  const { panelId, kind, label } = item;
  const kindOfBackup = resourceOf(kind).backups?.of;
  if (kindOfBackup === undefined) return;
  const panel = panelOf(services, panelId);
  const backups = await askPanel(dialogs, panel, async (signal) =>
    listBackups(connections.of(panel).callFor(signal), kindOfBackup, Number(item.key)),
  );
  if (backups.length === 0) throw new CommandAborted(l10n.t("There is no backup of “{0}” yet.", label));
  const choices = backups.flatMap(({ path, isThere, bytes, at }) => {
    if (path === undefined || isThere === false) return [];
    return {
      label: at === undefined ? nameOf(path) : momentText(at * 1000),
      ...(bytes !== undefined && { description: bytesText(bytes) }),
      detail: path,
      icon: "archive",
      value: path,
    };
  });
  if (choices.length === 0)
    throw new CommandAborted(
      l10n.t("None of the {0} backups of “{1}” is on the server itself.", numberText(backups.length), label),
    );
  const path = await dialogs.pick(title, l10n.t("Which backup of “{0}”?", label), choices);
  if (path !== undefined) await downloadTo(services, { panelId, path });
};
