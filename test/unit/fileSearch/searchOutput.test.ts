import assert from "node:assert/strict";
import fc from "fast-check";
import { SearchOutput, type SentFile } from "../../../src/fileSearch/searchOutput.ts";
import { queryFor, readOutput } from "./searchHere.ts";

const OUTPUT = Buffer.from(
  [
    "directory\nlines\n./a\n0 b\x001:10:first needle\n./a\n0 b\x003:40:needle\n./c\x007:0:a needle\nbeyond\n./c\x007:900:…needle\n",
    "matches\n./c\x007:2:needle\nfiles\ndirectory\nlines\n./c\x0012:5:needle\nfiles\nend 1 2 3 4\n",
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
      leftOut: { binaryFiles: 1, unreadableDirectories: 2, unreadableFiles: 3, costlyFiles: 4 },
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
    for (const other of ["<html>\n", "lines\n./a\0x:1:text\n", "lines\n./a\x0099999999999999999:1:x\n", "end 1\n"])
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
    assert.deepEqual(end, { kind: "unable", message: "" });
  });

  it("has at most two thousand bytes of what grep has against an expression", () => {
    const { output } = read([Buffer.from(`refused\ngrep: no\n${"x".repeat(200_000)}`)]);
    assert.ok(output.end?.kind === "refused" && output.end.message.length === 2_000);
  });
});
