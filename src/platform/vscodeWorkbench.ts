import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type {
  ChosenFile,
  ComparedFile,
  FileDialogs,
  FoundText,
  TaskFiles,
  Terminal,
  Workbench,
} from "../ports/workbench.ts";
import { FIRST_STEPS, SCRIPT_SCHEME } from "../manifest/manifest.ts";
import { type FilePlace, placeIn } from "../serverFiles/filePlace.ts";
import { chineseEncoding } from "../serverFiles/textBytes.ts";
import { uriOf } from "./fileUri.ts";
import { findProgram, isSshTerminal } from "./terminalPrograms.ts";
import { createSupport } from "./vscodeSupport.ts";
import { isIn } from "../characters/isBelow.ts";

/** Texts that are only to be read. */
const READ_SCHEME = "serverpanel-read";

/** The name in the tab of the script. */
const SCRIPT_PATH = "/exchange.sh";

/** VS Code's own clipboard, browser, editors, terminals and files, and this extension's walkthrough. */
export function createWorkbench(extension: vscode.Extension<unknown>): Workbench {
  const { id, extensionKind } = extension;
  return {
    support: createSupport(extension),
    fileDialogs,
    taskFiles,
    clipboard: { write: async (text) => vscode.env.clipboard.writeText(text) },
    browser: {
      async open(address) {
        await vscode.env.openExternal(vscode.Uri.parse(address, true));
      },
    },
    editors: {
      async openUntitled(content, language) {
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language }));
      },
      async openFile(file, { encoding, line, found, focus } = {}) {
        const uri = uriOf(file);
        if (encoding !== undefined) await vscode.workspace.openTextDocument(uri, { encoding });
        else if (file.view !== undefined || line !== undefined) await openInItsEncoding(uri);
        const selection = line === undefined ? {} : { selection: await rangeOf(uri, line, found) };
        const beside = focus === "beside" ? { preserveFocus: true } : {};
        const staying = focus === "stay" ? { preview: false } : {};
        await vscode.commands.executeCommand("vscode.open", uri, { ...selection, ...beside, ...staying });
      },
      isInFront(file) {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return (
          (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) &&
          input.uri.toString() === uriOf(file).toString()
        );
      },
      selectedText() {
        const { document, selection } = vscode.window.activeTextEditor ?? {};
        if (document === undefined || selection?.isSingleLine !== true || selection.isEmpty) return undefined;
        return document.getText(selection);
      },
      compare,
      async compareUntilClosed(left, right, title) {
        const closed = whenClosed(({ label }) => label === title);
        await compare(left, right, title);
        await closed;
      },
      async readUntilClosed(name, text) {
        const { uri, registration } = readOnlyText(name, text);
        try {
          const closed = whenClosed(
            ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
          );
          await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
          await closed;
        } finally {
          registration.dispose();
        }
      },
      async openLocal(path, line) {
        const file = vscode.Uri.file(path);
        const isThere = await stat(path).then(
          () => true,
          () => false,
        );
        const selection = line === undefined ? {} : { selection: new vscode.Range(line, 0, line, 0) };
        const uri = isThere ? file : file.with({ scheme: "untitled" });
        await vscode.commands.executeCommand("vscode.open", uri, { preview: false, ...selection });
      },
      async showScript() {
        const opened = await vscode.workspace.openTextDocument(
          vscode.Uri.from({ scheme: SCRIPT_SCHEME, path: SCRIPT_PATH }),
        );
        await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(opened, "shellscript"));
      },
      hasUnsaved: (place) =>
        vscode.workspace.textDocuments.some(
          (document) => document.isDirty && pathBelow(place, document.uri) !== undefined,
        ),
      async follow(from, to) {
        for (const tab of tabsBelow(from)) {
          const uri = uriOf({ ...to, path: to.path + tab.below });
          await openInItsEncoding(uri);
          const options = { viewColumn: tab.group.viewColumn, preserveFocus: true, background: !tab.isActive };
          await vscode.commands.executeCommand("vscode.open", uri, { ...options, preview: tab.isPreview });
        }
        // a preview has made way by itself
        await vscode.window.tabGroups.close(
          tabsBelow(from).map(({ tab }) => tab),
          true,
        );
      },
      async save(file) {
        const uri = uriOf(file);
        const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
        if (document !== undefined) return document.save();
        try {
          return (await vscode.workspace.save(uri)) !== undefined;
        } catch (error) {
          // a custom editor that is saved again meanwhile ends the save before
          if (error instanceof Error && error.name === "Canceled") return false;
          throw error;
        }
      },
    },
    terminals: {
      list: () => vscode.window.terminals.map((terminal) => terminalOf(terminal)).filter(({ isClosed }) => !isClosed),
      ownShell: () => vscode.env.shell,
      async canRun(program) {
        // terminals of a remote window are there, and we may be here
        const isBeside = vscode.env.remoteName === undefined || extensionKind === vscode.ExtensionKind.Workspace;
        return !isBeside || (await findProgram(program)) !== undefined;
      },
      create: (options) =>
        terminalOf(
          options === undefined
            ? vscode.window.createTerminal()
            : vscode.window.createTerminal({ ...options, shellArgs: [...options.shellArgs] }),
        ),
    },
    guide: {
      async open(step) {
        const category = `${id}#${FIRST_STEPS}`;
        const what = step === undefined ? category : { category, step };
        await vscode.commands.executeCommand("workbench.action.openWalkthrough", what);
      },
    },
  };
}

