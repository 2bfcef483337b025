import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import { mutants } from "../mutants/mutants.ts";

describe("the defects that npm run mutants plants", () => {
  it("can be planted, each in one place", () => {
    const timesIn = (file: string, find: string) => {
      const path = join(projectDir, file);
      return existsSync(path) ? readFileSync(path, "utf8").split(find).length - 1 : 0;
    };
    const outdated = mutants.filter(({ file, find }) => timesIn(file, find) !== 1);
    assert.deepEqual(
      outdated.map(({ defect, file }) => `${defect} (${file})`),
      [],
    );
  });
});
