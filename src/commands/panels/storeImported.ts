import type { ExportedPanel } from "../../panels/exportedPanels.ts";
import { defaultLevel, guardLevels, type GuardLevel } from "../../panels/guardLevel.ts";
import type { PanelDraft, PanelPatch, PanelRecord } from "../../panels/panelRecord.ts";
import type { PanelStore } from "../../panels/panelStore.ts";
import { StorageError, type StorageProblem } from "../../storage/storageError.ts";

/** What a file would have a panel trust or give up, compared with the panel at its address or a new one. */
export interface Risk {
  readonly panel: ExportedPanel;
  /** A lower protection; `undefined`: it is not lowered. */
  readonly guardLevel: GuardLevel | undefined;
  /** Groups that are shown now and would be hidden. */
  readonly hiddenGroups: readonly string[];
  /** Whether a certificate would be trusted that nobody has looked at. */
  readonly trustsCertificate: boolean;
}

type ImportedSettings = Omit<ExportedPanel, "apiKey" | "entrance">;

export interface Imported {
  /** Ids of the added or updated panels. */
  readonly ids: readonly string[];
  readonly added: number;
  readonly updated: number;
  /** Why a panel, and all after it, were not stored. */
  readonly problem?: { readonly name: string; readonly problem: StorageProblem };
}

/** The panel at the address of one in a file, or an earlier one in the file. */
export function panelAtAddress<T extends Pick<PanelRecord, "address">>(
  panels: readonly T[],
  { address }: Pick<ExportedPanel, "address">,
): T | undefined {
  return panels.find((panel) => panel.address === address);
}

/** The panels of a file that would trust or give up something. */
export function risksOf(stored: readonly PanelRecord[], panels: readonly ExportedPanel[]): readonly Risk[] {
  const risks = panels.map((panel): Risk => {
    const known = panelAtAddress(stored, panel);
    const careful = carefully(panel, known);
    const isLowered = known === undefined && careful.guardLevel !== panel.guardLevel;
    return {
      panel,
      guardLevel: isLowered ? panel.guardLevel : undefined,
      hiddenGroups: panel.hiddenGroups.filter((group) => !careful.hiddenGroups.includes(group)),
      trustsCertificate: known === undefined && panel.pin !== undefined,
    };
  });
  return risks.filter(
    ({ guardLevel, hiddenGroups, trustsCertificate }) =>
      guardLevel !== undefined || hiddenGroups.length > 0 || trustsCertificate,
  );
}

/**
 * Stores the panels of a file in their order, after all others; one whose address is here updates the panel there. No panel
 * ever becomes less protected than it is, no trusted certificate is replaced, and no consent to plain http is given.
 * @param takesRisks whether a person accepts what `risksOf` names
 */
export async function storeImported(
  store: Pick<PanelStore, "add" | "list" | "update">,
  panels: readonly ExportedPanel[],
  takesRisks: boolean,
): Promise<Imported> {
  const ids: string[] = [];
  const counts = { added: 0, updated: 0 };
  for (const { apiKey, entrance, ...given } of panels) {
    const known = panelAtAddress(store.list(), given);
    const secrets = { ...(apiKey === undefined ? {} : { apiKey }), ...(entrance === undefined ? {} : { entrance }) };
    try {
      if (known === undefined) {
        ids.push((await store.add(takesRisks ? given : withoutRisks(given), secrets)).id);
        counts.added += 1;
      } else {
        ids.push((await store.update(known.id, patchFor(known, given, takesRisks), secrets)).id);
        counts.updated += 1;
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return { ids, ...counts, problem: { name: given.name, problem: error.problem } };
    }
  }
  return { ids, ...counts };
}

function withoutRisks({ pin: _pin, pinnedUntil: _pinnedUntil, ...given }: ImportedSettings): PanelDraft {
  return { ...given, ...carefully(given, undefined) };
}

function patchFor(
  known: PanelRecord,
  { pin: _pin, pinnedUntil: _pinnedUntil, ...given }: ImportedSettings,
  takesRisks: boolean,
): PanelPatch {
  const { guardLevel, hiddenGroups } = carefully(given, known);
  return {
    ...given,
    guardLevel,
    hiddenGroups: takesRisks ? given.hiddenGroups : hiddenGroups,
    entries: joined(known.entries, given.entries),
  };
}

/** At least the protection of the known panel, or of a new one, and no more hidden groups than it has. */
function carefully(
  { guardLevel, hiddenGroups }: Pick<ExportedPanel, "guardLevel" | "hiddenGroups">,
  known: PanelRecord | undefined,
): Pick<ExportedPanel, "guardLevel" | "hiddenGroups"> {
  return {
    guardLevel: stricter(guardLevel, known?.guardLevel ?? defaultLevel),
    hiddenGroups: hiddenGroups.filter((group) => known?.hiddenGroups.includes(group)),
  };
}

function stricter(one: GuardLevel, other: GuardLevel): GuardLevel {
  if (guardLevels.indexOf(one) > guardLevels.indexOf(other)) return one;
  return other;
}

function joined(before: PanelRecord["entries"], given: ExportedPanel["entries"]): PanelRecord["entries"] {
  return [
    ...before,
    ...given.filter(({ kind, key }) => !before.some((entry) => entry.kind === kind && entry.key === key)),
  ];
}
