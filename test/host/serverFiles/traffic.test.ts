import assert from "node:assert/strict";
import * as vscode from "vscode";
import { answering } from "../helpers/scriptedDialogs.ts";
import { features } from "../helpers/extension.ts";
import { useServerFiles } from "./useServerFiles.ts";

describe("the calls that files of servers cost", () => {
  const server = useServerFiles();
  const { fs } = vscode.workspace;
  // the panel itself is asked each minute while its row is in sight
  const count = () =>
    server.added.panel.counters.requests.filter(({ operation }) => operation?.startsWith("file.") === true).length;

  it("are one for the looks of one turn, and none for the entries of a directory that was just read", async () => {
    for (let index = 0; index < 50; index++) server.put(`f${index}.txt`, "x");
    await fs.stat(server.uri(""));
    const provider = await server.provider();
    const paths = Array.from({ length: 50 }, (_, index) => server.uri(`f${index}.txt`));
    const before = count();
    await Promise.all(paths.map(async (uri) => provider.stat(uri)));
    assert.equal(count() - before, 1);
    await provider.readDirectory(server.uri(""));
    const listed = count();
    await Promise.all(paths.map(async (uri) => provider.stat(uri)));
    assert.equal(count(), listed);
  });

  it("are bounded for whatever reads a whole server, and a person is told once", async () => {
    for (let index = 0; index < 300; index++) server.put(`d${index}/f.txt`, "x");
    const provider = await server.provider();
    // before the clock of the tests lets minutes pass
    const before = count();
    const { messages } = await answering([], async () => {
      const crawled = Array.from({ length: 300 }, async (_, index) => provider.readDirectory(server.uri(`d${index}`)));
      const results = await Promise.allSettled(crawled);
      const refused = results.filter(({ status }) => status === "rejected");
      assert.ok(refused.length >= 150, `${refused.length} refused`);
    });
    assert.ok(count() - before <= 150, `${count() - before} calls`);
    assert.deepEqual(
      messages.map(({ message }) => /reads very many files of “Shop”/.test(message)),
      [true],
    );
  });

  it("are two for a directory of 10,000 entries", async () => {
    for (let index = 0; index < 10_000; index++) server.put(`f${index}.txt`, "x");
    const { services } = await features();
    const { tree } = services;
    await tree.children(undefined);
    const rowOf = (path: string) => tree.openFiles(`panel:${server.added.id}`, path) ?? assert.fail("no row");
    // the panel is known from then on
    await tree.children(rowOf("/www/wwwlogs"));
    const id = rowOf(server.root);
    const before = count();
    const rows = await tree.children(id);
    // the first 2,000 and the row that shows more
    assert.equal(rows.length, 2_001);
    assert.ok(count() - before <= 2);
  });
});
