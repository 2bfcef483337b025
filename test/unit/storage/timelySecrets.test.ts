import assert from "node:assert/strict";
import { StorageError } from "../../../src/storage/storageError.ts";
import { timelySecrets } from "../../../src/storage/timelySecrets.ts";
import { SteppedClock, settled } from "../../fakes/steppedClock.ts";
import { HangingSecrets } from "../../fakes/hangingSecrets.ts";

const DEADLINE = 30_000;

describe("timelySecrets", () => {
  const clock = new SteppedClock();
  let hanging: HangingSecrets;
  let secrets: ReturnType<typeof timelySecrets>;
  beforeEach(() => {
    hanging = new HangingSecrets();
    secrets = timelySecrets(hanging, clock);
  });

  const isUnavailable = (error: unknown) =>
    error instanceof StorageError && error.problem.kind === "secretsUnavailable" && error.cause === undefined;

  it("reads and writes the secret store, and leaves no timer", async () => {
    await secrets.store("a", "1");
    assert.deepEqual([await secrets.get("a"), await secrets.get("b"), await secrets.keys()], ["1", undefined, ["a"]]);
    await secrets.delete("a");
    assert.deepEqual([await secrets.keys(), clock.sleeping], [[], 0]);
  });

  it("abandons every call at its deadline, and none before", async () => {
    hanging.isHanging = true;
    const calls = [secrets.get("a"), secrets.store("b", "1"), secrets.delete("c"), secrets.keys()];
    let ended = 0;
    const failures = Promise.all(calls.map((call) => assert.rejects(call, isUnavailable).then(() => ended++)));
    await clock.pass(DEADLINE - 1);
    assert.equal(ended, 0);
    await clock.pass(1);
    await failures;
    assert.equal(clock.sleeping, 0);
  });

  it("hides the secret store's error", async () => {
    hanging.get = async () => {
      throw new Error("no keyring for the key");
    };
    await assert.rejects(secrets.get("a"), isUnavailable);
  });

  it("changes a secret by one call after the other, so that the last one holds", async () => {
    hanging.isHanging = true;
    const calls = [secrets.store("a", "1"), secrets.delete("a"), secrets.store("a", "2")];
    await settled();
    hanging.letGo();
    await Promise.all(calls);
    assert.equal(await secrets.get("a"), "2");
  });

  it("begins no change that nobody waits for, nor one behind an abandoned change", async () => {
    hanging.isHanging = true;
    const first = assert.rejects(secrets.store("a", "1"), isUnavailable);
    await clock.pass(DEADLINE - 1);
    const second = assert.rejects(secrets.delete("a"), isUnavailable);
    await clock.pass(1);
    await first;
    await assert.rejects(secrets.delete("a"), isUnavailable);
    await clock.pass(DEADLINE);
    await second;
    hanging.letGo();
    await settled();
    assert.deepEqual(await secrets.keys(), ["a"]);
    await secrets.store("a", "2");
    await secrets.delete("a");
    assert.deepEqual(await secrets.keys(), []);
  });

  it("does not let one secret wait for another", async () => {
    hanging.isHanging = true;
    const first = assert.rejects(secrets.store("a", "1"), isUnavailable);
    await settled();
    hanging.isHanging = false;
    await secrets.store("b", "2");
    assert.equal(await secrets.get("b"), "2");
    await clock.pass(DEADLINE);
    await first;
  });
});
