import assert from "node:assert/strict";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everyday, newTree, oldTree, putEveryday } from "./everydayExchange.ts";
import { ExchangeServer, sha1, usualShell } from "./exchangeServer.ts";

describe("a way back some copies of which are missing", () => {
  let server: ExchangeServer;
  beforeEach(() => (server = new ExchangeServer(usualShell)));
  afterEach(() => server.remove());

  it("names each of them, and says of none that it is as before", async () => {
    const id = await putEveryday(server);
    assert.equal((await server.run("exchange", id))?.end, "new");
    rmSync(join(server.site, id, "old"), { recursive: true });
    const result = await server.run("back", id);
    assert.equal(result?.end, "kept", server.errors(id));
    const paths = result.kept.map(([number, reason]) => `${everyday[number]?.path ?? ""} ${reason}`);
    assert.deepEqual(paths.toSorted(), [
      "gone link lost",
      "gone.html lost",
      "moved link lost",
      "one.css lost",
      "page.html lost",
      "real file lost",
      "turns lost",
      "turns/a lost",
      "two.css lost",
    ]);
    const stays = ["page.html", "moved link", "real file", "one.css", "two.css"] as const;
    assert.deepEqual(server.tree(), {
      foreign: oldTree.foreign,
      ...Object.fromEntries(stays.map((path) => [path, newTree[path]])),
    });
    assert.deepEqual(server.severalNames(), []);
    assert.equal((await server.run("exchange", await server.upload([])))?.end, "new");
  });

  it("gives a link back, and names one that is no longer what was there", async () => {
    for (const name of ["one", "two"]) symlinkSync("nowhere", join(server.root, name));
    const there = `link:${sha1("nowhere")}`;
    const id = await server.upload(["one", "two"].map((path) => ({ there, comes: "none", path })));
    assert.equal((await server.run("exchange", id))?.end, "new");
    const copy = join(server.site, id, "old/0/two");
    rmSync(copy);
    symlinkSync("elsewhere", copy);
    const result = await server.run("back", id);
    assert.deepEqual([result?.end, result?.kept], ["kept", [[1, "lost"]]]);
    assert.deepEqual(server.tree(), { one: "link to nowhere" });
  });

  it("names a copy that is no longer what was there, and keeps it", async () => {
    const id = await putEveryday(server);
    assert.equal((await server.run("exchange", id))?.end, "new");
    const copies = ["page.html", "gone.html"].map((name) => join(server.site, id, "old/2", name));
    for (const copy of copies) writeFileSync(copy, "cut");
    const result = await server.run("back", id);
    assert.deepEqual(
      [result?.end, result?.kept, result?.["copies"]],
      [
        "kept",
        [
          [3, "lost"],
          [4, "lost"],
        ],
        [
          [3, 2],
          [4, 2],
        ],
      ],
    );
    const { "gone.html": _gone, ...others } = oldTree;
    assert.deepEqual(server.tree(), { ...others, "page.html": newTree["page.html"] });
    assert.deepEqual(
      copies.map((copy) => server.readText(copy)),
      ["cut", "cut"],
    );
  });
});