/** Where a text stands in a line of a file; the line's beginning if it does not stand there. */
async function rangeOf(uri: vscode.Uri, line: number, found: FoundText | undefined): Promise<vscode.Range> {
  const first = new vscode.Range(line - 1, 0, line - 1, 0);
  if (found === undefined) return first;
  const document = await vscode.workspace.openTextDocument(uri);
  const at = line > document.lineCount ? -1 : document.lineAt(line - 1).text.indexOf(found.text);
  if (at < 0) return first;
  return new vscode.Range(line - 1, at + found.start, line - 1, at + found.end);
}

async function compare(left: ComparedFile, right: ComparedFile, title: string): Promise<void> {
  const uris = [comparedUri(left), comparedUri(right)];
  for (const uri of uris) await openInItsEncoding(uri);
  await vscode.commands.executeCommand("vscode.diff", ...uris, title);
}

/** A text that is only to be read, at an address of its own: VS Code may still have an earlier text of the same address. */
function readOnlyText(name: string, text: string) {
  const uri = vscode.Uri.from({ scheme: READ_SCHEME, path: `/${name}`, query: randomUUID() });
  const provider = {
    provideTextDocumentContent: (asked: vscode.Uri) => (asked.toString() === uri.toString() ? text : undefined),
  };
  return { uri, registration: vscode.workspace.registerTextDocumentContentProvider(READ_SCHEME, provider) };
}

/** Resolves when such a tab was there and is gone. */
async function whenClosed(isIt: (tab: vscode.Tab) => boolean): Promise<void> {
  const isThere = () => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isIt));
  return new Promise((resolve) => {
    let wasThere = isThere();
    const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
      const isThereNow = isThere();
      if (wasThere && !isThereNow) {
        listener.dispose();
        resolve();
      }
      wasThere = isThereNow;
    });
  });
}

function terminalOf(terminal: vscode.Terminal): Terminal {
  return {
    get name() {
      return terminal.name;
    },
    get isSsh() {
      return isSshTerminal(terminal);
    },
    get isClosed() {
      return terminal.exitStatus !== undefined;
    },
    show: () => terminal.show(),
    type: (text) => terminal.sendText(text, false),
  };
}

