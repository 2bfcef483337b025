import assert from "node:assert/strict";
import fc from "fast-check";
import { type EditorKind, OpenedFiles } from "../../../../src/serverFiles/window/openedFiles.ts";
import { EditorModel, type EditorModelKind } from "./editorModel.ts";

const KEY = "serverpanel://p1/a";
const AT = { mtime: 100, size: 3 };

describe("a file that an editor shows", () => {
  let files: OpenedFiles;
  beforeEach(() => {
    files = new OpenedFiles();
  });

  const read = (sha1: string, stat = AT) => files.read(KEY, sha1, stat, files.latest(KEY));
  const look = (mtime: number, size: number) => files.look(KEY, { mtime, size }).shownMtime;

  /** Opens the file, which has the content `one`. */
  function open(kind: EditorKind = "text"): void {
    if (kind === "other") files.open(KEY, kind);
    files.look(KEY, AT);
    read("one");
    if (kind === "other") return;
    files.open(KEY, kind);
    files.cleaned(KEY);
    files.showed(KEY, "one");
  }

  /** What a save of the text, or of another editor, may replace. */
  const replaceable = (kind: EditorKind = "text") => files.replaceable(KEY, "mine", kind === "text");

  it("may be replaced as long as it has the bytes that were read", () => {
    open();
    assert.deepEqual(replaceable(), { sha1: "one" });
    assert.equal(look(100, 3), 100_000);
  });

  it("gets a later time whenever time or size differ, also where the server's time goes back", () => {
    open();
    const times = [look(100, 3), look(100, 4), look(50, 4), look(50, 4), look(200, 4)];
    assert.deepEqual(times, [100_000, 100_001, 100_002, 100_002, 200_000]);
  });

  it("is still that of its editor when somebody else has looked and read", () => {
    for (const kind of ["text", "other"] as const) {
      files = new OpenedFiles();
      open(kind);
      look(101, 3);
      read("two", { mtime: 101, size: 3 });
      files.dirtied(KEY);
      assert.deepEqual(replaceable(kind), kind === "text" ? { sha1: "one" } : "unread");
    }
  });

  it("is what its text would be saved as, once VS Code has taken it over", () => {
    open();
    read("two", { mtime: 101, size: 3 });
    read("three", { mtime: 102, size: 3 });
    files.showed(KEY, "two");
    assert.deepEqual(replaceable(), { sha1: "two" });
    files.showed(KEY, "three");
    assert.deepEqual(replaceable(), { sha1: "three" });
  });

  it("is known where its text would be saved as other bytes, as long as only one content was read", () => {
    read("mixed");
    files.open(KEY, "text");
    files.showed(KEY, "plain");
    assert.equal(replaceable(), "unread");
    files.showed(KEY, "plain", true);
    assert.deepEqual(replaceable(), { sha1: "mixed" });
    read("mixed too", { mtime: 101, size: 3 });
    files.showed(KEY, "plain", true);
    files.showed(KEY, "typed");
    assert.deepEqual(replaceable(), { sha1: "mixed" });
    files.showed(KEY, "plain too", true);
    assert.deepEqual(replaceable(), { sha1: "mixed too" });
    for (const other of ["one", "two"]) read(other, { mtime: 102, size: 3 });
    files.showed(KEY, "neither", true);
    assert.equal(replaceable(), "unread");
  });

  it("is not known where an editor has its text from before a reload, until a person chooses", () => {
    files.open(KEY, "text");
    files.dirtied(KEY);
    read("theirs");
    assert.equal(replaceable(), "unread");
    assert.equal(files.isKnown(KEY), false);
    files.mayOverwrite(KEY);
    assert.equal(replaceable(), "any");
    // once
    assert.equal(replaceable(), "unread");
    files.wrote(KEY, "mine", 4, true);
    assert.deepEqual(replaceable(), { sha1: "mine" });
  });

  it("is known again where the text from before a reload is what the server has", () => {
    files.open(KEY, "text");
    files.cleaned(KEY);
    files.showed(KEY, "one");
    assert.equal(replaceable(), "unread");
    read("one");
    files.showed(KEY, "one");
    assert.deepEqual(replaceable(), { sha1: "one" });
  });

  it("is replaced where VS Code has asked, which it does if every look of the save has another size", () => {
    open();
    files.dirtied(KEY);
    look(101, 4);
    files.beginSave(KEY);
    assert.deepEqual(replaceable(), { sha1: "one" });
    look(101, 4);
    assert.equal(replaceable(), "any");
    // its own look may have been the one before the change
    for (const sizes of [
      [3, 4],
      [4, 3],
    ]) {
      files.beginSave(KEY);
      for (const size of sizes) look(101 + size, size);
      assert.deepEqual(replaceable(), { sha1: "one" });
    }
  });

  it("is not taken for asked about after more looks than are remembered, as at a log that grows for hours", () => {
    for (const isDirty of [false, true])
      for (const [looks, may] of [
        [998, "any"],
        [5_000, { sha1: "one" }],
      ] as const) {
        files = new OpenedFiles();
        open();
        if (isDirty) files.dirtied(KEY);
        for (let number = 1; number <= looks; number++) look(100 + number, 3 + number);
        // VS Code may have kept any of them
        if (isDirty) files.cleaned(KEY);
        files.dirtied(KEY);
        files.beginSave(KEY);
        look(9_000, 9_000);
        assert.deepEqual(replaceable(), may, `${looks} looks, with changes: ${isDirty}`);
      }
  });

  it("is replaced by what it has already, without a question, and by nothing else", () => {
    open();
    files.dirtied(KEY);
    files.beginSave(KEY);
    look(101, 4);
    read("mine", { mtime: 101, size: 4 });
    assert.deepEqual(replaceable(), { sha1: "mine" });
  });

  it("is shown with no later time while its text could not be read in VS Code's own comparison, and then not replaced unasked", () => {
    open();
    files.dirtied(KEY);
    files.beginSave(KEY, true);
    const during = files.look(KEY, { mtime: 101, size: 4 });
    assert.equal(files.timeFor(KEY, during), 100_000);
    assert.deepEqual(replaceable(), { sha1: "one" });
    assert.equal(files.timeFor(KEY, during), 101_000);
  });

  it("is not replaced where VS Code could not look, and so compares nothing", () => {
    open();
    files.dirtied(KEY);
    files.beginSave(KEY);
    files.missed(KEY);
    look(101, 4);
    assert.deepEqual(replaceable(), { sha1: "one" });
  });

  it("is the saved one for whoever saved it", () => {
    open();
    open("other");
    files.wrote(KEY, "mine", 4, true);
    assert.deepEqual(replaceable(), { sha1: "mine" });
    assert.equal(replaceable("other"), "unread");
    files.saved(KEY, "text", "mine");
    files.mayOverwrite(KEY);
    assert.equal(replaceable("other"), "any");
    files.wrote(KEY, "theirs", 6, false);
    files.saved(KEY, "other");
    files.close(KEY, "text");
    assert.deepEqual(replaceable("other"), { sha1: "theirs" });
  });

  it("is the saved one though somebody has typed meanwhile", () => {
    open();
    files.dirtied(KEY);
    files.wrote(KEY, "saved", 5, false);
    assert.deepEqual(replaceable(), { sha1: "one" });
    files.saved(KEY, "text", "typed");
    assert.deepEqual(replaceable(), { sha1: "saved" });
    // another extension has written, too
    for (const content of ["either", "or"]) files.wrote(KEY, content, 5, false);
    files.saved(KEY, "text", "typed");
    assert.equal(replaceable(), "unread");
  });

  it("may have whatever it has where no editor shows it and nothing was read", () => {
    assert.equal(files.replaceable(KEY, "mine", false), "any");
    read("one");
    assert.deepEqual(files.replaceable(KEY, "mine", false), { sha1: "one" });
  });

  it("is told of once for each change that somebody has seen, with a later time", () => {
    for (const kind of ["text", "other"] as const) {
      files = new OpenedFiles();
      assert.equal(files.hasToTell(KEY), false);
      open(kind);
      assert.equal(files.hasToTell(KEY), false);
      const time = look(101, 3);
      assert.deepEqual([files.hasToTell(KEY), files.hasToTell(KEY)], [true, false], kind);
      assert.ok(look(101, 3) > time);
      read("two", { mtime: 101, size: 3 });
      assert.equal(files.hasToTell(KEY), true);
      files.showed(KEY, "two");
      assert.equal(files.hasToTell(KEY), false);
    }
  });

  it("is told of where time and size stayed", () => {
    open();
    read("two");
    assert.ok(look(100, 3) > 100_000);
    assert.equal(files.hasToTell(KEY), true);
  });

  it("is not told of while a text document has changes, but afterwards", () => {
    open();
    files.dirtied(KEY);
    look(101, 3);
    assert.equal(files.hasToTell(KEY), false);
    files.cleaned(KEY);
    assert.equal(files.hasToTell(KEY), true);
  });

  it("is told of where a look came between the reading and its own look, which may be the later one", () => {
    const latest = files.latest(KEY);
    look(101, 3);
    files.read(KEY, "one", AT, latest);
    files.open(KEY, "text");
    files.showed(KEY, "one");
    assert.equal(files.hasToTell(KEY), true);
  });

  it("is told of where somebody else has written it right after a save", () => {
    open();
    files.wrote(KEY, "mine", 4, true);
    look(101, 4);
    assert.equal(files.hasToTell(KEY), false);
    files.wrote(KEY, "mine", 4, true);
    look(101, 9);
    assert.equal(files.hasToTell(KEY), true);
  });

  it("is forgotten with the file", () => {
    open();
    files.forget(KEY);
    assert.equal(replaceable(), "unread");
  });

  it("is known by its new address, also where its directory was moved", () => {
    open();
    files.moved(KEY, "serverpanel://p1/dir/b");
    files.moved("serverpanel://p1/dir", "serverpanel://p1/dir/deeper");
    assert.deepEqual(files.replaceable("serverpanel://p1/dir/deeper/b", "mine", true), { sha1: "one" });
    assert.equal(files.replaceable(KEY, "mine", true), "any");
  });
});

