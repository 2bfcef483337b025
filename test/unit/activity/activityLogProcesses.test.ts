import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { entryIn } from "../../../src/activity/activityEntry.ts";
import { ActivityLog } from "../../../src/activity/activityLog.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { removeTemporaryDirectories, temporaryDirectory, TestLog } from "../../fakes/storageFixture.ts";

const LINES = 500;
const WINDOWS = ["one", "two"];

describe("ActivityLog in two processes", () => {
  afterEach(removeTemporaryDirectories);

  it("loses and mixes no line while files are set aside", async () => {
    const root = await temporaryDirectory();
    const script = fileURLToPath(new URL("activityWindow.ts", import.meta.url));
    const windows = await Promise.all(
      WINDOWS.map((name) => promisify(execFile)(process.execPath, [script, root, name, String(LINES)])),
    );
    assert.deepEqual(
      windows.map(({ stdout }) => stdout),
      ["", ""],
    );
    assert.deepEqual((await readdir(join(root, "activity"))).toSorted(), ["current.jsonl", "previous.jsonl"]);
    assert.deepEqual(await readdir(join(root, "locks")), []);

    const written: string[] = [];
    for (const name of ["previous", "current"]) {
      const text = await readFile(join(root, "activity", `${name}.jsonl`), "utf8");
      const lines = text.split("\n").filter((line) => line !== "");
      for (const line of lines) written.push(entryIn(line)?.target.slice(0, 12) ?? assert.fail(`not a line: ${line}`));
      if (name === "previous") assert.ok(lines.length >= 200, `${lines.length} lines were set aside`);
    }
    // how often a file is set aside depends on how the windows take turns: once is enough, and drops none
    assert.ok(written.length >= 200, `${written.length} lines are left`);
    for (const window of WINDOWS) {
      const numbers = written.filter((text) => text.startsWith(window)).map((text) => Number(text.split(" ")[1]));
      const expected = Array.from({ length: numbers.length }, (_, index) => LINES - numbers.length + index);
      assert.deepEqual(numbers, expected, `${window}: all that was not dropped with a whole file, in order`);
    }

    const activity = new ActivityLog({ root, clock: systemClock, log: new TestLog(), redact: (text) => text });
    assert.deepEqual(
      (await activity.read()).map(({ target }) => target.slice(0, 12)),
      written.slice(-200).toReversed(),
    );
  });
});
