import { statSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import type { Figure } from "./figure.ts";

/** When a bundle is loaded, and the most that it may weigh in KB. */
interface Bundle {
  readonly when: string;
  readonly limit: number;
}

/** What is loaded up to the first view. */
export const firstBundles: Readonly<Record<string, Bundle>> = {
  "extension.cjs": { when: "at activation", limit: 10 },
  "product.cjs": { when: "for the first view", limit: 450 },
};

/** What is loaded after that, each after those above it, which it may need. */
export const laterBundles: Readonly<Record<string, Bundle>> = {
  "commands.cjs": { when: "for the first command", limit: 150 },
  "serverFiles.cjs": { when: "for the first file in an editor", limit: 20 },
  "tasks.cjs": { when: "for the first list of tasks", limit: 10 },
  "deployments.cjs": { when: "for the first deployment", limit: 100 },
  "doctor.cjs": { when: "for the first diagnosis", limit: 20 },
  "siteForms.cjs": { when: "for the first site form", limit: 30 },
  "agents.cjs": { when: "for the first tool of an agent", limit: 30 },
  "workspaceLists.cjs": { when: "for the first change of settings or tasks", limit: 20 },
  "demoPanel.cjs": { when: "for the first demo panel", limit: 100 },
};

/** Measures the package, and the code that a window loads. */
export function packageFigures(vsix: string): readonly Figure[] {
  const sizeOf = (file: string) => statSync(file).size / 1024;
  return [
    { name: "the package, all languages", value: sizeOf(vsix), limit: 330, unit: "KB" },
    ...Object.entries({ ...firstBundles, ...laterBundles }).map(([file, { when, limit }]): Figure => {
      const value = sizeOf(join(projectDir, "dist", file));
      return { name: `code that is loaded ${when}`, value, limit, unit: "KB" };
    }),
  ];
}
