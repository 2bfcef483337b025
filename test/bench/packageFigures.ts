import { statSync } from "node:fs";
import { join } from "node:path";
import { bundleOf, loadedWith, readBuilt, type Built } from "../../scripts/bundles.ts";
import { projectDir } from "../../scripts/paths.ts";
import type { Figure } from "./figure.ts";

/** When a bundle is loaded, and the most that it may weigh in KB with the chunks that it needs beyond those of the first view. */
interface Bundle {
  readonly when: string;
  readonly limit: number;
}

/** What is loaded after the first view, by the bundles' names in `esbuild.mjs`. */
export const laterBundles: Readonly<Record<string, Bundle>> = {
  commands: { when: "for the first command", limit: 350 },
  deployments: { when: "for the first deployment", limit: 150 },
  doctor: { when: "for the first diagnosis", limit: 30 },
  siteForms: { when: "for the first site form", limit: 50 },
  agents: { when: "for the first tool of an agent", limit: 100 },
  agentDeployments: { when: "for the first deployment by an agent", limit: 180 },
  agentDoor: { when: "once an agent of another program is connected", limit: 10 },
  agentVisits: { when: "when one of those calls", limit: 15 },
  demoPanel: { when: "for the first demo panel", limit: 120 },
};

/** The files that are loaded up to the first view. */
export function firstFiles(built: Built): readonly string[] {
  const loaded = ["dist/extension.cjs", bundleOf(built, "language"), bundleOf(built, "product")];
  return [...new Set(loaded.flatMap((file) => loadedWith(built, file)))];
}

/** Measures the package, and the code that a window loads. */
export function packageFigures(vsix: string): readonly Figure[] {
  const built = readBuilt(projectDir);
  const kilobytesOf = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(projectDir, file)).size, 0) / 1024;
  const first = firstFiles(built);
  const code = (when: string, files: readonly string[], limit: number): Figure => ({
    name: `code that is loaded ${when}`,
    value: kilobytesOf(files),
    limit,
    unit: "KB",
  });
  return [
    { name: "the package, all languages", value: statSync(vsix).size / 1024, limit: 480, unit: "KB" },
    code("at activation", loadedWith(built, "dist/extension.cjs"), 16),
    code("up to the first view", first, 500),
    ...Object.entries(laterBundles).map(([name, { when, limit }]) => {
      const files = loadedWith(built, bundleOf(built, name));
      return code(
        when,
        files.filter((file) => !first.includes(file)),
        limit,
      );
    }),
  ];
}
