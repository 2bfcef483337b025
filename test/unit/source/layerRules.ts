import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Import } from "./sourceFile.ts";

/** What the code of a layer may use: `any` runs in a web page too, `Node` without VS Code. */
export type RunsIn = "any" | "Node" | "VS Code";

/** One folder of the product's code, as docs/architecture.md describes it. */
export interface Layer {
  /** From the repository's root, such as `src/wire/http`. */
  readonly folder: string;
  /** The other folders that it may import. */
  readonly imports: ReadonlySet<string>;
  readonly runsIn: RunsIn;
}

/** The layers by their folder. */
export type Layers = ReadonlyMap<string, Layer>;

const ROW = /^\| `(?<folder>(?:src|media)[\w/]*)` +\|[^|]*\|(?<imports>[^|]*)\| +(?<runsIn>any|Node|VS Code) +\|$/gm;

/** The layers of the table in docs/architecture.md. Throws where an import of it is no folder of it. */
export function readLayers(): Layers {
  return layersOf(readFileSync(join(import.meta.dirname, "../../..", "docs/architecture.md"), "utf8"));
}

/** The layers of a table; imports are named from `src`, but for those in `media`. */
export function layersOf(document: string): Layers {
  const layers = [...document.matchAll(ROW)].map(({ groups = {} }): Layer => ({
    folder: groups["folder"] ?? "",
    imports: new Set([...(groups["imports"] ?? "").matchAll(/`([\w/]+)`/g)].map(([, name = ""]) => pathOf(name))),
    runsIn: groups["runsIn"] as RunsIn,
  }));
  const byFolder = new Map(layers.map((layer) => [layer.folder, layer]));
  for (const { folder, imports } of layers)
    for (const imported of imports)
      if (!byFolder.has(imported)) throw new Error(`${folder} imports ${imported}, which has no row`);
  return byFolder;
}

function pathOf(imported: string): string {
  return imported.startsWith("media/") ? imported : `src/${imported}`;
}

/** Whether a file is bundled apart from its importer, to be loaded when it is first needed. */
const isLazy = (from: string, to: string): boolean =>
  to === "src/compose.ts" || (to.startsWith("src/demoPanel/") && !from.startsWith("src/demoPanel/"));

/** The layer of a file; throws where its folder has no row. */
export function layerOf(layers: Layers, path: string): Layer {
  const layer = layers.get(posix.dirname(path));
  if (layer === undefined) throw new Error(`the folder of ${path} has no row in docs/architecture.md`);
  return layer;
}

/** What is wrong with an import between two of our files; `undefined`: nothing. */
export function problemOf(layers: Layers, { from, to, how }: Import): string | undefined {
  const [importer, imported] = [layerOf(layers, from), layerOf(layers, to)];
  if (isLazy(from, to) && how === "static") return `${from} imports ${to} at once instead of when it is needed`;
  if (importer === imported || importer.imports.has(imported.folder)) return undefined;
  return `${from} imports ${to}; ${importer.folder} may not import ${imported.folder}`;
}

/** What is wrong with an import of something that is not ours; `undefined`: nothing. */
export function outsideProblemOf(
  layers: Layers,
  { from, to }: Import,
  packages: ReadonlySet<string>,
): string | undefined {
  const { runsIn } = layerOf(layers, from);
  const problem = `${from} imports ${to}, and its folder runs in "${runsIn}"`;
  if (to === "vscode") return runsIn === "VS Code" ? undefined : problem;
  if (to.startsWith("node:")) return runsIn === "any" ? problem : undefined;
  const [first = "", second] = to.split("/");
  return packages.has(first.startsWith("@") ? `${first}/${second}` : first) ? undefined : problem;
}

/** One cycle, as the path that closes it; `undefined` where there is none. */
export function cycleIn(edges: readonly Pick<Import, "from" | "to">[]): readonly string[] | undefined {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return undefined;
    for (const target of targets.get(path) ?? []) {
      const cycle = visit(target, [...trail, path]);
      if (cycle !== undefined) return cycle;
    }
    finished.add(path);
    return undefined;
  };
  for (const path of targets.keys()) {
    const cycle = visit(path, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
