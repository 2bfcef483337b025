import * as l10n from "@vscode/l10n";
import type { Finished } from "../../actions/actionRunner.ts";
import { choosePanel, nodeArgument, nodeArguments, panelOf } from "../../commands/context/choose.ts";
import { askPanel, forPanel } from "../../commands/context/askPanel.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { showOutcomes } from "../../commands/context/runAndTell.ts";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { sentences } from "../../characters/sentences.ts";
import { bytesText } from "../../characters/bytesText.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { momentText } from "../../texts/timeTexts.ts";
import { isDirectory } from "../../tree/fileRows.ts";
import { panelNodeId, type FileNode } from "../../tree/treeNodes.ts";
import type { DroppedFiles } from "../../views/panelsView.ts";
import type { JavaProject } from "../../wire/operations/java.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { FileError } from "../fileError.ts";
import { BY_ROW, directoryOf, type FilePlace, nameOf, pathIn, typedPath } from "../filePlace.ts";
import { exact, nameProblem } from "../remoteNames.ts";
import { type Seen, ServerFiles } from "../serverFiles.ts";
import { chineseEncoding, isBinary } from "../textBytes.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Memento, Remembering, Timed } from "../../storage/ports.ts";
import type { ChoosingFiles, Editing, HowToOpen } from "../../ports/workbench.ts";
import type { Revealing, OnKeys } from "../../views/drawnTree.ts";
import type { EnterKey } from "../../views/enterKey.ts";
import type { FileClicks } from "../../views/fileClicks.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { Handler, OnItem } from "../../commands/context/handler.ts";
import type { Acting } from "../../commands/context/acting.ts";
import {
  changeFiles,
  type ChangeOptions,
  creationOf,
  type FileChange,
  mayChangeFiles,
  moveOf,
  removalInput,
  removalOf,
  savingOf,
  throwUnlessDone,
  uploadOf,
  type ChangingFiles,
} from "./changeFiles.ts";
import { isBelow } from "../../characters/isBelow.ts";

/** Files that VS Code shows as pictures. */
const PICTURE = /\.(?:avif|bmp|gif|ico|jpe?g|png|webp)$/i;

/** Key in the global memento for the paths that were opened last, by panel. */
const RECENT = "serverPanel.openedPaths";
const MOST_RECENT = 10;

/** Reading the files of servers. */
interface ReadingFiles extends KnownPanels, Talking, Timed {}

/** Downloading files of servers. */
interface Downloading extends ChoosingFiles, ReadingFiles {}

/** Opening files of servers. */
export interface OpeningFiles extends Downloading, Editing {
  /** Reads a file of a server for an editor that is about to open it. Rejects with `PanelError` and `FileError`. */
  readonly peekFile: (file: FilePlace, signal: AbortSignal) => Promise<Uint8Array>;
}

/** Opening a path that a person types. */
interface OpeningPaths extends Choosing, OpeningFiles, Remembering, Revealing {}

/** Telling how a row was opened: by Enter, or by a first or second click. */
export interface OpeningRows {
  readonly enterKey: Pick<EnterKey, "press" | "takePress">;
  readonly fileClicks: FileClicks;
}

/** *Open Files*: the root of a website, or the directory of a Java project's jar. */
export const openFiles: OnItem<KnownPanels & Revealing> = async (services, { id, kind, row }) => {
  const { jar } = kind === "javaProject" ? ((row as JavaProject | undefined) ?? {}) : {};
  await openUnder(services, id, kind === "site" ? (row as Site | undefined)?.root : jar && directoryOf(jar));
};

async function openUnder(
  { tree, reveal }: KnownPanels & Revealing,
  ownerId: string,
  told: string | undefined,
): Promise<void> {
  const path = told && typedPath(told);
  if (!path) throw new CommandAborted(l10n.t("The panel does not say where its files are."));
  const id = tree.openFiles(ownerId, path);
  if (id !== undefined) await reveal(id, { expand: true });
}

