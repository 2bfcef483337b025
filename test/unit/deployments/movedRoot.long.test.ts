import assert from "node:assert/strict";
import { deploy } from "../../../src/deployments/deploy.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { DeployFixture, ROOT } from "./deployFixture.ts";

for (const edition of knownEditions)
  describe(`a deployment to ${edition} whose website's root is a link by then`, () => {
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(() => used.stop());

    it("loses nothing of the directory that it leads to", async () => {
      await used.source({ "index.html": "two", "new.html": "new" });
      const other = { "index.html": "theirs", "only.txt": "only theirs" };
      /** Makes the root a link to another directory with these files, as somebody else does. */
      const replaceRoot = (files: Readonly<Record<string, string>>) => {
        const all = used.panel.state.files;
        const entry = { mtime: 1, uid: 1001, gid: 1001 };
        for (const path of all.keys()) if (path.startsWith(`${ROOT}/`)) all.delete(path);
        all.set("/www/other", { ...entry, mode: 0o755 });
        for (const [path, text] of Object.entries(files))
          all.set(`/www/other/${path}`, { ...entry, mode: 0o644, bytes: Buffer.from(text) });
        all.set(ROOT, { ...entry, mode: 0o777, linkTo: "/www/other" });
        used.panel.shell.synchronise();
      };
      const prepared = await used.prepare();
      replaceRoot(other);
      const { end } = await deploy(prepared, used.context());
      assert.equal(end.state, "before");
      assert.deepEqual(used.below("/www/other"), other);

      // what has the very bytes that were shown is replaced there, with a copy
      const again = await used.prepare();
      replaceRoot({ "index.html": "theirs", "also.txt": "also theirs" });
      assert.equal((await deploy(again, used.context())).end.state, "wanted");
      assert.equal(used.below("/www/other")["also.txt"], "also theirs");
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.deepEqual(used.below("/www/other"), { ...other, "also.txt": "also theirs" });

      // nor by a roll back: what the deployment has not left there stays, and is named
      assert.equal((await used.deploy()).end.state, "wanted");
      replaceRoot({ "index.html": "theirs by now" });
      const back = (await used.rollBack()).end;
      assert.deepEqual([back.state, back.kept?.files.map(({ path }) => path)], ["kept", [`${ROOT}/index.html`]]);
      assert.deepEqual(used.below("/www/other"), {
        ...other,
        "also.txt": "also theirs",
        "index.html": "theirs by now",
      });
    });
  });
