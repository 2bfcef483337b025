import assert from "node:assert/strict";
import type { Result } from "../../../../src/deployments/deploymentResult.ts";
import { DeploymentError } from "../../../../src/deployments/deploymentError.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { deadFrom } from "../../../fakes/faultyPanel.ts";
import { ReleaseFixture } from "./releaseFixture.ts";

/** Each call, or some of them: each takes several runs of the script. The editions differ in their answers alone. */
const STEP = process.env["FUZZ"] === "full" ? { baota: 1, aapanel: 1 } : { baota: 3, aapanel: 7 };

const SHARED = ["storage/", ".env"];

for (const edition of knownEditions)
  describe(`the calls of a release on ${edition}`, () => {
    let website: ReleaseFixture;
    beforeEach(async () => {
      website = await ReleaseFixture.start(edition);
      website.used.put({ ".env": "secret" });
      await website.used.source({ "index.html": "one", "app/same.php": "same" });
      assert.equal((await website.deploy({ shared: SHARED })).end.state, "wanted");
    });
    afterEach(() => website.stop());

    const isFree = async () => (await website.used.state()).unfinished === undefined;

    /** Which page visitors see; fails if it is no whole release. */
    function shown(where: string): string {
      const { "index.html": page = "", ...others } = website.visible;
      assert.deepEqual(others, { ".user.ini": "open_basedir", "app/same.php": "same" }, where);
      return page;
    }

    const counted = () => {
      website.used.calls = 0;
      website.used.called.length = 0;
    };

    /** Runs a deployment that may throw before anything was changed. */
    async function run(prepared: Awaited<ReturnType<ReleaseFixture["prepare"]>>, signal?: AbortSignal) {
      return website.run(prepared, {}, signal === undefined ? {} : { signal }).catch((error: unknown): undefined => {
        assert.ok(error instanceof PanelError || error instanceof DeploymentError, String(error));
      });
    }

    it("go on where answers are lost, at each of them", async () => {
      let total = 0;
      for (let at = 1; at === 1 || at <= total; at += STEP[edition]) {
        const before = shown("before");
        const text = `page ${at}`;
        await website.used.source({ "index.html": text, "app/same.php": "same" });
        const prepared = await website.prepare({ shared: SHARED });
        counted();
        website.used.fault = (call, _id, isMade) => {
          if (call === at && isMade)
            throw new PanelError({ kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } });
        };
        const result = await run(prepared);
        website.used.fault = () => undefined;
        total = Math.max(total, website.used.calls);
        const where = `${at}: ${website.used.called[at - 1]} ${JSON.stringify(result?.end)}`;
        assert.equal(shown(where), expectedAfter(result, before, text), where);
        if (result?.end.state === "held") await website.end("keep");
        assert.ok(await isFree(), where);
      }
      assert.ok(total > 20, String(total));
    }).timeout(300_000);

    it("show the old or the new where the connection ends at any of them, and what is told is so", async () => {
      const before = shown("before");
      const text = "two";
      await website.used.source({ "index.html": text, "app/same.php": "same" });
      for (let at = 1, isWhole = false; !isWhole; at += STEP[edition]) {
        const prepared = await website.prepare({ shared: SHARED });
        counted();
        website.used.fault = deadFrom(at);
        const result = await run(prepared);
        website.used.fault = () => undefined;
        await website.used.panel.shell.over();
        isWhole = website.used.calls < at;
        const where = `${at}: ${website.used.called[at - 1]} ${JSON.stringify(result?.end)}`;
        const now = shown(where);
        const expected = expectedAfter(result, before, text);
        if (expected !== undefined) assert.equal(now, expected, where);
        const found = await website.inspect(prepared);
        const told = `${where} ${JSON.stringify(found)}`;
        if (found.kind === "done") assert.deepEqual([now, await isFree()], [text, true], told);
        else if (found.kind === "failed") assert.deepEqual([now, await isFree()], [before, true], told);
        else assert.deepEqual([found.kind, await isFree()], ["uncertain", false], told);
        const isKept = at % 2 === 0;
        const ended = await website.end(isKept ? "keep" : "recover");
        if (ended !== undefined) {
          const isThere = ended.end.state === "finished";
          assert.ok(isThere || ended.end.state === "wanted", `${told} ${JSON.stringify(ended)}`);
          assert.equal(shown(told), isThere ? text : before, `${told} ${JSON.stringify(ended)}`);
        }
        assert.ok(await isFree(), told);
        // the next one goes back to where it began
        if (shown(told) === text) {
          await website.used.source({ "index.html": "one", "app/same.php": "same" });
          assert.equal((await website.deploy({ shared: SHARED })).end.state, "wanted", told);
          await website.used.source({ "index.html": text, "app/same.php": "same" });
        }
      }
    }).timeout(600_000);

    it("leave what was served where they are cancelled at any of them, or all is there by then", async () => {
      const before = shown("before");
      await website.used.source({ "index.html": "two", "app/same.php": "same" });
      for (let at = 1; ; at += STEP[edition]) {
        const prepared = await website.prepare({ shared: SHARED });
        const cancelling = new AbortController();
        counted();
        website.used.fault = (call) => {
          if (call === at) cancelling.abort();
        };
        const result = await run(prepared, cancelling.signal);
        website.used.fault = () => undefined;
        const where = `${at}: ${website.used.called[at - 1]} ${JSON.stringify(result)}`;
        assert.equal(shown(where), expectedAfter(result, before, "two"), where);
        assert.ok(await isFree(), where);
        if (shown(where) === "two") break;
      }
    }).timeout(300_000);
  });

/** The page that visitors see after a run, by what is told; `undefined`: that is not known. */
function expectedAfter(result: Result | undefined, before: string, after: string): string | undefined {
  const state = result?.end.state;
  if (state === undefined || state === "before" || state === "untouched") return before;
  return state === "wanted" ? after : undefined;
}
