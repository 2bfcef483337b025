import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { eventually } from "../eventually.ts";
import { removeTemporaryDirectories, temporaryDirectory } from "../fakes/storageFixture.ts";
import { openItems, useAddedPanels } from "./helpers/addedPanels.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

const OWNED = { uid: 1001, gid: 1001, mode: 0o644, mtime: 1 };

const run = async (command: string, id: string) => vscode.commands.executeCommand(command, id, [id]);

describe("Directories of a server", () => {
  useQuickClock();
  const [shop, blog] = useAddedPanels("Shop", { name: "Blog", edition: "aapanel" });
  let folder: string;
  let restore: () => void;

  beforeEach(async () => {
    folder = join(await temporaryDirectory(), "local");
    await mkdir(folder);
    const { fileDialogs } = (await features()).services;
    const real = { ...fileDialogs };
    restore = () => void Object.assign(fileDialogs, real);
    fileDialogs.openLocal = async () => [folder];
    fileDialogs.saveLocal = async (_, name) => join(folder, name);
  });
  afterEach(async () => {
    restore();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(removeTemporaryDirectories);

  for (const [panelName, added] of [
    ["Shop", shop],
    ["Blog", blog],
  ] as const) {
    /** The first website, with these files alone. */
    const siteWith = async (files: Readonly<Record<string, string | Buffer>>) => {
      const { sites, files: all } = added.panel.state;
      const [{ path: root, name } = assert.fail()] = sites;
      for (const path of all.keys()) if (path.startsWith(`${root}/`)) all.delete(path);
      makeDirectory(all, root, 1);
      all.set(root, { ...OWNED, mode: 0o755 });
      for (const [path, content] of Object.entries(files))
        all.set(`${root}/${path}`, { ...OWNED, bytes: Buffer.from(content) });
      const items = await openItems(added, "site");
      return { root, name, all, id: items.find(({ label }) => label === name)?.id ?? assert.fail("no row") };
    };
    const jobsLeft = () => [...added.panel.state.files.keys()].filter((path) => /\/jobs\/[a-z]+-/.test(path));
    const tasksLeft = () => added.panel.state.scheduledTasks.filter(({ name }) => name.startsWith("Server Panel"));

    it(`are compared with a folder on ${panelName}, with the two files beside each other`, async () => {
      const { id, name } = await siteWith({ "a.txt": "bbbb", "same.txt": "same", "its.txt": "its" });
      for (const [path, text] of [
        ["a.txt", "aaaa"],
        ["same.txt", "same"],
        ["mine.txt", "mine"],
      ] as const)
        await writeFile(join(folder, path), text);
      const list = { to: `“${name}” and` };
      let shown: string[] = [];
      const { tabGroups } = vscode.window;
      const closing = tabGroups.onDidChangeTabs(({ opened }) => {
        for (const tab of opened)
          if (tab.input instanceof vscode.TabInputTextDiff) {
            const { original, modified } = tab.input;
            shown = [original.scheme, modified.scheme, tab.label];
            void tabGroups.close(tab);
          }
      });
      const { choices } = await answering(
        [
          { ...list, with: " > a.txt" },
          { ...list, with: " > Copy List" },
          { ...list, with: undefined },
        ],
        async () => run("serverPanel.compare", id),
      );
      closing.dispose();
      assert.deepEqual(choices[0], ["Copy List", "a.txt", "mine.txt", "its.txt"]);
      assert.deepEqual(shown.at(-1), "a.txt (on the server and here)");
      assert.equal(
        await vscode.env.clipboard.readText(),
        "different\ta.txt\nonly here\tmine.txt\nonly on the server\tits.txt\n",
      );
      assert.deepEqual([jobsLeft(), tasksLeft()], [[], []]);
    });

    it(`are downloaded from ${panelName}, unpacked beside what is there, and as an archive`, async () => {
      const { id, root, name } = await siteWith({ "a.txt": "a", "名.txt": "b" });
      await mkdir(join(folder, name));
      const question = { to: `Download “${root}”?` };
      const { questions, messages } = await answering([{ ...question, with: "Download and Unpack…" }], async () =>
        run("serverPanel.download", id),
      );
      assert.match(questions[0]?.detail ?? "", /^Files: 2, together 2 B\./);
      const target = join(folder, `${name} (2)`);
      assert.equal(messages[0]?.message, `“${name}” is in ${target}. Files: 2.`);
      assert.deepEqual((await readdir(target)).toSorted(), ["a.txt", "名.txt"]);
      assert.equal(await readFile(join(target, "名.txt"), "utf8"), "b");
      await answering([{ ...question, with: "Download Archive…" }], async () => run("serverPanel.download", id));
      const archive = `${name}.tar.gz`;
      assert.equal(execFileSync("tar", ["-xzOf", join(folder, archive), "./a.txt"], { encoding: "utf8" }), "a");
      assert.deepEqual((await readdir(folder)).toSorted(), [name, `${name} (2)`, archive].toSorted());
      assert.deepEqual([jobsLeft(), tasksLeft()], [[], []]);
    });

    it(`get what is in an archive on ${panelName}, after a question that names the new directory`, async () => {
      const source = join(folder, "source");
      await mkdir(source);
      await writeFile(join(source, "old.txt"), "new");
      await writeFile(join(source, "b.txt"), "b");
      execFileSync("tar", ["-czf", join(folder, "new.tgz"), "-C", source, "."]);
      const { root, all } = await siteWith({
        "old.txt": "old",
        "new.tgz": await readFile(join(folder, "new.tgz")),
      });
      const { tree } = (await features()).services;
      const rows = tree.openFiles(panelNodeId(added.id), root) ?? assert.fail("no directory");
      const row = (await tree.children(rows)).find((each) => each.endsWith("/new.tgz")) ?? assert.fail("no row");
      const question = { to: `Unpack “${root}/new.tgz” on “${panelName}”?` };
      const declined = await answering([{ ...question, with: false }], async () => run("serverPanel.unpack", row));
      assert.match(declined.questions[0]?.detail ?? "", /^They come into a new directory: .*\/new$/m);
      assert.equal(all.has(`${root}/new`), false);
      await answering([{ ...question, with: true }], async () => run("serverPanel.unpack", row));
      const texts = () =>
        ["old.txt", "new/old.txt", "new/b.txt"].map((path) => all.get(`${root}/${path}`)?.bytes?.toString());
      await eventually(texts, ([, comes]) => comes === "new");
      assert.deepEqual(texts(), ["old", "new", "b"]);
      assert.deepEqual([jobsLeft(), tasksLeft()], [[], []]);
    });
  }
});
