import * as l10n from "@vscode/l10n";
import { maySign, type Connecting } from "../../connection/panelConnection.ts";
import { LARGEST_EXPORT, readExported, type ExportedPanel, type ExportedPanels } from "../../panels/exportedPanels.ts";
import { codeOf } from "../../storage/fileSystem.ts";
import { topGroups } from "../../resources/resources.ts";
import { groupText, guardLevelText } from "../../texts/resourceTexts.ts";
import { storageText } from "../../texts/failureTexts.ts";
import { panelNodeId } from "../../tree/treeNodes.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { ChosenFile, ChoosingFiles } from "../../ports/workbench.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import { panelAtAddress, risksOf, storeImported, type Imported, type Risk } from "./storeImported.ts";
import { listText } from "../../texts/listTexts.ts";
import { sentences } from "../../characters/sentences.ts";
import type { Agreeing } from "./agreeToOrigin.ts";
import type { Logging } from "../../storage/ports.ts";
import type { Handler } from "../context/handler.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { numberText } from "../../texts/numberTexts.ts";

type Readable = Extract<ExportedPanels, { kind: "ok" }>;

/** Importing panels from a file. */
interface ImportingPanels extends Agreeing, ChoosingFiles, Connecting, Logging {}

/** Most names in a sentence. */
const MOST_NAMES = 5;

/** Adds or updates chosen panels of a file. Dismissing a question imports nothing. No panel is called. */
export const importPanels: Handler<ImportingPanels> = async (services) => {
  const { dialogs, fileDialogs, store, reveal } = services;
  const file = await fileDialogs.open(l10n.t("Import Panels"));
  if (file === undefined) return;
  const read = await readFile(file);
  const panels = await choosePanels(services, file, read);
  if (panels === undefined) return;
  const takesRisks = await askRisks(services, panels);
  if (takesRisks === undefined) return;
  const imported = await storeImported(store, panels, takesRisks);
  const message = importedText(file, read, imported);
  const names = [file.name, ...panels.map(({ name }) => name)];
  const holdsSecrets = read.hasSecrets || read.hasOtherSecrets;
  const severity =
    read.unreadable.length > 0 || imported.problem !== undefined || holdsSecrets ? "warning" : "information";
  // a panel that was not stored is in the file alone
  const buttons = holdsSecrets && imported.problem === undefined ? [l10n.t("Delete File…")] : [];
  dialogs.notify({ severity, message, names, buttons }, () => deleteFile(services, file));
  for (const id of imported.ids) showMissing(services, id);
  const [first] = imported.ids;
  if (first !== undefined) await reveal(panelNodeId(first), { expand: false });
};

/** Shows in the row of a panel why it cannot be called yet. */
function showMissing({ connectionServices, store }: Connecting & KeepingPanels, id: string): void {
  const panel = store.get(id);
  if (panel === undefined || (maySign(panel) && panel.keyRef !== undefined)) return;
  const failure = { kind: maySign(panel) ? "keyNeeded" : "consentNeeded" } as const;
  connectionServices.reportCall?.(panel, { operation: "system.total", failure });
}

async function readFile(file: ChosenFile): Promise<Readable> {
  const content = await file.read(LARGEST_EXPORT).catch((error: unknown) => {
    throw new CommandAborted(l10n.t("{0} could not be read ({1}).", file.name, codeOf(error)));
  });
  if (content.kind === "tooLarge")
    throw new CommandAborted(l10n.t("{0} is larger than 1 MB and was not read.", file.name));
  const read = readExported(content.text);
  if (read.kind === "ok") return read;
  const reasons: Readonly<Record<typeof read.kind, string>> = {
    notJson: l10n.t("{0} is not JSON. Nothing was imported.", file.name),
    other: l10n.t("{0} is not a file of exported panels. Nothing was imported.", file.name),
    newer: l10n.t("{0} was written by a newer version of this extension. Nothing was imported.", file.name),
    tooMany: l10n.t("{0} has more than 1,000 panels. Nothing was imported.", file.name),
  };
  throw new CommandAborted(reasons[read.kind]);
}

/** Asks which panels to import; those whose address is new are checked at first. */
async function choosePanels(
  { dialogs, store }: KeepingPanels & Talking,
  file: ChosenFile,
  { panels, unreadable, hasOtherSecrets }: Readable,
): Promise<readonly ExportedPanel[] | undefined> {
  if (panels.length === 0)
    throw new CommandAborted(
      sentences(
        unreadable.length === 0
          ? l10n.t("{0} has no panels.", file.name)
          : l10n.t("Nothing was imported. {0}", unreadableText(unreadable)),
        hasOtherSecrets ? otherSecretsText(file) : undefined,
      ),
    );
  const choices = panels.map((panel, index) => {
    const known = knownText(panelAtAddress(store.list(), panel), panelAtAddress(panels.slice(0, index), panel));
    const key = panel.apiKey === undefined ? [] : l10n.t("with API key");
    return {
      label: panel.name,
      description: [panel.address, known ?? [], key].flat().join(" · "),
      ...(known !== undefined && {
        detail: l10n.t("Updates it with what the file has, and never lowers its protection"),
      }),
      icon: "server",
      isNew: known === undefined,
      value: panel,
    };
  });
  const fresh = choices.filter(({ isNew }) => isNew).map(({ value }) => value);
  const picked = await dialogs.pickMany(l10n.t("Import Panels"), l10n.t("Which panels?"), choices, fresh);
  if (picked?.length === 0) throw new CommandAborted(l10n.t("Nothing was imported: no panel was chosen."));
  return picked;
}