/** VS Code's own dialogs for files, through its file systems: where the window is remote, so are the files. */
const fileDialogs: FileDialogs = {
  async save(title, suggestedName, text) {
    const defaultUri = vscode.Uri.joinPath(startFolder(), suggestedName);
    const uri = await vscode.window.showSaveDialog({ title, defaultUri, filters: { JSON: ["json"] } });
    if (uri === undefined) return undefined;
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return nameOf(uri);
  },
  async open(title) {
    const [uri] =
      (await vscode.window.showOpenDialog({ title, defaultUri: startFolder(), filters: { JSON: ["json"] } })) ?? [];
    if (uri === undefined) return undefined;
    return chosen(uri);
  },
  async openLocal(title, what) {
    const kind = { canSelectFolders: what === "folder", canSelectFiles: what !== "folder" };
    const options = { title, defaultUri: startFolder(), canSelectMany: what === "several", ...kind };
    return ((await vscode.window.showOpenDialog(options)) ?? []).map(({ fsPath }) => fsPath);
  },
  async saveLocal(title, suggestedName) {
    // in the workspace is perhaps the source of what the server has
    const defaultUri = vscode.Uri.file(join(await downloadsFolder(), suggestedName));
    return (await vscode.window.showSaveDialog({ title, defaultUri }))?.fsPath;
  },
};

const taskFiles: TaskFiles = {
  folders: () =>
    (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
      name,
      uri: uri.toString(),
      ...(uri.scheme === "file" && { path: uri.fsPath }),
    })),
  async add(folder, definition, label) {
    const { addEntry, placeInFolder } = await import("./workspaceLists.ts");
    const uri = vscode.Uri.parse(folder.uri);
    const place = placeInFolder(uri, "tasks.json", { path: ["tasks"], beside: { version: "2.0.0" } });
    const isSame = (task: unknown) => isDeepStrictEqual({ ...Object(task), ...definition }, task);
    const added = await addEntry(uri, place, { entry: { label, ...definition, problemMatcher: [] }, isSame });
    await vscode.window.showTextDocument(place.file);
    return added;
  },
};

/**
 * Opens a text in its encoding, unseen: editors that show it afterwards take over how it was read. One that is open already
 * keeps the encoding that it has, and lends it to other views of its file.
 */
async function openInItsEncoding(uri: vscode.Uri): Promise<void> {
  const { textDocuments } = vscode.workspace;
  if (textDocuments.some((each) => each.uri.toString() === uri.toString())) return;
  const file = uri.with({ query: "" }).toString();
  const opened = textDocuments.find((each) => each.uri.toString() === file);
  try {
    const encoding = opened?.encoding ?? chineseEncoding(await vscode.workspace.fs.readFile(uri));
    if (encoding !== undefined) await vscode.workspace.openTextDocument(uri, { encoding });
  } catch {
    // the editor says what is wrong
  }
}

function chosen(uri: vscode.Uri): ChosenFile {
  return {
    name: nameOf(uri),
    async read(mostBytes) {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > mostBytes) return { kind: "tooLarge" };
      return { kind: "text", text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
    },
    async remove(how) {
      await vscode.workspace.fs.delete(uri, { useTrash: how === "trash" });
    },
  };
}

/** Where the dialog starts; it needs a whole address even where no folder is open. */
function startFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

/** Where browsers put downloads; the home of the person where there is no such folder. */
async function downloadsFolder(): Promise<string> {
  const downloads = join(homedir(), "Downloads");
  const isThere = await stat(downloads).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isThere) return downloads;
  return homedir();
}

/** The tabs of the text of a file, or of what is below a directory. */
function tabsBelow(place: FilePlace) {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => {
      const { input, group, isActive, isPreview } = tab;
      const below = input instanceof vscode.TabInputText ? pathBelow(place, input.uri) : undefined;
      if (below === undefined) return [];
      return [{ tab, below, group, isActive, isPreview }];
    });
}

/** What follows a path in that of an address, with the slash; `undefined`: it is neither at the path nor below it. */
function pathBelow({ panelId, path }: FilePlace, uri: vscode.Uri): string | undefined {
  const place = placeIn(uri);
  if (place?.panelId !== panelId || !isIn(place.path, path)) return undefined;
  return place.path.slice(path.length);
}

function comparedUri(file: ComparedFile): vscode.Uri {
  if (typeof file === "string") return vscode.Uri.file(file);
  return uriOf(file);
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
