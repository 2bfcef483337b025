import assert from "node:assert/strict";
import { AnsweringServer } from "../../../wire/answeringServer.ts";
import type { Deployed } from "../../../../src/deployments/deploy.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { OURS, ROOT } from "../deployFixture.ts";
import { ReleaseFixture } from "./releaseFixture.ts";

const www = { user: "www", uid: 1001, seconds: 60, within: "", directory: "", alsoBack: false, path: [] };

const stepOf = (run: string, when: Step["when"], index = 0): Step => ({
  ...www,
  index,
  name: `${when} ${index}`,
  when,
  run,
});

const toldOf = ({ end }: Deployed) => [end.state, end.problem, end.rolledBack];

for (const edition of knownEditions)
  describe(`a deployment as a release in trouble, on a demo ${edition}`, () => {
    const it = turnsOf(edition);
    let website: ReleaseFixture;
    beforeEach(async () => {
      website = await ReleaseFixture.start(edition);
      website.used.put({ ".env": "secret", "storage/kept.log": "line" });
      await website.used.source({ "index.html": "one", "app/code.php": "code" });
    });
    afterEach(() => website.stop());

    const isFree = async () => (await website.used.state()).unfinished === undefined;

    it("is not removed by its way back where nobody can see that nginx has left it", async () => {
      await website.deploy();
      const first = website.runPath;
      await website.used.source({ "index.html": "two" });
      // nginx has new ones with each reload
      website.used.fault = (_call, id) => {
        if (id === "site.setRunPath") website.hideWorkers();
      };
      const visited = await AnsweringServer.start(200, 500);
      const { end } = await website.deploy({}, { rollsBack: true, address: visited.address });
      visited.stop();
      assert.deepEqual(
        [end.state, end.problem, end.served],
        ["unknown", { kind: "release", why: "notSeen", root: ROOT + first }, { root: ROOT + first, isSeen: false }],
      );
      assert.deepEqual([website.runPath, website.names.length, await isFree()], [first, 2, true]);
      assert.equal((await website.releases())?.live?.id, first.split("/")[2]);
      website.used.fault = () => undefined;
      // the next one removes it when it is more than are kept
      const next = await website.deploy({ keep: 1 });
      assert.equal(next.end.state, "wanted");
      assert.deepEqual(website.names.length, 2);
    });

    for (const hasStep of [false, true]) {
      const why = hasStep ? "for a step" : "for its address";

      it(`is told to a new window as it was left where nobody saw that, ${why}`, async () => {
        await website.deploy();
        const before = ROOT + website.runPath;
        await website.used.source({ "index.html": "two" });
        const prepared = await website.prepare({ steps: hasStep ? [stepOf("exit 3", "after")] : [] });
        website.used.fault = (_call, id) => {
          if (id === "site.setRunPath") website.hideWorkers();
        };
        const visited = await AnsweringServer.start(200, 500);
        const { end } = await website.run(prepared, {
          rollsBack: true,
          ...(!hasStep && { address: visited.address }),
        });
        visited.stop();
        website.used.fault = () => undefined;
        const found = await website.inspect(prepared);
        const told = { state: "unknown", problem: { kind: "release", why: "notSeen", root: before } };
        const served = { root: before, isSeen: false };
        assert.deepEqual([end.state, end.problem, end.served], [told.state, told.problem, served]);
        const { state, problem, served: servedNow } = found.deployment ?? {};
        assert.deepEqual([found.kind, state, problem, servedNow], ["uncertain", told.state, told.problem, served]);
        website.configure((text) => text.replace(/root [^;]+;/, `root ${ROOT}/theirs;`));
        const changed = (await website.inspect(prepared)).deployment?.problem;
        assert.deepEqual(changed, { kind: "release", why: "changedRoot", root: `${ROOT}/theirs` });
      });
    }

    it("is told to a new window as it is served after a step that failed", async () => {
      const prepared = await website.prepare({ steps: [stepOf("exit 3", "after")] });
      assert.deepEqual(toldOf(await website.run(prepared)), ["wanted", { kind: "step" }, undefined]);
      const { kind, deployment } = await website.inspect(prepared);
      assert.deepEqual([kind, deployment?.state, deployment?.problem], ["wentWrong", "wanted", { kind: "step" }]);
    });

    it("is told as waiting, with the reason, where the configuration cannot be read after the switch", async () => {
      const prepared = await website.prepare();
      website.used.fault = (_call, id, isMade) => {
        if (id === "site.setRunPath" && isMade) website.configure((text) => text.replace(/root [^;]+;/, ""));
      };
      const { end } = await website.run(prepared);
      website.used.fault = () => undefined;
      assert.deepEqual([end.state, end.problem?.kind === "release" && end.problem.why], ["held", "noRoot"]);
    });

    it("goes nowhere where nginx refuses the configuration of another website", async () => {
      const before = website.used.server;
      website.breakOther();
      const { end } = await website.deploy();
      assert.equal(end.state, "before");
      assert.equal(end.problem?.kind === "release" && end.problem.why, "notReloaded");
      assert.deepEqual([website.runPath, website.used.server, website.names], ["", before, []]);
      assert.ok(await isFree());
    });

    it("waits for a person where nobody knows what is served", async () => {
      const prepared = await website.prepare();
      let isSent = false;
      website.used.fault = (_call, id) => {
        isSent ||= id === "site.setRunPath";
        if (isSent && id !== "scheduledTask.list") throw new PanelError({ kind: "network", code: "ECONNRESET" });
      };
      const { end } = await website.run(prepared);
      website.used.fault = () => undefined;
      assert.deepEqual([end.state, end.isRelease, end.served], ["held", true, undefined]);
      assert.ok(!(await isFree()));
    });

    it("that a person keeps waits on where nginx refuses to load it, and that is said", async () => {
      const prepared = await website.prepare();
      website.used.fault = (_call, id) => {
        if (id === "site.setRunPath")
          throw new PanelError({ kind: "uncertain", cause: { kind: "timeout", afterMs: 60_000 } });
      };
      const { end } = await website.run(prepared);
      assert.equal(end.state, "held");
      website.used.fault = () => undefined;
      // the panel does it late, and nginx refuses to load it
      const { runPath = "" } = prepared.release ?? {};
      website.configure((text) => text.replace(`${ROOT};`, `${ROOT}${runPath};`));
      const mend = website.breakOther();
      const waiting = await website.end("keep");
      assert.deepEqual(
        [waiting?.end.state, waiting?.end.problem?.kind === "release" && waiting.end.problem.why],
        ["held", "stillNotLoaded"],
      );
      assert.deepEqual([waiting?.end.served, await isFree()], [undefined, false]);
      mend();
      const kept = await website.end("keep");
      assert.deepEqual([kept?.end.state, kept?.end.served], ["finished", { root: ROOT + runPath, isSeen: true }]);
      assert.ok(await isFree());
    });

    it("is not known to a new window where the configuration cannot be read, and that is no defect", async () => {
      const prepared = await website.prepare();
      assert.equal((await website.run(prepared)).end.state, "wanted");
      website.configure((text) => `${text}server { root /www/server/stop; }\n`);
      const outcome = await website.inspect(prepared);
      assert.deepEqual([outcome.kind, outcome.deployment?.state], ["uncertain", "wanted"]);
      assert.equal(outcome.deployment?.problem?.kind, "release");
    });

    it("leaves a release that the panel would serve after the website's next start", async () => {
      await website.deploy();
      const [, , first = ""] = website.runPath.split("/");
      const remembered = { ...website.site, startRunPath: website.runPath };
      for (const text of ["two", "three", "four"]) {
        await website.used.source({ "index.html": text });
        assert.equal((await website.deploy({ keep: 1 }, {}, remembered)).end.state, "wanted");
      }
      assert.deepEqual([website.names.length, website.names.includes(first)], [3, true]);
    });

    it("leaves nothing but what can be gone back to", async () => {
      for (const text of ["one", "two", "three", "four"]) {
        await website.used.source({ "index.html": text });
        assert.equal((await website.deploy({ keep: 1 })).end.state, "wanted");
      }
      const kept = (await website.releases())?.releases.map(({ id }) => id) ?? [];
      assert.equal(kept.length, 2);
      assert.deepEqual(website.names.toSorted(), kept.toSorted());
      assert.deepEqual(await website.used.left(), []);
      assert.deepEqual(website.used.tasks(), []);
      assert.ok(Object.keys(website.used.below(OURS)).length > 0);
    });
  });
