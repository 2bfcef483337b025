import assert from "node:assert/strict";
import { installationId } from "../../../src/deployments/installation.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";

describe("the id of an installation", () => {
  const clock = new LeapingClock();
  const files = memoryFiles();

  it("is made once, and is another one elsewhere", async () => {
    const made = await installationId("/data", files, clock);
    assert.match(made, /^[\da-f-]{36}$/);
    assert.equal(await installationId("/data", files, clock), made);
    assert.notEqual(await installationId("/insiders", files, clock), made);
  });

  it("is made anew where the file is damaged", async () => {
    await files.create("/damaged/installation", "");
    const made = await installationId("/damaged", files, clock);
    assert.match(made, /^[\da-f-]{36}$/);
    assert.equal(await installationId("/damaged", files, clock), made);
  });

  it("is a failure of this computer's files where they fail", async () => {
    const full = { ...files, read: async () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })) };
    await assert.rejects(installationId("/data", full, clock), {
      failure: { kind: "storage", problem: "fileFailed", code: "ENOSPC" },
    });
  });
});
