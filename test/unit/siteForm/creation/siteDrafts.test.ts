import assert from "node:assert/strict";
import { SiteDrafts } from "../../../../src/siteForm/creation/siteDrafts.ts";
import { emptySiteDraft } from "../../../../src/siteForm/siteDraft.ts";
import { LeapingClock } from "../../../fakes/leapingClock.ts";
import { memoryFiles } from "../../../fakes/memoryFiles.ts";
import { goodDraft } from "../drafts.ts";

const DAY_MS = 86_400_000;
const forever = new AbortController().signal;

describe("SiteDrafts", () => {
  let files: ReturnType<typeof memoryFiles>;
  let clock: LeapingClock;
  let drafts: SiteDrafts;

  const open = () => new SiteDrafts({ root: "/data", files, clock });
  const domainOf = async (panelId: string, of = drafts) => (await of.read(panelId))?.draft.domain;

  beforeEach(() => {
    files = memoryFiles();
    clock = new LeapingClock();
    drafts = open();
  });

  it("keep the newest draft of each panel with its time and without passwords", async () => {
    assert.equal(await drafts.read("p1"), undefined);
    await drafts.keep("p1", { ...goodDraft, domain: "first.example" });
    await drafts.keep("p2", { ...goodDraft, domain: "other.example" });
    await clock.sleep(5_000, forever);
    const at = clock.wallTime();
    await drafts.keep("p1", goodDraft);
    const kept = await open().read("p1");
    assert.equal(kept?.at, at);
    assert.equal(kept.draft.domain, goodDraft.domain);
    assert.deepEqual([kept.draft.ftpPassword, kept.draft.databasePassword], ["", ""]);
    const texts = await Promise.all(
      (await files.list("/data/drafts")).map((name) => files.read(`/data/drafts/${name}`)),
    );
    assert.equal(texts.length, 2);
    assert.doesNotMatch(texts.join(), /Secret/);
    assert.equal(await domainOf("p2"), "other.example");
  });

  it("read and remove in the order of the calls", async () => {
    void drafts.keep("p1", goodDraft);
    assert.equal(await domainOf("p1"), goodDraft.domain);
    void drafts.forget("p1");
    assert.equal(await drafts.read("p1"), undefined);
    await drafts.forget("p1");
  });

  it("are removed with their panels", async () => {
    await drafts.panelsAre(["p1", "p2"]);
    for (const id of ["p1", "p2", "p3"]) await drafts.keep(id, goodDraft);
    // the third is another window's, which this one does not know yet
    await drafts.panelsAre(["p2"]);
    assert.deepEqual(
      [await domainOf("p1"), await domainOf("p2"), await domainOf("p3")],
      [undefined, goodDraft.domain, goodDraft.domain],
    );
  });

  it("expire after thirty days, or after one day without a panel", async () => {
    await drafts.keep("p1", goodDraft);
    await drafts.keep("gone", goodDraft);
    await drafts.tidy(["p1"]);
    assert.equal(await domainOf("gone"), goodDraft.domain);
    await clock.sleep(2 * DAY_MS, forever);
    await drafts.tidy(["p1"]);
    assert.deepEqual(await files.list("/data/drafts"), ["p1.json"]);
    await clock.sleep(30 * DAY_MS, forever);
    assert.equal(await drafts.read("p1"), undefined);
    await drafts.tidy(["p1"]);
    assert.deepEqual(await files.list("/data/drafts"), []);
  });

  it("recover the valid fields of a damaged file", async () => {
    const at = clock.wallTime();
    for (const [text, domain] of [
      ["", undefined],
      ["nonsense", undefined],
      ["[]", undefined],
      [JSON.stringify({ at, draft: { domain: "kept.example", remark: 7 } }), "kept.example"],
      [JSON.stringify({ at, draft: 7 }), emptySiteDraft.domain],
      [" ".repeat(1_000_001), undefined],
    ] as const) {
      await files.remove("/data/drafts/p1.json");
      await files.create("/data/drafts/p1.json", text);
      assert.equal(await domainOf("p1"), domain, text.slice(0, 40));
    }
    await files.append("/data/drafts/p1.json", "broken");
    await drafts.tidy(["p1"]);
    assert.deepEqual(await files.list("/data/drafts"), []);
  });

  it("stay inside their directory for any panel id", async () => {
    await drafts.keep("../p1", goodDraft);
    assert.deepEqual(await files.list("/data/drafts"), ["..%2Fp1.json"]);
  });
});
