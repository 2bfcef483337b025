import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { groupNodeId, itemNodeId, panelNodeId } from "../../../src/tree/treeNodes.ts";
import { STAGING } from "../../../src/serverFiles/serverFiles.ts";
import { answering } from "../helpers/scriptedDialogs.ts";
import { features } from "../helpers/extension.ts";
import { filesBelow } from "../../fakes/filesBelow.ts";
import { until } from "../../fakes/storageFixture.ts";
import { openEditor, retype, save, yes } from "./editing.ts";
import { useServerFiles } from "./useServerFiles.ts";

// what a person does with a file in an editor; what each edition is sent for it is in fileSystem.test.ts
describe("editing files of a server", () => {
  const server = useServerFiles({ guardLevel: "ask" });
  const open = async (path: string) => openEditor(server.uri(path));

  it("asks before the first save of a file, with panel and path, and no more", async () => {
    server.put("a.txt", "one");
    const document = await open("a.txt");
    await retype(document, "two");
    const first = await save(document, yes);
    assert.equal(server.text("a.txt"), "two");
    const [question] = first.questions;
    assert.match(question?.message ?? "", /^Save “\/www\/wwwroot\/edit\.example\.com\/a\.txt” on “Shop”\?$/);
    assert.match(question?.detail ?? "", /until the window is closed/);
    await retype(document, "three");
    assert.equal((await save(document)).questions.length, 0);
    assert.equal(server.text("a.txt"), "three");
  });

  it("asks though a save was not asked about before the panel was protected", async () => {
    await server.protect("trusted");
    server.put("a.txt", "one");
    const document = await open("a.txt");
    await retype(document, "two");
    assert.equal((await save(document)).questions.length, 0);
    await server.protect("ask");
    await retype(document, "three");
    assert.equal((await save(document, yes)).questions.length, 1);
    assert.equal(server.text("a.txt"), "three");
  });

  it("removes with the first save what an earlier window has left behind", async () => {
    const now = Math.floor(Date.now() / 1000);
    server.put(`${STAGING}/old.part`, "secret", { mtime: now - 2 * 86_400 });
    server.put(`${STAGING}/young.part`, "secret", { mtime: now });
    server.put("a.txt", "one");
    const document = await open("a.txt");
    await retype(document, "two");
    await save(document, yes);
    assert.deepEqual(
      ["old", "young"].map((name) => server.has(`${STAGING}/${name}.part`)),
      [false, true],
    );
  });

  it("asks before a file that was deleted meanwhile is created anew", async () => {
    await server.protect("trusted");
    server.put("a.txt", "one");
    const document = await open("a.txt");
    await retype(document, "two");
    server.take("a.txt");
    const { questions, isSaved } = await save(document, { to: "Create", with: false });
    assert.deepEqual([questions.length, isSaved, server.has("a.txt")], [1, false, false]);
    await save(document, { to: "Create", with: true });
    assert.equal(server.text("a.txt"), "two");
  });

  it("asks nothing when VS Code saves by itself, and lets it save what a person has agreed to", async () => {
    server.put("/etc/ssh/sshd_config", "Port 22", { uid: 0, gid: 0, mode: 0o600 });
    server.put("a.txt", "one");
    const [risky, agreed] = [await open("/etc/ssh/sshd_config"), await open("a.txt")];
    await retype(agreed, "two");
    await save(agreed, yes);
    const files = vscode.workspace.getConfiguration("files");
    const begun: string[] = [];
    const listener = vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (reason === vscode.TextDocumentSaveReason.AfterDelay) begun.push(document.uri.toString());
    });
    try {
      await files.update("autoSaveDelay", 50, vscode.ConfigurationTarget.Global);
      await files.update("autoSave", "afterDelay", vscode.ConfigurationTarget.Global);
      await retype(agreed, "three");
      await until(() => server.text("a.txt") === "three");
      // each save of it asks, but for those of VS Code
      const { questions } = await answering([yes], async () => {
        await retype(risky, "Port 23");
        await until(() => begun.includes(risky.uri.toString()));
        // a save of a person's of the same text would be that of VS Code
        await files.update("autoSave", undefined, vscode.ConfigurationTarget.Global);
        await retype(risky, "Port 24");
        // waits for the one before
        await risky.save();
      });
      assert.deepEqual([questions.length, server.text("/etc/ssh/sshd_config")], [1, "Port 24"]);
    } finally {
      listener.dispose();
      await files.update("autoSave", undefined, vscode.ConfigurationTarget.Global);
      await files.update("autoSaveDelay", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("sends nothing where a person declines", async () => {
    server.put("a.txt", "one");
    const document = await open("a.txt");
    await retype(document, "two");
    assert.equal((await save(document, { to: "Save", with: false })).isSaved, false);
    assert.equal(server.text("a.txt"), "one");
    // what VS Code shows
    const write = async () => vscode.workspace.fs.writeFile(document.uri, Buffer.from("two"));
    await answering([{ to: "Save", with: false }], async () =>
      assert.rejects(write, /You declined\. Nothing on the server was changed\./),
    );
    await save(document, yes);
    assert.equal(server.text("a.txt"), "two");
  });

  it("asks before each save of a risky path, whatever the level", async () => {
    await server.protect("trusted");
    server.put("/etc/ssh/sshd_config", "Port 22", { uid: 0, gid: 0, mode: 0o600 });
    const document = await open("/etc/ssh/sshd_config");
    for (const text of ["Port 23", "Port 24"]) {
      await retype(document, text);
      const { questions } = await save(document, yes);
      assert.match(questions[0]?.detail ?? "", /lock you out/);
    }
    assert.equal(server.text("/etc/ssh/sshd_config"), "Port 24");
  });

  it("asks of a link to a risky path", async () => {
    await server.protect("trusted");
    server.put("/etc/motd", "hello", { uid: 0, gid: 0 });
    server.link("motd", "/etc/motd");
    const document = await open("motd");
    await retype(document, "hi");
    assert.match((await save(document, yes)).questions[0]?.detail ?? "", /lock you out/);
    assert.equal(server.text("/etc/motd"), "hi");
  });

  it("asks of a file below a link to a risky directory, and has the web server check it", async () => {
    await server.protect("trusted");
    const place = "/www/server/panel/vhost/nginx/linked.conf";
    server.put(place, "server { }\n", { uid: 0, gid: 0 });
    server.link("conf", "/www/server/panel/vhost/nginx");
    const document = await open("conf/linked.conf");
    await retype(document, "server {\n");
    const { questions } = await save(document, yes, { to: "refuses its configuration", with: "Undo" });
    assert.match(questions[0]?.detail ?? "", /lock you out/);
    assert.equal(server.text(place), "server { }\n");
  });

  it("has a refused line in Problems and in nginx's row until it is accepted, and then offers to reload nginx", async () => {
    await server.protect("trusted");
    const { services, itemOf } = await features();
    const panelId = server.added.id;
    const [path, uri] = [server.configuration(), server.uri(server.configuration())];
    const problems = () =>
      vscode.languages
        .getDiagnostics(uri)
        .map(({ range, severity, source, message }) => [range.start.line, severity, source, message]);
    const nginx = itemNodeId(panelId, "service", "nginx");
    const group = groupNodeId(panelId, "service");
    for (const id of [undefined, panelNodeId(panelId), group]) await services.tree.children(id);
    server.put(path, "server { }\n", { uid: 0, gid: 0 });
    const document = await openEditor(uri);
    await retype(document, "# one\nserver {");
    await save(document, yes);
    assert.deepEqual(problems(), [
      [1, vscode.DiagnosticSeverity.Error, "nginx", 'unexpected end of file, expecting "}"'],
    ]);
    const row = itemOf(nginx);
    assert.match(String(row.description), /^configuration broken · /);
    assert.match(row.tooltip as string, /expecting "}" \(\/www\/server\/.*:2\)/);
    assert.ok(row.iconPath instanceof vscode.ThemeIcon && row.iconPath.id === "error");
    assert.match(String(itemOf(group).description), /1 misconfigured/);
    await retype(document, "# one\nserver { }");
    const { messages } = await save(document, yes, { to: "nginx accepts", with: "Reload nginx" });
    assert.equal(messages[0]?.severity, "information");
    assert.deepEqual(problems(), []);
    assert.doesNotMatch(String(itemOf(nginx).description), /broken/);
    await until(async () => {
      const [last] = await (await services.activity()).read();
      return last?.kind === "service" && last.verb === "reload" && last.result === "done";
    });
    assert.doesNotMatch(String(itemOf(nginx).description), /not in use/);
  });

  it("says in nginx's row that a saved configuration is not in use, until it was reloaded, here or elsewhere", async () => {
    await server.protect("trusted");
    const { services, itemOf } = await features();
    const panel = services.panels().find(({ id }) => id === server.added.id) ?? assert.fail();
    const nginx = itemNodeId(panel.id, "service", "nginx");
    const group = groupNodeId(panel.id, "service");
    for (const id of [undefined, panelNodeId(panel.id), group]) await services.tree.children(id);
    const path = server.configuration();
    server.put(path, "server { }\n", { uid: 0, gid: 0 });
    const document = await openEditor(server.uri(path));
    await retype(document, "server {}\n");
    await save(document, yes, { to: "nginx accepts", with: undefined });
    assert.match(String(itemOf(nginx).description), /^saved configuration not in use yet · /);
    assert.match(itemOf(nginx).tooltip as string, /Reload it, so that it does\./);
    assert.match(String(itemOf(nginx).contextValue), /\+reload!.*\+fix$/);
    // as somebody does in the panel
    await until(() => services.configurations.of(panel.id, "nginx")?.running !== undefined);
    const call = services.connections.of(panel).callFor(new AbortController().signal);
    await call("service.control", { name: "nginx", to: "reload" });
    await until(async () => {
      await services.tree.reload(group, "user");
      return !String(itemOf(nginx).description).includes("not in use");
    });
  });

  it("drops a refused line that was mended elsewhere once the services are read again", async () => {
    await server.protect("trusted");
    const { services } = await features();
    const [path, uri] = [server.configuration(), server.uri(server.configuration())];
    const group = groupNodeId(server.added.id, "service");
    for (const id of [undefined, panelNodeId(server.added.id), group]) await services.tree.children(id);
    server.put(path, "server { }\n", { uid: 0, gid: 0 });
    const document = await openEditor(uri);
    await retype(document, "server {");
    await save(document, yes);
    assert.equal(vscode.languages.getDiagnostics(uri).length, 1);
    server.put(path, "server { }\n", { uid: 0, gid: 0 });
    await until(async () => {
      await services.tree.reload(group, "user");
      return vscode.languages.getDiagnostics(uri).length === 0;
    });
  });

  it("keeps a mistake in php.ini in Problems, also when PHP-FPM was reloaded with it, until it is mended", async () => {
    await server.protect("trusted");
    const { services, itemOf } = await features();
    const panelId = server.added.id;
    const uri = server.uri("/www/server/php/82/etc/php.ini");
    const problems = () => vscode.languages.getDiagnostics(uri).map(({ range, source }) => [range.start.line, source]);
    const php = itemNodeId(panelId, "service", "php-fpm-82");
    for (const id of [undefined, panelNodeId(panelId), groupNodeId(panelId, "service")])
      await services.tree.children(id);
    const document = await openEditor(uri);
    const good = document.getText();
    await retype(document, "[PHP]\nmemory_limit = ((\nengine = On\n");
    const { messages } = await save(document, yes);
    assert.match(messages[0]?.message ?? "", /^PHP-FPM 8\.2 finds a mistake .+ It starts all the same/);
    // PHP counts the end of the line as the next one
    assert.deepEqual(problems(), [[2, "PHP-FPM 8.2"]]);
    await answering([], async () => vscode.commands.executeCommand("serverPanel.reload", php));
    await until(async () => {
      const [last] = await (await services.activity()).read();
      return last?.kind === "service" && last.verb === "reload" && last.result === "done";
    });
    assert.deepEqual(problems(), [[2, "PHP-FPM 8.2"]]);
    assert.match(String(itemOf(php).description), /^configuration broken/);
    await retype(document, good);
    const mended = await save(document, yes);
    assert.match(mended.messages[0]?.message ?? "", /accepts its configuration, and uses it from its next reload on/);
    assert.deepEqual(problems(), []);
  });

  it("replaces nothing that somebody else has changed meanwhile", async () => {
    server.put("a.txt", "one");
    const document = await open("a.txt");
    await retype(document, "mine");
    server.put("a.txt", "another one", { mtime: Math.floor(Date.now() / 1000) });
    assert.equal((await save(document)).isSaved, false);
    assert.equal(server.text("a.txt"), "another one");
    assert.ok(document.isDirty);
  });

  it("offers to overwrite a change that kept the size, which editors do not see", async () => {
    server.put("a.txt", "one");
    const document = await open("a.txt");
    await retype(document, "two");
    server.put("a.txt", "ONE", { mtime: Math.floor(Date.now() / 1000) });
    assert.equal((await save(document, yes)).isSaved, false);
    // trying again does not help, and asks nobody again
    const { messages, isSaved } = await save(document, { to: "has changed", with: "Overwrite" });
    assert.equal(isSaved, false);
    assert.match(messages[0]?.message ?? "", /has changed on the server since it was shown/);
    // the button may be pressed while VS Code still ends the save before
    if (document.isDirty) await document.save();
    assert.equal(server.text("a.txt"), "two");
  });

  it("never saves what it did not understand", async () => {
    // nobody is asked
    await server.protect("trusted");
    const bytes = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a]);
    server.put("gb.txt", bytes);
    const document = await open("gb.txt");
    await retype(document, `${document.getText()}more`);
    assert.equal((await save(document)).isSaved, false);
    assert.deepEqual(server.files().get(server.pathOf("gb.txt"))?.bytes, bytes);
  });

  it("keeps bytes, line ends and encoding of a file that is opened from the tree", async () => {
    const bytes = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0d, 0x0a]);
    server.put("gb.txt", bytes);
    await (await features()).run("serverPanel.file.open", [await server.row("gb.txt")]);
    const document = vscode.window.activeTextEditor?.document ?? assert.fail("no editor");
    assert.equal(document.getText(), "你好\r\n");
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), "a");
    await vscode.workspace.applyEdit(edit);
    await save(document, yes);
    assert.deepEqual(server.files().get(server.pathOf("gb.txt"))?.bytes, Buffer.concat([bytes, Buffer.from("a")]));
  });

  it("makes mixed line ends alike, as VS Code does, and knows what the text was made from all the same", async () => {
    await server.protect("trusted");
    server.put("mixed.txt", "a\r\nb\rc\nd\r\n");
    const document = await open("mixed.txt");
    // a second of the extension's, after which VS Code has told what it has to tell
    await sleep(1_000);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "1");
    await vscode.workspace.applyEdit(edit);
    assert.equal((await save(document)).isSaved, true);
    assert.equal(server.text("mixed.txt"), "1a\r\nb\r\nc\r\nd\r\n");
  });

  it("reads Chinese text in its encoding wherever a file is shown", async () => {
    const bytes = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0d, 0x0a]);
    const { services } = await features();
    const place = { panelId: server.added.id, path: server.pathOf("gb.txt") };
    const folder = mkdtempSync(join(tmpdir(), "gb-"));
    const local = join(folder, "local.txt");
    writeFileSync(local, bytes);
    const seen = async (texts: number) => {
      await until(() => textsOfTab().length === texts);
      return textsOfTab();
    };
    const close = async () => vscode.commands.executeCommand("workbench.action.closeAllEditors");
    server.put("gb.txt", bytes);
    try {
      await services.editors.compare(local, place, "local and server");
      assert.deepEqual(await seen(2), ["你好\r\n", "你好\r\n"]);
      await close();
      await services.editors.openFile({ ...place, view: "end" });
      assert.deepEqual(await seen(1), ["你好\r\n"]);
      await close();
      await services.editors.openFile(place, { line: 1 });
      assert.deepEqual(await seen(1), ["你好\r\n"]);
      // the server's side of a conflict
      await services.editors.compare({ ...place, view: "server" }, place, "server and here");
      assert.deepEqual(await seen(2), ["你好\r\n", "你好\r\n"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("compares somebody's change of Chinese text in its encoding", async () => {
    const { services } = await features();
    const place = { panelId: server.added.id, path: server.pathOf("gb.txt") };
    server.put("gb.txt", Buffer.from([0xc4, 0xe3]));
    await services.editors.openFile(place, { encoding: "gb18030" });
    const document = vscode.window.activeTextEditor?.document ?? assert.fail();
    await retype(document, "mine");
    server.put("gb.txt", Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), { mtime: Math.floor(Date.now() / 1000) });
    const { messages, isSaved } = await save(document, yes, { to: "has changed", with: "Compare" });
    assert.equal(isSaved, false);
    assert.deepEqual(messages[0]?.buttons, ["Compare", "Overwrite"]);
    await until(() => textsOfTab().length === 2);
    assert.deepEqual(textsOfTab(), ["你好", "mine"]);
  });

  it("suggests no place in the workspace for a download: its source may be there", async () => {
    const { services } = await features();
    const { showSaveDialog } = vscode.window;
    const suggested: vscode.Uri[] = [];
    const dialog = async ({ defaultUri }: vscode.SaveDialogOptions) => void suggested.push(defaultUri ?? assert.fail());
    Object.assign(vscode.window, { showSaveDialog: dialog });
    try {
      await services.fileDialogs.saveLocal("Download", "index.html");
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
    }
    assert.deepEqual(
      suggested.map((uri) => [uri.path.endsWith("/index.html"), vscode.workspace.getWorkspaceFolder(uri)]),
      [[true, undefined]],
    );
  });

  it("goes on with a file that was renamed, also below a directory", async () => {
    const { services } = await features();
    const bytes = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);
    await server.protect("trusted");
    server.put("dir/gb.txt", bytes);
    await services.editors.openFile({ panelId: server.added.id, path: server.pathOf("dir/gb.txt") }, { line: 1 });
    const row = await server.row("dir");
    const id = (await services.tree.children(row)).find((each) => each.endsWith("/gb.txt")) ?? assert.fail("no row");
    await answering([{ to: "Rename", with: "renamed.txt" }], async () =>
      (await features()).run("serverPanel.rename", [id]),
    );
    assert.equal(openTab()?.path, server.pathOf("dir/renamed.txt"));
    assert.deepEqual(textsOfTab(), ["你好"]);
    server.put("moved/renamed.txt", bytes);
    const [from, to] = [server.pathOf("dir"), server.pathOf("moved")];
    await services.editors.follow({ panelId: server.added.id, path: from }, { panelId: server.added.id, path: to });
    assert.equal(openTab()?.path, server.pathOf("moved/renamed.txt"));
    const shown = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    assert.equal(shown.length, 1);
  });

  it("says what is too large before an editor opens, and shows its end", async () => {
    const line = `${"x".repeat(99)}\n`;
    server.put("big.log", line.repeat(50_000) + "last\n");
    await assert.rejects(async () => vscode.workspace.fs.readFile(server.uri("big.log")), /5\.0 MB.*4\.2 MB/);
    await answering([{ to: "“big.log” has 5.0 MB.", with: "Show End" }], async () =>
      (await features()).run("serverPanel.file.open", [await server.row("big.log")]),
    );
    const document = vscode.window.activeTextEditor?.document ?? assert.fail("no editor");
    const text = document.getText();
    assert.ok(text.endsWith("last\n") && text.startsWith("x".repeat(99)) && text.length <= 256 * 1024);
    const { permissions } = await vscode.workspace.fs.stat(document.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
  });

  it("says what is no text before an editor opens", async () => {
    server.put("a.bin", Buffer.from([1, 0, 2]));
    await answering([{ to: "is not a text file", with: undefined }], async () =>
      (await features()).run("serverPanel.file.open", [await server.row("a.bin")]),
    );
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it("leaves no content of a file in its log, its storage and its activity", async () => {
    const secrets = ["hunter2-opened", "hunter2-changed", "hunter2-uploaded"] as const;
    const lines: string[] = [];
    const { services } = await features();
    const { log } = services;
    const real = { ...log };
    for (const level of ["debug", "info", "warn", "error"] as const)
      Object.assign(log, { [level]: (line: string) => void lines.push(line) });
    try {
      server.put(".env", `PASSWORD=${secrets[0]}\n`);
      const document = await open(".env");
      await retype(document, `PASSWORD=${secrets[1]}\n`);
      await save(document, yes);
      await vscode.workspace.fs.writeFile(server.uri("new.env"), Buffer.from(secrets[2]));
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await answering([{ to: "Delete", with: true }], () => vscode.workspace.fs.delete(server.uri(".env")));
    } finally {
      Object.assign(log, real);
    }
    const kept = [
      ...lines,
      JSON.stringify(await (await services.activity()).read()),
      ...(await filesBelow(services.storageRoot)).map(({ text }) => text),
    ];
    assert.ok(kept.join("\n").includes("/.env"), "nothing was recorded at all");
    for (const secret of secrets) assert.ok(!kept.some((text) => text.includes(secret)), secret);
  });
});

/** The address of the file in the tab in front. */
function openTab(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

/** The texts of the tab in front, as they are read so far; those that other views show beside it, such as a log, do not count. */
function textsOfTab(): readonly string[] {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uris: vscode.Uri[] = [];
  if (input instanceof vscode.TabInputText) uris.push(input.uri);
  if (input instanceof vscode.TabInputTextDiff) uris.push(input.original, input.modified);
  return uris.flatMap((uri) => {
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    return document === undefined ? [] : [document.getText()];
  });
}
