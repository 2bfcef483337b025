import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { BIN_SWITCH } from "../../../src/demoPanel/serverFiles.ts";
import type { GuardLevel } from "../../../src/panels/guardLevel.ts";
import { features } from "../helpers/extension.ts";
import { answering } from "../helpers/scriptedDialogs.ts";
import { openEditor, retype, save, yes } from "./editing.ts";

type Soon<Value> = Value | Promise<Value>;

/** A directory of a server, empty in each test, and the way to it in editors. Paths are below it, or absolute. */
export interface EditedServer {
  uri(path: string): vscode.Uri;
  /** The path of an address below the directory. */
  relative(uri: vscode.Uri): string;
  protect(guardLevel: GuardLevel): Promise<void>;
  put(path: string, content: string | Buffer, more?: { readonly mode: number }): Soon<void>;
  link(path: string, to: string): Soon<void>;
  has(path: string): Soon<boolean>;
  text(path: string): Soon<string | undefined>;
  /** A file of the web server's configuration, of which nothing else has need. */
  readonly configuration: () => string;
  owned(path: string): Soon<{ readonly uid: number; readonly gid: number; readonly mode: number }>;
}

/** What VS Code asks of a file system, as its own suite of the API does. */
export function testFileSystem(server: EditedServer): void {
  const { fs } = vscode.workspace;
  const provider = async () => (await features()).serverFiles();
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
    (await provider()).writeFile(server.uri(path), Buffer.from(text), { create, overwrite });

  it("says what is there", async () => {
    await server.put("a.txt", "one");
    const [file, directory] = [await fs.stat(server.uri("a.txt")), await fs.stat(server.uri(""))];
    assert.deepEqual([file.type, file.size, file.permissions], [vscode.FileType.File, 3, undefined]);
    assert.equal(directory.type, vscode.FileType.Directory);
    await fails(() => fs.stat(server.uri("none.txt")), "FileNotFound");
  });

  it("reads bytes as they are", async () => {
    const bytes = Buffer.from([0, 1, 0xff, 0xfe, 10, 13]);
    await server.put("数据 a.bin", bytes);
    assert.deepEqual(Buffer.from(await fs.readFile(server.uri("数据 a.bin"))), bytes);
    await server.put("empty", "");
    assert.equal((await fs.readFile(server.uri("empty"))).length, 0);
    await fails(() => fs.readFile(server.uri("none")), "FileNotFound");
    await fails(() => fs.readFile(server.uri("")), "FileIsADirectory");
  });

  it("lists directories, files and links", async () => {
    await server.put("文件.txt", "1");
    await server.put("sub/b.txt", "2");
    await server.link("link", "文件.txt");
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
    assert.equal(await server.text("new.txt"), "one");
    await fails(() => write("new.txt", "two", true, false), "FileExists");
    assert.equal(await server.text("new.txt"), "one");
    await write("new.txt", "two", false, true);
    await write("new.txt", "three", true, true);
    assert.equal(await server.text("new.txt"), "three");
    await write("other.txt", "", true, true);
    assert.equal(await server.text("other.txt"), "");
    await fails(() => write("none/a.txt", "x", true, true), "FileNotFound");
    await fails(() => write("", "x", true, true), "FileIsADirectory");
  });

  it("keeps owner and mode of a file that it replaces", async () => {
    await server.put("a.sh", "one", { mode: 0o750 });
    const before = await server.owned("a.sh");
    await fs.writeFile(server.uri("a.sh"), Buffer.from("two"));
    assert.equal(await server.text("a.sh"), "two");
    assert.equal(before.mode, 0o750);
    assert.deepEqual(await server.owned("a.sh"), before);
  });

  it("creates directories", async () => {
    await fs.createDirectory(server.uri("new dir"));
    assert.ok(await server.has("new dir"));
    await fs.createDirectory(server.uri("x/y/z"));
    assert.ok(await server.has("x/y/z"));
    const files = await provider();
    await fails(async () => files.createDirectory(server.uri("new dir")), "FileExists");
    await fails(async () => files.createDirectory(server.uri("none/a")), "FileNotFound");
  });

  it("moves files and directories, and overwrites only where told", async () => {
    await server.put("a.txt", "a");
    await server.put("b.txt", "b");
    await server.put("dir/c.txt", "c");
    await fs.rename(server.uri("a.txt"), server.uri("moved.txt"));
    assert.deepEqual([await server.has("a.txt"), await server.text("moved.txt")], [false, "a"]);
    await fails(() => fs.rename(server.uri("moved.txt"), server.uri("b.txt")), "FileExists");
    const files = await provider();
    await answering([{ to: "Move", with: true }], async () =>
      files.rename(server.uri("moved.txt"), server.uri("b.txt"), { overwrite: true }),
    );
    assert.deepEqual([await server.has("moved.txt"), await server.text("b.txt")], [false, "a"]);
    // VS Code itself deletes what is overwritten first
    await server.put("d.txt", "d");
    await answering([{ to: "Delete", with: true }], () =>
      fs.rename(server.uri("d.txt"), server.uri("b.txt"), { overwrite: true }),
    );
    assert.equal(await server.text("b.txt"), "d");
    await fs.rename(server.uri("dir"), server.uri("目录"));
    assert.equal(await server.text("目录/c.txt"), "c");
    await fails(() => fs.rename(server.uri("none"), server.uri("a")), "FileNotFound");
  });

  it("deletes files and directories, after asking", async () => {
    await server.put("a.txt", "a");
    await server.put("dir/c.txt", "c");
    const first = await answering([{ to: "Delete", with: true }], () => fs.delete(server.uri("a.txt")));
    assert.equal(await server.has("a.txt"), false);
    const isRestorable = /recycle bin, where it can be restored/.test(JSON.stringify(first.questions));
    assert.equal(isRestorable, await server.has(BIN_SWITCH));
    await fails(() => fs.delete(server.uri("dir")), "Unavailable");
    await answering([{ to: "Delete", with: true }], () => fs.delete(server.uri("dir"), { recursive: true }));
    assert.equal(await server.has("dir"), false);
    await fails(() => fs.delete(server.uri("a.txt")), "FileNotFound");
  });

  it("deletes nothing, and asks nothing, by a name that panels take for another one", async () => {
    const files = await provider();
    await server.put("css/style.css", "real");
    await server.put("css\\style.css", "junk");
    await server.put("a&b", "real");
    await server.put("a&ampb", "junk");
    for (const name of ["css\\style.css", "a&ampb"]) {
      // `Uri` takes a backslash for a slash only of local files
      const uri = server.uri("").with({ path: `${server.uri("").path.replace(/\/$/, "")}/${name}` });
      const asked = await answering([], async () => {
        await fails(() => files.delete(uri, { recursive: true }), "NoPermissions");
        await fails(() => files.rename(uri, server.uri("renamed"), { overwrite: false }), "NoPermissions");
      });
      assert.deepEqual(asked.questions, []);
      assert.equal(await server.text(name), "junk");
    }
    assert.deepEqual([await server.text("css/style.css"), await server.text("a&b")], ["real", "real"]);
  });

  it("copies files", async () => {
    await server.put("a.txt", "a");
    await fs.copy(server.uri("a.txt"), server.uri("copy.txt"));
    assert.equal(await server.text("copy.txt"), "a");
    await fails(() => fs.copy(server.uri("a.txt"), server.uri("copy.txt")), "FileExists");
  });

  it("tells of changes", async () => {
    const files = await provider();
    const events: string[] = [];
    const listening = files.onDidChangeFile((changes) => {
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
    await server.put("a.txt", "a");
    const { workspace } = (await features()).services;
    const isTrusted = workspace.isTrusted.bind(workspace);
    Object.assign(workspace, { isTrusted: () => false });
    try {
      assert.equal((await fs.stat(server.uri("a.txt"))).permissions, vscode.FilePermission.Readonly);
      assert.equal(Buffer.from(await fs.readFile(server.uri("a.txt"))).toString(), "a");
      await fails(() => write("a.txt", "b", true, true), "NoPermissions");
      await fails(async () => (await provider()).createDirectory(server.uri("new")), "NoPermissions");
      await fails(async () => (await provider()).delete(server.uri("a.txt"), { recursive: true }), "NoPermissions");
      assert.deepEqual([await server.text("a.txt"), await server.has("new")], ["a", false]);
    } finally {
      Object.assign(workspace, { isTrusted });
    }
  });

  it("is read only on a panel that is read only, and tells editors when that changes", async () => {
    await server.put("a.txt", "a");
    await server.protect("readOnly");
    assert.equal((await fs.stat(server.uri("a.txt"))).permissions, vscode.FilePermission.Readonly);
    await fails(() => write("a.txt", "b", true, true), "NoPermissions");
    await fails(() => write("new.txt", "b", true, true), "NoPermissions");
    assert.deepEqual([await server.text("a.txt"), await server.has("new.txt")], ["a", false]);
    await vscode.workspace.openTextDocument(server.uri("a.txt"));
    const told: string[] = [];
    const listening = (await provider()).onDidChangeFile((changes) =>
      told.push(...changes.map(({ uri }) => server.relative(uri))),
    );
    await server.protect("trusted");
    await sleep(50);
    listening.dispose();
    assert.deepEqual(told, ["a.txt"]);
    assert.equal((await fs.stat(server.uri("a.txt"))).permissions, undefined);
  });

  it("says of a configuration that the web server refuses it, and puts the bytes back", async () => {
    const path = server.configuration();
    await server.put(path, "# nothing\n");
    const document = await openEditor(server.uri(path));
    await retype(document, "server {\n");
    const { messages } = await save(document, yes, { to: "refuses its configuration", with: "Undo" });
    assert.ok(messages[0]?.message.includes(`in line 2 of ${path}`), messages[0]?.message);
    assert.equal(await server.text(path), "# nothing\n");
    const said = messages.map(({ message }) => message);
    assert.ok(
      said.some((text) => text.includes("has the content from before the save again")),
      said.join("\n"),
    );
  });
}
