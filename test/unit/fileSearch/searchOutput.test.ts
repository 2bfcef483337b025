import assert from "node:assert/strict";
import fc from "fast-check";
import { MOST_LINES, SearchOutput, type SentFile } from "../../../src/fileSearch/searchOutput.ts";
import { queryFor, readOutput } from "./searchHere.ts";

const OUTPUT = Buffer.from(
  [
    "directory\nlines\n./a\n0 b\x001:10:first needle\n./a\n0 b\x003:40:needle\n./c\x007:0:a needle\nbeyond\n./c\x007:900:…needle\n",
    "matches\n./c\x007:2:needle\nfiles 3 0 1 0\nlisted 4 2\ndirectory\nlines\n./c\x0012:5:needle\nunread\n./d\x000:0:\nfiles 1 1 3 1\nlisted 6 0\nend\n",
  ].join(""),
);

const read = (pieces: readonly Uint8Array[]) => {
  const output = new SearchOutput(["/one", "/two"]);
  const files: SentFile[] = pieces.flatMap((piece) => [...output.add(piece)]);
  return { output, files };
};

describe("the output of a search", () => {
  it("is read alike in whatever pieces it comes", () => {
    const whole = read([OUTPUT]);
    assert.deepEqual(
      whole.files.map(({ key, lines }) => [key, [...lines.keys()]]),
      [
        ["/one/a\n0 b", [1, 3]],
        ["/one/c", [7]],
        ["/two/c", [12]],
      ],
    );
    assert.deepEqual(whole.output.end, {
      kind: "whole",
      leftOut: { unreadableDirectories: 2, unreadableFiles: 1, givenUpFiles: 4 },
      unread: ["/two/d"],
    });
    fc.assert(
      fc.property(fc.array(fc.nat(OUTPUT.length)), (cuts) => {
        const at = [0, ...cuts.toSorted((left, right) => left - right), OUTPUT.length];
        const pieces = at.slice(1).map((to, index) => OUTPUT.subarray(at[index], to));
        const { files, output } = read(pieces);
        assert.deepEqual(files, whole.files);
        assert.deepEqual(output.end, whole.output.end);
      }),
    );
  });

  it("is damaged where it is something else, whatever that is", () => {
    for (const other of [
      "<html>\n",
      "lines\n./a\0x:1:text\n",
      "lines\n./a\x0099999999999999999:1:x\n",
      "end 1\n",
      "files 1\n",
      "files 1 0 0 0 0\n",
      "directory\ndirectory\ndirectory\n",
    ])
      assert.deepEqual(read([Buffer.from(other)]).output.end, { kind: "damaged" }, other);
    assert.deepEqual(read([Buffer.alloc(100_000, "x")]).output.end, { kind: "damaged" });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(OUTPUT.length), (bytes, from) => {
        read([OUTPUT.subarray(0, from), bytes, OUTPUT.subarray(from)]);
      }),
    );
  });

  it("has what came of files that are not complete when it ends", async () => {
    const cut = OUTPUT.subarray(0, OUTPUT.indexOf("beyond"));
    const { files, end } = await readOutput(queryFor("needle"), ["/one"], [cut]);
    assert.deepEqual(
      files.map(({ path, lines }) => [path, lines.length]),
      [
        ["/one/a\n0 b", 2],
        ["/one/c", 1],
      ],
    );
    assert.equal(end.kind, "partly");
  });

  it("is whole only where all directories are, with as many files as were listed", () => {
    const endOf = (text: string) => read([Buffer.from(text)]).output.end;
    const [first, second] = ["directory\nfiles 3 0 0 0\nlisted 3 0\n", "directory\nfiles 2 0 0 0\nlisted 2 0\n"];
    assert.equal(endOf(""), undefined);
    assert.equal(endOf(`${first}${second}end\n`)?.kind, "whole");
    const missing = (text: string) => {
      const end = endOf(text);
      return end?.kind === "partly" ? (end.missing ?? "not listed") : end?.kind;
    };
    assert.equal(missing(`${first}${second}`), "not listed");
    assert.equal(missing(`${first}end\n`), "not listed");
    assert.equal(missing(`${first}directory\nfiles 2 0 0 0\nend\n`), "not listed");
    assert.equal(missing(`${first}directory\nfiles 2 0 0 0\nlisted 9 0\nend\n`), 7);
    // more than were listed
    assert.equal(missing(`${first}directory\nfiles 2 0 0 0\nlisted 1 0\nend\n`), "not listed");
  });

  it("takes what comes again once, and nothing of what was said before", () => {
    const text = "directory\nlines\n./a\x001:0:one\n./b\x001:0:two\nagain\nlines\n./a\x002:4:three\nfiles 2 0 0 0\n";
    assert.deepEqual(
      read([Buffer.from(text)]).files.map(({ key, lines }) => [key, [...lines.keys()]]),
      [["/one/a", [2]]],
    );
  });

  it("spends its lines while they come, and ends with the part that has the last of them", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `./a\x00${index}:0:x\n`).join("");
    const taken = (text: string) => {
      const { output, files } = read([Buffer.from(`directory\nlines\n${text}`)]);
      return [output.isFull, [...files, ...output.rest()].reduce((sum, file) => sum + file.lines.size, 0)];
    };
    const files = "files 1 0 0 0\n";
    assert.deepEqual(taken(lines(MOST_LINES - 1) + files), [false, MOST_LINES - 1]);
    assert.deepEqual(taken(lines(MOST_LINES)), [false, MOST_LINES]);
    assert.deepEqual(taken(lines(MOST_LINES) + files), [true, MOST_LINES]);
    assert.deepEqual(taken(lines(3 * MOST_LINES)), [true, MOST_LINES]);
  });

  it("keeps little of the smallest records, however many come", () => {
    const output = new SearchOutput(["/one"]);
    output.add(Buffer.from("directory\nlines\n./a\x001:0:x\nmatches\n"));
    for (let piece = 0; piece < 20; piece++) output.add(Buffer.from("./a\x001:0:x\n".repeat(20_000)));
    assert.equal(output.rest()[0]?.lines.get(1)?.matches.length, 200_000);
  });

  it("is that the server has no UTF-8", () => {
    assert.deepEqual(read([Buffer.from("no-utf8\n")]).output.end, { kind: "noUtf8" });
  });

  it("has at most two thousand bytes of what grep has against an expression", () => {
    const { output } = read([Buffer.from(`refused\ngrep: no\n${"x".repeat(200_000)}`)]);
    assert.ok(output.end?.kind === "refused" && output.end.message.length === 2_000);
  });
});
