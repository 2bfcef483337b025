import { basename } from "node:path";

/**
 * Puts together again what esbuild split further than a window needs: it makes a part for each set of entry points that share
 * modules, and VS Code takes its time to find a file. A part goes into the first of the files that a window loads in any
 * case, and the other files take from there what they import of it.
 *
 * @param {import("esbuild").BuildResult<{ metafile: true, write: false }>} split Of ES modules.
 * @param {readonly string[]} first The entry points that are loaded before all others, in this order.
 * @returns {{ name: string, options: import("esbuild").BuildOptions }[]} The files of `dist/`, and how each is bundled.
 */
export function fewFiles(split, first) {
  const parts = partsOf(split);
  const homes = homesOf(parts, first);
  /** What a part's exports are called in another file than its own: parts use the same short names. */
  const listed = ({ exports, index }, list) => `{${exports.map((name) => list(name, `${name}_${index}`)).join()}}`;
  const all = (home) =>
    [...parts.values()]
      .filter(({ name }) => homes.get(name) === home)
      .map(
        (part) => (part.entry === home ? "*" : listed(part, (name, alias) => `${name} as ${alias}`)) + from(part.name),
      )
      .map((exported) => `export ${exported}`)
      .join(";");
  const taken = (part) =>
    `export ${listed(part, (name, alias) => `${alias} as ${name}`)}${from(`${homes.get(part.name)}.cjs`)}`;

  const pluginFor = (home) => ({
    name: "few-files",
    setup(bundler) {
      bundler.onResolve({ filter: /.*/ }, ({ path, kind, namespace }) => {
        if (kind === "entry-point") return { path, namespace: "all" };
        const part = basename(path);
        const where = homes.get(part);
        if (where === undefined || namespace === "taken") return { path, external: true };
        if (kind === "dynamic-import") return { path: `./${where}.cjs`, external: true };
        return { path: part, namespace: where === home ? "part" : "taken" };
      });
      const load = (namespace, textOf) =>
        bundler.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: textOf(path) }));
      load("all", all);
      load("part", (name) => parts.get(name).text);
      load("taken", (name) => taken(parts.get(name)));
    },
  });
  return [...new Set(homes.values())].map((home) => ({
    name: `${home}.cjs`,
    options: { entryPoints: { [home]: home }, bundle: true, plugins: [pluginFor(home)] },
  }));
}

/** By name, in an order that is the same in every clone: names of parts, and where packages are, may differ. */
function partsOf({ metafile, outputFiles }) {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const parts = Object.entries(metafile.outputs).map(([path, { entryPoint, exports, imports, inputs }]) => ({
    name: basename(path),
    text: texts.get(basename(path)),
    entry: entryPoint && basename(entryPoint, ".ts"),
    exports,
    needed: imports.filter(({ kind }) => kind === "import-statement").map((needed) => basename(needed.path)),
    firstModule: Object.keys(inputs)
      .map((module) => module.replace(/^.*node_modules\//, "~"))
      .toSorted()[0],
  }));
  const files = parts.flatMap(({ entry }) => entry ?? []);
  if (new Set(files).size < files.length) throw new Error(`Of ${files.join(", ")}, two would be one file`);
  parts.sort((a, b) => ((a.firstModule ?? "") < (b.firstModule ?? "") ? -1 : 1));
  return new Map(parts.map((part, index) => [part.name, { ...part, index }]));
}

/** In which file each part ends up; one that only files share which a window may never load has a file of its own. */
function homesOf(parts, first) {
  const homes = new Map();
  const settle = (name, home) => {
    if (!parts.has(name) || homes.has(name)) return;
    homes.set(name, home);
    for (const needed of parts.get(name).needed) settle(needed, home);
  };
  for (const entry of first) settle([...parts.values()].find((part) => part.entry === entry).name, entry);
  let shared = 0;
  for (const { name, entry } of parts.values()) if (!homes.has(name)) homes.set(name, entry ?? `shared${++shared}`);
  return homes;
}

function from(file) {
  return ` from "./${file}"`;
}
