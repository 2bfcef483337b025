import assert from "node:assert/strict";
import { readLooked } from "../../../../src/deployments/exchange/exchangeLook.ts";
import { sha1 } from "./exchangeServer.ts";

const hash = sha1("content");

describe("what a look has found", () => {
  const read = (lines: readonly string[], count = lines.length) => {
    const text = lines.map((line) => `${line}\n`).join("");
    return readLooked(text, sha1(text), count);
  };

  it("is read by the numbers of its list, in whatever order it is written", () => {
    assert.deepEqual(
      read([
        "1 none",
        "3 dir 1777 12",
        "0 behindLink",
        `2 link ${hash}`,
        "5 special",
        "6 unreadable",
        `4 file 640 7 ${hash}`,
      ]),
      [
        { kind: "behindLink" },
        { kind: "nothing" },
        { kind: "link", sha1: hash },
        { kind: "directory", mode: 0o1777, entries: 12 },
        { kind: "file", mode: 0o640, size: 7, sha1: hash },
        { kind: "special" },
        { kind: "unreadable" },
      ],
    );
    assert.deepEqual(read([]), []);
  });

  it("is nothing unless it is whole, and all of it is understood", () => {
    const wrong: readonly (readonly string[])[] = [
      ["0 none", "0 none"],
      ["0 none", "2 none"],
      ["0 none", ""],
      ["0 none", "1"],
      ["0 none", "1 nothing"],
      ["0 none", "1 toString"],
      ["0 none", "1 file 640 7"],
      ["0 none", `1 file 648 7 ${hash}`],
      ["0 none", `1 file 640 7 ${hash} `],
      ["0 none", "1 dir 755 -1"],
      ["0 none", "1 link x"],
    ];
    for (const lines of wrong) assert.equal(read(lines), undefined, lines.join());
    assert.equal(read(["0 none"], 2), undefined);
    assert.equal(read(["0 none", "1 none"], 1), undefined);
    assert.equal(readLooked("0 none\n", hash, 1), undefined);
    assert.equal(readLooked("0 none", sha1("0 none"), 1), undefined);
  });
});
