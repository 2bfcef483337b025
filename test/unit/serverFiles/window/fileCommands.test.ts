import { BY_ROW } from "../../../../src/serverFiles/filePlace.ts";
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BIN_SWITCH } from "../../../../src/demoPanel/serverFiles.ts";
import { handlers } from "../../../../src/handlers.ts";
import { showOutcomes } from "../../../../src/commands/context/runAndTell.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import {
  changeFiles,
  creationOf,
  type FileChange,
  inspectAbandonedFile,
  moveOf,
  removalInput,
  removalOf,
  puttingBackOf,
  savingOf,
  uploadOf,
} from "../../../../src/serverFiles/window/changeFiles.ts";
import { dropFiles } from "../../../../src/serverFiles/window/fileCommands.ts";
import { panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { operations, type OperationId } from "../../../../src/wire/operations/operations.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { DIRECTORY, FilesFixture, PATH, sha1 } from "../filesFixture.ts";

describe("commands on files of servers", () => {
  let window: CommandFixture;
  let server: FilesFixture;
  let panel: PanelRecord;
  let root: string;
  let local: string;
  const { signal } = new AbortController();

  beforeEach(async () => {
    server = await FilesFixture.start("baota");
    window = await CommandFixture.open();
    const call = server.callFor(signal) as (id: OperationId, params: unknown) => Promise<never>;
    window.handlers = Object.fromEntries(
      Object.keys(operations).map((id) => [id, async (params: unknown) => call(id as OperationId, params)]),
    );
    Object.assign(window.services, {
      peekFile: async ({ path }: { readonly path: string }) => server.files.read(path),
    });
    panel = await window.add();
    const { tree } = window.services;
    await tree.children(undefined);
    await tree.children(panelNodeId(panel.id));
    root = tree.openFiles(panelNodeId(panel.id), DIRECTORY) ?? assert.fail("no row");
    local = await mkdtemp(join(tmpdir(), "files-"));
  });
  afterEach(async () => {
    await window.dispose();
    await server.stop();
    await rm(local, { recursive: true });
  });

  /** A row of the open directory. */
  const rowIn = async (path: string) => {
    await window.services.tree.reload(root, "user");
    return (await window.services.tree.children(root)).find((id) => id.endsWith(path)) ?? assert.fail("no row");
  };

  it("are opened by a click without taking the keyboard, and by Enter or a second click with it", async () => {
    server.put(`${DIRECTORY}/a.txt`, "one");
    server.put(`${DIRECTORY}/b.txt`, "two");
    await window.services.tree.reload(root, "user");
    const rows = await window.services.tree.children(root);
    const rowOf = (name: string) => rows.find((id) => id.endsWith(`/${name}`)) ?? assert.fail(name);
    const open = async (name: string) => window.run(handlers["serverPanel.file.open"], [rowOf(name), BY_ROW]);
    await open("a.txt");
    await open("b.txt");
    await open("b.txt");
    await window.run(handlers["serverPanel.file.open"], [rowOf("a.txt"), [rowOf("a.txt")]]);
    await open("b.txt");
    await window.run(handlers["serverPanel.enter"], []);
    await open("a.txt");
    const [a, b] = ["a.txt", "b.txt"].map((name) => `${DIRECTORY}/${name}`);
    assert.deepEqual(window.workbench.opened, [`${a} beside`, `${b} beside`, `${b} stay`, a, `${b} beside`, a]);
  });

  it("are opened with the keyboard by two quick clicks, of which the second comes before the editor", async () => {
    server.put(`${DIRECTORY}/a.txt`, "one");
    await window.services.tree.reload(root, "user");
    const rows = await window.services.tree.children(root);
    const row = rows.find((id) => id.endsWith("/a.txt")) ?? assert.fail("it is not listed");
    const click = async () => window.run(handlers["serverPanel.file.open"], [row, BY_ROW]);
    await Promise.all([click(), click()]);
    assert.deepEqual(window.workbench.opened, [`${DIRECTORY}/a.txt beside`, `${DIRECTORY}/a.txt stay`]);
  });

  it("open a typed path, and offer the last ones", async () => {
    const command = handlers["serverPanel.panel.openPath"];
    await window.run(command, [panelNodeId(panel.id)], { to: "Open Files at Path", with: `${PATH}/` });
    assert.deepEqual(window.workbench.opened, [PATH]);
    await window.run(command, [panelNodeId(panel.id)], { to: "Open Files at Path", with: PATH });
    const { choices } = await window.run(command, [panelNodeId(panel.id)], {
      to: "Open Files at Path",
      with: undefined,
    });
    assert.deepEqual(choices, [[PATH]]);
    const { messages } = await window.run(command, [panelNodeId(panel.id)], {
      to: "Open Files at Path",
      with: "/none > Other Path…",
    });
    assert.deepEqual(
      messages.map(({ message }) => message),
      ["“/none” is not on the server."],
    );
  });

  it("create files and directories by names that panels handle", async () => {
    await window.run(handlers["serverPanel.createFile"], [root], { to: "New File", with: "a.txt" });
    await window.run(handlers["serverPanel.createFolder"], [root], { to: "New Folder", with: "sub dir" });
    assert.deepEqual([server.text(`${DIRECTORY}/a.txt`), server.all.has(`${DIRECTORY}/sub dir`)], ["", true]);
    assert.deepEqual(window.workbench.opened, [`${DIRECTORY}/a.txt`]);
    const { messages } = await window.run(handlers["serverPanel.createFolder"], [root], {
      to: "New Folder",
      with: "sub dir",
    });
    assert.match(messages[0]?.message ?? "", /exists already/);
  });

  it("rename and delete, with what a person needs to know", async () => {
    server.put(`${DIRECTORY}/a.txt`, "a");
    const row =
      (await window.services.tree.children(root)).find((id) => id.endsWith("/a.txt")) ?? assert.fail("no row");
    await window.run(handlers["serverPanel.rename"], [row], { to: "Rename", with: "b.txt" });
    assert.equal(server.text(`${DIRECTORY}/b.txt`), "a");
    assert.deepEqual(window.workbench.followed, [[`${DIRECTORY}/a.txt`, `${DIRECTORY}/b.txt`]]);
    server.put(`${DIRECTORY}/many`, undefined, { mode: 0o755 });
    for (let index = 0; index < 101; index++) server.put(`${DIRECTORY}/many/${index}`, "x");
    const { tree } = window.services;
    await tree.reload(root, "user");
    const [directory = ""] = await tree.children(root);
    const { questions } = await window.run(handlers["serverPanel.remove"], [directory], {
      to: "Delete “/www/wwwroot/edited.example.com/many” from “Shop”?",
      with: true,
    });
    assert.match(questions[0]?.detail ?? "", /recycle bin, where it can be restored\.\nIt has 101 entries\./);
    assert.equal(server.all.has(`${DIRECTORY}/many`), false);
  });

  it("ask nothing about names that panels take for others, and change nothing", async () => {
    server.put(`${DIRECTORY}/a&b`, "real");
    server.put(`${DIRECTORY}/a&ampb`, "junk");
    const row =
      (await window.services.tree.children(root)).find((id) => id.endsWith("/a&ampb")) ?? assert.fail("no row");
    for (const verb of ["rename", "remove"] as const) {
      const { questions, messages } = await window.run(handlers[`serverPanel.${verb}`], [row]);
      assert.deepEqual(questions, []);
      assert.match(messages[0]?.message ?? "", /^Panels take “.+a&ampb” for another path\. Nothing was changed\.$/);
    }
    assert.deepEqual([server.text(`${DIRECTORY}/a&b`), server.text(`${DIRECTORY}/a&ampb`)], ["real", "junk"]);
  });

  it("leave alone what somebody saves while the question is open", async () => {
    const path = `${DIRECTORY}/a.txt`;
    // what the recycle bin takes can be restored
    server.all.delete(BIN_SWITCH);
    for (const verb of ["remove", "upload"] as const) {
      server.put(path, "a");
      await window.services.tree.reload(root, "user");
      const row =
        (await window.services.tree.children(root)).find((id) => id.endsWith("/a.txt")) ?? assert.fail("no row");
      const uploaded = join(local, "a.txt");
      await writeFile(uploaded, "new");
      window.workbench.local = [uploaded];
      const { messages } = await window.run(handlers[`serverPanel.${verb}`], [verb === "remove" ? row : root], {
        to: verb === "remove" ? "Delete" : "Upload",
        get with() {
          server.put(path, "theirs");
          return true;
        },
      });
      assert.match(messages[0]?.message ?? "", /has changed on the server since it was shown\. Nothing was changed\./);
      assert.equal(server.text(path), "theirs");
    }
  });

  it("say which of several are deleted for good, and afterwards where each is", async () => {
    const long = `${DIRECTORY}/${"长".repeat(72)}`;
    for (const path of [long, `${DIRECTORY}/a.txt`]) server.put(path, "x");
    const rows = (await window.services.tree.children(root)).filter((id) => /长|a\.txt/.test(id));
    const { questions } = await window.run(handlers["serverPanel.remove"], [rows[0], rows], {
      to: "Delete 2 files?",
      with: true,
    });
    assert.match(questions[0]?.detail ?? "", /unless marked otherwise\.(?:.|\n)+长 \(deleted for good\)/);
    assert.doesNotMatch(questions[0]?.detail ?? "", /a\.txt \(/);
    assert.equal(server.binned.length, 1);
    server.put(long, "x");
    await window.services.tree.reload(root, "user");
    const [again = ""] = (await window.services.tree.children(root)).filter((id) => id.includes("长"));
    const alone = await window.run(handlers["serverPanel.remove"], [again], {
      to: `Delete “${long}” from “Shop”?`,
      with: true,
    });
    assert.match(alone.questions[0]?.detail ?? "", /too long for the panel's recycle bin: it is deleted for good/);
    assert.match(alone.mentioned[0] ?? "", /was deleted from “Shop”\. It is deleted for good/);
    assert.deepEqual(alone.messages, []);
  });

  it("tell of what did not come into the recycle bin that the question promised", async () => {
    for (const name of ["a.txt", "b.txt"]) server.put(`${DIRECTORY}/${name}`, "x");
    const rows = (await window.services.tree.children(root)).filter((id) => /[ab]\.txt/.test(id));
    // the panel's own move fails there, as on a full disk
    server.instead = (id) => (id === "file.binned" ? { names: [], rest: 0 } : undefined);
    const [first = "", ...others] = rows;
    for (const [args, to] of [
      [[first], "Delete “"],
      [[others[0], others], "Delete “"],
    ] as const) {
      const { messages } = await window.run(handlers["serverPanel.remove"], args, { to, with: true });
      assert.deepEqual(
        messages.map(({ severity }) => severity),
        ["warning"],
      );
      assert.match(messages[0]?.message ?? "", /It is deleted for good: it is not in the panel's recycle bin\.$/);
    }
  });

  it("rename by a key what has the focus, and nothing of which an editor has unsaved changes", async () => {
    const [row = ""] = await window.services.tree.children(root);
    const rename = handlers["serverPanel.rename"];
    window.keyTargets = [row];
    await window.run(rename, [], { to: "Rename", with: "renamed" });
    assert.deepEqual([server.text(PATH), server.text(`${DIRECTORY}/renamed`)], [undefined, "old"]);
    window.keyTargets = [root];
    assert.deepEqual((await window.run(rename, [])).messages, []);
    window.workbench.unsaved = [`${DIRECTORY}/renamed`];
    await window.services.tree.reload(root, "user");
    const [now = ""] = await window.services.tree.children(root);
    const { messages } = await window.run(rename, [now], { to: "Rename", with: "again" });
    assert.match(messages[0]?.message ?? "", /“renamed” has unsaved changes in an editor/);
    assert.equal(server.text(`${DIRECTORY}/renamed`), "old");
  });

  it("have the web server's configuration checked after each change of it but a new directory", async () => {
    const vhosts = "/www/server/panel/vhost/nginx";
    const at = (name: string) => `${vhosts}/${name}`;
    server.put(vhosts, undefined, { mode: 0o755 });
    server.put(at("other.conf"), "server {");
    const uploaded = join(local, "up.conf");
    await writeFile(uploaded, "");
    const changes = [
      creationOf(at("sub")),
      savingOf(at("a.conf"), Buffer.from(""), "new"),
      moveOf(at("a.conf"), at("b.conf")),
      uploadOf(uploaded, at("up.conf")),
      async () => removalOf(at("b.conf"), { input: {}, seen: await server.files.seen(at("b.conf")) }, false),
    ];
    const ended: unknown[] = [];
    for (const given of changes) {
      const change = typeof given === "function" ? await given() : given;
      const [finished] = await changeFiles(window.services, panel, [change], { isAgreed: true });
      ended.push(finished?.outcome.kind === "done" ? finished.outcome.why : finished?.outcome.kind);
    }
    assert.deepEqual(ended, [undefined, "broken", "broken", "broken", "broken"]);
  });

  it("delete a log that has grown since the question where the recycle bin takes it, and no other file", async () => {
    const ended = async (meanwhile: () => void) => {
      server.put(PATH, "old");
      const change = removalOf(PATH, await removalInput(window.services, panel, PATH, signal), false);
      meanwhile();
      const [finished] = await changeFiles(window.services, panel, [change], { isAgreed: true });
      return finished?.outcome.kind;
    };
    const grow = () => server.put(PATH, "old and new");
    assert.equal(await ended(grow), "done");
    assert.equal(await ended(() => server.put(PATH, "old", { uid: 0 })), "prevented");
    server.all.delete(BIN_SWITCH);
    assert.equal(await ended(grow), "prevented");
  });

  it("leave a refused configuration known until the panel accepts it, and offer to reload what it accepts", async () => {
    const path = "/www/server/panel/vhost/nginx/a.conf";
    const { configurations } = window.services;
    const save = async (from: string, to: string) => {
      const change = savingOf(path, Buffer.from(to), { sha1: sha1(from) });
      const [finished] = await changeFiles(window.services, panel, [change], { isAgreed: true });
      return finished ?? assert.fail();
    };
    server.put("/www/server/panel/vhost/nginx", undefined, { mode: 0o755 });
    server.put(path, "server { }\n");
    await save("server { }\n", "\nserver {");
    assert.deepEqual(configurations.of(panel.id, "nginx")?.broken?.place, { path, line: 2 });
    const finished = await save("\nserver {", "server { }");
    const { savedAt, ...rest } = configurations.of(panel.id, "nginx") ?? {};
    assert.deepEqual(
      [rest, savedAt],
      [{ panelId: panel.id, service: "nginx" }, window.clock.wallTime()],
      "not in use yet",
    );
    const { messages } = await window.answering([{ to: "nginx accepts", with: "Reload nginx" }], async () =>
      showOutcomes(window.services, [finished], true),
    );
    assert.match(
      messages[0]?.message ?? "",
      /was saved on “Shop”\. nginx accepts its configuration, and uses it from its next/,
    );
    const [record] = window.finished.slice(-1);
    assert.deepEqual([record?.kind, record?.verb, record?.target.key], ["service", "reload", "nginx"]);
  });

  it("leave what is in use alone where an undo puts back what the web server has never stopped using", async () => {
    const path = "/www/server/panel/vhost/nginx/a.conf";
    const [before, after] = ["server { }\n", "\nserver {"].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    server.put("/www/server/panel/vhost/nginx", undefined, { mode: 0o755 });
    server.put(path, before.toString());
    const saving = savingOf(path, after, { sha1: sha1(before.toString()) });
    for (const change of [saving, puttingBackOf(path, before, after)])
      await changeFiles(window.services, panel, [change], { isAgreed: true });
    assert.equal(server.text(path), before.toString());
    assert.equal(window.services.configurations.of(panel.id, "nginx"), undefined);
  });

  it("upload, and ask before anything is replaced", async () => {
    const [fresh, known] = [join(local, "new.txt"), join(local, ".env")];
    await writeFile(fresh, "fresh");
    await writeFile(known, "replaced");
    window.workbench.local = [fresh];
    await window.run(handlers["serverPanel.upload"], [root]);
    assert.equal(server.text(`${DIRECTORY}/new.txt`), "fresh");
    const { questions } = await window.answering([{ to: "Upload", with: true }], () =>
      dropFiles(window.services, { ids: [], locals: [known] }, root),
    );
    assert.match(questions[0]?.detail ?? "", /is replaced/);
    assert.equal(server.text(PATH), "replaced");
  });

  it("upload each of two files of the same name, the last one in the end", async () => {
    const locals = [join(local, ".env"), join(local, "other", ".env")];
    await mkdir(join(local, "other"));
    for (const [index, file] of locals.entries()) await writeFile(file, `${index}`);
    await window.answering([{ to: "Upload", with: true }], () => dropFiles(window.services, { ids: [], locals }, root));
    assert.equal(server.text(PATH), "1");
  });

  it("say of several, too, what is replaced, moved and deleted with it", async () => {
    server.put(`${DIRECTORY}/a.txt`, "a");
    server.put(`${DIRECTORY}/many`, undefined, { mode: 0o755 });
    for (let index = 0; index < 101; index++) server.put(`${DIRECTORY}/many/${index}`, "x");
    // a name that is not shown, since it looks like another one
    server.put(`${DIRECTORY}/many/a\u202eb`, "x");
    const { tree } = window.services;
    const rows = await tree.children(root);
    const rowOf = (name: string) => rows.find((id) => id.endsWith(`/${name}`)) ?? assert.fail(name);
    const detailOf = async (verb: string, task: () => Promise<unknown>) => {
      const { questions } = await window.answering([{ to: verb, with: false }], task);
      return questions[0]?.detail ?? "";
    };
    window.selection = [rowOf("many"), rowOf("a.txt")];
    const deleted = await detailOf("Delete", async () =>
      handlers["serverPanel.remove"](window.services, [rowOf("many"), window.selection]),
    );
    assert.match(deleted, /\/many \(102 entries\) on/);
    const moved = await detailOf("Move", async () =>
      dropFiles(window.services, { ids: [rowOf("a.txt"), rowOf(".env")], locals: [] }, rowOf("many")),
    );
    assert.match(moved, /\/a\.txt \(→ \/www\/wwwroot\/edited\.example\.com\/many\/a\.txt\) on/);
    const [fresh, known] = [join(local, "new.txt"), join(local, ".env")];
    for (const file of [fresh, known]) await writeFile(file, "x");
    const uploaded = await detailOf("Upload", async () =>
      dropFiles(window.services, { ids: [], locals: [fresh, known] }, root),
    );
    assert.match(uploaded, /Those that exist are replaced\./);
    assert.match(uploaded, /\.env \(exists\) on/);
    assert.doesNotMatch(uploaded, /new\.txt \(exists/);
    server.put("/etc/a", "");
    server.put("/etc/b", "");
    const etc = tree.openFiles(panelNodeId(panel.id), "/etc") ?? assert.fail("no row");
    const risky = (await tree.children(etc)).filter((id) => /\/[ab]$/.test(id));
    window.selection = risky;
    const warned = await detailOf("Delete", async () =>
      handlers["serverPanel.remove"](window.services, [risky[0], risky]),
    );
    assert.match(warned, /lock you out/);
  });

  it("download whole files", async () => {
    window.workbench.local = [join(local, "copy")];
    await window.run(handlers["serverPanel.download"], [await rowIn(PATH)]);
    assert.equal(await readFile(join(local, "copy"), "utf8"), "old");
  });

  it("move what is dragged after asking, and never to another server", async () => {
    server.put(`${DIRECTORY}/a.txt`, "a");
    server.put(`${DIRECTORY}/sub`, undefined, { mode: 0o755 });
    const { tree } = window.services;
    const [sub = "", ...files] = await tree.children(root);
    const dragged = files.filter((id) => id.endsWith("/a.txt"));
    await window.answering([{ to: "Move", with: true }], () =>
      dropFiles(window.services, { ids: dragged, locals: [] }, sub),
    );
    assert.equal(server.text(`${DIRECTORY}/sub/a.txt`), "a");
  });

  it("change nothing in a folder that is not trusted", async () => {
    window.workspace.trusted = false;
    for (const command of ["serverPanel.createFile", "serverPanel.upload"] as const) {
      const { messages } = await window.run(handlers[command], [root]);
      assert.match(messages[0]?.message ?? "", /Restricted Mode/);
    }
  });

  it("look again at what is in sight when the tree is refreshed", async () => {
    await window.run(handlers["serverPanel.refresh"], [root]);
    await window.run(handlers["serverPanel.refresh"], [panelNodeId(panel.id)]);
    await window.run(handlers["serverPanel.view.refresh"], []);
    assert.deepEqual(window.lookedAt, [panel.id, panel.id, panel.id]);
  });

  it("copy paths", async () => {
    await window.run(handlers["serverPanel.copy"], [root]);
    assert.deepEqual(window.workbench.copied, [DIRECTORY]);
  });

  it("compare with what the panel has kept, if it has", async () => {
    const { messages } = await window.run(handlers["serverPanel.compare"], [await rowIn(PATH)], {
      to: "Compare “.env” With what?",
      with: "History…",
    });
    assert.match(messages[0]?.message ?? "", /kept no earlier state of “\.env”/);
  });

  it("are recorded as done only if they were, and never with content", async () => {
    const [saved] = await changeFiles(window.services, panel, [
      savingOf(PATH, Buffer.from("hunter2"), { sha1: sha1("old") }),
    ]);
    const [refused] = await changeFiles(window.services, panel, [
      savingOf(PATH, Buffer.from("hunter2"), { sha1: sha1("old") }),
    ]);
    assert.deepEqual([saved?.outcome.kind, refused?.outcome.kind], ["done", "prevented"]);
    assert.ok(!JSON.stringify(window.finished).includes("hunter2"));
  });

  it("are asked about at every level where a link on the way leads to a risky path", async () => {
    server.put("/etc", undefined);
    server.put("/etc/hosts", "one");
    server.put(`${DIRECTORY}/etc`, undefined, { linkTo: "/etc" });
    server.put(`${DIRECTORY}/hosts`, undefined, { linkTo: "etc/hosts" });
    server.put(`${DIRECTORY}/it's`, undefined);
    const opened = { sha1: sha1("one") };
    const bytes = Buffer.from("two");
    const changes: readonly FileChange[] = [
      savingOf(`${DIRECTORY}/etc/hosts`, bytes, opened),
      savingOf(`${DIRECTORY}/hosts`, bytes, opened),
      savingOf(`${DIRECTORY}/etc/new`, bytes, "new"),
      creationOf(`${DIRECTORY}/etc/new`),
      moveOf(`${DIRECTORY}/etc/hosts`, `${DIRECTORY}/a`),
      moveOf(PATH, `${DIRECTORY}/etc/a`),
      // where that leads to cannot be asked
      moveOf(`${DIRECTORY}/it's/a`, `${DIRECTORY}/a`),
    ];
    for (const guardLevel of ["trusted", "ask", "typeName"] as const)
      for (const change of changes) {
        const { questions } = await window.answering([{ to: "“Shop”?", with: false }], async () =>
          changeFiles(window.services, { ...panel, guardLevel }, [change]),
        );
        assert.match(questions[0]?.detail ?? "", /lock you out/, `${guardLevel} ${change.verb} ${change.path}`);
      }
    assert.equal(server.text("/etc/hosts"), "one");
  });

  it("are found out by the next window if theirs has died", async () => {
    const call = server.callFor(signal);
    const seen = async (path: string, wanted: unknown) =>
      (await inspectAbandonedFile({ path, wanted }, call, server.clock, signal)).kind;
    assert.equal(await seen(PATH, { kind: "content", sha1: sha1("old") }), "done");
    assert.equal(await seen(PATH, { kind: "content", sha1: sha1("new") }), "uncertain");
    assert.equal(await seen("/none", { kind: "gone" }), "done");
    assert.equal(await seen("/none/a", { kind: "gone" }), "done");
    server.put(`${DIRECTORY}/broken`, undefined, { linkTo: "none" });
    assert.equal(
      await seen(`${DIRECTORY}/broken`, { kind: "gone" }),
      "uncertain",
      "a look finds no link without an end",
    );
    assert.equal(await seen("/none", { kind: "there" }), "uncertain");
    assert.equal(await seen("/none", { kind: "moved", to: PATH }), "done");
    assert.equal(await seen(PATH, undefined), "uncertain");
  });
});
