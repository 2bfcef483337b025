import assert from "node:assert/strict";
import { placedFilesText, readPlacedFiles, type PlacedFiles } from "../../../src/deployments/placedFiles.ts";

describe("the list of placed files", () => {
  const sha1 = "0".repeat(40);
  const placed: PlacedFiles = {
    id: "0af1",
    deployment: "site",
    directory: "",
    at: 1_700_000_000_000,
    computer: "laptop",
    files: [{ path: "a/中文 b.js", size: 1, sha1, mtime: 1_700_000_000 }],
  };
  const changed = (change: object) => JSON.stringify({ ...(JSON.parse(placedFilesText(placed)) as object), ...change });

  it("is read as it was written", () => assert.deepEqual(readPlacedFiles(placedFilesText(placed)), placed));

  for (const [what, text] of Object.entries({
    "no JSON": "{",
    "another version": changed({ version: 2 }),
    "a path that leads out": changed({ files: [["../a", 1, sha1, 1]] }),
    "an absolute path": changed({ files: [["/etc/passwd", 1, sha1, 1]] }),
    "a directory that leads out": changed({ directory: "a/../../b" }),
    "a path twice": changed({
      files: [
        ["a", 1, sha1, 1],
        ["a", 1, sha1, 1],
      ],
    }),
    "a size that is none": changed({ files: [["a", -1, sha1, 1]] }),
    "a hash that is none": changed({ files: [["a", 1, "x", 1]] }),
    "an id that is a path": changed({ id: "../x" }),
    "too many files": changed({ files: Array.from({ length: 100_001 }, (_, at) => [`f${at}`, 1, sha1, 1]) }),
  }))
    it(`is damaged with ${what}`, () => assert.equal(readPlacedFiles(text), "damaged"));
});
