import { OpenedFiles } from "../../../../src/serverFiles/window/openedFiles.ts";

const KEY = "serverpanel://p1/a";

/** What happened to a write: `asked`: a person is asked first. */
type Written = "done" | "asked";

/** Which editors a model has. */
export interface EditorModelKind {
  /** A custom editor beside the text document. */
  readonly hasOther?: boolean;
  /** VS Code could not read the server's side of its own comparison of the text. */
  readonly isUnreadable?: boolean;
}

/**
 * A file of a server, the editors of one window at it, and everybody else, as VS Code calls a file system. A content stands for its own
 * hash. Throws where a write replaces, without a question, what its editor has not shown.
 */
export class EditorModel {
  readonly #files = new OpenedFiles();
  #server = { content: "aa", mtime: 100 };
  #count = 0;
  /** The text document: `from` is what its text was made from, `kept` the times and sizes that VS Code has kept. */
  #text = { text: "", from: "", isDirty: true, kept: { time: 0, size: 0 } };
  /** The bytes of a save that VS Code has begun. */
  #saving: string | undefined;
  #isConflict = false;
  #other: { text: string; from: string; isDirty: boolean } | undefined;
  readonly #isUnreadable: boolean;
  /** How often a person was asked although an editor showed what the server had. */
  needless = 0;

  constructor({ hasOther = false, isUnreadable = false }: EditorModelKind = {}) {
    this.#isUnreadable = isUnreadable;
    this.#text = this.#opened();
    if (hasOther) {
      this.#files.open(KEY, "other");
      const from = this.#read();
      this.#other = { text: from, from, isDirty: false };
    }
  }

  /** All that can happen next; what changes nothing returns `false`. */
  readonly steps: Readonly<Record<string, () => boolean>> = {
    "somebody changes it": () => this.#changed(this.#next(2), 1),
    "somebody changes it to another size": () => this.#changed(this.#next(3 + (this.#count % 2)), 1),
    "somebody changes it within a second": () => this.#changed(this.#next(2), 0),
    "another extension looks": () => this.#look() !== undefined,
    "another extension reads": () => this.#read() !== undefined,
    "another extension writes": () => this.#write(this.#next(2), undefined) === "done",
    "somebody makes the same change": () => this.#text.isDirty && this.#changed(this.#text.text, 1),
    types: () => this.#typed(this.#next(2 + (this.#count % 2))),
    "types back": () => this.#text.isDirty && this.#cleaned(this.#text.from),
    "begins to save": () => this.#begin(),
    "goes on to save": () => this.#end(),
    saves: () => this.#begin() && this.#end(),
    overwrites: () => this.#overwrite(),
    reverts: () => this.#text.isDirty && this.#saving === undefined && this.#resolve(),
    "is told": () => this.#told(),
    "types in the other editor": () => {
      if (this.#other !== undefined) this.#other = { ...this.#other, text: this.#next(2), isDirty: true };
      return this.#other !== undefined;
    },
    "saves in the other editor": () => this.#saveOther(),
    "reverts in the other editor": () => {
      if (this.#other?.isDirty !== true) return false;
      const from = this.#read();
      this.#other = { text: from, from, isDirty: false };
      this.#files.saved(KEY, "other");
      return true;
    },
  };

  #next(size: number): string {
    this.#count += 1;
    return String.fromCodePoint(97 + this.#count).repeat(size);
  }

  #changed(content: string, seconds: number): boolean {
    this.#server = { content, mtime: this.#server.mtime + seconds };
    return true;
  }

  #look() {
    const { content, mtime } = this.#server;
    const look = this.#files.look(KEY, { mtime, size: content.length });
    return { time: this.#files.timeFor(KEY, look), size: look.size };
  }

  #read(): string {
    const { content, mtime } = this.#server;
    this.#files.read(KEY, content, { mtime, size: content.length }, this.#files.latest(KEY));
    if (!this.#text.isDirty) this.#files.showed(KEY, this.#text.text);
    return content;
  }

  #opened() {
    const kept = this.#look();
    const from = this.#read();
    this.#files.open(KEY, "text");
    this.#files.cleaned(KEY);
    this.#files.showed(KEY, from);
    return { text: from, from, isDirty: false, kept };
  }

