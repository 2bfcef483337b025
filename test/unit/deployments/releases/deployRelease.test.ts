import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { AnsweringServer } from "../../../wire/answeringServer.ts";
import type { Deployed } from "../../../../src/deployments/deploy.ts";
import { isUpToDate } from "../../../../src/deployments/preparedDeployment.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { ROOT } from "../deployFixture.ts";
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
  describe(`a deployment as a release, on a demo ${edition}`, () => {
    const it = turnsOf(edition);
    let website: ReleaseFixture;
    beforeEach(async () => {
      website = await ReleaseFixture.start(edition);
      website.used.put({ ".env": "secret", "storage/kept.log": "line" });
      await website.used.source({ "index.html": "one", "app/code.php": "code" });
    });
    afterEach(() => website.stop());

    const isFree = async () => (await website.used.state()).unfinished === undefined;

    it("serves a directory of its own, with what it shares, and leaves all else where it is", async () => {
      const before = website.used.server;
      const result = await website.deploy({ shared: [".env", "storage/"] });
      assert.deepEqual(toldOf(result), ["wanted", undefined, undefined]);
      assert.deepEqual(result.end.served, { root: ROOT + website.runPath, isSeen: true });
      assert.match(website.runPath, /^\/releases-[\da-f]{16}\/\d{8}-\d{6}-[\da-f]{4}$/);
      const { ".user.ini": ini, ...left } = before;
      assert.deepEqual(website.visible, { ".user.ini": ini, "app/code.php": "code", "index.html": "one" });
      const plain = Object.entries(website.used.server).filter(([path]) => !path.startsWith("releases-"));
      assert.deepEqual(Object.fromEntries(plain), left);
      website.used.panel.shell.synchronise();
      const links = [...website.used.panel.state.files].flatMap(([path, { linkTo }]) =>
        linkTo === undefined ? [] : [[path.slice(`${ROOT}${website.runPath}`.length), linkTo]],
      );
      assert.deepEqual(Object.fromEntries(links), { "/.env": "../../.env", "/storage": "../../storage" });
      assert.ok(await isFree());
      const releases = await website.releases();
      assert.deepEqual(
        [releases?.releases.length, releases?.live?.id, releases?.plain],
        [1, website.runPath.split("/")[2], ""],
      );
    });

    it("has links of the source, as they say, in each release", async () => {
      const linked = async (text: string) => {
        await website.used.source({ "index.html": text, "modules/.pnpm/next/index.js": "next" });
        await symlink(".pnpm/next", join(website.used.folder, "modules/next"));
      };
      const linkThere = () => {
        website.used.panel.shell.synchronise();
        return website.used.panel.state.files.get(`${ROOT}${website.runPath}/modules/next`)?.linkTo;
      };
      for (const text of ["one", "two"]) {
        await linked(text);
        assert.deepEqual(toldOf(await website.deploy()), ["wanted", undefined, undefined]);
        assert.deepEqual([linkThere(), website.visible["index.html"]], [".pnpm/next", text]);
      }
      assert.ok(isUpToDate(await website.prepare()));
    });

    it("takes over what is the same, keeps the one before it, and is up to date where nothing has changed", async () => {
      await website.deploy();
      const first = website.runPath;
      assert.equal(isUpToDate(await website.prepare()), true);
      assert.equal(isUpToDate(await website.prepare({ shared: ["storage"] })), false);
      await website.used.source({ "index.html": "two", "app/code.php": "code", "new.js": "new" });
      const prepared = await website.prepare();
      const { plan } = prepared;
      assert.deepEqual(
        [plan.added, plan.changed, plan.unchanged, plan.removed].map((files) => files.map(({ path }) => path)),
        [["new.js"], ["index.html"], ["app/code.php"], []],
      );
      assert.deepEqual(toldOf(await website.run(prepared)), ["wanted", undefined, undefined]);
      const { ".user.ini": _ini, ...visible } = website.visible;
      assert.deepEqual(visible, { "app/code.php": "code", "index.html": "two", "new.js": "new" });
      assert.notEqual(website.runPath, first);
      assert.equal(website.used.server[`${first.slice(1)}/index.html`], "one");
    });

    it("compares with what somebody has written to the one before it", async () => {
      await website.deploy();
      const path = `${website.runPath.slice(1)}/index.html`;
      // "own" is as long as what was placed
      for (const edited of ["mended", "own"]) {
        website.used.put({ [path]: edited });
        const { plan } = await website.prepare();
        assert.deepEqual(
          plan.changed.map((file) => [file.path, file.isOurs]),
          [["index.html", false]],
        );
        assert.deepEqual(
          plan.unchanged.map((file) => file.path),
          ["app/code.php"],
        );
      }
    });

    it("runs the steps before it is served in its directory, and those after it", async () => {
      const result = await website.deploy({
        steps: [stepOf("cat index.html >made.txt", "before", 0), stepOf("cat index.html >after.txt", "after", 1)],
      });
      assert.deepEqual(toldOf(result), ["wanted", undefined, undefined]);
      assert.deepEqual([website.visible["made.txt"], website.visible["after.txt"]], ["one", "one"]);
      assert.equal(isUpToDate(await website.prepare({ steps: [stepOf("true", "before", 0)] })), false);
    });

    it("is removed where a step before it does not end with 0, and was never served", async () => {
      const before = website.used.server;
      const result = await website.deploy({ steps: [stepOf("exit 3", "before")] });
      assert.deepEqual(toldOf(result), ["before", { kind: "step" }, undefined]);
      assert.deepEqual([website.runPath, website.used.server, website.names], ["", before, []]);
      assert.ok(await isFree());
    });

    it("is left again where a step after it does not end with 0 and the deployment says so, else stays", async () => {
      const before = website.used.server;
      const steps = [stepOf("exit 3", "after")];
      const back = await website.deploy({ steps }, { rollsBack: true });
      assert.deepEqual(toldOf(back), ["before", { kind: "step" }, "done"]);
      assert.equal(website.runPath, "");
      // visitors have seen it, and a request may still run in it
      const plain = Object.entries(website.used.server).filter(([path]) => !path.startsWith("releases-"));
      assert.deepEqual(Object.fromEntries(plain), before);
      assert.deepEqual([website.names.length, website.names], [1, website.visited]);
      const stays = await website.deploy({ steps });
      assert.deepEqual(toldOf(stays), ["wanted", { kind: "step" }, undefined]);
      assert.notEqual(website.runPath, "");
      assert.ok(await isFree());
    });

    it("is left again where its address does not answer as it should", async () => {
      await website.deploy();
      const first = website.runPath;
      await website.used.source({ "index.html": "two" });
      const visited = await AnsweringServer.start(200, 500);
      const result = await website.deploy({}, { rollsBack: true, address: visited.address });
      visited.stop();
      assert.deepEqual(toldOf(result), ["before", undefined, "done"]);
      assert.deepEqual([website.runPath, website.visited.length], [first, 1]);
      assert.deepEqual(new Set(website.names), new Set([first.split("/")[2], ...website.visited]));
      assert.ok(await isFree());
    });

    it("goes nowhere where somebody has changed the run path since it was shown", async () => {
      const prepared = await website.prepare();
      website.used.put({ "public/index.html": "theirs" });
      website.configure((text) => text.replace(`${ROOT};`, `${ROOT}/public;`));
      const { end } = await website.run(prepared);
      assert.deepEqual(
        [end.state, end.problem],
        ["before", { kind: "release", why: "changedRoot", root: `${ROOT}/public` }],
      );
      assert.deepEqual([website.runPath, website.names], ["/public", []]);
    });

    it("is refused where a directory that it shares would be made in another website's root", async () => {
      const nested = [{ path: `${ROOT}/blog`, site: "blog.example.com" }];
      await assert.rejects(website.prepare({ shared: ["blog/uploads/"], nested }), {
        problem: { kind: "otherSite", path: `${ROOT}/blog`, site: "blog.example.com" },
      });
      assert.deepEqual(await website.used.left(), []);
    });
  });
