import { posix } from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Finished } from "../../actions/actionRunner.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mayChange, type GuardLevel } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { uriOf } from "../../platform/fileUri.ts";
import { fileProblemText } from "../../texts/fileTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { FileError, type FileProblem } from "../fileError.ts";
import { directoryOf, type FilePlace, nameOf, placeIn } from "../filePlace.ts";
import { unlessFailing } from "../../wire/answers/failure.ts";
import { saveAsks } from "../riskyPaths.ts";
import { sweepBeside, sweepStages } from "../saveFile.ts";
import { type Directory, type FileEntry, type FileStat, LARGEST_EDIT, ServerFiles } from "../serverFiles.ts";
import { configuresWindow } from "../windowConfiguration.ts";
import { AutoSaves } from "./autoSaves.ts";
import { CallBudget } from "./callBudget.ts";
import {
  changeFiles,
  type ChangeOptions,
  creationOf,
  type FileChange,
  isRiskyChange,
  mayChangeFiles,
  moveOf,
  openedNow,
  puttingBackOf,
  removalInput,
  removalOf,
  savingOf,
  throwUnlessDone,
  type ChangingFiles,
} from "./changeFiles.ts";
import { fileSystemError, TooManyCalls } from "./fileSystemErrors.ts";
import { type Look, OpenedFiles } from "./openedFiles.ts";
import { ShownFiles, textAt } from "./shownFiles.ts";
import { StatBatch } from "./statBatch.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { Redacting } from "../../redaction/redactor.ts";
import { tellSaved } from "./tellSaved.ts";
import { sha1Of } from "../sha1Of.ts";

/** Calls a minute for what nobody may have asked for; a person opens no more directories than that. */
const CALLS_A_MINUTE = 120;

/** How long a listing answers for its entries: editors look at each after they have read a directory. */
const LISTED_MS = 3_000;

/** How long bytes that were read to choose an editor are kept for it. */
const READ_MS = 5_000;

/** Bytes of the last part of a file that is shown. */
const END_BYTES = 256 * 1024;

/** Where panels keep earlier states of files, which nobody changes. */
const HISTORY = "/www/backup/file_history/";

/** Content of a file, and the look just before it was read. */
type Content = Awaited<ReturnType<ServerFiles["content"]>>;

interface Listed {
  readonly at: number;
  readonly directory: Directory;
  readonly byName: ReadonlyMap<string, FileEntry>;
}