/** *Open Files at Path…* on a panel: a path that is typed, or one of the last. */
export const openPath: Handler<OpeningPaths> = async (services, args) => {
  const title = l10n.t("Open Files at Path");
  const panel = await choosePanel(services, args, title);
  const path = panel && (await askPath(services, panel, title));
  if (panel === undefined || path === undefined) return;
  const stat = await askPanel(services.dialogs, panel, async (signal) =>
    (await filesOn(services, panel.id, signal).stat([path])).get(path),
  );
  if (stat === undefined) throw new FileError({ kind: "notFound", path });
  await remember(services, panel, path);
  if (stat.kind === "directory") await openUnder(services, panelNodeId(panel.id), path);
  else await openPlace(services, { panelId: panel.id, path });
};

async function askPath({ dialogs, memento }: Remembering & Talking, { id, name }: PanelRecord, title: string) {
  const recent = recentPaths(memento)[id] ?? [];
  const prompt = l10n.t("An absolute path on “{0}”, of a directory or a file", name);
  const problem = (typed: string) => {
    if (typedPath(typed) !== undefined) return undefined;
    return l10n.t("The path must be absolute, without “..” or “./”.");
  };
  const choices = recent.map((path) => ({ label: path, icon: "history", value: path }));
  const otherPath = { label: l10n.t("Other Path…"), value: (typed: string) => typed };
  const picked = recent.length === 0 ? "" : await dialogs.pick(title, prompt, choices, undefined, { last: otherPath });
  if (picked === undefined || typedPath(picked) !== undefined) return picked && typedPath(picked);
  const typedText = await dialogs.input({ title, prompt, placeholder: "/www/wwwroot", value: picked, problem });
  if (typedText === undefined) return undefined;
  return typedPath(typedText);
}

function recentPaths(memento: Pick<Memento, "get">): Readonly<Record<string, readonly string[]>> {
  const stored = memento.get(RECENT);
  if (typeof stored !== "object" || stored === null) return {};
  const lists = Object.entries(stored).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return Object.fromEntries(lists.map(([id, paths]) => [id, paths.filter((path) => typeof path === "string")]));
}

/** Keeps on this computer which paths were opened last, of panels that are still there. */
async function remember(
  { memento, panels }: KnownPanels & Remembering,
  panel: PanelRecord,
  path: string,
): Promise<void> {
  if (isDemo(panel)) return;
  const pathsBefore = recentPaths(memento);
  const keptPaths = Object.fromEntries(
    Object.entries(pathsBefore).filter(([id]) => panels().some((stored) => stored.id === id)),
  );
  const otherPaths = (pathsBefore[panel.id] ?? []).filter((earlier) => earlier !== path);
  await memento.update(RECENT, { ...keptPaths, [panel.id]: [path, ...otherPaths].slice(0, MOST_RECENT) });
}

/**
 * Opens a file in an editor; what cannot be edited is said before. A click on its row leaves the keyboard in the list, as in VS Code's own
 * Explorer; Enter goes on in the editor, and so does the second click of two, which also keeps the tab.
 */
export const openFile: Handler<OpeningFiles & OpeningRows> = async (services, args) => {
  const place = fileArgument(services, args);
  if (place === undefined) return;
  const { editors, enterKey, fileClicks } = services;
  const isClicked = args[1] === BY_ROW && !enterKey.takePress();
  const id = `${place.panelId} ${place.path}`;
  if (!isClicked) return fileClicks.first(id, async () => openPlace(services, place));
  const opening = fileClicks.opensAlready(id);
  if (opening === undefined && !editors.isInFront(place))
    return fileClicks.first(id, async () => openPlace(services, place, { focus: "beside" }));
  // the first click has said what stands in the way
  if (opening !== undefined && !(await opening)) return;
  await editors.openFile(place, { focus: "stay" });
};

/** Does with the focused row what Enter does there. */
export const enterRow: Handler<OpeningRows> = async ({ enterKey }) => enterKey.press();

