import type { KnownEdition } from "../wire/answers/operation.ts";
import type { PanelRecord } from "./panelRecord.ts";

/** The ids of the demo panels, in the tree and of the files that keep refusals. No stored panel has one of them. */
export const demoIds: Readonly<Record<KnownEdition, string>> = { baota: "demo", aapanel: "demo-aapanel" };

/** Whether this is a demo panel. */
export function isDemo({ id }: Pick<PanelRecord, "id">): boolean {
  return Object.values(demoIds).includes(id);
}
