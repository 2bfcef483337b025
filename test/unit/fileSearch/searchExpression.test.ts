import assert from "node:assert/strict";
import type { SearchQuery } from "../../../src/fileSearch/searchQuery.ts";
import { queryFor, SearchedServer, searchShells, shown } from "./searchHere.ts";

const NOTHING_LEFT_OUT = { unreadableDirectories: 0, unreadableFiles: 0, givenUpFiles: 0 };

/** 你好 in GBK, one sign a byte. */
const HELLO_GBK = "\u00c4\u00e3\u00ba\u00c3";

for (const shell of searchShells)
  describe(`a search of files for an expression by ${shell}`, () => {
    let server: SearchedServer;

    beforeEach(() => {
      server = new SearchedServer(shell);
    });

    afterEach(() => server.remove());

    const search = async (text: string, more: Partial<SearchQuery> = {}) =>
      server.search(queryFor(text, { isRegExp: true, ...more }));
    const found = async (text: string, more?: Partial<SearchQuery>) => shown(server, await search(text, more));

    it("finds what grep -P finds in UTF-8, and shows which part of a line that is", async () => {
      server.put("a", "color colour 12\nfoo(bar)\nfoo;\n中文字\nll aa\n");
      assert.deepEqual(await found(String.raw`colou?r (\d)\d`), ["a:1:color [colour 12]"]);
      assert.deepEqual(await found(String.raw`foo\(`), ["a:2:[foo(]bar)"]);
      assert.deepEqual(await found("^foo;$"), ["a:3:[foo;]"]);
      for (const text of ["中.字", "^.{3}$", "[一-龥]+", String.raw`\x{4e2d}\p{Han}++`])
        assert.deepEqual(await found(text), ["a:4:[中文字]"], text);
      assert.deepEqual(await found("文"), ["a:4:中[文]字"]);
      assert.deepEqual(await found(String.raw`(?<l>l)\k<l>|(a)\2`), ["a:5:[ll] [aa]"]);
    });

    it("finds it in any case or its own, and as a whole word", async () => {
      server.put("a", "needle1\nNEEDLE2 É\nneedle33 é\n");
      assert.deepEqual(await found(String.raw`needle\d( é)?`), [
        "a:1:[needle1]",
        "a:2:[NEEDLE2 É]",
        "a:3:[needle3]3 é",
      ]);
      assert.deepEqual(await found(String.raw`needle\d`, { isCaseSensitive: true }), [
        "a:1:[needle1]",
        "a:3:[needle3]3 é",
      ]);
      assert.deepEqual(await found(String.raw`needle\d`, { isWholeWord: true }), ["a:1:[needle1]", "a:2:[NEEDLE2] É"]);
      assert.deepEqual(await found("e|needle1|x", { isWholeWord: true }), ["a:1:[needle1]"]);
    });

    it("finds ASCII in lines that are no UTF-8, and shows these as what they are", async () => {
      server.put("gbk", Buffer.from(`x ${HELLO_GBK} needle ${HELLO_GBK}\nnone\n`, "latin1"));
      server.put("latin", Buffer.from("caf\u00e9 needle\n", "latin1"));
      server.put("mixed", Buffer.concat([Buffer.from("中文 needle "), Buffer.from([0xff]), Buffer.from(" needle\n")]));
      const searched = await search("ne+dle");
      assert.deepEqual(shown(server, searched), [
        "gbk:1:x 你好 [needle] 你好",
        "latin:1:café [needle]",
        `mixed:1:${new TextDecoder("windows-1252").decode(Buffer.from("中文"))} [needle] ÿ [needle]`,
      ]);
      assert.deepEqual(searched.end, { kind: "whole", leftOut: NOTHING_LEFT_OUT, unread: [] });
    });

    it("cuts a long line around what was found, and shows its beginning where nothing can stand before the expression", async () => {
      const long = "中y".repeat(10_000);
      server.put("a", `${long}needle${long}\n`);
      const { files } = await search("n[e]+dle");
      const [{ text, ranges: [range = assert.fail()], isCutBefore, isCutAfter } = assert.fail()] =
        files[0]?.lines ?? [];
      assert.equal(text.slice(range.start, range.end), "needle");
      assert.ok(isCutBefore && isCutAfter && text.length < 700 && /^[中y]{60}needle[中y]+$/.test(text), text);
      const comment = await search("(?x)needle # what follows is no part of it");
      assert.ok(comment.files[0]?.lines[0]?.text.startsWith("中y中y") === true);
    });

    it("uses whichever locale for UTF-8 the server has, and says where it has none", async () => {
      server.put("a", "中文字\n");
      const without = (others: string) =>
        `case "\${LC_ALL-}\${LC_CTYPE-}" in ${others}) LC_ALL=C ;; *) LC_ALL=C.UTF-8 ;; esac; export LC_ALL`;
      server.tool("grep", without("C | C.UTF-8"));
      assert.deepEqual(await found("^...$"), ["a:1:[中文字]"]);
      server.tool("grep", without("*"));
      assert.deepEqual(await search("^...$"), { files: [], end: { kind: "noUtf8" }, output: Buffer.from("no-utf8\n") });
      assert.deepEqual(shown(server, await server.search(queryFor("文"))), ["a:1:中[文]字"]);
    });

    it("says that a server's grep has no -P", async () => {
      server.put("a", "needle\n");
      const says = "grep: support for the -P option is not compiled into this --disable-perl-regexp binary";
      server.tool("grep", `case " $* " in *" -P "*) echo '${says}' >&2; exit 2 ;; esac`);
      assert.deepEqual((await search("ne+dle")).end, { kind: "refused", message: says });
    });

    it("counts files in which an old grep gives up because they are no UTF-8, and searches all others", async () => {
      for (const name of ["a", "b", "d"]) server.put(name, "needle\n");
      server.put("c", "needle\n");
      server.tool(
        "grep",
        'case "$*" in *-P*./c*) echo "grep: invalid UTF-8 byte sequence in input" >&2; exit 2 ;; esac',
      );
      const searched = await search("ne+dle");
      assert.deepEqual(shown(server, searched), ["a:1:[needle]", "b:1:[needle]", "d:1:[needle]"]);
      assert.deepEqual(searched.end, { kind: "whole", leftOut: { ...NOTHING_LEFT_OUT, givenUpFiles: 1 }, unread: [] });
    });

    it("tries no expression on a binary file in which an old grep gives up", async () => {
      server.put("a", "needle\n");
      server.put("b.png", "\0needle\n");
      server.tool(
        "grep",
        'case "$*" in *-P*./b*) echo "grep: invalid UTF-8 byte sequence in input" >&2; exit 2 ;; esac',
      );
      const searched = await search("ne+dle");
      assert.deepEqual(shown(server, searched), ["a:1:[needle]"]);
      assert.deepEqual(searched.end, { kind: "whole", leftOut: NOTHING_LEFT_OUT, unread: [] });
    });

    it("tells what grep has against an expression", async () => {
      server.put("a", "needle\n");
      const { end, files } = await search("(?<=e*)d");
      assert.ok(
        end.kind === "refused" && end.message.startsWith("grep: ") && end.message.length < 500,
        JSON.stringify(end),
      );
      assert.deepEqual(files, []);
    });

    it("goes on where an expression takes too long in a file", async () => {
      server.put("a", "aaa\n");
      server.put("b", `${"a".repeat(64)}!\n`);
      server.put("c", "aa\n");
      const searched = await search("^(a+)+$");
      assert.deepEqual(shown(server, searched), ["a:1:[aaa]", "c:1:[aa]"]);
      assert.deepEqual(searched.end, { kind: "whole", leftOut: { ...NOTHING_LEFT_OUT, givenUpFiles: 1 }, unread: [] });
    });
  });
