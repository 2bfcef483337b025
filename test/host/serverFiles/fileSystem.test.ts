import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { knownEditions, type KnownEdition } from "../../../src/wire/answers/operation.ts";
import { features } from "../helpers/extension.ts";
import { answering } from "../helpers/scriptedDialogs.ts";
import { useServerFiles } from "./useServerFiles.ts";

for (const edition of knownEditions) describeFileSystem(edition);

/** What VS Code asks of a file system, as its own suite of the API does. */
function describeFileSystem(edition: KnownEdition): void {
  describe(`the file system of ${edition}`, () => {
    const server = useServerFiles({ edition, guardLevel: "trusted" });
    const { fs } = vscode.workspace;
    const fails = async (task: () => PromiseLike<unknown>, code: string) =>
      assert.rejects(
        async () => task(),
        (error) => {
          assert.ok(error instanceof vscode.FileSystemError, String(error));
          assert.equal(error.code, code, error.message);
          return true;
        },
      );
    /** Calls the provider with flags that `workspace.fs` does not pass on. */
    const write = async (path: string, text: string, create: boolean, overwrite: boolean) =>
      (await server.provider()).writeFile(server.uri(path), Buffer.from(text), { create, overwrite });

    it("says what is there", async () => {
      server.put("a.txt", "one");
      const [file, directory] = [await fs.stat(server.uri("a.txt")), await fs.stat(server.uri(""))];
      assert.deepEqual([file.type, file.size, file.permissions], [vscode.FileType.File, 3, undefined]);
      assert.equal(directory.type, vscode.FileType.Directory);
      await fails(() => fs.stat(server.uri("none.txt")), "FileNotFound");
    });

    it("reads bytes as they are", async () => {
      const bytes = Buffer.from([0, 1, 0xff, 0xfe, 10, 13]);
      server.put("数据 a.bin", bytes);
      assert.deepEqual(Buffer.from(await fs.readFile(server.uri("数据 a.bin"))), bytes);
      server.put("empty", "");
      assert.equal((await fs.readFile(server.uri("empty"))).length, 0);
      await fails(() => fs.readFile(server.uri("none")), "FileNotFound");
      await fails(() => fs.readFile(server.uri("")), "FileIsADirectory");
    });

    it("lists directories, files and links", async () => {
      server.put("文件.txt", "1");
      server.put("sub/b.txt", "2");
      server.link("link", "文件.txt");
      const entries = new Map(await fs.readDirectory(server.uri("")));
      const { File, Directory, SymbolicLink } = vscode.FileType;
      assert.deepEqual(
        [entries.get("文件.txt"), entries.get("sub"), entries.get("link")],
        [File, Directory, File | SymbolicLink],
      );
      await fails(() => fs.readDirectory(server.uri("none")), "FileNotFound");
      await fails(() => fs.readDirectory(server.uri("文件.txt")), "FileNotADirectory");
    });

    it("writes with each of the four flags", async () => {
      await fails(() => write("new.txt", "x", false, false), "FileNotFound");
      await fails(() => write("new.txt", "x", false, true), "FileNotFound");
      await write("new.txt", "one", true, false);
      assert.equal(server.text("new.txt"), "one");
      await fails(() => write("new.txt", "two", true, false), "FileExists");
      assert.equal(server.text("new.txt"), "one");
      await write("new.txt", "two", false, true);
      await write("new.txt", "three", true, true);
      assert.equal(server.text("new.txt"), "three");
      await write("other.txt", "", true, true);
      assert.equal(server.text("other.txt"), "");
      await fails(() => write("none/a.txt", "x", true, true), "FileNotFound");
      await fails(() => write("", "x", true, true), "FileIsADirectory");
    });

    it("keeps owner and mode of a file that it replaces", async () => {
      server.put("a.sh", "one", { mode: 0o750 });
      await fs.writeFile(server.uri("a.sh"), Buffer.from("two"));
      assert.equal(server.text("a.sh"), "two");
      assert.deepEqual(server.owned("a.sh"), { uid: 1001, gid: 1001, mode: 0o750 });
    });

    it("creates directories", async () => {
      await fs.createDirectory(server.uri("new dir"));
      assert.ok(server.has("new dir"));
      await fs.createDirectory(server.uri("x/y/z"));
      assert.ok(server.has("x/y/z"));
      const provider = await server.provider();
      await fails(async () => provider.createDirectory(server.uri("new dir")), "FileExists");
      await fails(async () => provider.createDirectory(server.uri("none/a")), "FileNotFound");
    });

    it("moves files and directories, and overwrites only where told", async () => {
      server.put("a.txt", "a");
      server.put("b.txt", "b");
      server.put("dir/c.txt", "c");
      await fs.rename(server.uri("a.txt"), server.uri("moved.txt"));
      assert.deepEqual([server.has("a.txt"), server.text("moved.txt")], [false, "a"]);
      await fails(() => fs.rename(server.uri("moved.txt"), server.uri("b.txt")), "FileExists");
      const provider = await server.provider();
      await answering([{ to: "Move", with: true }], async () =>
        provider.rename(server.uri("moved.txt"), server.uri("b.txt"), { overwrite: true }),
      );
      assert.deepEqual([server.has("moved.txt"), server.text("b.txt")], [false, "a"]);
      // VS Code itself deletes what is overwritten first
      server.put("d.txt", "d");
      await answering([{ to: "Delete", with: true }], () =>
        fs.rename(server.uri("d.txt"), server.uri("b.txt"), { overwrite: true }),
      );
      assert.equal(server.text("b.txt"), "d");
      await fs.rename(server.uri("dir"), server.uri("目录"));
      assert.equal(server.text("目录/c.txt"), "c");
      await fails(() => fs.rename(server.uri("none"), server.uri("a")), "FileNotFound");
    });

    it("deletes files and directories, after asking", async () => {
      server.put("a.txt", "a");
      server.put("dir/c.txt", "c");
      const first = await answering([{ to: "Delete", with: true }], () => fs.delete(server.uri("a.txt")));
      assert.equal(server.has("a.txt"), false);
      assert.match(JSON.stringify(first.questions), /recycle bin, where it can be restored/);
      await fails(() => fs.delete(server.uri("dir")), "Unavailable");
      await answering([{ to: "Delete", with: true }], () => fs.delete(server.uri("dir"), { recursive: true }));
      assert.equal(server.has("dir"), false);
      await fails(() => fs.delete(server.uri("a.txt")), "FileNotFound");
    });

    it("copies files", async () => {
      server.put("a.txt", "a");
      await fs.copy(server.uri("a.txt"), server.uri("copy.txt"));
      assert.equal(server.text("copy.txt"), "a");
      await fails(() => fs.copy(server.uri("a.txt"), server.uri("copy.txt")), "FileExists");
    });

    it("tells of changes", async () => {
      const provider = await server.provider();
      const events: string[] = [];
      const listening = provider.onDidChangeFile((changes) => {
        for (const { type, uri } of changes) events.push(`${vscode.FileChangeType[type]} ${server.relative(uri)}`);
      });
      try {
        await fs.writeFile(server.uri("a.txt"), Buffer.from("a"));
        await fs.writeFile(server.uri("a.txt"), Buffer.from("b"));
        await fs.rename(server.uri("a.txt"), server.uri("b.txt"));
        await answering([{ to: "Delete", with: true }], () => fs.delete(server.uri("b.txt")));
      } finally {
        listening.dispose();
      }
      const told = events.filter((event, index) => event !== events[index - 1]);
      for (const event of ["Created a.txt", "Changed a.txt", "Deleted a.txt", "Created b.txt", "Deleted b.txt"])
        assert.ok(told.includes(event), `${event} in ${told.join(", ")}`);
    });

    it("is read only in Restricted Mode", async () => {
      server.put("a.txt", "a");
      const { workspace } = (await features()).services;
      const real = { ...workspace };
      Object.assign(workspace, { isTrusted: () => false });
      try {
        assert.equal((await fs.stat(server.uri("a.txt"))).permissions, vscode.FilePermission.Readonly);
        assert.equal(Buffer.from(await fs.readFile(server.uri("a.txt"))).toString(), "a");
        const before = server.changes();
        await fails(() => write("a.txt", "b", true, true), "NoPermissions");
        await fails(async () => (await server.provider()).createDirectory(server.uri("new")), "NoPermissions");
        await fails(
          async () => (await server.provider()).delete(server.uri("a.txt"), { recursive: true }),
          "NoPermissions",
        );
        assert.equal(server.changes(), before);
      } finally {
        Object.assign(workspace, real);
      }
    });

    it("is read only on a panel that is read only, and tells editors when that changes", async () => {
      server.put("a.txt", "a");
      await server.protect("readOnly");
      assert.equal((await fs.stat(server.uri("a.txt"))).permissions, vscode.FilePermission.Readonly);
      const before = server.changes();
      await fails(() => write("a.txt", "b", true, true), "NoPermissions");
      await fails(() => write("new.txt", "b", true, true), "NoPermissions");
      assert.equal(server.changes(), before);
      await vscode.workspace.openTextDocument(server.uri("a.txt"));
      const provider = await server.provider();
      const told: string[] = [];
      const listening = provider.onDidChangeFile((changes) =>
        told.push(...changes.map(({ uri }) => server.relative(uri))),
      );
      await server.protect("trusted");
      await sleep(50);
      listening.dispose();
      assert.deepEqual(told, ["a.txt"]);
      assert.equal((await fs.stat(server.uri("a.txt"))).permissions, undefined);
    });
  });
}
