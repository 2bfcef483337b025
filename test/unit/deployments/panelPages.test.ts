import assert from "node:assert/strict";
import { foreignIn } from "../../../src/deployments/preparedDeployment.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { DeployFixture } from "./deployFixture.ts";

const TEMPLATE = "/www/server/panel/data/defaultDoc.html";
const NOT_FOUND = "/www/server/panel/data/404.html";

for (const edition of knownEditions)
  describe(`the default pages of a new website on a demo ${edition}`, () => {
    let used: DeployFixture;
    beforeEach(async () => {
      used = await DeployFixture.start(edition);
      await used.source({ "index.html": "own", "404.html": "own", "sub/index.html": "own" });
    });
    afterEach(() => used.stop());

    const write = (path: string, text: string) =>
      used.panel.state.files.set(path, { bytes: Buffer.from(text), mtime: 1, uid: 0, gid: 0, mode: 0o644 });
    const foreign = async () => {
      const prepared = await used.plan();
      return foreignIn(prepared.plan).map(({ path }) => path);
    };

    it("are nobody's change as long as they are as the panel made them", async () => {
      write(TEMPLATE, "welcome\r\nto 面板\r\n");
      write(NOT_FOUND, "not found\n");
      used.put({ "index.html": "welcome\nto 面板\n", "404.html": "not found\n" });
      assert.deepEqual(await foreign(), []);
    });

    it("are somebody's change once they differ in anything, and elsewhere than in the root", async () => {
      write(TEMPLATE, "welcome\n");
      write(NOT_FOUND, "not found\n");
      used.put({ "index.html": "welcome \n", "404.html": "welcome\n", "sub/index.html": "welcome\n" });
      assert.deepEqual(await foreign(), ["404.html", "index.html", "sub/index.html"]);
    });

    it("are somebody's change where the panel does not have what it makes them from", async () => {
      used.panel.state.files.delete(TEMPLATE);
      used.put({ "index.html": "welcome\n" });
      assert.deepEqual(await foreign(), ["index.html"]);
    });
  });
