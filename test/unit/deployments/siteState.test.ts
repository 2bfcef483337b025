import assert from "node:assert/strict";
import { readIds, readStateWord, readUnfinished } from "../../../src/deployments/siteState.ts";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { FakeCalls, failing } from "../../fakes/fakeCall.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { listOf } from "../../fakes/rows.ts";
import { DeployFixture } from "./deployFixture.ts";

const place = { site: "/ours/a", root: "/www/site", directory: "" };
const ID = "1c46bddc-b021-4e49-83a0-f6a939e20df6";

/** Files of which a look finds some that are gone when they are read. */
function filesThatGo(isGone: (path: string) => boolean) {
  const reads = new Set<string>();
  const calls = new FakeCalls({
    "file.stat": ({ paths }) =>
      listOf(paths.map((path) => ({ path, exists: !(isGone(path) && reads.has(path)), isFile: true, bytes: 1 }))),
    "file.read": ({ path }) => {
      reads.add(path);
      if (isGone(path)) return failing({ kind: "rejected", message: "gone" })();
      const bytes = Buffer.from(`${ID}\n`);
      return { bytes: new Uint8Array(bytes), from: 0, total: bytes.length };
    },
  });
  return new RemoteFiles(calls.callFor(), new LeapingClock(), new AbortController().signal);
}

describe("the state of a website while another exchange ends", () => {
  it("is without what is gone between the look and the reading", async () => {
    const files = filesThatGo((path) => path.endsWith("/unfinished"));
    const { ids } = await readIds(files, place);
    assert.deepEqual(ids, { history: [ID], unfinished: undefined });
    assert.equal(
      await readStateWord(
        filesThatGo(() => true),
        place,
        ID,
      ),
      undefined,
    );
    assert.deepEqual(
      await readUnfinished(
        filesThatGo(() => true),
        place,
        ID,
      ),
      { id: ID, record: undefined },
    );
  });

  it("is not known where a file that is there cannot be read", async () => {
    const calls = new FakeCalls({
      "file.stat": ({ paths }) => listOf(paths.map((path) => ({ path, exists: true, isFile: true, bytes: 1 }))),
      "file.read": failing({ kind: "rejected", message: "no" }),
    });
    const files = new RemoteFiles(calls.callFor(), new LeapingClock(), new AbortController().signal);
    await assert.rejects(readIds(files, place), { failure: { kind: "rejected", message: "no" } });
  });
});

describe("the latest deployment of a directory", () => {
  let used: DeployFixture;
  beforeEach(async () => (used = await DeployFixture.start("baota")));
  afterEach(async () => used.stop());

  it("is the one before where somebody has tidied up what is known of it, and none where nothing is left", async () => {
    for (const text of ["one", "two"]) {
      await used.source({ "index.html": text });
      await used.deploy();
    }
    const [latest, before] = await used.past();
    const { site } = await used.place();
    const tidy = (id = "") => {
      used.panel.state.files.delete(`${site}/${id}/record.json`);
      used.panel.shell.synchronise();
    };
    assert.equal((await used.state()).last?.id, latest?.id);
    tidy(latest?.id);
    assert.ok(before);
    assert.equal((await used.state()).last?.id, before.id);
    tidy(before.id);
    assert.equal((await used.state()).last, undefined);
  });
});
