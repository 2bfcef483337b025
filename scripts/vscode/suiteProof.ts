import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A wrapped suite that leaves proof of having finished. */
export interface ProvenSuite {
  /** The module to load in the extension host in place of the suite's own. */
  readonly testsPath: string;
  /** Whether the suite's `run()` has returned without an error. */
  readonly hasPassed: () => boolean;
}

/** Wraps the suite at `testsPath`, because the workbench of a server reports success when the extension host dies. */
export function proveSuite(testsPath: string, directory: string): ProvenSuite {
  const proof = join(directory, "suite-passed");
  const wrapper = join(directory, "suite.cjs");
  writeFileSync(
    wrapper,
    `exports.run = async () => {
  await require(${JSON.stringify(testsPath)}).run();
  require("node:fs").writeFileSync(${JSON.stringify(proof)}, "");
};
`,
  );
  return { testsPath: wrapper, hasPassed: () => existsSync(proof) };
}
