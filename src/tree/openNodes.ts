import * as v from "valibot";
import type { PanelRecord } from "../panels/panelRecord.ts";

/** Ids of what a person has opened, and of what they have closed that is open by default; the last is the newest. */
export interface OpenNodes {
  readonly open: readonly string[];
  readonly closed: readonly string[];
}

/** Of each as many are remembered; what is left out is as by default. */
const MOST_REMEMBERED = 500;

const LONGEST_ID = 1_000;

const ids = v.fallback(
  v.pipe(
    v.array(v.unknown()),
    v.transform((all) => all.filter((id) => typeof id === "string").filter((id) => id.length <= LONGEST_ID)),
  ),
  [],
);
const schema = v.fallback(v.object({ open: ids, closed: ids }), { open: [], closed: [] });

/** What a window stored, by whatever version of this extension. */
export function readOpenNodes(stored: unknown): OpenNodes {
  return v.parse(schema, stored);
}

/** What is remembered: the newest, without what belongs to panels that were removed. */
export function rememberedNodes({ open, closed }: OpenNodes, panels: readonly PanelRecord[]): OpenNodes {
  const known = new Set(panels.map(({ id }) => id));
  // the demo panels have no such id, and are the same ones in the next window
  const isKnown = (id: string) => {
    const [panelId] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(id) ?? [];
    return panelId === undefined || known.has(panelId);
  };
  const kept = (all: readonly string[]) => all.filter(isKnown).slice(-MOST_REMEMBERED);
  return { open: kept(open), closed: kept(closed) };
}
