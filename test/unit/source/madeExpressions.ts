import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../../..");

/** Loads a module of the product anew and finds the regular expressions that it makes with `RegExp` meanwhile, by their places. */
export async function madeExpressions(path: string): Promise<ReadonlyMap<string, RegExp>> {
  const { RegExp: Ordinary } = globalThis;
  const found = new Map<string, RegExp>();
  const anew = `${path}?anew`;
  const note = (regex: RegExp) => {
    const stack = new Error().stack ?? "";
    const at = stack.indexOf(`${anew}:`);
    if (at >= 0) found.set(`${path}:${Number.parseInt(stack.slice(at + anew.length + 1))}`, regex);
    return regex;
  };
  globalThis.RegExp = new Proxy(Ordinary, {
    construct: (_, [pattern, flags]) => note(new Ordinary(pattern, flags)),
    apply: (_, __, [pattern, flags]) => note(new Ordinary(pattern, flags)),
  });
  try {
    await import(`${pathToFileURL(join(root, path)).href}?anew`);
  } finally {
    globalThis.RegExp = Ordinary;
  }
  return found;
}
