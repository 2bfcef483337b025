import assert from "node:assert/strict";
import type { FileInput } from "../../../src/resources/files/fileInput.ts";
import { changeOf } from "../../../src/resources/subjects.ts";
import type { FileEntry } from "../../../src/serverFiles/serverFiles.ts";
import { fileDescription, fileNote, fileProblemText, fileTooltip, removalText } from "../../../src/texts/fileTexts.ts";
import type { FileNode } from "../../../src/tree/treeNodes.ts";

const ENTRY: FileEntry = { name: "", kind: "file", size: 5, mtime: undefined, mode: "644", user: "www" };
const node = (name: string, entry: Partial<FileEntry> = {}): FileNode => ({
  type: "file",
  id: name,
  parentId: "p",
  panelId: "p",
  ownerId: "o",
  path: `/www/${name}`,
  label: name,
  entry: { ...ENTRY, name, ...entry },
});

describe("texts of files", () => {
  it("say of a row whose name panels take for another one, and what can be done", () => {
    const told = (name: string) => fileTooltip(node(name)).join("\n");
    for (const name of ["css\\style.css", "a&ampb"])
      assert.match(told(name), /Panels take its name for another one\. It can be neither renamed nor deleted here/);
    assert.match(told("a|b"), /for another one\. It cannot be opened here: rename it first\./);
    assert.match(told("site->old"), /for another one\. It cannot be deleted here: rename it first\./);
    assert.doesNotMatch(told("a&b"), /for another one/);
    assert.equal(fileDescription(node("css\\a")), "5 B · name is misread");
    assert.equal(fileDescription(node("css\\a", { kind: "directory" })), "name is misread");
    assert.equal(fileDescription(node("a")), "5 B");
  });

  it("say in the question whether a file goes to the recycle bin, and afterwards where it is", () => {
    const effect = (file: FileInput, many = false) =>
      changeOf("file", "remove").words.effect({ file }, many, "stateless", []);
    assert.match(effect({ bin: "takes" }), /goes to the panel's recycle bin/);
    assert.match(effect({ bin: "tooLong" }), /too long for the panel's recycle bin: it is deleted for good/);
    assert.match(effect({ bin: "off" }), /is off: it cannot be restored/);
    for (const bin of ["takes", "tooLong"] as const) assert.match(effect({ bin }, true), /unless marked otherwise/);
    assert.deepEqual([fileNote({ bin: "takes" }), fileNote({ bin: "tooLong" })], [undefined, "deleted for good"]);
    const said = (["binned", "forGood", "unseen"] as const).map(removalText);
    assert.equal(new Set(said).size, 3);
  });

  it("say that panels would have taken a name for another one", () => {
    const problem = { kind: "name", path: "/a&ampb" } as const;
    assert.match(fileProblemText(problem), /do not handle the name “\/a&ampb” exactly/);
    assert.match(
      fileProblemText({ ...problem, isMisread: true }),
      /take “\/a&ampb” for another path\. Nothing was changed/,
    );
  });
});
