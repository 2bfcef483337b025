import assert from "node:assert/strict";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { countsOf, isUpToDate } from "../../../src/deployments/preparedDeployment.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { DeployFixture, ROOT } from "./deployFixture.ts";

const NEXT = "modules/.pnpm/next@14.2.3/modules/next";

/** What `next build` leaves with pnpm. */
const PNPM = {
  "server.js": "require('next')",
  [`${NEXT}/index.js`]: "require('styled-jsx')",
  "modules/.pnpm/styled-jsx@5.1.1/modules/styled-jsx/index.js": "2",
};

const LINKS = {
  "modules/next": ".pnpm/next@14.2.3/modules/next",
  "modules/.pnpm/next@14.2.3/modules/styled-jsx": "../../styled-jsx@5.1.1/modules/styled-jsx",
};

for (const edition of knownEditions)
  describe(`links of a source folder that is deployed to ${edition}`, () => {
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(() => used.stop());

    async function link(links: Readonly<Record<string, string>>): Promise<void> {
      for (const [path, says] of Object.entries(links)) {
        await mkdir(dirname(join(used.folder, path)), { recursive: true });
        await symlink(says, join(used.folder, path));
      }
    }

    /** The links below the website's root on the server, with what they say. */
    function linksThere(): Readonly<Record<string, string>> {
      used.panel.shell.synchronise();
      const all = [...used.panel.state.files].flatMap(([path, { linkTo }]) =>
        path.startsWith(`${ROOT}/`) && linkTo !== undefined ? [[path.slice(ROOT.length + 1), linkTo] as const] : [],
      );
      return Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));
    }

    async function deployed(): Promise<string> {
      const { end } = await used.deploy();
      return JSON.stringify({ ...end.counts, state: end.state });
    }

    it("come as links, are there at the next deployment, and go back", async () => {
      await used.source(PNPM);
      await link(LINKS);
      const before = used.server;
      assert.equal(await deployed(), '{"added":5,"changed":0,"unchanged":0,"removed":0,"state":"wanted"}');
      assert.deepEqual(linksThere(), Object.fromEntries(Object.entries(LINKS).toReversed()));
      assert.equal(used.server[`${NEXT}/index.js`], "require('styled-jsx')");
      const again = await used.plan();
      assert.deepEqual([isUpToDate(again), countsOf(again.plan).unchanged], [true, 5]);
      // the next version, and a link that is no longer there
      await rm(join(used.folder, "modules/next"));
      await rm(join(used.folder, "modules/.pnpm/next@14.2.3/modules/styled-jsx"));
      await mkdir(join(used.folder, "modules/.pnpm/next@15"));
      await writeFile(join(used.folder, "modules/.pnpm/next@15/index.js"), "15");
      await link({ "modules/next": ".pnpm/next@15" });
      assert.equal(await deployed(), '{"added":1,"changed":1,"unchanged":3,"removed":1,"state":"wanted"}');
      assert.deepEqual(linksThere(), { "modules/next": ".pnpm/next@15" });
      assert.equal((await used.rollBack(2)).end.state, "wanted");
      assert.deepEqual([linksThere(), used.server], [{}, before]);
      assert.deepEqual(await used.leftovers(), []);
    });

    it("turn into directories and back, as another package manager makes them", async () => {
      await used.source(PNPM);
      await link(LINKS);
      await used.deploy();
      await used.source({ "server.js": "npm", "modules/next/dist/index.js": "npm" });
      assert.equal(await deployed(), '{"added":1,"changed":1,"unchanged":0,"removed":4,"state":"wanted"}');
      assert.deepEqual([linksThere(), used.server["modules/next/dist/index.js"]], [{}, "npm"]);
      await used.source(PNPM);
      await link(LINKS);
      assert.equal((await used.deploy()).end.state, "wanted");
      assert.deepEqual(Object.keys(linksThere()).length, 2);
      assert.equal(used.server["modules/next/dist/index.js"], undefined);
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.equal(Object.keys(linksThere()).length, 2);
      assert.deepEqual(await used.leftovers(), []);
    });

    it("leave a directory of the server in their place, and one that says the same by its whole path", async () => {
      await used.source({ "index.html": "old", "storage/app/public/.keep": "", "storage/other/.keep": "" });
      await link({ "public/storage": "../storage/app/public", "public/uploads": "../storage/other" });
      used.put({ "public/uploads/photo.jpg": "theirs" });
      const { files } = used.panel.state;
      const entry = { mtime: 1, uid: 1001, gid: 1001, mode: 0o777 };
      files.set(`${ROOT}/storage`, { ...entry, mode: 0o755 });
      files.set(`${ROOT}/storage/app`, { ...entry, mode: 0o755 });
      files.set(`${ROOT}/storage/app/public`, { ...entry, mode: 0o755 });
      files.set(`${ROOT}/public/storage`, { ...entry, linkTo: `${ROOT}/storage/app/public` });
      used.panel.shell.synchronise();
      const { plan } = await used.plan();
      assert.deepEqual([plan.kept, plan.changed], [["public/uploads"], []]);
    });

    it("are foreign where somebody leads them elsewhere, and then stay on the way back", async () => {
      await used.source({ "a/x": "a", "b/x": "b" });
      await link({ current: "a" });
      await used.deploy();
      used.panel.state.files.set(`${ROOT}/current`, { mtime: 1, uid: 0, gid: 0, mode: 0o777, linkTo: "b" });
      used.panel.shell.synchronise();
      const { plan } = await used.plan();
      assert.deepEqual(
        plan.changed.map(({ path, isOurs }) => [path, isOurs]),
        [["current", false]],
      );
      const { end } = await used.rollBack();
      assert.deepEqual([end.state, linksThere()], ["kept", { current: "b" }]);
    });
  });
