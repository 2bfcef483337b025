import type { Edition } from "../wire/edition.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { laterOnAaPanel, topGroups, type ResourceKind } from "../resources/resources.ts";

/** The top groups that a panel has, and those that its edition will have. */
export function groupsShown(
  panel: PanelRecord,
  edition: Edition,
): { readonly shown: readonly ResourceKind[]; readonly later: readonly ResourceKind[] } {
  const later: readonly ResourceKind[] = edition === "aapanel" ? laterOnAaPanel : [];
  return { shown: topGroups.filter((kind) => !isHidden(panel, kind) && !later.includes(kind)), later };
}

/** Whether a person has chosen not to see a group. */
export function isHidden({ hiddenGroups }: PanelRecord, kind: ResourceKind): boolean {
  return hiddenGroups.includes(kind);
}