/** Opens a file unless it cannot be edited, which is asked about; whether it was opened at once. */
export async function openPlace(
  services: OpeningFiles,
  place: FilePlace,
  how: Omit<HowToOpen, "encoding"> = {},
): Promise<boolean> {
  const { dialogs, editors, peekFile } = services;
  const panel = panelOf(services, place.panelId);
  const download = { label: l10n.t("Download…"), value: async () => downloadTo(services, place) };
  let bytes: Uint8Array;
  try {
    bytes = await askPanel(dialogs, panel, async (signal) => peekFile(place, signal));
  } catch (error) {
    const isCaused = error instanceof Error && error.cause instanceof FileError;
    const cause = isCaused ? error.cause : error;
    if (!(cause instanceof FileError) || cause.problem.kind !== "tooLarge") throw cause;
    const { size, limit } = cause.problem;
    const detail = l10n.t("Editors open files of up to {0}.", bytesText(limit));
    const endChoice = { label: l10n.t("Show End"), value: async () => editors.openFile({ ...place, view: "end" }) };
    const message = l10n.t("“{0}” has {1}.", nameOf(place.path), bytesText(size));
    await (
      await dialogs.choose(message, detail, [endChoice, download], [place.path])
    )?.();
    return false;
  }
  if (isBinary(bytes) && !PICTURE.test(place.path)) {
    const anyway = { label: l10n.t("Open Anyway"), value: async () => editors.openFile(place, how) };
    const detail = l10n.t("It has bytes that no text has. An editor that takes it for text would damage it.");
    await (
      await dialogs.choose(
        l10n.t("“{0}” is not a text file.", nameOf(place.path)),
        detail,
        [download, anyway],
        [place.path],
      )
    )?.();
    return false;
  }
  const encoding = chineseEncoding(bytes);
  await editors.openFile(place, { ...how, ...(encoding !== undefined && { encoding }) });
  return true;
}

/** Downloads a file to where a person says, with progress that cancels it. */
export async function downloadTo(services: Downloading, { panelId, path }: FilePlace): Promise<void> {
  const { dialogs, fileDialogs } = services;
  const local = await fileDialogs.saveLocal(l10n.t("Download"), nameOf(path));
  if (local === undefined) return;
  await dialogs.progress(l10n.t("Downloading “{0}”", nameOf(path)), async (signal, report) =>
    filesOn(services, panelId, signal).download(path, local, (share) =>
      report(l10n.t("{0}%", numberText(Math.floor(share * 100)))),
    ),
  );
  dialogs.mention(l10n.t("“{0}” was downloaded.", nameOf(path)), [nameOf(path)]);
}

/** *Compare…* on a file: with one of this computer, or with an earlier state. */
export async function compareFile(services: ChoosingFiles & Editing & ReadingFiles, place: FilePlace): Promise<void> {
  const title = l10n.t("Compare “{0}”", nameOf(place.path));
  const run = await services.dialogs.pick(title, l10n.t("With what?"), [
    { label: l10n.t("Local File…"), icon: "file", value: async () => compareWithLocal(services, place) },
    { label: l10n.t("History…"), icon: "history", value: async () => compareWithHistory(services, place) },
  ]);
  await run?.();
}

async function compareWithLocal(services: ChoosingFiles & Editing & KnownPanels, place: FilePlace): Promise<void> {
  const [local] = await services.fileDialogs.openLocal(l10n.t("Compare with Local File"), "one");
  if (local === undefined) return;
  await services.editors.compare(local, place, l10n.t("{0} (here and on the server)", nameOf(place.path)));
}

/** Compares a file with an earlier state that the panel has kept. */
async function compareWithHistory(services: Editing & ReadingFiles, place: FilePlace): Promise<void> {
  const title = l10n.t("Compare with History");
  const { dialogs, editors } = services;
  const name = nameOf(place.path);
  const earlier = await askPanel(dialogs, panelOf(services, place.panelId), async (signal) =>
    filesOn(services, place.panelId, signal).history(place.path),
  );
  if (earlier.length === 0)
    throw new CommandAborted(
      sentences(
        l10n.t("The panel has kept no earlier state of “{0}”.", name),
        l10n.t("It keeps one when its own editor saves, not when VS Code does."),
      ),
    );
  const choices = earlier.map(({ at, path, size }) => {
    const label = at === undefined ? nameOf(path) : momentText(at * 1000);
    const choice = { label, icon: "history", value: { path, label } };
    if (size === undefined) return choice;
    return { ...choice, description: bytesText(size) };
  });
  const picked = await dialogs.pick(title, l10n.t("Which state of “{0}”?", name), choices);
  if (picked === undefined) return;
  const earlierPlace = { panelId: place.panelId, path: picked.path };
  await editors.compare(earlierPlace, place, l10n.t("{0} ({1} and now)", name, picked.label));
}