  #typed(text: string): boolean {
    // VS Code tells of the text first
    if (!this.#text.isDirty) this.#cleaned(text);
    this.#text = { ...this.#text, text, isDirty: true };
    this.#files.dirtied(KEY);
    return true;
  }

  #cleaned(text: string): boolean {
    this.#text = { ...this.#text, text, isDirty: false };
    this.#files.cleaned(KEY);
    this.#files.showed(KEY, text);
    return true;
  }

  /** VS Code reads the file again. */
  #resolve(): boolean {
    const kept = this.#look();
    const from = this.#read();
    this.#text = { text: from, from, isDirty: false, kept };
    this.#isConflict = false;
    return this.#cleaned(from);
  }

  #told(): boolean {
    if (!this.#files.hasToTell(KEY)) return false;
    if (this.#text.isDirty || this.#saving !== undefined) return true;
    const { time, size } = this.#look();
    const { kept } = this.#text;
    if (time === kept.time && size === kept.size) throw new Error("VS Code does not read it again");
    return this.#resolve();
  }

  #begin(): boolean {
    if (!this.#text.isDirty || this.#saving !== undefined) return false;
    this.#files.beginSave(KEY, this.#isUnreadable);
    const { time, size } = this.#look();
    const { kept, text } = this.#text;
    // VS Code does not ask where the file has what is saved
    this.#isConflict = time > kept.time && size !== kept.size && this.#read() !== text;
    if (this.#isConflict && this.#isUnreadable) throw new Error("VS Code compares what it cannot read");
    if (!this.#isConflict) this.#saving = text;
    return true;
  }

  #end(): boolean {
    const bytes = this.#saving;
    this.#saving = undefined;
    return bytes !== undefined && this.#saveText(bytes, false);
  }

  /** VS Code has asked, and a person has chosen to overwrite. */
  #overwrite(): boolean {
    if (!this.#isConflict || !this.#text.isDirty || this.#saving !== undefined) return false;
    this.#files.beginSave(KEY, this.#isUnreadable);
    this.#look();
    return this.#saveText(this.#text.text, true);
  }

  #saveText(bytes: string, hasAsked: boolean): boolean {
    const { from } = this.#text;
    if (this.#write(bytes, hasAsked ? undefined : from) === "asked") return true;
    this.#isConflict = false;
    this.#text = { ...this.#text, from: bytes, kept: this.#look() };
    this.#files.saved(KEY, "text", this.#text.text);
    if (this.#text.text === bytes) this.#cleaned(bytes);
    return true;
  }

  #saveOther(): boolean {
    if (this.#other?.isDirty !== true) return false;
    const { text, from } = this.#other;
    if (this.#write(text, from, "other") === "asked") return true;
    this.#other = { text, from: text, isDirty: false };
    this.#files.saved(KEY, "other");
    return true;
  }

  /** @param shown what the editor shows that saves; none of another extension, and where a person was asked */
  #write(bytes: string, shown: string | undefined, by?: "other"): Written {
    const isText = this.#text.text === bytes;
    const replaceable = this.#files.replaceable(KEY, bytes, isText);
    const { content, mtime } = this.#server;
    const isShown = content === shown;
    const isAllowed = replaceable === "any" || (replaceable !== "unread" && replaceable.sha1 === content);
    if (!isAllowed) {
      if (isShown && by === undefined && this.#other === undefined) this.needless += 1;
      return "asked";
    }
    if (shown !== undefined && !isShown && content !== bytes)
      throw new Error(`“${content}” was lost, and “${shown}” was shown`);
    this.#server = { content: bytes, mtime: mtime + 1 };
    this.#files.wrote(KEY, bytes, bytes.length, isText);
    return "done";
  }
}
