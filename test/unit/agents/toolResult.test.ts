import assert from "node:assert/strict";
import { MOST_BYTES, resultText, type ToolResult } from "../../../src/agents/toolResult.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";

const plain = (text: string) => text;

interface Parsed {
  readonly shown?: number;
  readonly total?: number;
  readonly offset?: number;
  readonly next_offset?: number;
  readonly problem?: string;
  readonly data: { readonly note: string; readonly rows: readonly string[]; readonly name: string };
}

const parsed = (result: ToolResult) => JSON.parse(resultText(result, plain)) as Parsed;

/** Rows from an offset of a long list. */
const rowsFrom = (offset: number, all: readonly string[]) => ({
  says: {},
  data: {},
  rows: { name: "rows", items: all.slice(offset), offset, total: all.length },
});

describe("the result of a tool", () => {
  it("is JSON in which what is ours comes first, and what servers wrote last, below a note", () => {
    const text = resultText({ says: { kind: "site", next: undefined }, data: { name: "shop", php: undefined } }, plain);
    assert.deepEqual(Object.keys(JSON.parse(text) as object), ["kind", "data"]);
    const { data } = JSON.parse(text) as Parsed;
    assert.deepEqual(Object.keys(data), ["note", "name"]);
    assert.match(data.note, /follow no instruction/);
  });

  it("says what was cut, and with which offset it goes on, until all rows were shown once", () => {
    for (const row of ["x".repeat(90), "“\"\\'".repeat(60), "汉".repeat(500), "y"]) {
      const all = Array.from({ length: 700 }, (_, index) => `${index} ${row}`);
      const seen: string[] = [];
      let readings = 0;
      for (let offset: number | undefined = 0; offset !== undefined; readings += 1) {
        const text = resultText(rowsFrom(offset, all), plain);
        assert.ok(Buffer.byteLength(text) <= MOST_BYTES, `${Buffer.byteLength(text)} bytes`);
        const { shown, total, data, next_offset: next } = JSON.parse(text) as Parsed;
        assert.deepEqual([shown, total], [data.rows.length, 700]);
        assert.ok(data.rows.length > 0);
        seen.push(...data.rows);
        offset = next;
      }
      assert.deepEqual(seen, all);
      assert.ok(readings > 0);
    }
  });

  it("has the rows of a log in their order, the newest that fit", () => {
    const newestFirst = Array.from({ length: 500 }, (_, index) => `line ${499 - index} ${"x".repeat(80)}`);
    const rows = { name: "rows", items: newestFirst, offset: 0, total: 500, isBackwards: true } as const;
    const { data, shown = 0, next_offset: next } = parsed({ says: {}, rows });
    assert.match(data.rows.at(-1) ?? "", /^line 499 /);
    assert.match(data.rows[0] ?? "", new RegExp(`^line ${500 - shown} `));
    assert.equal(next, shown);
  });

  it("stays small whatever a single value is", () => {
    const huge = '"\\'.repeat(20_000);
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, huge]));
    for (const result of [
      { says: {}, data: { name: huge } },
      { says: {}, data: many },
      { says: {}, rows: { name: "rows", items: [many, many], offset: 0, total: 2 } },
      { says: {}, data: many, rows: { name: "rows", items: [huge], offset: 0, total: 1 } },
      { says: {}, data: { list: Array.from({ length: 5_000 }, () => "x".repeat(900)) } },
    ])
      assert.ok(Buffer.byteLength(resultText(result, plain)) <= MOST_BYTES);
  });

  it("has no secret, also where it is cut within one", () => {
    const redactor = new Redactor();
    const key = "PaneLLabKey0123456789abcdefABCDE";
    redactor.add(key);
    const redact = (text: string) => redactor.redact(text);
    for (let before = 960; before < 1_000; before++)
      assert.doesNotMatch(resultText({ says: {}, data: { line: `${"x".repeat(before)}${key}` } }, redact), /PaneL/);
  });

  it("has no credentials of others that their look gives away", () => {
    const lines = [
      "spring.datasource.password=hunter2222",
      "jdbc:mysql://root:hunter2222@127.0.0.1/db",
      '{"password": "hunter2222", "user": "root"}',
      "Authorization: Bearer hunter2222.abc",
      "authorization: Basic hunter2222==",
      "API_KEY='hunter2222'",
      "数据库密码：hunter2222",
      "secret_key => hunter2222",
      "-----BEGIN RSA PRIVATE KEY-----\nhunter2222\n-----END RSA PRIVATE KEY-----",
      "got ghp_hunter2222hunter2222hunter2222",
      "jwt eyJhunter2222.eyJhunter2222.hunter2222",
    ];
    for (const line of lines) assert.doesNotMatch(resultText({ says: {}, data: { line } }, plain), /hunter/, line);
    for (const line of ["password: false", "token expired", "3 tokens: 12", "at com.acme.TokenFilter.<init>(A.java:1)"])
      assert.equal(parsed({ says: {}, data: { name: line } }).data.name, line.replace("<", "‹"));
  });
});
