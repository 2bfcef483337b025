import type { FilePlace } from "../serverFiles/filePlace.ts";
import type { Environment, RunsOn } from "./environment.ts";
import type { AddedTo } from "./workspace.ts";

/** Parts of the workbench that commands use, besides dialogs; `src/platform` implements it, tests fake it. */
export interface Workbench extends Browsing, ChoosingFiles, Copying, Editing, Guiding, UsingTerminals {
  readonly taskFiles: TaskFiles;
  readonly support: Support;
}

/** What help with the extension needs. */
export interface Support {
  environment(): Environment;
  place(): RunsOn;
  /**
   * Opens VS Code's reporter for issues of this extension with a text that the person sees, changes and sends; `false`: there
   * is none for it.
   */
  report(text: string): Promise<boolean>;
}

/** The tasks.json of each folder of the workspace. */
export interface TaskFiles {
  folders(): readonly TaskFolder[];
  /**
   * Adds a task, unless there is one of this definition, and shows the file. Rejects with a sentence if that is impossible.
   */
  add(folder: TaskFolder, definition: object, label: string): Promise<AddedTo>;
}

export interface TaskFolder {
  readonly name: string;
  readonly uri: string;
  /** Absolute; absent if it is not on this computer. */
  readonly path?: string;
}

/** The steps of the walkthrough, by their ids in package.json. */
export const firstSteps = ["api", "address", "panel", "restart", "log", "deploy"] as const;

export type FirstStep = (typeof firstSteps)[number];

/** Leading the person through the first steps. */
export interface Guiding {
  readonly guide: Guide;
}

export interface Guide {
  /** Shows the walkthrough beside open editors, at this step or where the person left off. */
  open(step: FirstStep | undefined): Promise<void>;
}

/** Putting a text where the person can paste it. */
export interface Copying {
  readonly clipboard: Clipboard;
}

export interface Clipboard {
  write(text: string): Promise<void>;
}

/** Opening web pages. */
export interface Browsing {
  readonly browser: Browser;
}

export interface Browser {
  /** Opens an http or https address outside the workbench. */
  open(address: string): Promise<void>;
}

/** Showing texts and files in editors. */
export interface Editing {
  readonly editors: Editors;
}

export interface Editors {
  /** Shows a text in a new, untitled editor. */
  openUntitled(text: string, language: string): Promise<void>;
  /**
   * Shows a file of a server in whatever editor is for it. A view of it, or a line, is read in the encoding of its bytes; who has
   * read the whole file says in which. Rejects if it cannot be opened.
   */
  openFile(file: FilePlace, how?: HowToOpen): Promise<void>;
  /** Whether the editor in front shows this file. */
  isInFront(file: FilePlace): boolean;
  /** The text that is selected in the editor in front, if it is of one line. */
  selectedText(): string | undefined;
  /** Shows two files side by side, each read in the encoding of its bytes or of the editor that has it open. */
  compare(left: ComparedFile, right: ComparedFile, title: string): Promise<void>;
  /** `compare`, until the person closes the comparison. */
  compareUntilClosed(left: ComparedFile, right: ComparedFile, title: string): Promise<void>;
  /** Shows a text that nobody can change, until the person closes it. @param name that of its tab, without slashes */
  readUntilClosed(name: string, text: string): Promise<void>;
  /** Shows a file of this computer, at a line from 0 if that is given; a new one, which is not saved, if there is none. */
  openLocal(path: string, line?: number): Promise<void>;
  /** Shows the script that servers run for deployments, read-only. */
  showScript(): Promise<void>;
  /** Whether an editor has unsaved changes of a file, or of one below a directory. */
  hasUnsaved(place: FilePlace): boolean;
  /** Has the editors of a file, or of what is below a directory, show it where it was moved. */
  follow(from: FilePlace, to: FilePlace): Promise<void>;
  /** Saves the open text of a file; `false` if there is none, or it was not saved. */
  save(file: FilePlace): Promise<boolean>;
}

/** How a file of a server is opened. */
export interface HowToOpen {
  readonly encoding?: string;
  readonly line?: number;
  /** Selected in the line, as long as that still has the text around it. */
  readonly found?: FoundText;
  /** `beside`: the keyboard stays where it is, and the next file takes the editor's place; `stay`: the tab remains. */
  readonly focus?: "beside" | "stay";
}

/** A part of a text that was seen in a line; `end` is the place after it. */
export interface FoundText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A file of a server, or one of this computer by its path. */
export type ComparedFile = FilePlace | string;

/** Opening terminals and typing into them. */
export interface UsingTerminals {
  readonly terminals: Terminals;
}

export interface Terminals {
  /** Terminals with a running process. */
  list(): readonly Terminal[];
  /** The program of the person's own shell. */
  ownShell(): string;
  /** Creates a terminal that is not shown yet; by default the person's own shell. */
  create(options?: TerminalOptions): Terminal;
  /** Whether terminals find this program; true if unknown. */
  canRun(program: string): Promise<boolean>;
}

/** Its properties are those of the moment. */
export interface Terminal {
  readonly name: string;
  /** Whether input goes to a server, by program or name. */
  readonly isSsh: boolean;
  readonly isClosed: boolean;
  show(): void;
  /** Types a text without running it. */
  type(text: string): void;
}

export interface TerminalOptions {
  readonly name: string;
  readonly shellPath: string;
  readonly shellArgs: readonly string[];
}

/** Asking for files and places of this computer. */
export interface ChoosingFiles {
  readonly fileDialogs: FileDialogs;
}

/** Files that a person chooses, on any file system of the workbench. */
export interface FileDialogs {
  /**
   * Asks for a place, writes the file, and resolves to its name; `undefined`: dismissed. Rejects if it cannot be
   * written.
   */
  save(title: string, suggestedName: string, text: string): Promise<string | undefined>;
  /** Asks for a file; `undefined`: dismissed. */
  open(title: string): Promise<ChosenFile | undefined>;
  /** Asks for files of this computer, or for a folder; resolves to their paths, none if it was dismissed. */
  openLocal(title: string, what: "one" | "several" | "folder"): Promise<readonly string[]>;
  /** Asks where a file is to be saved on this computer; `undefined`: dismissed. */
  saveLocal(title: string, suggestedName: string): Promise<string | undefined>;
}

/** JSON that a person chose. */
export interface ChosenFile {
  readonly name: string;
  /** Reads its text. Rejects if it cannot be read. */
  read(mostBytes: number): Promise<{ readonly kind: "text"; readonly text: string } | { readonly kind: "tooLarge" }>;
  /** Rejects if that is impossible: not every file system has a trash. */
  remove(how: "trash" | "forGood"): Promise<void>;
}
