import assert from "node:assert/strict";
import { exchangeList } from "../../../../src/deployments/exchange/exchangeList.ts";
import { readExchangeList } from "../../../../src/deployments/exchange/readExchangeList.ts";
import { everyday } from "./everydayExchange.ts";
import { sha1 } from "./exchangeServer.ts";

describe("the list of an exchange, read again", () => {
  it("says what was to come at each path, and what that does there", () => {
    const nothing = { kind: "nothing" } as const;
    const file = { kind: "file", sha1: sha1("new") } as const;
    const list = exchangeList([
      { there: nothing, comes: { kind: "directory" }, mode: 0o755, path: "新 目录" },
      { there: { kind: "later" }, comes: file, mode: 0o644, path: "新 目录/-a\n1" },
      { there: { kind: "file", sha1: sha1("old") }, comes: file, mode: 0o644, path: "page" },
      { there: { kind: "link", sha1: sha1("old") }, comes: nothing, mode: 0, path: "link" },
    ]);
    assert.deepEqual(readExchangeList(list), [
      { path: "新 目录", comes: { kind: "directory" }, was: "added" },
      { path: "新 目录/-a\n1", comes: file, was: "added" },
      { path: "page", comes: file, was: "changed" },
      { path: "link", comes: nothing, was: "removed" },
    ]);
    assert.deepEqual(readExchangeList(exchangeList([])), []);
  });

  it("is nothing if it is damaged", () => {
    const whole = everyday.map(({ there, comes, path }, number) => `${number} 0 ${there} ${comes} 644 ${path}\0`);
    assert.equal(readExchangeList(Buffer.from(whole.join("")))?.length, everyday.length);
    const damaged = [
      whole.slice(1),
      [...whole, "x\0"],
      ["0 0 none maybe 644 a\0"],
      ["0 0 none dir 644 \0"],
      ["0\0"],
      // of another layout
      ["0 none dir 644 a\0"],
    ];
    for (const list of damaged) assert.equal(readExchangeList(Buffer.from(list.join(""))), undefined, list[0]);
  });
});
