import assert from "node:assert/strict";
import { chmodSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ExchangeServer, record, sha1, type RawRecord } from "./exchangeServer.ts";

/** The tests of links that an exchange brings, on a server with this shell. */
export function testLinks(shell: string): void {
  describe(`the links of an exchange, in ${shell}`, () => {
    let server: ExchangeServer;
    beforeEach(() => (server = new ExchangeServer(shell)));
    afterEach(() => server.remove());

    async function done(records: readonly RawRecord[]): Promise<string> {
      const id = await server.upload(records);
      const result = await server.run("exchange", id);
      assert.equal(result?.end, "new", JSON.stringify(result) + server.errors(id));
      assert.deepEqual(server.severalNames(), []);
      return id;
    }

    it("brings links whole, which are the owner's, and touches nothing where they lead", async () => {
      server.put("target/file", "stays");
      server.put("was/a", "a");
      symlinkSync("target", join(server.root, "becomes"));
      chmodSync(join(server.root, "target"), 0o700);
      const before = server.tree();
      const id = await done([
        record.remove("was/a", "a"),
        record.removeDirectory("was", 1),
        record.link("was", "target", "later"),
        record.removeLink("becomes", "target"),
        record.makeDirectory("becomes", "later"),
        record.add("becomes/file", "own", "later"),
        record.link("deep", "target/./\n"),
      ]);
      assert.deepEqual(server.tree(), {
        becomes: "directory",
        "becomes/file": "own",
        deep: "link to target/./\n",
        target: "directory",
        "target/file": "stays",
        was: "link to target",
      });
      assert.equal(statSync(join(server.root, "target")).mode & 0o777, 0o700);
      assert.equal((await server.run("back", id))?.end, "old");
      assert.deepEqual(server.tree(), before);
    });

    it("refuses a link that says something else than the preview showed", async () => {
      const id = await server.upload([{ ...record.link("link", "target"), content: "elsewhere" }]);
      const result = await server.run("exchange", id);
      assert.deepEqual([result?.end, result?.trouble], ["untouched", [[0, "archive"]]]);
      assert.deepEqual(server.tree(), {});
    });

    it("keeps a link that somebody has led elsewhere since, and one in the place of a file", async () => {
      server.put("file", "old");
      const id = await done([record.link("link", "target"), record.link("file", "target", sha1("old"))]);
      rmSync(join(server.root, "link"));
      symlinkSync("elsewhere", join(server.root, "link"));
      rmSync(join(server.root, "file"));
      server.put("file", "somebody's");
      const back = await server.run("back", id);
      assert.equal(back?.end, "kept");
      assert.deepEqual(
        back.kept.toSorted(([a], [b]) => a - b),
        [
          [0, "edited"],
          [1, "edited"],
        ],
      );
      assert.deepEqual(server.tree(), { file: "somebody's", link: "link to elsewhere" });
    });
  });
}
