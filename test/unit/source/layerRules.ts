import type { Import } from "./sourceFile.ts";

/** Each layer imports from itself and from those before it; those in one row know nothing of each other. */
const ORDER: readonly (readonly string[])[] = [
  ["shared"],
  ["panel"],
  ["model"],
  ["manifest"],
  ["platform"],
  ["views", "commands", "webview", "agents"],
  ["extension"],
];

/** Files of the product that stand in no folder, with their layer. */
const TOP_FILES: Readonly<Record<string, string>> = {
  "src/manifest.ts": "manifest",
  "src/features.ts": "extension",
  "src/extension.ts": "extension",
};

/** Beside the order: what a layer may import besides itself. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { demoPanel: ["panel", "shared"], media: ["shared"] };

/** Layers that may load the demo panel, each when it is asked for. */
const STARTS_DEMO = ["commands", "extension"];

/** Layers that run without VS Code. */
export const THINKING_LAYERS: readonly string[] = ["shared", "panel", "model", "demoPanel"];

/** Whether a file is bundled apart from its importer, to be loaded when it is first needed. */
const isLazy = (from: string, to: string): boolean =>
  to === "src/features.ts" || (to.startsWith("src/demoPanel/") && !from.startsWith("src/demoPanel/"));

/** The layer of a file; throws where a new folder has no place in the order yet. */
export function layerOf(path: string): string {
  const [top, folder = "", ...rest] = path.split("/");
  const layer = top === "media" ? "media" : rest.length > 0 ? folder : TOP_FILES[path];
  if (layer === undefined || (rankOf(layer) < 0 && BESIDE[layer] === undefined))
    throw new Error(`${path} is in no layer; give it one in layerRules.ts`);
  return layer;
}

/** What is wrong with an import between two of our files; `undefined`: nothing. */
export function problemOf({ from, to, how }: Import): string | undefined {
  const [importer, imported] = [layerOf(from), layerOf(to)];
  const problem = `${from} (${importer}) imports ${to} (${imported})`;
  if (isLazy(from, to) && how === "static") return `${problem} at once instead of when it is needed`;
  return importer === imported || mayImport(importer, imported) ? undefined : problem;
}

/** What is wrong with an import of something that is not ours; `undefined`: nothing. */
export function outsideProblemOf({ from, to }: Import, packages: ReadonlySet<string>): string | undefined {
  const layer = layerOf(from);
  const problem = `${from} (${layer}) imports ${to}`;
  if (to === "vscode") return rankOf(layer) >= rankOf("platform") ? undefined : problem;
  if (to.startsWith("node:")) return layer === "shared" || layer === "media" ? problem : undefined;
  const [first = "", second] = to.split("/");
  return packages.has(first.startsWith("@") ? `${first}/${second}` : first) ? undefined : problem;
}

/** One cycle among the files, as the path that closes it; `undefined` where there is none. */
export function cycleIn(imports: readonly Import[]): readonly string[] | undefined {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
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

function mayImport(importer: string, imported: string): boolean {
  const besides = BESIDE[importer];
  if (besides !== undefined) return besides.includes(imported);
  if (imported === "demoPanel") return STARTS_DEMO.includes(importer);
  return rankOf(imported) >= 0 && rankOf(imported) < rankOf(importer);
}

function rankOf(layer: string): number {
  return ORDER.findIndex((row) => row.includes(layer));
}
