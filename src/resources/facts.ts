import { visibleText } from "../characters/plainText.ts";
import type { Fact } from "./resource.ts";

/** The facts that have a value, in the order given; what cannot be seen in them is taken out. */
export function facts(values: Readonly<Partial<Record<Fact["name"], string | number | undefined>>>): readonly Fact[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [{ name: name as Fact["name"], value: visibleText(String(value)) }],
  );
}
