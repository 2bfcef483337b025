import { resourceOf } from "../resources/resources.ts";
import type { ActionRequest } from "./actionRequest.ts";

/** Others that an action affects, too, among the loaded rows. A setting of a website, and what is done with a file, affects nothing else. */
export function alsoAffected({
  kind,
  verb,
  input,
  row,
  rows = [],
}: ActionRequest): readonly { readonly key: string | undefined; readonly label: string }[] {
  if (kind === "file" || input?.setting !== undefined || row === undefined) return [];
  const { key, label, actions } = resourceOf(kind);
  const others = actions[verb]?.alsoAffects?.(row, rows) ?? [];
  return others.map((other) => ({ key: key(other), label: label(other) }));
}
