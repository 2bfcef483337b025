import * as l10n from "@vscode/l10n";
import { actionCommand, type ActingOnRows } from "../../commands/resources/actionCommand.ts";
import { askPanel } from "../../commands/context/askPanel.ts";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { OnItem } from "../../commands/context/handler.ts";
import { runAndTell } from "../../commands/context/runAndTell.ts";
import { mayChange } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Choice } from "../../ports/dialogs.ts";
import { compare, type SettingInput } from "../../resources/resource.ts";
import { site as websites } from "../../resources/site.ts";
import { readOnlyText } from "../../texts/editionTexts.ts";
import { failureText, failureWord } from "../../texts/failureTexts.ts";
import { firstText, MOST_NAMED } from "../../texts/listTexts.ts";
import { actionRequestOf } from "../../tree/actionRequestOf.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { readSettings, type ReadSetting, type SettingsOfSite } from "../readSettings.ts";
import { settingText } from "../settingAction.ts";
import type { Reading } from "../siteSetting.ts";
import { askSetting } from "./askSetting.ts";

/** Commands of their own on the same website, which the list leads to. */
const OTHERS = [{ label: () => l10n.t("PHP Version…"), run: actionCommand("changePhp") }] as const;

/** What a person picks in the list: a setting, or another command. */
type Picked = ReadSetting | (typeof OTHERS)[number];

/** Lists the settings of a website, and changes the one that a person picks. */
export const changeSettings: OnItem<ActingOnRows> = async (services, item) => {
  if (item.state === "elsewhere")
    throw new CommandAborted(l10n.t("The settings of “{0}” are changed in the panel.", item.label));
  const panel = panelOf(services, item.panelId);
  const read = await readAsShown(services, panel, item);
  for (;;) {
    const picked = await services.dialogs.pick<Picked>(
      l10n.t("Settings of “{0}” on “{1}”", item.label, panel.name),
      l10n.t("Which setting?"),
      choicesOf(read),
    );
    if (picked === undefined) return;
    if ("run" in picked) return picked.run(services, [item.id]);
    // Escape leads back to the list
    if (await change(services, item, read.site, picked)) return;
  }
};

/** Ends the command if the website is no longer the one that the row shows. */
async function readAsShown(services: ActingOnRows, panel: PanelRecord, item: ItemNode): Promise<SettingsOfSite> {
  const connection = services.connections.of(panel);
  const read = await askPanel(services.dialogs, panel, (signal) => readSettings(connection.callFor(signal), item.key));
  const { identity } = websites;
  if (read === undefined || compare(identity(item.row as Site), identity(read.site)) !== "same")
    throw new CommandAborted(l10n.t("“{0}” is no longer there on “{1}”. Nothing was sent.", item.label, panel.name));
  return read;
}

function choicesOf({ settings }: SettingsOfSite): readonly Choice<Picked>[] {
  return [
    ...settings.map((read) => ({ label: read.setting.label(), description: describe(read), value: read })),
    ...OTHERS.map((other) => ({ label: other.label(), value: other })),
  ];
}

/** What a setting is now, as far as a line has room for it. */
function describe({ setting, now }: ReadSetting): string {
  if ("failure" in now) return l10n.t("not readable: {0}", failureWord(now.failure));
  const { value, options } = now;
  if (value !== undefined) return settingText(setting, value) ?? "";
  if (options === undefined) return l10n.t("unknown");
  const names = options.slice(0, MOST_NAMED).map((option) => settingText(setting, option) ?? "");
  return firstText(names, options.length);
}

/** Asks what a setting is to be, and changes it; `false`: dismissed. Ends the command where it cannot be changed. */
async function change(
  services: ActingOnRows,
  item: ItemNode,
  site: Site,
  { name, setting, now }: ReadSetting,
): Promise<boolean> {
  const panel = panelOf(services, item.panelId);
  if (!mayChange(panel.guardLevel)) throw new CommandAborted(readOnlyText(panel.name));
  if ("failure" in now) throw new CommandAborted(failureText(now.failure, panel.address));
  const title = l10n.t("{0}: {1}", item.label, setting.label());
  const value = await askSetting(services.dialogs, { setting, now, title, panelPort: portOf(panel) });
  if (value === undefined) return false;
  const connection = services.connections.of(panel);
  const php = setting.reach && (await askPanel(services.dialogs, panel, reachOf(setting.reach, site, connection)));
  const input: SettingInput = { name, value, ...wasOf(now), ...(php && { php }) };
  const rows = services.tree.rows(item.panelId, item.kind);
  const request = actionRequestOf(connection, { ...item, row: site }, "changeSetting", rows, { setting: input });
  await runAndTell(services, [request]);
  return true;
}

function wasOf({ value }: Reading): Pick<SettingInput, "was"> {
  return value === undefined ? {} : { was: value };
}

function reachOf(
  reach: NonNullable<ReadSetting["setting"]["reach"]>,
  site: Site,
  connection: ReturnType<ActingOnRows["connections"]["of"]>,
) {
  return async (signal: AbortSignal) => reach(connection.callFor(signal), site);
}

/** The panel's own port, which its web server cannot have. */
function portOf({ address }: PanelRecord): number | undefined {
  const url = URL.parse(address);
  return url === null || url.port === "" ? undefined : Number(url.port);
}
