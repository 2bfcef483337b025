import type { ExportedPanel } from "../../panels/exportedPanels.ts";
import { defaultLevel, guardLevels, type GuardLevel } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { PanelStore } from "../../panels/panelStore.ts";
import { StorageError, type StorageProblem } from "../../storage/storageError.ts";

/** Treatment of panels whose address a stored one has. */
export type Duplicates = "skip" | "update" | "add";

/** A person's decisions about the whole file. */
export interface Decisions {
  readonly duplicates: Duplicates;
  /** Whether the certificates that the file names are trusted. */
  readonly trusts: boolean;
  /** Whether `weakeningsIn` are accepted. */
  readonly weakens: boolean;
}

/** A lower protection or hidden groups in a file, compared with the panel at its address or a new one. */
export interface Weakening {
  readonly panel: ExportedPanel;
  /** `undefined`: it is not lowered. */
  readonly guardLevel: GuardLevel | undefined;
  readonly hiddenGroups: readonly string[];
}

export interface Imported {
  /** Ids of the added or updated panels. */
  readonly ids: readonly string[];
  readonly added: number;
  readonly updated: number;
  readonly skipped: number;
  /** Why a panel, and all after it, were not stored. */
  readonly problem?: { readonly name: string; readonly problem: StorageProblem };
}

/** Panels of a file whose address a stored one has, or an earlier one in the file. */
export function duplicatesAmong(
  stored: readonly PanelRecord[],
  panels: readonly ExportedPanel[],
): readonly ExportedPanel[] {
  const taken = new Set(stored.map(({ address }) => address));
  return panels.filter(({ address }) => taken.size === taken.add(address).size);
}

/** The weakenings in a file, without skipped panels. */
export function weakeningsIn(
  stored: readonly PanelRecord[],
  panels: readonly ExportedPanel[],
  duplicates: Duplicates,
): readonly Weakening[] {
  const skipped = duplicates === "skip" ? duplicatesAmong(stored, panels) : [];
  const weakenings = panels
    .filter((panel) => !skipped.includes(panel))
    .map((panel): Weakening => {
      const same = stored.filter(({ address }) => address === panel.address);
      const careful = carefully(panel, same, duplicates);
      const isLowered = same.length === 0 && careful.guardLevel !== panel.guardLevel;
      return {
        panel,
        guardLevel: isLowered ? panel.guardLevel : undefined,
        hiddenGroups: panel.hiddenGroups.filter((group) => !careful.hiddenGroups.includes(group)),
      };
    });
  return weakenings.filter(({ guardLevel, hiddenGroups }) => guardLevel !== undefined || hiddenGroups.length > 0);
}

/**
 * Stores the panels of a file in their order, after all others. No panel ever becomes less protected than the one at
 * its address, no trusted certificate is replaced, and no consent to plain http is given.
 */
export async function storeImported(
  store: Pick<PanelStore, "add" | "list" | "update">,
  panels: readonly ExportedPanel[],
  { duplicates, trusts, weakens }: Decisions,
): Promise<Imported> {
  const ids: string[] = [];
  const counts = { added: 0, updated: 0, skipped: 0 };
  for (const { apiKey, entrance, pin, pinnedUntil, ...given } of panels) {
    const same = store.list().filter(({ address }) => address === given.address);
    const [first] = same;
    const careful = carefully(given, same, duplicates);
    const guardLevel = weakens && first === undefined ? given.guardLevel : careful.guardLevel;
    const panel = { ...given, guardLevel, ...(!weakens && { hiddenGroups: careful.hiddenGroups }) };
    const secrets = { ...(apiKey === undefined ? {} : { apiKey }), ...(entrance === undefined ? {} : { entrance }) };
    try {
      if (first === undefined || duplicates === "add") {
        const trusted =
          trusts && pin !== undefined ? { pin, ...(pinnedUntil === undefined ? {} : { pinnedUntil }) } : {};
        ids.push((await store.add({ ...panel, ...trusted }, secrets)).id);
        counts.added += 1;
      } else if (duplicates === "update") {
        const patch = { ...panel, entries: joined(first.entries, panel.entries) };
        ids.push((await store.update(first.id, patch, secrets)).id);
        counts.updated += 1;
      } else counts.skipped += 1;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return { ids, ...counts, problem: { name: panel.name, problem: error.problem } };
    }
  }
  return { ids, ...counts };
}

/**
 * The panel without weakenings: at least the protection of the one at its address or of a new one, and no more hidden
 * groups.
 */
function carefully(
  { guardLevel, hiddenGroups }: Pick<ExportedPanel, "guardLevel" | "hiddenGroups">,
  same: readonly PanelRecord[],
  duplicates: Duplicates,
): Pick<ExportedPanel, "guardLevel" | "hiddenGroups"> {
  const levels = same.length === 0 ? [defaultLevel] : same.map((other) => other.guardLevel);
  const hidden = duplicates === "update" ? same[0]?.hiddenGroups : undefined;
  return {
    guardLevel: strictest([guardLevel, ...levels]),
    hiddenGroups: hiddenGroups.filter((group) => hidden?.includes(group)),
  };
}

function strictest(levels: readonly GuardLevel[]): GuardLevel {
  return guardLevels[Math.max(...levels.map((level) => guardLevels.indexOf(level)))] ?? "readOnly";
}

function joined(before: PanelRecord["entries"], given: ExportedPanel["entries"]): PanelRecord["entries"] {
  return [
    ...before,
    ...given.filter(({ kind, key }) => !before.some((entry) => entry.kind === kind && entry.key === key)),
  ];
}
