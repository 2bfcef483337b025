import type { FilePlace } from "../../src/serverFiles/filePlace.ts";
import type { ChosenFile, ComparedFile, FirstStep, FoundText, Workbench } from "../../src/ports/workbench.ts";

/** A terminal as a person sees it. */
export interface FakeTerminal {
  readonly name: string;
  /** Shell and its arguments, where they are not the person's own. */
  readonly command?: readonly string[];
  readonly typed: string[];
  isShown: boolean;
  /** Whether its shell runs ssh just now, though it is not its program. */
  runsSsh?: boolean;
  isClosed?: boolean;
}

/** A workbench that keeps what was done to it. */
export class FakeWorkbench implements Workbench {
  readonly copied: string[] = [];
  readonly opened: string[] = [];
  readonly untitled: (readonly [text: string, language: string])[] = [];
  readonly shells: FakeTerminal[] = [];
  /** Programs that terminals do not find. */
  missing: readonly string[] = [];
  readonly clipboard = {
    write: async (text: string) => {
      this.copied.push(text);
    },
  };
  readonly browser = {
    open: async (address: string) => {
      this.opened.push(address);
    },
  };
  readonly editors = {
    openUntitled: async (text: string, language: string) => {
      this.untitled.push([text, language]);
    },
    openFile: async (
      { path }: FilePlace,
      {
        line,
        found,
        focus,
      }: { readonly line?: number; readonly found?: FoundText; readonly focus?: "beside" | "stay" } = {},
    ) => {
      const selected = found === undefined ? [] : [`“${found.text.slice(found.start, found.end)}”`];
      this.opened.push([line === undefined ? path : `${path}:${line}`, focus ?? [], selected].flat().join(" "));
    },
    isInFront: ({ path }: FilePlace) => this.opened.at(-1)?.split(" ")[0] === path,
    compare: async (left: ComparedFile, right: ComparedFile, title: string) =>
      void this.compared.push([pathOf(left), pathOf(right), title]),
    selectedText: () => this.selected,
    compareUntilClosed: async (left: ComparedFile, right: ComparedFile, title: string) =>
      void this.compared.push([pathOf(left), pathOf(right), title]),
    readUntilClosed: async (_name: string, text: string) => void this.read.push(text),
    openLocal: async (path: string, line?: number) =>
      void this.openedHere.push(line === undefined ? path : `${path}:${line}`),
    showScript: async () => void (this.scriptsShown += 1),
    hasUnsaved: ({ path }: FilePlace) => this.unsaved.includes(path),
    follow: async (from: FilePlace, to: FilePlace) => void this.followed.push([from.path, to.path]),
    save: async () => true,
  };
  /** What is selected in the editor in front. */
  selected: string | undefined;
  /** What was compared: both paths, and the title. */
  readonly compared: (readonly [left: string, right: string, title: string])[] = [];
  /** Texts that were shown until they were closed. */
  readonly read: string[] = [];
  /** Files of this computer that were opened, with the line if one was given. */
  readonly openedHere: string[] = [];
  scriptsShown = 0;
  /** Paths of which an editor has unsaved changes. */
  unsaved: readonly string[] = [];
  /** Where editors have followed a file. */
  readonly followed: (readonly [from: string, to: string])[] = [];
  /** What is chosen of this computer, and where a dialog whose title has this word gets something else. */
  local: readonly string[] = [];
  readonly localFor = new Map<string, string>();
  /** What the dialogs for files answer: the name to save to, the file that is opened; `undefined`: dismissed. */
  saveAs: string | undefined;
  toOpen: ChosenFile | undefined;
  readonly saved = new Map<string, string>();
  readonly fileDialogs: Workbench["fileDialogs"] = {
    save: async (_title, _suggested, text) => {
      if (this.saveAs !== undefined) this.saved.set(this.saveAs, text);
      return this.saveAs;
    },
    open: async () => this.toOpen,
    openLocal: async (title) => {
      const [found] = [...this.localFor].filter(([word]) => title.includes(word));
      return found === undefined ? this.local : [found[1]];
    },
    saveLocal: async () => this.local[0],
  };
  /** The steps at which the walkthrough was opened. */
  readonly guided: (FirstStep | undefined)[] = [];
  readonly guide: Workbench["guide"] = { open: async (step) => void this.guided.push(step) };
  /** The folders of the workspace, and the tasks that were added: their folder, definition and label. */
  folders: readonly string[] = [];
  readonly tasks: (readonly [folder: string, definition: object, label: string])[] = [];
  /** Whether the tasks.json is in an editor with unsaved changes. */
  isUnsaved = false;
  readonly taskFiles: Workbench["taskFiles"] = {
    folders: () => this.folders.map((name) => ({ name, uri: `file:///${name}`, path: `/${name}` })),
    add: async ({ name }, definition, label) => {
      this.tasks.push([name, definition, label]);
      return { file: "tasks.json", isSaved: !this.isUnsaved };
    },
  };
  /** Texts with which the reporter of issues was opened. */
  readonly reported: string[] = [];
  hasReporter = true;
  place: ReturnType<Workbench["support"]["place"]> = "only";
  readonly support: Workbench["support"] = {
    environment: () => ({
      extension: "0.1.0",
      editor: "1.105.0",
      host: "desktop",
      platform: "linux x64",
      node: "v22.1.0",
      language: "en",
      remote: undefined,
      runsIn: "ui",
      setting: () => undefined,
      variable: () => undefined,
    }),
    place: () => this.place,
    report: async (text) => {
      this.reported.push(text);
      return this.hasReporter;
    },
  };
  readonly terminals: Workbench["terminals"] = {
    list: () => this.shells.filter(({ isClosed }) => isClosed !== true).map(terminalOf),
    ownShell: () => "/bin/bash",
    canRun: async (program) => !this.missing.includes(program),
    create: (options) => {
      const command = options && { command: [options.shellPath, ...options.shellArgs] };
      const shell: FakeTerminal = { name: options?.name ?? "bash", typed: [], isShown: false, ...command };
      this.shells.push(shell);
      return terminalOf(shell);
    },
  };
}

function terminalOf(shell: FakeTerminal): ReturnType<Workbench["terminals"]["create"]> {
  return {
    name: shell.name,
    get isSsh() {
      return shell.command?.[0] === "ssh" || shell.runsSsh === true;
    },
    get isClosed() {
      return shell.isClosed === true;
    },
    show: () => {
      shell.isShown = true;
    },
    type: (text) => shell.typed.push(text),
  };
}

function pathOf(file: ComparedFile): string {
  return typeof file === "string" ? file : file.path;
}
