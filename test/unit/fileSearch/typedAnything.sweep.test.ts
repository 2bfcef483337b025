import assert from "node:assert/strict";
import fc from "fast-check";
import { queryProblem } from "../../../src/fileSearch/queryProblem.ts";
import { queryFor, SearchedServer, searchShells } from "./searchHere.ts";

const RUNS = process.env["FUZZ"] === "full" ? 2_000 : 25;

/** What means something to shells, to grep, to find, to either encoding. */
const SPECIAL = fc.constantFrom(
  ..."'\"\\$`;&|<>(){}[]*?~#!%^-=+,.: \t/",
  ...[
    "-e",
    "--",
    "$(id)",
    "%s",
    "\\n",
    "\\0",
    "\\Q",
    "\\E",
    "(*FAIL)",
    "x",
    "é",
    "中",
    "一",
    "联通",
    "ß",
    "𠮷",
    "\u3000",
    "\ufeff",
    "e\u0301",
  ],
);
const typed = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: SPECIAL }, { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(""))
  .filter((text) => queryProblem(queryFor(text)) === undefined);
const line = fc
  .array(fc.oneof(SPECIAL, fc.constantFrom("a", "b")), { maxLength: 8 })
  .map((parts) => parts.join("").replaceAll(/[\r\n\0]/g, ""));

for (const shell of searchShells)
  describe(`typed text of any kind, searched by ${shell}`, () => {
    let server: SearchedServer;

    before(() => {
      server = new SearchedServer(shell);
    });

    after(() => server.remove());

    it("is found where it is, and nowhere else", async () => {
      await fc.assert(
        fc.asyncProperty(typed, fc.array(line, { maxLength: 6 }), async (text, others) => {
          const lines = [...others, `${others[0] ?? ""}${text}`, ...others];
          server.put("file", `${lines.join("\n")}\n`);
          const { files, end } = await server.search(queryFor(text, { isCaseSensitive: true }));
          assert.equal(end.kind, "whole");
          const expected = lines.flatMap((each, index) => (each.includes(text) ? [index + 1] : []));
          const found = files.flatMap((file) => file.lines);
          assert.deepEqual(
            found.map(({ number }) => number),
            expected,
          );
          for (const { ranges, text: shown } of found) {
            const [range = assert.fail("no range")] = ranges;
            assert.equal(shown.slice(range.start, range.end), text);
          }
        }),
        { numRuns: RUNS },
      );
    });

    it("is part of no command as a glob", async () => {
      server.put("file", "needle\n");
      await fc.assert(
        fc.asyncProperty(typed, async (glob) => {
          const query = queryFor("needle", { exclude: glob });
          fc.pre(queryProblem(query) === undefined);
          const { end } = await server.search(query);
          assert.equal(end.kind, "whole");
          assert.ok(end.kind === "whole" && end.leftOut.unreadableDirectories === 0, `find refuses ${glob}`);
        }),
        { numRuns: RUNS },
      );
    });
  });
