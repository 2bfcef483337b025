import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Import } from "./sourceFile.ts";

/** Where the code of a layer runs: `any` also in a web page, `Node` without VS Code. */
type RunsIn = "any" | "Node" | "VS Code";

/** A row of the table in docs/architecture.md. */
export interface Layer {
  /** Folders below `src`, or `src` itself for its files. */
  readonly folders: readonly string[];
  readonly runsIn: RunsIn;
}

const ROW = /^\| (?<folders>`[^|]*`) +\|[^|]*\| +(?<runsIn>any|Node|VS Code) +\|$/gm;

/** Reads the layers of docs/architecture.md from the top down; each may import itself and lower layers. */
export function readLayers(): readonly Layer[] {
  const document = readFileSync(join(import.meta.dirname, "../../..", "docs/architecture.md"), "utf8");
  return [...document.matchAll(ROW)].map(({ groups = {} }) => ({
    folders: [...(groups["folders"] ?? "").matchAll(/`([\w/]+)`/g)].map(([, name = ""]) => name),
    runsIn: groups["runsIn"] as RunsIn,
  }));
}

/** Finds the nearest folder of a file that has a layer; throws if none has. */
export function folderOf(layers: readonly Layer[], path: string): string {
  const named = layers.flatMap(({ folders }) => folders);
  for (let folder = posix.dirname(path); folder !== "src" && folder !== "."; folder = posix.dirname(folder))
    if (named.includes(posix.relative("src", folder))) return posix.relative("src", folder);
  if (posix.dirname(path) === "src") return "src";
  throw new Error(`the folder of ${path} is in no layer of docs/architecture.md`);
}

function layerOf(layers: readonly Layer[], path: string): Layer {
  const folder = folderOf(layers, path);
  return layers.find(({ folders }) => folders.includes(folder)) as Layer;
}

/** Describes a forbidden import of our own files. */
export function problemOf(layers: readonly Layer[], { from, to, how }: Import): string | undefined {
  const isBundledApart =
    to === "src/product.ts" || (to.startsWith("src/demoPanel/") && !from.startsWith("src/demoPanel/"));
  if (isBundledApart && how === "static") return `${from} imports ${to} at once instead of when it is needed`;
  const isUpwards = layers.indexOf(layerOf(layers, to)) < layers.indexOf(layerOf(layers, from));
  return isUpwards ? `${from} imports ${to}, which is in a layer above` : undefined;
}

/** Describes a forbidden import of Node's modules or VS Code. */
export function outsideProblemOf(layers: readonly Layer[], { from, to }: Import): string | undefined {
  const { runsIn } = layerOf(layers, from);
  const mayRun = to === "vscode" ? runsIn === "VS Code" : !to.startsWith("node:") || runsIn !== "any";
  return mayRun ? undefined : `${from} imports ${to}, and its layer runs in "${runsIn}"`;
}

/** Finds a cycle and returns its path. */
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
