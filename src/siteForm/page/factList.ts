import { element } from "./element.ts";

/** Names with their values, as text. */
export function factList(rows: readonly (readonly [name: string, value: string])[]): HTMLElement {
  return element(
    "dl",
    { class: "facts" },
    ...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}
