/** What commands use of the workbench besides its dialogs; `src/platform` implements it, tests fake it. */
export interface Workbench {
  readonly clipboard: Clipboard;
  readonly browser: Browser;
  readonly editors: Editors;
  readonly terminals: Terminals;
  readonly fileDialogs: FileDialogs;
  readonly guide: Guide;
}

/** The steps of the walkthrough, by their ids in package.json. */
export const firstSteps = ["api", "address", "panel", "restart", "log"] as const;

export type FirstStep = (typeof firstSteps)[number];

export interface Guide {
  /** Shows the walkthrough beside whatever is open, at this step or where the person left off. */
  open(step: FirstStep | undefined): Promise<void>;
}

export interface Clipboard {
  write(text: string): Promise<void>;
}

export interface Browser {
  /** Opens an http or https address outside the workbench. */
  open(address: string): Promise<void>;
}

export interface Editors {
  /** Shows a text in a new editor that is stored nowhere. */
  openUntitled(text: string, language: string): Promise<void>;
}

export interface Terminals {
  /** Those whose process runs. */
  list(): readonly Terminal[];
  /** A new one, not shown yet; a shell of the person's own unless told otherwise. */
  create(options?: TerminalOptions): Terminal;
  /** Whether this program is where terminals look for it; true where that cannot be told. */
  canRun(program: string): Promise<boolean>;
}

/** All that it tells is of the moment in which it is asked. */
export interface Terminal {
  readonly name: string;
  /** By its program or its name: what is typed goes to a server. */
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

/** Files that a person chooses, wherever the workbench keeps them. */
export interface FileDialogs {
  /** Asks where to, and writes it there: the file's name. `undefined`: dismissed. Rejects where it cannot be written. */
  save(title: string, suggestedName: string, text: string): Promise<string | undefined>;
  /** Asks which one; `undefined`: dismissed. */
  open(title: string): Promise<ChosenFile | undefined>;
}

/** JSON that a person chose. */
export interface ChosenFile {
  readonly name: string;
  /** Its text. Rejects where it cannot be read. */
  read(mostBytes: number): Promise<{ readonly kind: "text"; readonly text: string } | { readonly kind: "tooLarge" }>;
  /** Rejects where that cannot be done: not every place has a trash. */
  remove(how: "trash" | "forGood"): Promise<void>;
}
