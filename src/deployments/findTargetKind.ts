import type { ResourceKind } from "../resources/resources.ts";
import { commonFields } from "./commonFields.ts";
import type { TargetKind } from "./targetKind.ts";

/**
 * What an entry of the setting is for: that of which it has the most fields, the first of several; `undefined`: of none. A mistaken
 * name counts where the right one is in it: people are told what is wrong of what they have meant.
 */
export function meantBy<Kind extends TargetKind>(kinds: readonly Kind[], fields: readonly string[]): Kind | undefined {
  return allMeantBy(kinds, fields)[0];
}

/** All for which an entry may be meant: those of which it has the same number of fields, and none more. */
export function allMeantBy<Kind extends TargetKind>(
  kinds: readonly Kind[],
  fields: readonly string[],
): readonly Kind[] {
  const typed = fields.map((field) => field.toLowerCase());
  const counted = kinds.map((each) => {
    const own = Object.keys(each.entry.entries).filter((field) => !Object.hasOwn(commonFields, field));
    return { each, count: own.filter((field) => typed.some((one) => one.includes(field))).length };
  });
  const most = Math.max(...counted.map(({ count }) => count));
  return counted.filter(({ count }) => count === most && count > 0).map(({ each }) => each);
}

/** All that a row is as a target; one whose row nobody has read may be each of its kind. */
export function fittingRow<Kind extends TargetKind>(
  kinds: readonly Kind[],
  kind: ResourceKind,
  row: unknown,
): readonly Kind[] {
  return kinds.filter((each) => each.kind === kind && (row === undefined || each.fits?.(row) !== false));
}
