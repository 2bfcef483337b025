import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { placeOf } from "../deployments/exchange/exchangeServer.ts";
import { queryFor, SearchedServer, searchShells, shown } from "./searchHere.ts";

const NOTHING_LEFT_OUT = { unreadableDirectories: 0, unreadableFiles: 0, givenUpFiles: 0 };

/** GBK and Latin-1, one sign a byte. */
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
const HELLO_GBK = [0xc4, 0xe3, 0xba, 0xc3];
const ONE_GBK = [0xd2, 0xbb];

for (const shell of searchShells)
  describe(`a search of files by ${shell}`, () => {
    let server: SearchedServer;

    beforeEach(() => {
      server = new SearchedServer(shell);
    });

    afterEach(() => server.remove());

    it("finds text in any case, with all matches of a line, and says that this is all", async () => {
      server.put("a.php", "first\nneedle and Needle\r\n\nNEEDLE");
      server.put("sub/b.php", "none\n");
      const searched = await server.search(queryFor("needle"));
      assert.deepEqual(shown(server, searched), ["a.php:2:[needle] and [Needle]", "a.php:4:[NEEDLE]"]);
      assert.deepEqual(searched.end, { kind: "whole", leftOut: NOTHING_LEFT_OUT, unread: [] });
    });

    it("finds text in its own case, and whole words", async () => {
      server.put("a", "needle\nNeedle\nneedles\nthe needle.\n-needle=\n");
      const exact = await server.search(queryFor("needle", { isCaseSensitive: true, isWholeWord: true }));
      assert.deepEqual(shown(server, exact), ["a:1:[needle]", "a:4:the [needle].", "a:5:-[needle]="]);
    });

    it("finds what only looks like an option, a pattern or a command", async () => {
      const texts = ["-e", "--help", "$(touch x)", "`id`", "'\"", "a.*b", "\\", "[", "*", "%s", "-f/etc/passwd", "\t"];
      server.put("a", texts.map((text) => `<${text}>\n`).join(""));
      for (const [index, text] of texts.entries()) {
        const searched = await server.search(queryFor(text, { isCaseSensitive: true }));
        assert.ok(shown(server, searched).includes(`a:${index + 1}:<[${text}]>`), text);
      }
    });

    it("finds text in GBK, and decodes each line by what it is", async () => {
      server.put("gbk", bytes("x ", HELLO_GBK, " y\n", ONE_GBK, "\n"));
      server.put("latin", bytes("caf", [0xe9], " noir\n"));
      server.put("utf8", "你好\ncafé\n");
      assert.deepEqual(shown(server, await server.search(queryFor("你好"))), ["gbk:1:x [你好] y", "utf8:1:[你好]"]);
      assert.deepEqual(shown(server, await server.search(queryFor("NOIR"))), ["latin:1:café [noir]"]);
      // these bytes are a letter in UTF-8, too
      assert.deepEqual(shown(server, await server.search(queryFor("一"))), ["gbk:2:[一]"]);
    });

    it("finds letters of other alphabets in any case, and in their own", async () => {
      server.put("utf8", "CAFÉ\ncafé (1)\nПрИвет\nthe café.\ncafés\n");
      const found = async (text: string, more = {}) => shown(server, await server.search(queryFor(text, more)));
      assert.deepEqual(await found("café"), [
        "utf8:1:[CAFÉ]",
        "utf8:2:[café] (1)",
        "utf8:4:the [café].",
        "utf8:5:[café]s",
      ]);
      assert.deepEqual(await found("привет"), ["utf8:3:[ПрИвет]"]);
      assert.deepEqual(await found("é (1)"), ["utf8:2:caf[é (1)]"]);
      assert.deepEqual(await found("é", { isCaseSensitive: true, isWholeWord: true }), [
        "utf8:2:caf[é] (1)",
        "utf8:4:the caf[é].",
        "utf8:5:caf[é]s",
      ]);
    });

    it("finds no half of a character of GBK", async () => {
      // the second byte of the first one is an `A`, and the second of the second with the first of the third one is another one
      server.put("gbk", bytes([0x81, 0x41], HELLO_GBK, "\n"));
      assert.deepEqual(shown(server, await server.search(queryFor("a"))), []);
      const between = new TextDecoder("gb18030").decode(Uint8Array.of(0xe3, 0xba));
      assert.deepEqual(shown(server, await server.search(queryFor(between))), []);
    });

    it("cuts long lines around what was found", async () => {
      const long = "x(y)".repeat(100_000);
      server.put("a", `short\n${long}needle${long}needle\nneedle${long}\n`);
      const { files, output } = await server.search(queryFor("needle"));
      const [first, second] = files[0]?.lines ?? [];
      assert.equal(first?.number, 2);
      assert.ok(first.isCutBefore && first.isCutAfter && first.text.length < 700);
      assert.match(first.text, /^[xy()]{60}needlex/);
      assert.ok(second?.text.startsWith("needlex") === true && !second.isCutBefore && second.isCutAfter);
      const expression = await server.search(queryFor("n[e]+dle", { isRegExp: true }));
      const [same] = expression.files[0]?.lines ?? [];
      assert.deepEqual(same, first);
      assert.ok(output.length < 10_000, String(output.length));
    });

    it("says that a file has more lines than are looked for", async () => {
      server.put("a", "needle\n".repeat(1_000));
      server.put("b", "needle\n".repeat(1_001));
      const { files } = await server.search(queryFor("needle"));
      assert.deepEqual(
        files.map(({ path, lines, hasMore }) => `${path.at(-1)} ${lines.length} ${hasMore}`).toSorted(),
        ["a 1000 false", "b 1000 true"],
      );
    });

    it("leaves out binary files, small and large ones", async () => {
      server.put("a.png", "\u0089PNG\0 needle\n");
      server.put("b.utf16", Buffer.from("\ufeffneedle", "utf16le"));
      server.put("c", "needle\n");
      server.put("large.png", `\u0089PNG\0 needle\n${"needle\n".repeat(20_000)}`);
      server.put("empty", "");
      for (const query of [queryFor("needle"), queryFor("ne+dle", { isRegExp: true })]) {
        const searched = await server.search(query);
        assert.deepEqual(shown(server, searched), ["c:1:[needle]"]);
        assert.deepEqual(searched.end, { kind: "whole", leftOut: NOTHING_LEFT_OUT, unread: [] });
      }
    });

    it("finds text in files of any size", async () => {
      const sizes = [7, 512, 32_255, 32_256, 32_257, 32_768, 98_304, 1_000_000];
      for (const size of sizes) server.put(`f${size}`, `${"x\n".repeat(size / 2).slice(0, size - 7)}needle\n`);
      const { files, end } = await server.search(queryFor("needle"));
      assert.deepEqual(
        files.map(({ path }) => path.slice(server.root.length + 1)).toSorted(),
        sizes.map((size) => `f${size}`).toSorted(),
      );
      assert.equal(end.kind, "whole");
    });

    it("searches all of a text file that has something binary far from its beginning", async () => {
      const filling = `${"x".repeat(70)}\n`.repeat(3_000);
      server.put("late.log", `needle\n${filling}\0\n${filling}needle\0 needle\n`);
      const searched = await server.search(queryFor("needle"));
      assert.deepEqual(shown(server, searched), ["late.log:1:[needle]", "late.log:6003:[needle]\0 [needle]"]);
      assert.deepEqual(searched.end, { kind: "whole", leftOut: NOTHING_LEFT_OUT, unread: [] });
      const expression = await server.search(queryFor("ne+dle", { isRegExp: true }));
      assert.deepEqual(shown(server, expression), shown(server, searched));
    });

    it("keeps names that have anything in them apart", async () => {
      const names = [
        "a b",
        "new\nline",
        "lines",
        "x\ny\0".replace("\0", ""),
        "'q\"",
        "$(x)",
        "-e",
        "files\nend 1 2 3 4\n",
      ];
      for (const name of names) server.put(`d\nir/${Buffer.from(name).toString("latin1")}`, "needle\n");
      server.put("d\nir/\u00ff\u00fe", "needle\n");
      const { files, end } = await server.search(queryFor("needle"));
      const found = files.map(({ key }) => key.slice(server.root.length + 1)).toSorted();
      assert.deepEqual(found, [...names, "\u00ff\u00fe"].map((name) => `d\nir/${name}`).toSorted());
      assert.deepEqual(
        files.filter(({ isExact }) => !isExact).map(({ key }) => key.slice(-2)),
        ["\u00ff\u00fe"],
      );
      assert.equal(end.kind, "whole");
    });

    it("follows no links, but the one that is searched, and opens no pipes", async () => {
      server.put("real/a", "needle\n");
      symlinkSync(server.at("real"), server.at("link"));
      symlinkSync(server.root, server.at("real/circle"));
      execFileSync(placeOf("mkfifo") ?? "mkfifo", [server.at("real/pipe").toString()]);
      assert.deepEqual(shown(server, await server.search(queryFor("needle"))), ["real/a:1:[needle]"]);
      const linked = await server.search(queryFor("needle"), [server.at("link").toString()]);
      assert.deepEqual(shown(server, linked), ["link/a:1:[needle]"]);
    });

    it("reads nothing of the kernel's, and goes on where a directory is gone", async () => {
      server.put("a", "needle\n");
      const searched = await server.search(queryFor("needle"), ["/proc/self", `${server.root}-gone`, server.root]);
      assert.deepEqual(shown(server, searched), ["a:1:[needle]"]);
      assert.deepEqual(searched.end, {
        kind: "whole",
        leftOut: { ...NOTHING_LEFT_OUT, unreadableDirectories: 1 },
        unread: [],
      });
    });

    it("goes on into what is mounted below", async () => {
      const mounted = mkdtempSync("/dev/shm/search-");
      try {
        // on most machines another file system than that of /dev
        writeFileSync(`${mounted}/a`, "needle\n");
        const { files } = await server.search(queryFor("needle", { include: `.${mounted.slice(4)}` }), ["/dev"]);
        assert.deepEqual(
          files.map(({ path }) => path),
          [`${mounted}/a`],
        );
      } finally {
        rmSync(mounted, { recursive: true });
      }
    });

    it("names what it cannot read to its end, and counts what is gone as looked at", async () => {
      for (const name of ["a", "b", "c\nd", "e"]) server.put(name, "needle\n");
      server.tool("find", `echo "find: 'closed': Permission denied" >&2`);
      server.tool(
        "grep",
        `case "$*" in
           *-a*-H*-Z*./b*) echo "grep: ./b: Input/output error" >&2; exit 2 ;;
           *"./c\nd"*) rm -f "./c\nd"; exit 2 ;;
         esac`,
      );
      const searched = await server.search(queryFor("needle"));
      assert.deepEqual(shown(server, searched), ["a:1:[needle]", "e:1:[needle]"]);
      const leftOut = { ...NOTHING_LEFT_OUT, unreadableDirectories: 1, unreadableFiles: 1 };
      assert.deepEqual(searched.end, { kind: "whole", leftOut, unread: [`${server.root}/b`] });
    });

    const others = Array.from({ length: 8 }, (_, index) => `f${index}`);
    const othersFound = others.map((name) => `${name}:1:[needle]`);

    for (const [what, size, fault] of [
      ["a grep that has no memory for a very long line", 60_000_000, "ulimit -v 40000"],
      ["a grep that is killed at a file", 1_000, 'case "$*" in *./long*) kill -KILL $$ ;; esac'],
      ["a grep that is killed while it searches", 1_000, 'case "$*" in *-a*-H*./long*) kill -KILL $$ ;; esac'],
    ] as const)
      it(`names the file of ${what}, and searches all others`, async () => {
        for (const name of others) server.put(name, "needle\n");
        server.put("long", Buffer.alloc(size, "needle "));
        server.tool("grep", fault);
        for (const isRegExp of [false, true]) {
          const searched = await server.search(queryFor(isRegExp ? "ne+dle" : "needle", { isRegExp }));
          assert.deepEqual(shown(server, searched), othersFound);
          const leftOut = { ...NOTHING_LEFT_OUT, unreadableFiles: 1 };
          assert.deepEqual(searched.end, { kind: "whole", leftOut, unread: [`${server.root}/long`] });
        }
      });

    it("is not whole where find is killed, and counts what was not looked at where it cannot", async () => {
      for (const name of others) server.put(name, "needle\n");
      server.tool("find", `${placeOf("find") ?? ""} "$@" | head -c 20; kill -KILL $$`);
      const searched = await server.search(queryFor("needle"));
      assert.equal(searched.end.kind, "partly");
      server.tool("find", "");
      server.tool("sed", "exit 1");
      const { end } = await server.search(queryFor("needle"));
      assert.ok(end.kind === "whole" && end.leftOut.unreadableFiles === others.length);
      server.tool("sh", 'case "$*" in *"work.sh files small ./"*) kill -KILL $$ ;; esac');
      const none = await server.search(queryFor("needle"));
      assert.deepEqual(none.files, []);
      assert.equal(none.end.kind === "partly" && none.end.missing, others.length);
    });

    it("searches no file twice", async () => {
      server.put("sub/a", "needle\n");
      const twice = [server.root, `${server.root}/`, `${server.root}/sub`];
      assert.equal((await server.search(queryFor("needle"), twice)).files.length, 1);
    });

    it("takes no more than twenty thousand lines of a server", async () => {
      for (let file = 0; file < 30; file++) server.put(`f${file}`, "needle\n".repeat(900));
      const { files, end } = await server.search(queryFor("needle"));
      assert.deepEqual(end, { kind: "tooManyLines", most: 20_000 });
      assert.equal(
        files.reduce((sum, { lines }) => sum + lines.length, 0),
        20_000,
      );
    });

    it("finds a text of ten thousand characters", async () => {
      const text = "中文 needle ".repeat(1_000);
      server.put("a", `x ${text}y\n${text.slice(0, 9_000)}\n`);
      const { files } = await server.search(queryFor(text));
      assert.deepEqual(
        files.map(({ lines }) => lines.map(({ number }) => number)),
        [[1]],
      );
    });
  });
