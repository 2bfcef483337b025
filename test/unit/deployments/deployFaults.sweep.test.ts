import assert from "node:assert/strict";
import { deploy } from "../../../src/deployments/deploy.ts";
import { DeploymentError } from "../../../src/deployments/deploymentError.ts";
import { prepareRollBack, rollBack } from "../../../src/deployments/rollBack.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { deadFrom } from "../../fakes/faultyPanel.ts";
import { DeployFixture, OURS, sorted, type Tree } from "./deployFixture.ts";

const FOREIGN: Tree = { ".user.ini": "open_basedir", "foreign.txt": "not ours" };
const FIRST: Tree = { "index.html": "one", "a/中文 name.js": "x".repeat(1_000), gone: "later removed" };
const SECOND: Tree = { "index.html": "two", "a/中文 name.js": "x".repeat(1_000), "b/new.css": "new" };

/** Each call, or some of them: each takes several runs of the script. The editions differ in their answers alone. */
const STEP = process.env["FUZZ"] === "full" ? { baota: 1, aapanel: 1 } : { baota: 5, aapanel: 17 };

for (const edition of knownEditions)
  describe(`the calls of a deployment to ${edition}`, () => {
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(() => used.stop());

    it("goes on where answers are lost, at each call", async () => {
      await used.source(FIRST);
      await used.deploy();
      const texts = ["two", "three"];
      let total = 0;
      for (let at = 1; at === 1 || at <= total; at += STEP[edition]) {
        await used.source({ ...SECOND, "index.html": `${texts[at % 2]}${at}` });
        used.calls = 0;
        used.called.length = 0;
        used.fault = (call, _id, isMade) => {
          if (call === at && isMade)
            throw new PanelError({ kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } });
        };
        const { end } = await used.deploy();
        used.fault = () => undefined;
        total = Math.max(total, used.calls);
        assert.equal(end.state, "wanted", `${at}: ${used.called[at - 1]} ${JSON.stringify(end.problem)}`);
        assert.equal(used.server["index.html"], `${texts[at % 2]}${at}`);
        assert.deepEqual([await used.leftovers(), used.tasks()], [[], []], `${at}: ${used.called[at - 1]}`);
      }
      assert.ok(total > 20, String(total));
    });

    it("is wholly there or not at all where the connection ends at any call, and a second run completes it", async () => {
      await used.source(FIRST);
      await used.deploy();
      const before = used.server;
      const after = sorted({ ...FOREIGN, ...SECOND });
      await used.source(SECOND);
      for (let at = 1, isWhole = false; !isWhole; at += STEP[edition]) {
        used.calls = 0;
        used.called.length = 0;
        used.fault = deadFrom(at);
        const result = await used.deploy().catch((error: unknown) => {
          // a look whose end was not seen is no failure of a call
          assert.ok(error instanceof PanelError || error instanceof DeploymentError, String(error));
          return undefined;
        });
        used.fault = () => undefined;
        await used.panel.shell.over();
        isWhole = used.calls < at;
        const where = `${at}: ${used.called[at - 1]}`;
        const now = used.server;
        const isNew = JSON.stringify(now) === JSON.stringify(after);
        if (!isNew) assert.deepEqual(now, before, where);
        if (result === undefined) assert.equal(isNew, false, where);
        else if (result.end.state === "wanted") assert.equal(isNew, true, where);
        else assert.ok(result.end.state === "unknown", `${where}: ${result.end.state}`);
        const again = await used.again();
        assert.equal(again.end.state, "wanted", `${where} ${JSON.stringify(again.end)}`);
        assert.deepEqual(used.server, after, where);
        assert.equal((await used.rollBack()).end.state, "wanted", where);
        assert.deepEqual(used.server, before, where);
      }
    });

    it("never loses what somebody edits meanwhile, at each call", async () => {
      used.put({ "page.html": "theirs" });
      let calls = 0;
      for (let at = 1; at === 1 || at <= calls; at += STEP[edition]) {
        used.put({ "index.html": "old", "page.html": "theirs" });
        await used.source({ "index.html": `new ${at}`, "page.html": `new page ${at}` });
        used.calls = 0;
        used.called.length = 0;
        let isEdited = false;
        // of the same size and time as what was there
        used.fault = (call, _id, isMade) => {
          if (call !== at || !isMade) return;
          isEdited = true;
          used.put({ "page.html": "edited" });
        };
        const result = await used.deploy().catch((error: unknown) => {
          assert.ok(error instanceof DeploymentError, String(error));
          return undefined;
        });
        used.fault = () => undefined;
        calls = Math.max(calls, used.calls);
        const where = `${at}: ${used.called[at - 1]}`;
        const kept = Object.values(used.below(OURS));
        const isThere = used.server["page.html"] === "edited" || kept.includes("edited");
        if (isEdited) assert.ok(isThere, where);
        if (result?.end.state === "before") assert.equal(used.server["index.html"], "old", where);
      }
      assert.ok(calls > 20, String(calls));
    });

    it("goes back when it is cancelled, at each call", async () => {
      await used.source(FIRST);
      await used.deploy();
      const before = used.server;
      await used.source(SECOND);
      for (let at = 1; ; at += STEP[edition]) {
        const cancelling = new AbortController();
        used.calls = 0;
        used.fault = (call) => {
          if (call === at) cancelling.abort();
        };
        const result = await used.deploy({ signal: cancelling.signal }).catch(() => undefined);
        used.fault = () => undefined;
        if (result?.end.state === "wanted") {
          assert.ok(at > 15, String(at));
          break;
        }
        assert.deepEqual(used.server, before, `call ${at}`);
        if (result !== undefined)
          assert.deepEqual(
            [result.end.state, result.failure?.kind, result.end.rolledBack],
            ["before", "cancelled", "done"],
          );
        assert.deepEqual([await used.leftovers(), used.tasks()], [[], []], `call ${at}`);
      }
    });

    // the demo panel lays out each file, for which it needs much longer than a server
    if (edition === "baota")
      it("makes few calls for thousands of files, and for a roll back of them", async () => {
        const many = Array.from({ length: 2_000 }, (_, n) => [`d${n % 20}/${n}.txt`, String(n)] as const);
        await used.source(Object.fromEntries(many));
        const prepared = await used.prepare();
        used.called.length = 0;
        const { end } = await deploy(prepared, used.context());
        assert.equal(end.state, "wanted");
        // pieces and looks at the end
        const beside = () => used.called.filter((id) => id !== "file.upload" && id !== "scheduledTask.log");
        assert.ok(beside().length <= 12, used.called.join(" "));
        assert.ok(used.called.filter((id) => id === "file.upload").length <= 5, used.called.join(" "));
        const back = await prepareRollBack(await used.place(), await used.past(), used.context());
        used.called.length = 0;
        assert.equal((await rollBack(back, new Set(), used.context())).end.state, "wanted");
        // one more looks which deployments of before have been tidied up
        assert.ok(beside().length <= 13, used.called.join(" "));
      });
  });
