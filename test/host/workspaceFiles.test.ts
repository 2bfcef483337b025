import assert from "node:assert/strict";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { features } from "./helpers/extension.ts";

const DEPLOYMENT = { name: "new", website: "example.com", source: "dist" };
const DEFINITION = { type: "serverPanel", task: "deploy", deployment: "new" };

describe("files of a folder's .vscode", () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  const { name, uri } = folder;
  const tasks = vscode.Uri.joinPath(uri, ".vscode", "tasks.json").fsPath;
  const settings = vscode.Uri.joinPath(uri, ".vscode", "settings.json").fsPath;

  beforeEach(async () => mkdir(dirname(tasks), { recursive: true }));
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(vscode.Uri.file(dirname(tasks)), { recursive: true });
  });

  const addTask = async () => {
    const { taskFiles } = (await features()).services;
    return taskFiles.add({ name, uri: uri.toString() }, DEFINITION, "Deploy new");
  };
  const addDeployment = async () =>
    (await features()).services.workspace.addDeployment({ name, path: uri.fsPath }, DEPLOYMENT);

  /** Resolves once a document has a text. */
  async function textOf(document: vscode.TextDocument, text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const look = () => {
      if (document.getText() === text) resolve(undefined);
    };
    const changed = vscode.workspace.onDidChangeTextDocument(look);
    look();
    await promise;
    changed.dispose();
  }

  it("keep what somebody has just written into them, also comments, each time", async () => {
    await writeFile(settings, "// mine\n{}\n");
    await writeFile(tasks, '// mine\n{ "tasks": [ ] }\n');
    for (let count = 0; count < 5; count += 1) {
      await appendFile(settings, `// ${count}\n`);
      await addDeployment();
      await appendFile(tasks, `// ${count}\n`);
      await addTask();
    }
    for (const [file, added] of [
      [settings, '"name": "new"'],
      [tasks, '"label": "Deploy new"'],
    ] as const) {
      const text = await readFile(file, "utf8");
      assert.ok(text.startsWith("// mine\n{"), text);
      assert.ok(text.endsWith("}\n// 0\n// 1\n// 2\n// 3\n// 4\n"), text);
      assert.equal(text.split(added).length, 2, `once: ${text}`);
    }
  });

  it("are made where there are none, also without their directory", async () => {
    await vscode.workspace.fs.delete(vscode.Uri.file(dirname(tasks)), { recursive: true });
    assert.deepEqual(await addDeployment(), { file: "settings.json", isSaved: true });
    assert.deepEqual(await addTask(), { file: "tasks.json", isSaved: true });
    assert.deepEqual(JSON.parse(await readFile(settings, "utf8")), { "serverPanel.deployments": [DEPLOYMENT] });
    const task = { label: "Deploy new", ...DEFINITION, problemMatcher: [] };
    assert.deepEqual(JSON.parse(await readFile(tasks, "utf8")), { version: "2.0.0", tasks: [task] });
  });

  it("keep what is typed and not saved, and what is on the disk meanwhile", async () => {
    const before = '{ "tasks": [] }\n';
    await writeFile(tasks, before);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(tasks));
    // VS Code may still have what the file was in another test
    await textOf(editor.document, before);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "// typed\n"));
    assert.deepEqual(await addTask(), { file: "tasks.json", isSaved: false });
    const { document } = editor;
    assert.equal(document.isDirty, true);
    assert.match(document.getText(), /^\/\/ typed\n\{ "tasks": \[\n[^]*"Deploy new"[^]*\n?\] \}\n$/);
    assert.equal(await readFile(tasks, "utf8"), before);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("are shown at their mistake and stay as they are", async () => {
    const before = '{ "tasks": [],\n  "version": }\n';
    await writeFile(tasks, before);
    await assert.rejects(addTask, { message: "tasks.json is not valid JSON. Correct it first." });
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, tasks);
    assert.equal(vscode.window.activeTextEditor.selection.active.line, 1);
    assert.equal(await readFile(tasks, "utf8"), before);
  });
});
