import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { until } from "../../fakes/storageFixture.ts";
import { features } from "../helpers/extension.ts";
import { answering } from "../helpers/scriptedDialogs.ts";
import { BytesEditor } from "./bytesEditor.ts";
import { openEditor, retype, save } from "./editing.ts";
import { useServerFiles } from "./useServerFiles.ts";

/** Other extensions look at files and read them while they are open in editors, and VS Code does not say who does. */
describe("a file of a server that others read while it is open", () => {
  const server = useServerFiles();
  const { fs } = vscode.workspace;

  /** Somebody changes the file on the server without changing its size. */
  const change = (path: string, text: string) => server.put(path, text, { mtime: Math.floor(Date.now() / 1000) });

  /** Waits until VS Code has asked for no file for a while. */
  async function quiet(): Promise<void> {
    const count = () => server.added.panel.counters.requests.length;
    for (let before = -1; before !== count();) {
      before = count();
      await sleep(500);
    }
  }

  /** Another extension looks at the file and reads it. */
  async function readByOthers(path: string): Promise<string> {
    await fs.stat(server.uri(path));
    return Buffer.from(await fs.readFile(server.uri(path))).toString();
  }

  it("is not saved over somebody's change of the same size", async () => {
    server.put("numbers.txt", "22");
    // somebody types before VS Code shows it anew
    const { clock } = (await features()).services;
    const quick = { ...clock };
    Object.assign(clock, { sleep: async (time: number, signal: AbortSignal) => quick.sleep(time * 1_000, signal) });
    let document: vscode.TextDocument;
    try {
      document = await openEditor(server.uri("numbers.txt"));
      // VS Code looks again by itself when it has opened a file
      await quiet();
      change("numbers.txt", "99");
      assert.equal(await readByOthers("numbers.txt"), "99");
      assert.equal(document.getText(), "22");
      await retype(document, "23");
    } finally {
      Object.assign(clock, quick);
    }
    const { isSaved } = await save(document);
    assert.deepEqual([isSaved, server.text("numbers.txt")], [false, "99"]);
    // the person decides
    await save(document, { to: "has changed", with: "Overwrite" });
    // the button may be pressed while VS Code still ends the save before
    if (document.isDirty) await document.save();
    assert.equal(server.text("numbers.txt"), "23");
  });

  it("is shown anew after a look or a read of others, once it has changed", async () => {
    for (const look of [async (path: string) => fs.stat(server.uri(path)), readByOthers]) {
      server.put("a.txt", "22");
      const document = await openEditor(server.uri("a.txt"));
      change("a.txt", "99");
      await look("a.txt");
      await until(() => document.getText() === "99");
      await retype(document, "23");
      assert.deepEqual([(await save(document)).isSaved, server.text("a.txt")], [true, "23"]);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  });

  it("is saved again and again while others read it", async () => {
    server.put("a.txt", "one");
    const document = await openEditor(server.uri("a.txt"));
    for (const text of ["two", "three", "four"]) {
      await readByOthers("a.txt");
      await retype(document, text);
      await readByOthers("a.txt");
      const { isSaved, questions } = await save(document);
      assert.deepEqual([isSaved, questions.length, server.text("a.txt")], [true, 0, text]);
    }
  });

  it("is saved again after what was typed during a save", async () => {
    server.put("a.txt", "one");
    const document = await openEditor(server.uri("a.txt"));
    await retype(document, "two");
    const saving = document.save();
    await retype(document, "three");
    await saving;
    assert.deepEqual([(await save(document)).isSaved, server.text("a.txt")], [true, "three"]);
  });

  it("is saved after another extension has written it, once it was shown", async () => {
    server.put("a.txt", "one");
    const document = await openEditor(server.uri("a.txt"));
    await fs.writeFile(document.uri, Buffer.from("two"));
    await until(() => document.getText() === "two");
    await retype(document, "three");
    assert.deepEqual([(await save(document)).isSaved, server.text("a.txt")], [true, "three"]);
  });

  it("keeps what another extension has written while somebody typed", async () => {
    server.put("a.txt", "one");
    const document = await openEditor(server.uri("a.txt"));
    await retype(document, "two");
    await fs.writeFile(document.uri, Buffer.from("ONE"));
    assert.deepEqual([(await save(document)).isSaved, server.text("a.txt")], [false, "ONE"]);
  });

  it("is saved in its encoding after it was read anew", async () => {
    const [one, two] = [Buffer.from([0xc4, 0xe3]), Buffer.from([0xba, 0xc3])];
    server.put("gb.txt", one);
    const document = await vscode.workspace.openTextDocument(server.uri("gb.txt"), { encoding: "gb18030" });
    await vscode.window.showTextDocument(document);
    server.put("gb.txt", two, { mtime: Math.floor(Date.now() / 1000) });
    await readByOthers("gb.txt");
    await until(() => document.getText() === "好");
    await retype(document, "你好");
    assert.equal((await save(document)).isSaved, true);
    assert.deepEqual(server.files().get(server.pathOf("gb.txt"))?.bytes, Buffer.concat([one, two]));
  });

  describe("in a custom editor", () => {
    let editor: BytesEditor;
    beforeEach(() => {
      editor = new BytesEditor();
    });
    afterEach(async () => {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      editor.dispose();
    });

    /** Saves it, or tries to; resolves to what was asked and told. */
    async function saveBytes(path: string, ...answers: Parameters<typeof answering>[0]) {
      await until(() => editor.isDirty);
      return answering(answers, async () => {
        try {
          await vscode.workspace.save(server.uri(path));
        } catch (error) {
          // Overwrite may be pressed while VS Code still ends the save before
          assert.match(String(error), /Nothing was changed|Canceled/);
        }
      });
    }

    it("is saved again and again without a question", async () => {
      server.put("a.bytes", "one");
      await editor.open(server.uri("a.bytes"));
      for (const text of ["two", "three", "four"]) {
        await readByOthers("a.bytes");
        editor.edit(text);
        const { messages, questions } = await saveBytes("a.bytes");
        assert.deepEqual([messages, questions, server.text("a.bytes")], [[], [], text]);
        await until(() => !editor.isDirty);
      }
    });

    it("is not saved over somebody's change of any size", async () => {
      for (const changed of ["ONE", "another one"]) {
        server.put("a.bytes", "one");
        await editor.open(server.uri("a.bytes"));
        change("a.bytes", changed);
        assert.equal(await readByOthers("a.bytes"), changed);
        editor.edit("two");
        await saveBytes("a.bytes");
        assert.equal(server.text("a.bytes"), changed);
        assert.ok(editor.isDirty);
        const { messages } = await saveBytes("a.bytes", { to: "It is not known", with: "Overwrite" });
        assert.deepEqual(messages[0]?.buttons, ["Overwrite"]);
        await until(() => server.text("a.bytes") === "two" && !editor.isDirty);
        editor.edit("three");
        assert.deepEqual((await saveBytes("a.bytes")).messages, []);
        assert.equal(server.text("a.bytes"), "three");
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      }
    });

    it("takes a save for not done that another one ends, and for nothing worse", async () => {
      server.put("a.bytes", "one");
      await editor.open(server.uri("a.bytes"));
      editor.edit("two");
      await until(() => editor.isDirty);
      const { editors } = (await features()).services;
      const file = { panelId: server.added.id, path: server.pathOf("a.bytes") };
      const [first] = await Promise.allSettled([editors.save(file), editors.save(file)]);
      assert.deepEqual(first, { status: "fulfilled", value: false });
      assert.equal(server.text("a.bytes"), "two");
    });

    it("is not saved over somebody's change that nobody has read", async () => {
      server.put("a.bytes", "one");
      await editor.open(server.uri("a.bytes"));
      change("a.bytes", "ONE");
      editor.edit("two");
      await saveBytes("a.bytes");
      assert.equal(server.text("a.bytes"), "ONE");
    });
  });
});
