import { statSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import type { Figure } from "./figure.ts";

/** Measures the package, and the code that is read at activation. */
export function packageFigures(vsix: string): readonly Figure[] {
  const sizeOf = (file: string) => statSync(file).size / 1024;
  return [
    { name: "the package, all languages", value: sizeOf(vsix), limit: 160, unit: "KB" },
    {
      name: "code that is loaded at activation",
      value: sizeOf(join(projectDir, "dist/extension.cjs")),
      limit: 10,
      unit: "KB",
    },
  ];
}
