import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What `dist/meta.json` says of a build, as esbuild's metafile does. Files of `dist` and sources are named by their paths in the project. */
export interface Built {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The files that the extension host loads. */
  readonly outputs: Readonly<Record<string, Output>>;
}

interface Output {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
  readonly entryPoint?: string;
}

/** Reads what the last build in a directory has made. */
export function readBuilt(directory: string): Built {
  return JSON.parse(readFileSync(join(directory, "dist/meta.json"), "utf8")) as Built;
}

/** The file of a bundle, by its name in `esbuild.mjs`. Throws if there is none. */
export function bundleOf({ outputs }: Built, name: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `bundle:${name}`);
  if (found === undefined) throw new Error(`esbuild.mjs has no bundle ${name}`);
  return found[0];
}

/** A file with all those that are loaded with it. */
export function loadedWith({ outputs }: Built, file: string): readonly string[] {
  const loaded = new Set<string>();
  const add = (path: string): void => {
    const output = outputs[path];
    if (output === undefined || loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind } of output.imports) if (kind !== "dynamic-import") add(next);
  };
  add(file);
  return [...loaded];
}

/** The sources that a file is made of. */
export function sourcesIn({ outputs }: Built, file: string): readonly string[] {
  return Object.keys(outputs[file]?.inputs ?? {});
}