export const uploadFiles: Handler<Acting & ChangingFiles & ChoosingFiles> = async (services, args) => {
  const place = fileArgument(services, args);
  if (place === undefined) return;
  mayChangeFiles(services.workspace);
  await uploadTo(services, place, await services.fileDialogs.openLocal(l10n.t("Upload Files"), "several"));
};

/** Uploads files of this computer into a directory; those that exist are replaced after a question. */
async function uploadTo(
  services: Acting & ChangingFiles,
  { panelId, path }: FilePlace,
  locals: readonly string[],
): Promise<void> {
  if (locals.length === 0) return;
  const targets = locals.map((local) => ({
    local,
    to: pathIn(path, local.slice(Math.max(local.lastIndexOf("/"), local.lastIndexOf("\\")) + 1)),
  }));
  const existing = await askPanel(services.dialogs, panelOf(services, panelId), async (signal) => {
    const files = filesOn(services, panelId, signal);
    const seen = new Map<string, Seen>();
    for (const to of (await files.stat(targets.map((target) => target.to))).keys()) seen.set(to, await files.seen(to));
    return seen;
  });
  const changes = targets.map(({ local, to }, index) => {
    const isFirst = targets.findIndex((target) => target.to === to) === index;
    const seen = existing.get(to);
    return uploadOf(local, to, isFirst || seen === undefined ? seen : "ours");
  });
  await runChanges(services, panelId, changes, { alwaysAsk: existing.size > 0 });
}

/** Creates an empty file in a directory, and opens it. */
export const createFile: Handler<Acting & ChangingFiles> = async (services, args) => {
  const place = fileArgument(services, args);
  if (place === undefined) return;
  mayChangeFiles(services.workspace);
  const name = await askName(services, l10n.t("New File"), place.path);
  if (name === undefined) return;
  const path = pathIn(place.path, name);
  await runChanges(services, place.panelId, [savingOf(path, new Uint8Array(), "new")], { isQuiet: true });
  await services.editors.openFile({ panelId: place.panelId, path });
};

export const createFolder: Handler<Acting & ChangingFiles> = async (services, args) => {
  const place = fileArgument(services, args);
  if (place === undefined) return;
  mayChangeFiles(services.workspace);
  const name = await askName(services, l10n.t("New Folder"), place.path);
  if (name !== undefined)
    await runChanges(services, place.panelId, [creationOf(pathIn(place.path, name))], { isQuiet: true });
};

/** Renames a file or directory; the key renames the one that has the focus in the tree. */
export const renameFile: Handler<Acting & ChangingFiles & OnKeys> = async (services, args) => {
  const node = nodeArgument(services, args.length > 0 ? args : await services.keyTargets());
  if (node?.type !== "file" || node.isRoot === true) return;
  mayChangeFiles(services.workspace);
  exact("transfer", node.path);
  const directory = directoryOf(node.path);
  const name = await askName(services, l10n.t("Rename"), directory, nameOf(node.path));
  if (name !== undefined && name !== nameOf(node.path))
    await move(services, node.panelId, [{ from: node.path, to: pathIn(directory, name) }], { isQuiet: true });
};

/** Moves files and directories, with the editors that have them open. Ends the command if there are unsaved changes of one. */
async function move(
  services: Acting & ChangingFiles,
  panelId: string,
  moves: readonly { readonly from: string; readonly to: string }[],
  options: ChangeOptions,
): Promise<void> {
  const { editors } = services;
  const unsaved = moves.find(({ from }) => editors.hasUnsaved({ panelId, path: from }));
  if (unsaved !== undefined)
    throw new CommandAborted(
      l10n.t("Nothing was done. “{0}” has unsaved changes in an editor: save it first.", nameOf(unsaved.from)),
    );
  const changes = moves.map(({ from, to }) => moveOf(from, to));
  const finished = await runChanges(services, panelId, changes, options);
  for (const [index, { from, to }] of moves.entries())
    if (finished[index]?.outcome.kind === "done") await editors.follow({ panelId, path: from }, { panelId, path: to });
}

