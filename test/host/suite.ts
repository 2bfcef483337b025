import { readdirSync } from "node:fs";
import { join } from "node:path";
import { leaveResult, runMocha } from "../runMocha.ts";

/** Runs the test files that are bundled beside this one; called by VS Code in the extension host. */
export async function run(): Promise<void> {
  const names = readdirSync(__dirname, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".test.cjs"),
  );
  const result = await runMocha({
    files: names.toSorted().map((name) => join(__dirname, name)),
    grep: process.env["TEST_GREP"],
  });
  leaveResult(result);
  const { failed } = result;
  if (failed > 0) throw new Error(`${failed} failed`);
}
