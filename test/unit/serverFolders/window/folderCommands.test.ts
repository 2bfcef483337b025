import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { handlers } from "../../../../src/handlers.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { comparisonList, comparisonRows } from "../../../../src/serverFolders/window/compareCommand.ts";
import { panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { operations, type OperationId } from "../../../../src/wire/operations/operations.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { DIRECTORY, FolderPanel } from "../folderPanel.ts";

describe("commands on directories of servers", () => {
  let window: CommandFixture;
  let server: FolderPanel;
  let panel: PanelRecord;
  let root: string;
  const { signal } = new AbortController();

  beforeEach(async () => {
    server = await FolderPanel.start("baota");
    window = await CommandFixture.open();
    const call = server.callFor(signal) as (id: OperationId, params: unknown) => Promise<never>;
    window.handlers = Object.fromEntries(
      Object.keys(operations).map((id) => [id, async (params: unknown) => call(id as OperationId, params)]),
    );
    Object.assign(window.services, { clock: server.pace });
    panel = await window.add();
    const { tree } = window.services;
    await tree.children(undefined);
    await tree.children(panelNodeId(panel.id));
    root = tree.openFiles(panelNodeId(panel.id), DIRECTORY) ?? assert.fail("no row");
    window.workbench.local = [server.folder];
  });
  afterEach(async () => {
    await window.dispose();
    await server.stop();
  });

  const rowOf = async (name: string): Promise<string> => {
    const { tree } = window.services;
    await tree.reload(root, "user");
    return (await tree.children(root)).find((id) => id.endsWith(`/${name}`)) ?? assert.fail(`${name} is not listed`);
  };

  it("show what differs from a folder, with the difference of each file, and copy the list", async () => {
    await writeFile(join(server.folder, "a.txt"), "aaaa");
    await writeFile(join(server.folder, "mine.txt"), "mine");
    server.put("a.txt", "bbbb");
    server.put("its.txt", "its");
    const list = { to: "“folder.example.com” and" };
    const { choices, mentioned } = await window.run(
      handlers["serverPanel.compare"],
      [root],
      { ...list, with: " > a.txt" },
      { ...list, with: " > Copy List" },
      { ...list, with: undefined },
    );
    assert.deepEqual(choices[0], ["Copy List", "a.txt", "mine.txt", "its.txt"]);
    assert.equal(window.workbench.copied[0], "different\ta.txt\nonly here\tmine.txt\nonly on the server\tits.txt\n");
    assert.deepEqual(mentioned, ["Close the comparison to go on with the list.", "The list was copied."]);
  });

  it("run nothing on a panel that is read only, and say so before anything is chosen", async () => {
    await window.services.store.update(panel.id, { guardLevel: "readOnly" });
    server.put("new.tar", "x");
    const uploads = () => server.called.filter((id) => id === "file.upload").length;
    for (const command of ["serverPanel.compare", "serverPanel.download"] as const) {
      const { messages, questions } = await window.run(handlers[command], [root]);
      assert.equal(
        messages[0]?.message,
        "“Shop” is read-only, and this has its server run a command. Nothing was sent.",
        command,
      );
      assert.deepEqual([messages[0]?.buttons, questions], [["Edit Panel…"], []]);
    }
    const { messages } = await window.run(handlers["serverPanel.unpack"], [await rowOf("new.tar")]);
    assert.equal(messages[0]?.message, "“Shop” is read-only. Nothing was sent.");
    assert.equal(uploads(), 0);
  });

  it("say why a directory could not be compared", async () => {
    server.all.delete(DIRECTORY);
    const { messages } = await window.run(handlers["serverPanel.compare"], [root]);
    assert.deepEqual(
      messages.map(({ message }) => message),
      [`“${DIRECTORY}” is no directory on the server.`],
    );
  });

  it("download a directory into a new one beside what is there, or as an archive", async () => {
    server.put("sub/a.txt", "a");
    await mkdir(join(server.folder, "folder.example.com"));
    const question = { to: `Download “${DIRECTORY}”?` };
    const { messages } = await window.run(handlers["serverPanel.download"], [root], {
      ...question,
      with: "Download and Unpack…",
    });
    const target = join(server.folder, "folder.example.com (2)");
    assert.deepEqual(
      messages.map(({ message }) => message),
      [`“folder.example.com” is in ${target}. Files: 1.`],
    );
    assert.equal(await readFile(join(target, "sub/a.txt"), "utf8"), "a");
    assert.deepEqual((await readdir(server.folder)).toSorted(), ["folder.example.com", "folder.example.com (2)"]);
    await rm(target, { recursive: true });
    const archive = join(server.folder, "a.tgz");
    window.workbench.local = [archive];
    await window.run(handlers["serverPanel.download"], [root], { ...question, with: "Download Archive…" });
    assert.equal(execFileSync("tar", ["-xzOf", archive, "./sub/a.txt"], { encoding: "utf8" }), "a");
    assert.deepEqual((await readdir(server.folder)).toSorted(), ["a.tgz", "folder.example.com"]);
  });

  it("unpack an archive once a person has seen what is in it", async () => {
    const source = join(server.folder, "source");
    await mkdir(join(source, "sub"), { recursive: true });
    await writeFile(join(source, "sub/old.txt"), "new");
    await writeFile(join(source, "b.txt"), "b");
    const archive = join(server.folder, "new.tgz");
    execFileSync("tar", ["-czf", archive, "-C", source, "."]);
    server.put("sub/old.txt", "old");
    server.put("new.tgz", await readFile(archive));
    const question = { to: `Unpack “${DIRECTORY}/new.tgz” on “Shop”?` };
    const command = handlers["serverPanel.unpack"];
    const declined = await window.run(command, [await rowOf("new.tgz")], { ...question, with: false });
    assert.equal(
      declined.questions[0]?.detail,
      [
        "What is in it gets the owner of the archive's directory. Nothing that exists is replaced.",
        "Files: 2, directories: 1, together 4 B",
        `They come into a new directory: ${DIRECTORY}/new`,
        "Panel: Shop (https://192.0.2.1:8888)",
      ].join("\n"),
    );
    assert.deepEqual(
      server.paths.filter((path) => path.startsWith("new/")),
      [],
    );
    const { mentioned } = await window.run(command, [await rowOf("new.tgz")], { ...question, with: true });
    assert.deepEqual(mentioned, [`“${DIRECTORY}/new.tgz” was unpacked on “Shop”, and what is there was counted.`]);
    assert.deepEqual(
      ["sub/old.txt", "new/sub/old.txt", "new/b.txt"].map((path) => server.text(path)),
      ["old", "new", "b"],
    );
    assert.deepEqual(
      window.finished.map(({ verb, outcome }) => [verb, outcome.kind]),
      [["unpack", "done"]],
    );
  });

  it("tell what stands in the way of an archive", async () => {
    server.put("no.tar", "x".repeat(2_000));
    const { messages } = await window.run(handlers["serverPanel.unpack"], [await rowOf("no.tar")]);
    assert.match(messages[0]?.message ?? "", /^“.+no\.tar” could not be unpacked: “tar: .+”\. Nothing was changed\.$/);
  });
});

describe("the rows of a comparison", () => {
  const of = (path: string) => ({ path: Buffer.from(path).toString("latin1"), here: 1, there: 2 });
  const comparison = {
    different: [of("a"), of("名")],
    onlyHere: Array.from({ length: 1_000 }, (_, index) => of(`here/${index}`)),
    onlyThere: [],
    notCompared: [{ ...of("l"), why: "link" as const }],
    same: 3,
    leftOut: 4,
    unlistedThere: 2,
    unlistedHere: 1,
  };

  it("are bounded, and found among all by what is typed", () => {
    const labels = (typed: string) => comparisonRows(comparison, typed).map(({ label }) => label);
    assert.equal(labels("").length, 3 + 2 + 501 + 1);
    assert.ok(labels("").includes("… and 500 more"));
    assert.ok(labels("").includes("2 directories of the server could not be read: nothing is known of files in them"));
    assert.deepEqual(labels("HERE/999").slice(3), ["here/999"]);
    assert.deepEqual(labels("名").slice(3), ["名"]);
    assert.equal(
      comparisonRows(comparison, "")[0]?.description,
      "2 different · 1,000 only here · 0 only on the server · 3 the same · 1 not compared · 4 left out",
    );
  });

  it("are copied as text", () => {
    assert.ok(comparisonList(comparison).startsWith("different\ta\ndifferent\t名\nonly here\there/0\n"));
    assert.ok(comparisonList(comparison).endsWith("not compared\tl\n"));
  });
});