/** The files of all panels' servers for VS Code (`FileSystemProvider`). Nothing is watched: focus and refresh look again. */
export class ServerFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #services: Acting & ChangingFiles & Redacting;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #opened = new OpenedFiles();
  readonly #autoSaves = new AutoSaves();
  readonly #shown: ShownFiles;
  /** Stats that are asked for within one turn, by panel. */
  readonly #batches = new Map<string, StatBatch<FileStat>>();
  readonly #listings = new Map<string, Listed>();
  readonly #underWay = new Map<string, Promise<Directory>>();
  /** Bytes that were read a moment ago, by address. */
  readonly #read = new Map<
    string,
    { readonly at: number; readonly latest: Look | undefined; readonly content: Content }
  >();
  readonly #budgets = new Map<string, CallBudget>();
  /** Files whose saves a person has agreed to until the window is closed. */
  readonly #agreed = new Set<string>();
  #levels: ReadonlyMap<string, GuardLevel>;
  readonly #disposed = new AbortController();
  readonly #events: vscode.Disposable;
  #hasToldBudget = false;
  readonly #toldCut = new Set<string>();
  /** Panels on which nothing is left of earlier saves. */
  readonly #swept = new Set<string>();

  constructor(services: Acting & ChangingFiles & Redacting) {
    this.#services = services;
    this.#shown = new ShownFiles(services, this.#opened, (uri) =>
      this.#fire([{ type: vscode.FileChangeType.Changed, uri }]),
    );
    this.#levels = this.#levelsNow();
    this.#events = vscode.Disposable.from(
      this.#shown,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#tell(vscode.workspace.textDocuments, () => true)),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.lookAgain();
      }),
    );
  }

  /** Has editors look again at the files in sight, of one panel or of all. */
  lookAgain(panelId?: string): void {
    this.#forgetListings(panelId);
    this.#tell(
      vscode.window.visibleTextEditors.map(({ document }) => document),
      (id) => panelId === undefined || id === panelId,
    );
  }

  /** Has editors look again at the files of panels whose guard level has changed, because they may be read-only now. */
  panelsChanged(): void {
    const levelsBefore = this.#levels;
    this.#levels = this.#levelsNow();
    this.#tell(vscode.workspace.textDocuments, (id) => levelsBefore.get(id) !== this.#levels.get(id));
  }

  /** Tells editors of changes that were made outside of them. */
  pathsChanged(panelId: string, paths: readonly string[]): void {
    this.#forgetListings(panelId);
    this.#fire(paths.map((path) => ({ type: vscode.FileChangeType.Changed, uri: uriOf({ panelId, path }) })));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return this.#bounded(async () => {
      const { place, panel } = this.#placeOf(uri);
      const key = uri.toString();
      const stat = await this.#statOf(place, uri).catch((error: unknown) => {
        this.#opened.missed(key);
        throw error;
      });
      const isFixed =
        !mayChange(panel.guardLevel) ||
        !this.#services.workspace.isTrusted() ||
        place.view !== undefined ||
        place.path.startsWith(HISTORY) ||
        stat.kind === "other" ||
        (stat.kind === "file" && stat.size > LARGEST_EDIT);
      const look = this.#opened.look(key, stat);
      this.#shown.tellLater(uri);
      return {
        type: typeOf(stat),
        ctime: (stat.mtime ?? 0) * 1000,
        mtime: this.#opened.timeFor(key, look),
        size: stat.size,
        ...(isFixed && { permissions: vscode.FilePermission.Readonly }),
      };
    });
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return this.#bounded(async () => {
      const { place, panel } = this.#placeOf(uri);
      const { entries, isCut } = await this.#list(place, uri);
      if (isCut && !this.#toldCut.has(uri.toString())) {
        this.#toldCut.add(uri.toString());
        const message = l10n.t(
          "“{0}” on “{1}” has more than {2} entries. The others are not shown.",
          place.path,
          panel.name,
          numberText(entries.length),
        );
        void this.#services.dialogs.tell({ severity: "warning", message, names: [place.path, panel.name] });
      }
      return entries.map((entry) => [entry.name, typeOf(entry)]);
    });
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.#bounded(async () => {
      const { place } = this.#placeOf(uri);
      const key = uri.toString();
      const recent = this.#read.get(key);
      this.#read.delete(key);
      const isRecent = recent !== undefined && this.#services.clock.monotonic() - recent.at < READ_MS;
      const latest = isRecent ? recent.latest : this.#opened.latest(key);
      const { bytes, stat } = isRecent ? recent.content : await this.#contentOf(place, uri);
      this.#opened.read(key, sha1Of(bytes), stat, latest);
      this.#shown.wasRead(uri);
      return bytes;
    });
  }

  /** Reads a file for a person, and keeps the bytes a moment for the editor that opens it. Throws `PanelError` and `FileError`. */
  async peek(place: FilePlace, signal: AbortSignal): Promise<Uint8Array> {
    const key = uriOf(place).toString();
    const latest = this.#opened.latest(key);
    const content = await this.filesOf(place.panelId, signal, "user").content(place.path);
    this.#read.set(key, { at: this.#services.clock.monotonic(), latest, content });
    return content.bytes;
  }

  async createDirectory(uri: vscode.Uri): Promise<void> {
    await this.#bounded(async () => {
      const { place } = this.#placeOf(uri, "change");
      await this.#change(place, creationOf(place.path));
      this.#fire([{ type: vscode.FileChangeType.Created, uri }]);
    });
  }

  async writeFile(
    uri: vscode.Uri,
    bytes: Uint8Array,
    { create, overwrite }: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    await this.#bounded(async () => {
      const { place, panel } = this.#placeOf(uri, "change");
      const { path } = place;
      const key = uri.toString();
      const files = this.filesOf(place.panelId, this.#disposed.signal, "user");
      const existing = (await files.stat([path])).get(path);
      if (existing === undefined && !create) throw new FileError({ kind: "notFound", path });
      if (existing?.kind === "directory") throw new FileError({ kind: "isDirectory", path });
      const mustBeNew = create && !overwrite;
      if (existing !== undefined && mustBeNew) throw new FileError({ kind: "exists", path });
      const isText = await this.#shown.isText(uri, bytes);
      // one that was deleted meanwhile comes back with another owner and mode
      const isLost = existing === undefined && this.#opened.isKnown(key);
      if (isLost) this.#autoSaves.mustNotAsk(uri);
      if (existing === undefined) await this.#change(place, savingOf(path, bytes, "new"), { alwaysAsk: isLost });
      else await this.#save(place, panel, bytes, isText);
      this.#opened.wrote(key, sha1Of(bytes), bytes.length, isText);
      const { Changed, Created } = vscode.FileChangeType;
      this.#fire([{ type: existing === undefined ? Created : Changed, uri }]);
    }).finally(() => this.#autoSaves.ended(uri));
  }

  async delete(uri: vscode.Uri, { recursive }: { readonly recursive: boolean }): Promise<void> {
    await this.#bounded(async () => {
      const { place, panel } = this.#placeOf(uri, "change");
      const { path } = place;
      const files = this.filesOf(place.panelId, this.#disposed.signal, "user");
      if (!(await files.stat([path])).has(path)) throw new FileError({ kind: "notFound", path });
      const shown = await removalInput(this.#services, panel, path, this.#disposed.signal);
      if (!recursive && (shown.input.entries?.count ?? 0) > 0) throw new FileError({ kind: "notEmpty", path });
      await this.#change(place, removalOf(path, shown, recursive));
      this.#opened.forget(uri.toString());
      this.#fire([{ type: vscode.FileChangeType.Deleted, uri }]);
    });
  }

  async rename(from: vscode.Uri, to: vscode.Uri, { overwrite }: { readonly overwrite: boolean }): Promise<void> {
    await this.#bounded(async () => {
      const { place } = this.#placeOf(from, "change");
      const target = this.#placeOf(to, "change").place;
      if (target.panelId !== place.panelId)
        throw new CommandAborted(l10n.t("A file cannot be moved to another server."));
      const files = this.filesOf(place.panelId, this.#disposed.signal, "user");
      const foundFiles = await files.stat([place.path, target.path]);
      if (!foundFiles.has(place.path)) throw new FileError({ kind: "notFound", path: place.path });
      if (foundFiles.has(target.path) && !overwrite) throw new FileError({ kind: "exists", path: target.path });
      const replaces = foundFiles.has(target.path);
      const replaced = replaces ? await files.seen(target.path) : undefined;
      await this.#change(place, moveOf(place.path, target.path, replaced), { alwaysAsk: replaces });
      this.#opened.moved(from.toString(), to.toString());
      const { Created, Deleted } = vscode.FileChangeType;
      this.#fire([
        { type: Deleted, uri: from },
        { type: Created, uri: to },
      ]);
    });
  }

  dispose(): void {
    this.#disposed.abort();
    this.#autoSaves.dispose();
    this.#events.dispose();
    this.#changed.dispose();
  }

  /** The files of a panel's server. Throws a `FileSystemError` for a panel that is not there. */
  filesOf(panelId: string, signal: AbortSignal, calledBy: "user" | "automatic"): ServerFiles {
    const { connections, clock } = this.#services;
    return new ServerFiles(connections.of(this.#panelOf(panelId)).callFor(signal, calledBy), clock, signal);
  }

  /** Saves over a file that exists, after the question that its path and the guard level ask. */
  async #save(place: FilePlace, panel: PanelRecord, bytes: Uint8Array, isText: boolean): Promise<void> {
    const { path } = place;
    const uri = uriOf(place);
    const key = uri.toString();
    const opened = this.#opened.replaceable(key, sha1Of(bytes), isText);
    if (opened === "unread") throw this.#notSaved({ kind: "unread", path }, place);
    let bytesBefore: Uint8Array | undefined;
    const current = this.filesOf(place.panelId, this.#disposed.signal, "user");
    const replaced = opened === "any" ? await openedNow(current, path) : opened;
    const saving = savingOf(path, bytes, replaced, (given) => (bytesBefore = given));
    const change: FileChange = {
      ...saving,
      perform: async (files, context) => {
        const outcome = await saving.perform(files, context);
        await this.#sweep(place, files);
        return outcome;
      },
    };
    const asks = saveAsks(await isRiskyChange(this.#services, panel, change), panel.guardLevel);
    const isAgreed = asks === "once" && this.#agreed.has(key);
    const alwaysAsk = asks === "once" && !isAgreed;
    if (asks === "each" || alwaysAsk) this.#autoSaves.mustNotAsk(uri);
    const finished = await this.#run(place, change, { isAgreed, alwaysAsk });
    const { outcome } = finished;
    const isRefused = outcome.kind === "declined" || outcome.kind === "readOnly";
    if (asks === "once" && !isRefused) this.#agreed.add(key);
    const isChanged = outcome.kind === "prevented" && outcome.problem.kind === "changed";
    if (isChanged && opened !== "any") throw this.#notSaved(outcome.problem, place);
    throwUnlessDone(finished);
    tellSaved(
      this.#services,
      place,
      finished,
      bytesBefore && {
        undo: async () => {
          const undone = await this.#run(place, puttingBackOf(path, bytesBefore ?? bytes, bytes), { isAgreed: true });
          this.#fire([{ type: vscode.FileChangeType.Changed, uri }]);
          return undone;
        },
      },
    );
  }

  /** Removes, once a window, what earlier saves have left behind. The save is done, whatever comes of it. */
  async #sweep({ panelId, path }: FilePlace, files: ServerFiles): Promise<void> {
    await this.#sweepOnce(panelId, () => sweepStages(files));
    await this.#sweepOnce(`${panelId}:${posix.dirname(path)}`, () => sweepBeside(files, path));
  }

  async #sweepOnce(place: string, sweep: () => Promise<void>): Promise<void> {
    if (this.#swept.has(place)) return;
    this.#swept.add(place);
    await unlessFailing(sweep);
  }

  /** The error of a save, with a way on: editors do not see a change that kept the size, and offer none. */
  #notSaved(problem: FileProblem, place: FilePlace): FileError {
    // once the editor knows that it was not saved
    setImmediate(() => this.#offerOverwrite(problem, place));
    return new FileError(problem);
  }

  #offerOverwrite(problem: FileProblem, place: FilePlace): void {
    const { dialogs, editors } = this.#services;
    const [compare, overwrite] = [l10n.t("Compare"), l10n.t("Overwrite")];
    const message = fileProblemText(problem);
    // what another editor shows is not seen in a text editor
    const buttons = textAt(uriOf(place)) === undefined ? [overwrite] : [compare, overwrite];
    dialogs.notify({ severity: "warning", message, buttons, names: [place.path] }, async (button) => {
      if (button === overwrite) {
        this.#opened.mayOverwrite(uriOf(place).toString());
        await editors.save(place);
      } else
        await editors.compare({ ...place, view: "server" }, place, l10n.t("{0} (on the server and here)", place.path));
    });
  }

  async #change(place: FilePlace, change: FileChange, options: ChangeOptions = {}): Promise<void> {
    const finished = await this.#run(place, change, options);
    throwUnlessDone(finished);
    tellSaved(this.#services, place, finished, undefined);
  }

  async #run({ panelId }: FilePlace, change: FileChange, options: ChangeOptions): Promise<Finished> {
    const panel = this.#panelOf(panelId);
    this.#forgetListings(panelId);
    const [finished] = await changeFiles(this.#services, panel, [change], { ...options, isQuiet: true });
    if (finished === undefined) throw new TypeError("nothing was run");
    return finished;
  }

  async #statOf({ panelId, path, view }: FilePlace, uri: vscode.Uri): Promise<FileStat> {
    const entry = this.#listed({ panelId, path: directoryOf(path) })?.byName.get(nameOf(path));
    if (entry !== undefined && !this.#shown.isOpen(uri)) return entry;
    const batch =
      this.#batches.get(panelId) ??
      new StatBatch(async (paths) => this.filesOf(panelId, this.#disposed.signal, "automatic").stat(paths));
    this.#batches.set(panelId, batch);
    if (!batch.isGathering) this.#take(panelId, uri);
    const stat = await batch.stat(path);
    if (stat === undefined) throw new FileError({ kind: "notFound", path });
    if (view === "end") return endOf(stat);
    return stat;
  }

  async #list(place: FilePlace, uri: vscode.Uri): Promise<Directory> {
    const knownListing = this.#listed(place);
    if (knownListing !== undefined) return knownListing.directory;
    const key = keyOf(place);
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) return underWay;
    this.#take(place.panelId, uri);
    const listing = this.filesOf(place.panelId, this.#disposed.signal, "automatic").list(place.path);
    this.#underWay.set(key, listing);
    try {
      const directory = await listing;
      const byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
      this.#listings.set(key, { at: this.#services.clock.monotonic(), directory, byName });
      return directory;
    } finally {
      this.#underWay.delete(key);
    }
  }

  #listed(place: FilePlace): Listed | undefined {
    const now = this.#services.clock.monotonic();
    for (const [key, { at }] of this.#listings) if (now - at >= LISTED_MS) this.#listings.delete(key);
    return this.#listings.get(keyOf(place));
  }

  #forgetListings(panelId?: string): void {
    for (const key of this.#listings.keys())
      if (panelId === undefined || key.startsWith(`${panelId}\n`)) this.#listings.delete(key);
  }

  async #contentOf({ panelId, path, view }: FilePlace, uri: vscode.Uri): Promise<Content> {
    this.#take(panelId, uri);
    const files = this.filesOf(panelId, this.#disposed.signal, "automatic");
    if (view !== "end") return files.content(path);
    const { size = 0 } = (await files.stat([path])).get(path) ?? {};
    const { bytes, stat } = await files.content(path, { from: Math.max(0, size - END_BYTES), length: END_BYTES });
    if (size <= END_BYTES) return { bytes, stat: endOf(stat) };
    // from the beginning of a line
    return { bytes: bytes.subarray(bytes.indexOf(10) + 1), stat: endOf(stat) };
  }

  /** Counts a call that nobody may have asked for; throws where there were too many. What is open was asked for. */
  #take(panelId: string, uri: vscode.Uri): void {
    if (this.#shown.isOpen(uri)) return;
    const budget = this.#budgets.get(panelId) ?? new CallBudget(this.#services.clock, CALLS_A_MINUTE);
    this.#budgets.set(panelId, budget);
    if (budget.take()) return;
    const { name } = this.#panelOf(panelId);
    const message = l10n.t(
      "Something in this window, such as a search, reads very many files of “{0}”. No more than {1} calls a minute are made for it.",
      name,
      numberText(CALLS_A_MINUTE),
    );
    if (!this.#hasToldBudget) void this.#services.dialogs.tell({ severity: "warning", message, names: [name] });
    this.#hasToldBudget = true;
    throw new TooManyCalls(message);
  }

  #placeOf(uri: vscode.Uri, why?: "change"): { readonly place: FilePlace; readonly panel: PanelRecord } {
    const place = placeIn(uri);
    if (place === undefined || configuresWindow(place, vscode.workspace))
      throw vscode.FileSystemError.FileNotFound(uri);
    if (why === "change") mayChangeFiles(this.#services.workspace);
    if (why === "change" && place.view !== undefined) throw vscode.FileSystemError.NoPermissions(uri);
    return { place, panel: this.#panelOf(place.panelId) };
  }

  #panelOf(panelId: string): PanelRecord {
    const panel = this.#services.panels().find(({ id }) => id === panelId);
    if (panel === undefined)
      throw vscode.FileSystemError.Unavailable(l10n.t("The panel of this file is not in the list of panels."));
    return panel;
  }

  #levelsNow(): ReadonlyMap<string, GuardLevel> {
    return new Map(this.#services.panels().map(({ id, guardLevel }) => [id, guardLevel]));
  }

  /** Tells editors that files of some panels may have changed. */
  #tell(documents: readonly vscode.TextDocument[], isMeant: (panelId: string) => boolean): void {
    const ours = documents.flatMap(({ uri }) => {
      const place = placeIn(uri);
      if (place !== undefined && isMeant(place.panelId)) return [uri];
      return [];
    });
    this.#fire(ours.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  #fire(events: vscode.FileChangeEvent[]): void {
    if (events.length > 0) this.#changed.fire(events);
  }

  /** Turns what is thrown into errors with VS Code's codes; the log has defects. */
  async #bounded<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      throw fileSystemError(this.#services, error);
    }
  }
}

function typeOf({ kind, ...more }: FileStat | FileEntry): vscode.FileType {
  const { Directory: directory, File: file, SymbolicLink, Unknown: other } = vscode.FileType;
  const type = { directory, file, other }[kind];
  if ("linkTo" in more && more.linkTo !== undefined) return type | SymbolicLink;
  return type;
}

function keyOf({ panelId, path }: FilePlace): string {
  return `${panelId}\n${path}`;
}

/** Of the last part of a file. */
function endOf<Stat extends FileStat>(stat: Stat): Stat {
  return { ...stat, size: Math.min(stat.size, END_BYTES) };
}
