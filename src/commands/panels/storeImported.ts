import type { ExportedPanel } from "../../panels/exportedPanels.ts";
import { guardLevels, type GuardLevel } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { PanelStore } from "../../panels/panelStore.ts";
import { StorageError, type StorageProblem } from "../../storage/storageError.ts";

/** What is done with a panel whose address another one has. */
export type Duplicates = "skip" | "update" | "add";

/** What the person decided about the whole file. */
export interface Decisions {
  readonly duplicates: Duplicates;
  /** Whether the certificates that the file names are trusted. */
  readonly trusts: boolean;
}

export interface Imported {
  /** Ids of those that were added or updated. */
  readonly ids: readonly string[];
  readonly added: number;
  readonly updated: number;
  readonly skipped: number;
  /** What kept a panel, and all after it, from being stored. */
  readonly problem?: { readonly name: string; readonly problem: StorageProblem };
}

/** Panels of a file whose address a stored one has already, or one before them in the file. */
export function duplicatesAmong(
  stored: readonly PanelRecord[],
  panels: readonly ExportedPanel[],
): readonly ExportedPanel[] {
  const taken = new Set(stored.map(({ address }) => address));
  return panels.filter(({ address }) => taken.size === taken.add(address).size);
}

/**
 * Stores the panels of a file in their order, after all others. Whatever the file says, no panel becomes less protected
 * than one at its address is, no trusted certificate is replaced, and nobody has agreed to plain http.
 */
export async function storeImported(
  store: Pick<PanelStore, "add" | "list" | "update">,
  panels: readonly ExportedPanel[],
  { duplicates, trusts }: Decisions,
): Promise<Imported> {
  const ids: string[] = [];
  const counts = { added: 0, updated: 0, skipped: 0 };
  for (const { apiKey, entrance, pin, pinnedUntil, ...panel } of panels) {
    const same = store.list().filter(({ address }) => address === panel.address);
    const [first] = same;
    const guardLevel = strictest([panel.guardLevel, ...same.map((other) => other.guardLevel)]);
    const secrets = { ...(apiKey === undefined ? {} : { apiKey }), ...(entrance === undefined ? {} : { entrance }) };
    try {
      if (first === undefined || duplicates === "add") {
        const trusted =
          trusts && pin !== undefined ? { pin, ...(pinnedUntil === undefined ? {} : { pinnedUntil }) } : {};
        ids.push((await store.add({ ...panel, ...trusted, guardLevel }, secrets)).id);
        counts.added += 1;
      } else if (duplicates === "update") {
        const patch = { ...panel, guardLevel, entries: joined(first.entries, panel.entries) };
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

function strictest(levels: readonly GuardLevel[]): GuardLevel {
  return guardLevels[Math.max(...levels.map((level) => guardLevels.indexOf(level)))] ?? "readOnly";
}

function joined(before: PanelRecord["entries"], given: ExportedPanel["entries"]): PanelRecord["entries"] {
  return [
    ...before,
    ...given.filter(({ kind, key }) => !before.some((entry) => entry.kind === kind && entry.key === key)),
  ];
}
