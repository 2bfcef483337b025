import assert from "node:assert/strict";
import { DeployFixture, ROOT } from "./deployFixture.ts";

describe("the place of a website's copies on another file system than our own directory", () => {
  let used: DeployFixture;
  beforeEach(async () => (used = await DeployFixture.start("baota")));
  afterEach(() => used.stop());

  /** Gives the directory above the website's root to somebody. The one above that is root's. */
  function own(uid: number): void {
    const { files } = used.panel.state;
    const [root, parent, above] = [ROOT, "/www/wwwroot", "/www"].map((path) => files.get(path));
    assert.ok(root && parent && above);
    const rootsOwn = { ...above, uid: 0, gid: 0, mode: 0o755 };
    const device = 79;
    files.set(ROOT, { ...root, device });
    files.set("/www/wwwroot", { ...parent, uid, gid: uid, mode: 0o755, device });
    files.set("/www", { ...rootsOwn, device });
    files.set("/www/backup", { ...rootsOwn, device: 65_024 });
  }

  it("stays where it is where another directory is the nearest by now", async () => {
    own(1001);
    await used.source({ "index.html": "one" });
    assert.equal((await used.deploy()).end.state, "wanted");
    own(0);
    assert.equal((await used.past()).length, 1);
    assert.match((await used.place()).site, /^\/www\/\.server-panel\//);
  });

  it("is not forgotten where others can reach it by now", async () => {
    own(0);
    await used.source({ "index.html": "one" });
    assert.equal((await used.deploy()).end.state, "wanted");
    const { site } = await used.place();
    assert.match(site, /^\/www\/wwwroot\/\.server-panel\//);
    own(1001);
    await assert.rejects(used.place(), { problem: { kind: "unsafePlace", path: site } });
  });
});
