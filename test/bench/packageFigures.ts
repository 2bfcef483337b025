import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import type { Figure } from "./figure.ts";

/** What `features.cjs` had before the view could be in two languages; for the same features, the same. */
const FEATURES_LIMIT = 284_107;

/** How large a package is, and what of it is read before the tree is drawn. */
export function packageFigures(vsix: string): readonly Figure[] {
  const loaded = filesLoadedWith(join(projectDir, "dist/compose.cjs"));
  const bytes = [...loaded].reduce((sum, file) => sum + statSync(file).size, 0);
  return [
    { name: "the package, all languages", value: statSync(vsix).size / 1024, limit: 160, unit: "KB" },
    { name: "code that is loaded to draw the tree", value: bytes / 1024, limit: FEATURES_LIMIT / 1024, unit: "KB" },
    {
      name: "code that is loaded at activation",
      value: statSync(join(projectDir, "dist/extension.cjs")).size / 1024,
      limit: 10,
      unit: "KB",
    },
  ];
}

/** A built file and all that it requires at once: what it imports dynamically is assigned to nothing. */
function filesLoadedWith(file: string, known: Set<string> = new Set()): ReadonlySet<string> {
  known.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/=\s*require\("\.\/([^"]+)"\)/g)) {
    const required = join(projectDir, "dist", basename(name));
    if (!known.has(required)) filesLoadedWith(required, known);
  }
  return known;
}
