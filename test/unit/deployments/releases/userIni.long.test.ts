import assert from "node:assert/strict";
import { releaseFacts } from "../../../../src/deployments/window/releases/releaseRows.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { ROOT } from "../deployFixture.ts";
import { ReleaseFixture } from "./releaseFixture.ts";

const INI = ".user.ini";

for (const edition of knownEditions)
  describe(`what keeps PHP to a website, before a release, on a demo ${edition}`, () => {
    let website: ReleaseFixture;
    beforeEach(async () => {
      website = await ReleaseFixture.start(edition);
      await website.used.source({ "index.html": "one" });
    });
    afterEach(() => website.stop());

    /** Where it is said to be, and the rows that tell of it. */
    async function told() {
      const { release } = await website.prepare();
      const facts = release === undefined ? [] : releaseFacts(release, ROOT);
      const rows = facts.filter(({ label }) => label === "Moves along" || label === "Stays behind");
      return [release?.userIni, rows.map(({ label }) => label)];
    }

    const remove = (path: string) => website.used.panel.state.files.delete(`${ROOT}/${path}`);

    it("moves along from the website's own directory, which is told once", async () => {
      assert.deepEqual(await told(), [{ path: `${ROOT}/${INI}`, moves: true }, ["Moves along"]]);
      await website.deploy();
      assert.deepEqual(await told(), [{ path: `${ROOT}${website.runPath}/${INI}`, moves: true }, []]);
    });

    it("is nowhere, and nothing is told of it", async () => {
      remove(INI);
      assert.deepEqual(await told(), [undefined, []]);
    });

    it("moves along from a directory that the website serves besides", async () => {
      await website.used.source({ "public/index.html": "one" });
      remove(INI);
      website.used.put({ [`public/${INI}`]: "open_basedir=/" });
      website.configure((text) => text.replace(`root ${ROOT};`, `root ${ROOT}/public;`));
      assert.deepEqual(await told(), [{ path: `${ROOT}/public/${INI}`, moves: true }, ["Moves along"]]);
    });

    it("stays behind in the release that a panel has forgotten at a start", async () => {
      await website.deploy();
      const release = website.runPath;
      website.configure((text) => text.replace(ROOT + release, ROOT));
      assert.deepEqual(await told(), [{ path: `${ROOT}${release}/${INI}`, moves: false }, ["Stays behind"]]);
    });

    it("stays behind in the directory before the first release where a panel has forgotten that after the way back", async () => {
      await website.used.source({ "public/index.html": "one" });
      website.configure((text) => text.replace(`root ${ROOT};`, `root ${ROOT}/public;`));
      await website.deploy();
      const release = website.runPath;
      for (const path of [INI, `${release.slice(1)}/${INI}`]) remove(path);
      website.used.put({ [`public/${INI}`]: "open_basedir=/" });
      website.configure((text) => text.replace(ROOT + release, ROOT));
      assert.deepEqual(await told(), [{ path: `${ROOT}/public/${INI}`, moves: false }, ["Stays behind"]]);
    });

    it("stays behind in the website's own directory where a panel has it serve a release at a start", async () => {
      await website.deploy();
      remove(`${website.runPath.slice(1)}/${INI}`);
      website.used.put({ [INI]: "open_basedir=/" });
      assert.deepEqual(await told(), [{ path: `${ROOT}/${INI}`, moves: false }, ["Stays behind"]]);
    });
  });