function knownText(stored: PanelRecord | undefined, earlier: ExportedPanel | undefined): string | undefined {
  if (stored !== undefined) return l10n.t("already here as “{0}”", stored.name);
  if (earlier !== undefined) return l10n.t("same address as “{0}”", earlier.name);
  return undefined;
}

/** Asks once, for all panels, whether a file may lower protection, hide groups and have certificates trusted. */
async function askRisks(
  { dialogs, store }: KeepingPanels & Talking,
  panels: readonly ExportedPanel[],
): Promise<boolean | undefined> {
  const risks = risksOf(store.list(), panels);
  const [only] = risks;
  if (only === undefined) return false;
  const message =
    risks.length === 1
      ? l10n.t("Take over everything that the file says about “{0}”?", only.panel.name)
      : l10n.t("Take over everything that the file says about {0} panels?", numberText(risks.length));
  const detail = sentences(
    l10n.t("{0}.", namesText(risks.map(riskText))),
    risks.some(({ trustsCertificate }) => trustsCertificate)
      ? l10n.t(
          "Trust a certificate only if the file comes from you: whoever changed the file could intercept the calls to these panels.",
        )
      : undefined,
    l10n.t(
      "Imported carefully, a new panel asks before anything is interrupted or deleted, shows all groups, and has you look at its certificate when you connect. A panel that is already here keeps showing its groups.",
    ),
  );
  const answers = [
    { label: l10n.t("Import Carefully"), value: false },
    { label: l10n.t("Take Over Everything"), value: true },
  ];
  const names = risks.map(({ panel }) => panel.name);
  return dialogs.choose(message, detail, answers, names);
}

function riskText({ panel, guardLevel, hiddenGroups, trustsCertificate }: Risk): string {
  const groups = hiddenGroups.map((group) => {
    const kind = topGroups.find((each) => each === group);
    return l10n.t("without {0}", kind === undefined ? group : groupText(kind));
  });
  const level = guardLevel === undefined ? [] : [guardLevelText(guardLevel).label];
  const certificate = trustsCertificate ? [l10n.t("certificate trusted")] : [];
  return l10n.t("“{0}” ({1})", panel.name, listText([...level, ...groups, ...certificate]));
}

function importedText(
  file: ChosenFile,
  { unreadable, hasSecrets, hasOtherSecrets }: Readable,
  { added, updated, problem }: Imported,
): string {
  return sentences(
    added === 0 && updated > 0 ? undefined : addedText(added),
    updatedText(updated, added),
    unreadable.length === 0 ? undefined : unreadableText(unreadable),
    problem === undefined
      ? undefined
      : l10n.t("“{0}” and the panels after it were not imported. {1}", problem.name, storageText(problem.problem)),
    hasSecrets ? secretsText(file, problem === undefined) : undefined,
    hasOtherSecrets ? otherSecretsText(file) : undefined,
  );
}

function addedText(added: number): string {
  if (added === 1) return l10n.t("1 panel was imported.");
  return l10n.t("{0} panels were imported.", numberText(added));
}

function updatedText(updated: number, added: number): string | undefined {
  if (updated === 0) return undefined;
  if (added > 0) return l10n.t("Updated: {0}.", numberText(updated));
  if (updated === 1) return l10n.t("1 panel was updated.");
  return l10n.t("{0} panels were updated.", numberText(updated));
}

function secretsText({ name }: ChosenFile, isAllStored: boolean): string {
  if (isAllStored) return l10n.t("Delete {0}: it holds API keys or security entrances.", name);
  return l10n.t("{0} holds API keys or security entrances: delete it once all panels are imported.", name);
}

function otherSecretsText({ name }: ChosenFile): string {
  return l10n.t(
    "{0} holds what looks like a key or password and was not imported: only what is called “{1}” is read as a key. Delete it from the file, and change it where others could read the file.",
    name,
    "apiKey" satisfies keyof ExportedPanel,
  );
}

function unreadableText(unreadable: Readable["unreadable"]): string {
  const named = unreadable.map(({ name, fields }) => l10n.t("“{0}” ({1})", name, listText(fields)));
  return l10n.t("Could not be read: {0}.", namesText(named));
}

function namesText(names: readonly string[]): string {
  const shown = listText(names.slice(0, MOST_NAMES));
  if (names.length <= MOST_NAMES) return shown;
  return l10n.t("{0} and {1} more", shown, numberText(names.length - MOST_NAMES));
}

/** Deletes the file: to the trash if there is one, else for good after another question. */
async function deleteFile({ dialogs, log }: Logging & Talking, file: ChosenFile): Promise<void> {
  const keys = l10n.t("The panels that were imported keep their keys.");
  if (!(await dialogs.ask(l10n.t("Move {0} to the trash?", file.name), keys, l10n.t("Move to Trash")))) return;
  try {
    await file.remove("trash");
    return;
  } catch (error) {
    log.warn(`a file could not be moved to the trash (${codeOf(error)})`);
  }
  const question = l10n.t("{0} cannot be moved to the trash. Delete it permanently?", file.name);
  if (!(await dialogs.ask(question, keys, l10n.t("Delete Permanently")))) return;
  try {
    await file.remove("forGood");
  } catch (error) {
    const message = l10n.t(
      "{0} could not be deleted ({1}). Delete it yourself: it holds API keys or security entrances.",
      file.name,
      codeOf(error),
    );
    await dialogs.tell({ severity: "error", message, names: [file.name] });
  }
}
