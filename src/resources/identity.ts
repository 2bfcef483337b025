/**
 * What tells a resource from every other that its panel may have under the same key, as a person sees it: its key
 * first. `undefined`: the panel does not tell.
 */
export type Identity = readonly [key: string | undefined, ...others: (string | undefined)[]];

/** Whether two are the same. `incomplete`: the second does not tell enough. */
export function compare(shown: Identity, seen: Identity): "same" | "another" | "incomplete" {
  if (differences(shown, seen).length > 0) return "another";
  return shown.every((value, index) => value === seen[index]) ? "same" : "incomplete";
}

/** What the second one tells that differs from the first. */
export function differences(shown: Identity, seen: Identity): readonly string[] {
  return seen.filter((value, index) => value !== undefined && value !== shown[index]) as string[];
}