/** Deletes the clicked or selected files and directories of one panel. */
export const removeFiles: Handler<Acting & ChangingFiles> = async (services, args) => {
  const nodes = nodeArguments(services, args).filter((node) => node.type === "file");
  const [first] = nodes;
  if (first === undefined) return;
  if (nodes.some(({ panelId, isRoot }) => panelId !== first.panelId || isRoot === true))
    throw new CommandAborted(l10n.t("Nothing was done. Files of one panel can be deleted together."));
  mayChangeFiles(services.workspace);
  // what is deleted with its directory needs no deletion of its own
  const paths = nodes
    .map(({ path }) => path)
    .filter((path, _, allPaths) => !allPaths.some((other) => isBelow(path, other)));
  const panel = panelOf(services, first.panelId);
  const changes = await askPanel(services.dialogs, panel, async (signal) => {
    const foundChanges: FileChange[] = [];
    for (const path of paths)
      foundChanges.push(removalOf(path, await removalInput(services, panel, path, signal), true));
    return foundChanges;
  });
  await runChanges(services, first.panelId, changes);
};

/** Moves files of the tree, or uploads files of this computer, into the directory of a row. */
export async function dropFiles(
  services: Acting & ChangingFiles,
  dropped: DroppedFiles,
  targetId: string | undefined,
): Promise<void> {
  if (targetId === undefined) return;
  const target = services.tree.node(targetId);
  if (target?.type !== "file") return;
  mayChangeFiles(services.workspace);
  const { panelId } = target;
  const path = isDirectory(target) ? target.path : directoryOf(target.path);
  await uploadTo(services, { panelId, path }, dropped.locals);
  const moved = dropped.ids
    .map((id) => services.tree.node(id))
    .filter(
      (node): node is FileNode => node?.type === "file" && node.isRoot !== true && directoryOf(node.path) !== path,
    );
  if (moved.length === 0) return;
  if (moved.some((node) => node.panelId !== panelId))
    throw new CommandAborted(l10n.t("A file cannot be moved to another server."));
  const moves = moved.map((node) => ({ from: node.path, to: pathIn(path, nameOf(node.path)) }));
  // a slip of the mouse moves files, too
  await move(services, panelId, moves, { alwaysAsk: true });
}

/** The file or directory of the tree that a command was called on. */
export function fileArgument(services: KnownPanels, args: readonly unknown[]): FilePlace | undefined {
  const node = nodeArgument(services, args);
  if (node?.type === "file") return { panelId: node.panelId, path: node.path };
  return undefined;
}

async function askName(
  { dialogs }: Talking,
  title: string,
  directory: string,
  value = "",
): Promise<string | undefined> {
  return dialogs.input({
    title,
    prompt: l10n.t("Name in {0}", directory),
    value,
    problem: (name) => {
      const isName = name !== "" && !name.includes("/");
      if (isName && nameProblem(name) === undefined) return undefined;
      return l10n.t("Panels do not handle this name.");
    },
  });
}

/** Runs changes and shows how they ended. Ends the command if one that stands alone was not done. */
export async function runChanges(
  services: Acting & ChangingFiles,
  panelId: string,
  changes: readonly FileChange[],
  options: ChangeOptions = {},
): Promise<readonly Finished[]> {
  const panel = panelOf(services, panelId);
  const finished = await forPanel(panel, async () => changeFiles(services, panel, changes, options));
  const [only, ...others] = finished;
  const isAlone = only !== undefined && others.length === 0;
  if (isAlone && only.outcome.kind === "prevented") throwUnlessDone(only);
  await showOutcomes(services, finished, true);
  return finished;
}

/** The files of a panel's server. Ends the command if the panel was removed. */
export function filesOn(services: KnownPanels & Timed, panelId: string, signal: AbortSignal): ServerFiles {
  return new ServerFiles(services.connections.of(panelOf(services, panelId)).callFor(signal), services.clock, signal);
}
