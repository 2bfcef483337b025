import assert from "node:assert/strict";
import type { DeploymentEnd } from "../../../../src/actions/deploymentEnd.ts";
import { DeploymentError } from "../../../../src/deployments/deploymentError.ts";
import { switchBack } from "../../../../src/deployments/releases/switchBack.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { ROOT } from "../deployFixture.ts";
import { ReleaseFixture } from "./releaseFixture.ts";

/** Each call, or some of them: a deployment takes several runs of the script. */
const STEPS =
  process.env["FUZZ"] === "full"
    ? { rollBack: { baota: 1, aapanel: 1 }, deploy: { baota: 1, aapanel: 1 } }
    : { rollBack: { baota: 1, aapanel: 2 }, deploy: { baota: 6, aapanel: 13 } };

/** What somebody does at a call. */
type Meddling = "sets another run path" | "removes the release";

for (const edition of knownEditions)
  describe(`somebody at each call of a release on ${edition}`, () => {
    let website: ReleaseFixture;
    beforeEach(async () => {
      website = await ReleaseFixture.start(edition);
      website.used.put({ "theirs/index.html": "theirs" });
    });
    afterEach(() => website.stop());

    const deployed = async (text: string) => {
      await website.used.source({ "index.html": text });
      const { end } = await website.deploy({ keep: 20 });
      assert.equal(end.state, "wanted");
    };

    const meddle = (how: Meddling, isMeant: (path: string) => boolean) => {
      if (how === "sets another run path") {
        website.configure((text) => text.replace(/root [^;]+;/, `root ${ROOT}/theirs;`));
        return;
      }
      const { files } = website.used.panel.state;
      for (const path of files.keys()) if (path.startsWith(`${ROOT}/releases-`) && isMeant(path)) files.delete(path);
      website.used.panel.shell.synchronise();
    };

    /** Does something with somebody at each of its calls. @returns the calls at which theirs was overruled */
    async function atEachCall(
      how: Meddling,
      { step, meant = "" }: { readonly step: number; readonly meant?: string },
      prepare: () => Promise<() => Promise<DeploymentEnd>>,
    ) {
      const counts = { calls: 0, told: 0 };
      const overruled = new Set<string>();
      const before = website.runPath;
      for (let at = 1; ; at += step) {
        website.configure((text) => text.replace(/root [^;]+;/, `root ${ROOT}${before};`));
        if ((await website.used.state()).unfinished !== undefined) await website.end("giveUp");
        const act = await prepare();
        const first = website.used.called.length;
        let isMet = false;
        website.used.fault = (_call, _id, isMade) => {
          if (isMade || website.used.called.length - first !== at) return;
          isMet = true;
          meddle(how, (path) => path.includes(meant));
        };
        const end = await act().catch((error: unknown): DeploymentEnd => {
          assert.ok(error instanceof DeploymentError, String(error));
          return { deployment: "site", state: "untouched", problem: error.problem };
        });
        website.used.fault = () => undefined;
        if (!isMet) break;
        counts.calls += 1;
        const id = website.used.called[first + at - 1] ?? "";
        const where = `${at} ${id} ${JSON.stringify(end)} ${website.runPath}`;
        const saysServed = end.state === "wanted" && end.problem === undefined && end.served?.isSeen === true;
        if (saysServed) {
          // after the last look at it
          if (website.used.called.length - first - at < 2) continue;
          assert.equal(`${ROOT}${website.runPath}`, end.served?.root, where);
          assert.ok(website.visible["index.html"] !== undefined, where);
          overruled.add(id);
        } else {
          assert.ok(end.problem !== undefined, where);
          counts.told += 1;
          if (how === "sets another run path") assert.equal(website.runPath, "/theirs", where);
        }
      }
      console.log(
        `      ${counts.calls} calls, ${counts.told} told, overruled at ${[...overruled].join(", ") || "none"}`,
      );
      return [...overruled];
    }

    for (const how of ["sets another run path", "removes the release"] as const) {
      it(`who ${how} is neither overruled nor told as ours when it is gone back to`, async () => {
        await deployed("one");
        await deployed("two");
        const releases = await website.releases();
        const first = releases?.releases[1];
        assert.ok(releases !== undefined && first !== undefined);
        const overruled = await atEachCall(how, { step: STEPS.rollBack[edition], meant: first.id }, async () => {
          // what was removed comes back
          website.used.put({ [`${first.release.path}/index.html`]: "one" });
          return async () => (await switchBack(website.site, releases, first, website.context())).end;
        });
        assert.ok(
          overruled.every((id) => id === "site.setRunPath"),
          overruled.join(),
        );
      }).timeout(600_000);
    }

    it("who sets another run path is neither overruled nor told as ours when one is deployed", async () => {
      await deployed("one");
      let count = 0;
      const overruled = await atEachCall("sets another run path", { step: STEPS.deploy[edition] }, async () => {
        await website.used.source({ "index.html": `page ${(count += 1)}` });
        const prepared = await website.prepare({ keep: 1 });
        return async () => (await website.run(prepared)).end;
      });
      assert.ok(
        overruled.every((id) => id === "site.setRunPath"),
        overruled.join(),
      );
    }).timeout(600_000);
  });
