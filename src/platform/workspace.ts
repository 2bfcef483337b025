import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { DEPLOYMENTS } from "../manifest/manifest.ts";
import type { AddedTo, Workspace, WorkspaceFolder } from "../ports/workspace.ts";
import { isObject } from "../wire/answers/isObject.ts";
import { fieldDescription } from "./describedFields.ts";
import { settingValue } from "./readSetting.ts";
import { taskCalled } from "./taskCalled.ts";
import type { ListPlace } from "./workspaceLists.ts";

/** Changes lists in VS Code's files. It and its parser are loaded when a person first has one changed. */
const workspaceLists = async () => import("./workspaceLists.ts");

/** VS Code's own folders, settings and tasks. */
export function createWorkspace({ packageJSON }: Pick<vscode.Extension<unknown>, "packageJSON">): Workspace {
  return {
    describeField: (field) => fieldDescription(packageJSON, field),
    isTrusted: () => vscode.workspace.isTrusted,
    folders: () =>
      (vscode.workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme === "file")
        .map(({ name, uri }) => ({ name, path: uri.fsPath })),
    deployments: ({ path }) => vscode.workspace.getConfiguration(undefined, vscode.Uri.file(path)).get(DEPLOYMENTS),
    async addDeployment(folder, entry) {
      const isSame = (each: unknown) => isDeepStrictEqual(each, entry);
      const { addEntry } = await workspaceLists();
      return addEntry(vscode.Uri.file(folder.path), await settingPlace(folder), { entry, isSame });
    },
    async exclude(folder, deployment, patterns) {
      const { addToEntry } = await workspaceLists();
      const place = await settingPlace(folder);
      const isMeant = (entry: unknown) => isObject(entry) && entry["name"] === deployment;
      let added: AddedTo | undefined;
      for (const pattern of patterns)
        added = await addToEntry(vscode.Uri.file(folder.path), place, { isMeant, key: "exclude", value: pattern });
      return added ?? { file: place.name, isSaved: true };
    },
    async existing({ path }, directories) {
      const found = await Promise.all(
        directories.map(async (name) => {
          const entry = await stat(join(path, name)).catch(() => undefined);
          if (entry?.isDirectory() === true) return [name];
          return [];
        }),
      );
      return found.flat();
    },
    async files({ path }, glob) {
      const found = await vscode.workspace.findFiles(new vscode.RelativePattern(path, glob), null);
      const timed = await Promise.all(
        found.map(async ({ fsPath }) => ({ fsPath, at: (await stat(fsPath).catch(() => undefined))?.mtimeMs ?? 0 })),
      );
      return timed.toSorted((a, b) => b.at - a.at).map(({ fsPath }) => fsPath);
    },
    async askDirectory({ path }, title) {
      const [chosen] =
        (await vscode.window.showOpenDialog({
          title,
          defaultUri: vscode.Uri.file(path),
          canSelectFiles: false,
          canSelectFolders: true,
        })) ?? [];
      return chosen?.fsPath;
    },
    async runTask(folder, name, signal) {
      const all = await vscode.tasks.fetchTasks();
      const task = taskCalled(
        all.filter((each) => isIn(each, folder)),
        name,
      );
      if (task === undefined) return "missing";
      const ended = Promise.withResolvers<number | "unknown">();
      const before = vscode.window.activeTerminal;
      const execution = await vscode.tasks.executeTask(task);
      const listeners = vscode.Disposable.from(
        vscode.tasks.onDidEndTaskProcess((event) => {
          if (event.execution === execution) ended.resolve(event.exitCode ?? "unknown");
        }),
        vscode.tasks.onDidEndTask((event) => {
          // its process may still tell how it ended
          if (event.execution === execution) setTimeout(() => ended.resolve("unknown"), 1_000);
        }),
      );
      const stop = () => execution.terminate();
      signal.addEventListener("abort", stop);
      try {
        const code = await ended.promise;
        // after success, back to the terminal that began this; after a failure, the task's own says why
        if (code === 0) before?.show(true);
        return code;
      } finally {
        signal.removeEventListener("abort", stop);
        listeners.dispose();
      }
    },
    usuallyExcluded: () =>
      ["files.exclude", "search.exclude"].flatMap((id) => {
        const globs = settingValue(id);
        // others are off, or hold only beside a file of another name
        return isObject(globs) ? Object.keys(globs).filter((glob) => globs[glob] === true) : [];
      }),
    fileInFront() {
      const uri = vscode.window.activeTextEditor?.document.uri;
      return uri?.scheme === "file" ? uri.fsPath : undefined;
    },
    async saveFile(path) {
      const unsaved = vscode.workspace.textDocuments.find(
        ({ isDirty, uri }) => isDirty && uri.scheme === "file" && uri.fsPath === path,
      );
      return unsaved === undefined || unsaved.save();
    },
    async openSettings(folder) {
      const { file } = await settingPlace(folder);
      await vscode.window.showTextDocument(file);
    },
  };
}

/** Where the deployments of a folder are: a list in its own settings would hide the workspace's. */
async function settingPlace({ path }: WorkspaceFolder): Promise<ListPlace> {
  const { placeInFolder, placeInWorkspace, placeOfList } = await workspaceLists();
  const own = placeInFolder(vscode.Uri.file(path), "settings.json", { path: [DEPLOYMENTS] });
  return placeOfList(own, placeInWorkspace({ path: ["settings", DEPLOYMENTS] }));
}

function isIn({ scope }: vscode.Task, { path }: WorkspaceFolder): boolean {
  return typeof scope !== "object" || scope.uri.fsPath === path;
}
