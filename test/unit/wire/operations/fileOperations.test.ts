import assert from "node:assert/strict";
import * as v from "valibot";
import { visibleText } from "../../../../src/characters/plainText.ts";
import { ownAttributesPath } from "../../../../src/wire/answers/serverPath.ts";
import { isObject } from "../../../../src/wire/answers/isObject.ts";
import { decodeAnswer, jsonOf } from "../../../../src/wire/decode.ts";
import { assertProportional, shortestOf } from "../../../fakes/longestStep.ts";
import { accepts, decodeBody } from "../../samples/decodeBody.ts";
import { sampleOf } from "../../samples/samples.ts";

const TAIL = "0;0;0;0;;0";

describe("operations of files", () => {
  const list = sampleOf("file.list", "files");

  /** What is read of entries; the number of those that cannot be. */
  function filesOf(...rows: readonly string[]) {
    const read = decodeBody(list, { PATH: "/a", DIR: [], FILES: rows });
    assert.ok(isObject(read) && isObject(read["files"]));
    return read["files"] as { readonly rows: readonly object[]; readonly unreadable: readonly object[] };
  }

  it("read entries with links, quotes and remarks of every kind", () => {
    const { rows } = filesOf(
      `a &quotb&quot.txt;5;-1;644;www;;${TAIL}`,
      `it&#x27s;0;0;0;0; -> ../none;0;0;0;0;a; remark;0`,
      `a&lt;5;1;1777;33;;${TAIL}`,
    );
    assert.deepEqual(rows, [
      { name: 'a "b".txt', size: 5, mtime: undefined, mode: "644", user: "www", linkTo: undefined },
      { name: "it's", size: 0, mtime: 0, mode: "0", user: "0", linkTo: "../none" },
      { name: "a&lt", size: 5, mtime: 1, mode: "1777", user: "33", linkTo: undefined },
    ]);
  });

  it("come with how many the panel counts, in either language, if it tells", () => {
    const counted = (more: object) => {
      const read = decodeBody(list, { PATH: "/a", DIR: [], FILES: [], ...more });
      return isObject(read) ? read["counted"] : assert.fail();
    };
    assert.equal(counted({ PAGE: "<div><span class='Pcount'>共12条</span></div>" }), 12);
    assert.equal(counted({ PAGE: "<div><span class='Pcount'>Total 7</span></div>" }), 7);
    for (const more of [{}, { PAGE: "" }, { PAGE: 7 }, { PAGE: null }]) assert.equal(counted(more), undefined);
  });

  it("leave out entries with names that nobody could tell from others, and what is no entry", () => {
    const { rows, unreadable } = filesOf(
      `a\u200bb;5;1;644;www;;${TAIL}`,
      "",
      "a",
      `a;x;1;644;www;;${TAIL}`,
      ";1;1;6;a;;",
    );
    assert.deepEqual([rows.length, unreadable.length], [0, 5]);
  });

  it("read ten thousand entries in the time that a look at their names takes", () => {
    const FILES = Array.from({ length: 10_001 }, (_, n) => `file ${n} 中文.txt;1;1600000000;644;www;;${TAIL}`);
    const answer = {
      status: 200,
      contentType: "application/json",
      body: JSON.stringify({ PATH: "/a", DIR: [], FILES }),
    };
    const body = jsonOf(answer);
    const looked = shortestOf(() => FILES.map((row) => visibleText(row)));
    const decoded = shortestOf(() => decodeAnswer(list.row, list.wire, answer, body));
    assertProportional("a directory", decoded.ms, looked.ms);
  });

  it("are not asked for with paths of which a shell would make something else", () => {
    const ask = (path: string) => accepts(sampleOf("file.attributes", "files"), { path });
    const change = (path: string) =>
      ["file.createDirectory", "file.removeDirectory"].map((id) =>
        accepts(sampleOf(id as "file.createDirectory", "files"), { path }),
      );
    for (const path of ["/", "/a", "/www/中文/é.txt", "/a.b_c-d+e@f=g:h,i%j"]) {
      assert.ok(ask(path), path);
      assert.deepEqual(change(path), [true, true], path);
    }
    for (const path of ["/a b", "/a (1)", "/[id]", "/a~#!^"]) {
      assert.ok(ask(path), path);
      assert.deepEqual(change(path), [false, false], path);
    }
    // of these the shell reads others, which does no harm
    for (const path of ["/a?b", "/a{b}", "/a - b", "/a  b", "/a #b", "/a ~b"]) {
      assert.ok(ask(path), path);
      assert.ok(!v.is(ownAttributesPath, path), path);
      assert.deepEqual(change(path), [false, false], path);
    }
    // panels cut the blank off
    assert.ok(!ask("/a "));
    const signs = "\\\"'`$;&|<>*".split("").map((sign) => `/a${sign}b`);
    for (const path of [...signs, "/a -R", "/a -aR b", "/a\nb", "/a/../b", "a"]) {
      assert.ok(!ask(path), path);
      assert.deepEqual(change(path), [false, false], path);
    }
  });
});
