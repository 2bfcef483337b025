import assert from "node:assert/strict";
import type { Intent } from "../../../src/actions/deploymentEnds.ts";
import { leftBy } from "../../../src/deployments/deploymentResult.ts";
import { recordBytes } from "../../../src/deployments/deploymentRecord.ts";
import type { ExchangeEnd } from "../../../src/deployments/exchange/exchangeResult.ts";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { listOf } from "../../fakes/rows.ts";

const place = { site: "/ours/a", root: "/www/site", directory: "" };
const record = {
  installation: "bb",
  computer: "laptop",
  at: 5,
  deployment: "site",
  website: "example.com",
  directory: "",
  counts: { added: 1, changed: 0, unchanged: 0, removed: 0 },
  backupBytes: 0,
  placed: [],
};
const bytes = recordBytes(record);
const noted = { path: "a.js", reason: "edited" } as const;
const files = { trouble: [], kept: [], aside: [] };
const kept = { ...noted, copy: "/ours/a/1/old/0" };
const aside = { path: "b.js", reason: "aside", copy: "/ours/a/1/edited/1" } as const;

/** Every end of the script, and what it means for each of what was wanted. */
const ends: readonly (readonly [ExchangeEnd, Readonly<Record<Intent, string>>])[] = [
  [{ kind: "new" }, { deploy: "wanted", rollBack: "untouched", recover: "finished" }],
  [
    { kind: "old", ...files, trouble: [noted] },
    { deploy: "before", rollBack: "wanted", recover: "wanted" },
  ],
  [
    { kind: "untouched", why: "space", ...files },
    { deploy: "before", rollBack: "untouched", recover: "untouched" },
  ],
  [
    { kind: "untouched", why: "cut", ...files },
    { deploy: "before", rollBack: "untouched", recover: "wanted" },
  ],
  [
    { kind: "kept", ...files, kept: [kept] },
    { deploy: "kept", rollBack: "kept", recover: "kept" },
  ],
  [
    { kind: "mixed", ...files, kept: [kept] },
    { deploy: "mixed", rollBack: "mixed", recover: "mixed" },
  ],
  [
    { kind: "left", ...files, kept: [kept] },
    { deploy: "left", rollBack: "left", recover: "left" },
  ],
  [
    { kind: "ended", as: "new", ...files },
    { deploy: "wanted", rollBack: "untouched", recover: "finished" },
  ],
  [
    { kind: "ended", as: "old", ...files },
    { deploy: "before", rollBack: "wanted", recover: "wanted" },
  ],
  [
    { kind: "ended", as: "left", ...files, kept: [kept] },
    { deploy: "kept", rollBack: "kept", recover: "kept" },
  ],
  [{ kind: "unknown" }, { deploy: "unknown", rollBack: "unknown", recover: "unknown" }],
];
const untouched: readonly (readonly [ExchangeEnd, string])[] = [
  [{ kind: "busy", by: undefined }, "busy"],
  [{ kind: "unfinished", id: "1" }, "unfinished"],
  [{ kind: "superseded" }, "changed"],
  [{ kind: "unfit" }, "changed"],
  [{ kind: "missing", tools: ["flock"] }, "missing"],
];
const intents: readonly Intent[] = ["deploy", "rollBack", "recover"];

describe("what a run of the script has left", () => {
  const calls = new FakeCalls({
    "file.stat": ({ paths }) =>
      listOf(paths.map((path) => ({ path, exists: true, isFile: true, bytes: bytes.length }))),
    "file.read": () => ({ bytes: new Uint8Array(bytes), from: 0, total: bytes.length }),
  });
  const remote = new RemoteFiles(calls.callFor(), new LeapingClock(), new AbortController().signal);
  const left = async (end: ExchangeEnd, intent: Intent) => leftBy(end, intent, place, remote);

  it("says for each end what is on the server, by what was wanted", async () => {
    for (const [end, states] of ends)
      for (const intent of intents)
        assert.equal((await left(end, intent)).state, states[intent], `${JSON.stringify(end)} ${intent}`);
  });

  it("claims nothing about the website where it was not its turn", async () => {
    for (const [end, problem] of untouched)
      for (const intent of intents) {
        const { state, problem: told } = await left(end, intent);
        assert.deepEqual([state, told?.kind], ["untouched", problem], end.kind);
      }
  });

  it("names files by their paths on the server, with the reason and the place of the copy", async () => {
    assert.deepEqual((await left({ kind: "old", ...files, trouble: [noted] }, "deploy")).problem, {
      kind: "files",
      files: [{ path: "/www/site/a.js", reason: "edited" }],
      count: 1,
    });
    const { kept: seenLater } = await left({ kind: "ended", as: "left", ...files, kept: [kept] }, "rollBack");
    assert.deepEqual(seenLater, { files: [{ ...kept, path: "/www/site/a.js" }], count: 1 });
    const many = Array.from({ length: 50 }, () => kept);
    const { kept: some } = await left({ kind: "kept", ...files, kept: many }, "rollBack");
    assert.deepEqual([some?.files.length, some?.count, some?.files[0]?.copy], [20, 50, kept.copy]);
    assert.equal(some?.files[0]?.path, "/www/site/a.js");
    for (const kind of ["kept", "mixed", "left"] as const)
      assert.equal((await left({ kind, ...files }, "rollBack")).kept, undefined);
    for (const intent of intents)
      assert.deepEqual((await left({ kind: "old", ...files, aside: [aside] }, intent)).aside, {
        files: [{ ...aside, path: "/www/site/b.js" }],
        count: 1,
      });
  });

  it("says who works there, by the record of that run", async () => {
    const by = { installation: "bb", run: "1", verb: "exchange", since: 7 };
    assert.deepEqual((await left({ kind: "busy", by }, "deploy")).problem, {
      kind: "busy",
      by: { installation: "bb", at: 7_000, computer: "laptop" },
    });
    assert.deepEqual((await left({ kind: "unfinished", id: "1" }, "deploy")).problem, {
      kind: "unfinished",
      by: record,
    });
  });
});