describe("whatever happens around a file that is open", () => {
  const isFull = process.env["FUZZ"] === "full";
  const all = Object.keys(new EditorModel().steps);

  /** Does the steps one after the other; `undefined` where the last one changes nothing. */
  function played(names: readonly string[], kind: EditorModelKind): EditorModel | undefined {
    const model = new EditorModel(kind);
    for (const [index, name] of names.entries()) {
      let isDone: boolean | undefined;
      try {
        isDone = model.steps[name]?.();
      } catch (error) {
        throw new Error(names.slice(0, index + 1).join(", "), { cause: error });
      }
      if (isDone !== true) return undefined;
    }
    return model;
  }

  /** Plays all sequences up to a length; resolves to how many there were. */
  function playAll(
    steps: readonly string[],
    length: number,
    kind: EditorModelKind,
    see: (model: EditorModel, names: readonly string[]) => void,
  ): number {
    let count = 0;
    const extend = (names: readonly string[]): void => {
      for (const name of steps) {
        const longer = [...names, name];
        const model = played(longer, kind);
        if (model === undefined) continue;
        count += 1;
        see(model, longer);
        if (longer.length < length) extend(longer);
      }
    };
    extend([]);
    return count;
  }

  it("no save of a text replaces what it has not shown, and none asks without need", () => {
    const steps = all.filter((name) => !/other editor|extension writes/.test(name));
    const count = playAll(steps, isFull ? 7 : 5, {}, ({ needless }, names) => {
      assert.equal(needless, 0, names.join(", "));
    });
    assert.ok(count > 10_000, `${count}`);
  });

  it("VS Code never compares a text that it could not read, and no save of that replaces what it has not shown", () => {
    const steps = all.filter((name) => !/other editor|extension writes/.test(name));
    const count = playAll(steps, isFull ? 7 : 5, { isUnreadable: true }, ({ needless }, names) => {
      assert.equal(needless, 0, names.join(", "));
    });
    assert.ok(count > 10_000, `${count}`);
  });

  it("no save of either of two editors replaces what it has not shown", () => {
    const count = playAll(all, isFull ? 6 : 5, { hasOther: true }, () => undefined);
    assert.ok(count > 10_000, `${count}`);
  });

  it("nor in long sequences", () => {
    const sequences = fc.array(fc.constantFrom(...all), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(sequences, fc.boolean(), fc.boolean(), (names, hasOther, isUnreadable) => {
        const model = new EditorModel({ hasOther, isUnreadable });
        for (const name of names) model.steps[name]?.();
      }),
      { numRuns: isFull ? 1_000_000 : 20_000 },
    );
  });
});
