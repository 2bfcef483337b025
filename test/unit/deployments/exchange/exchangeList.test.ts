import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { exchangeList, newMode, type ExchangeRecord } from "../../../../src/deployments/exchange/exchangeList.ts";
import { ExchangeServer, sha1 } from "./exchangeServer.ts";

const file = (content: string) => ({ kind: "file", sha1: sha1(content) }) as const;
const nothing = { kind: "nothing" } as const;
const later = { kind: "later" } as const;

describe("the list of an exchange", () => {
  const records: readonly ExchangeRecord[] = [
    { there: nothing, comes: { kind: "directory" }, mode: 0o750, path: "新建 目录" },
    { there: later, comes: file("a"), mode: 0o644, path: "新建 目录/-a 1.txt" },
    { there: file("old"), comes: nothing, mode: 0o644, path: "gone" },
    { there: { kind: "link", sha1: sha1("gone") }, comes: nothing, mode: 0o644, path: "link" },
    { there: file("b"), comes: nothing, mode: 0o644, path: "d/b" },
    { there: { kind: "directory", entries: 1 }, comes: nothing, mode: 0o755, path: "d" },
    { there: later, comes: file("now a file"), mode: 0o600, path: "d" },
  ];

  it("has a record for each NUL, and the path last", () => {
    assert.deepEqual(exchangeList(records).toString().split("\0"), [
      "0 0 none dir 750 新建 目录",
      `1 1 later ${sha1("a")} 644 新建 目录/-a 1.txt`,
      `2 2 ${sha1("old")} none 644 gone`,
      `3 2 link:${sha1("gone")} none 644 link`,
      `4 4 ${sha1("b")} none 644 d/b`,
      "5 5 dir:1 none 755 d",
      `6 2 later ${sha1("now a file")} 600 d`,
      "",
    ]);
  });

  it("is what the script does", async () => {
    const server = new ExchangeServer("sh");
    try {
      server.put("gone", "old");
      server.put("d/b", "b");
      symlinkSync("gone", join(server.root, "link"));
      const contents = new Map([
        [1, "a"],
        [6, "now a file"],
      ]);
      const id = await server.upload(
        records.map(({ there, comes, path }, number) => {
          const content = contents.get(number);
          return {
            there: there.kind === "directory" ? "dir:1" : "none",
            comes: comes.kind === "directory" ? "dir" : "none",
            path,
            ...(content !== undefined && { content }),
          };
        }),
        { list: exchangeList(records) },
      );
      assert.equal((await server.run("exchange", id))?.end, "new");
      assert.deepEqual(Object.values(server.tree()), ["now a file", "directory", "a"]);
    } finally {
      server.remove();
    }
  });

  it("gives what is new the mode of its kind, never a wider one than its source's", () => {
    const modes = ([kind, source]: readonly ["file" | "directory", number]) => newMode(kind, source).toString(8);
    assert.deepEqual(
      (
        [
          ["file", 0o666],
          ["file", 0o600],
          ["file", 0o777],
          ["file", 0o700],
          ["file", 0o4755],
          ["directory", 0o777],
          ["directory", 0o700],
        ] as const
      ).map(modes),
      ["644", "600", "755", "700", "755", "755", "700"],
    );
  });
});
