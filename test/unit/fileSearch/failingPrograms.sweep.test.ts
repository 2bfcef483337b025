import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { listInputs } from "../../../src/fileSearch/listFiles.ts";
import { NameOutput } from "../../../src/fileSearch/nameOutput.ts";
import type { SearchQuery } from "../../../src/fileSearch/searchQuery.ts";
import { failingProgram, FAULTS } from "../faults/failingProgram.ts";
import { placeOf } from "../deployments/exchange/exchangeServer.ts";
import { queryFor, SearchedServer, searchShells } from "./searchHere.ts";

/** Half of them have the text, and one of those is binary. */
const FILES = 6;

/** More than the calls of a program in a search of so few files, but for those that try them one by one. */
const CALLS = 4;

const SEARCH_PROGRAMS = ["find", "grep", "xargs", "sed", "tr", "wc", "cut", "head", "cat", "rm", "sh"];
const LIST_PROGRAMS = ["find", "grep", "xargs", "wc", "sh"];

/** A test for each program of a script that fails it at each of its calls, in each way; prints how often what was told. */
function failEach(
  what: string,
  programs: readonly string[],
  { at, run }: { readonly at: () => SearchedServer; readonly run: () => Promise<"lie" | "whole" | "not whole"> },
): void {
  const counts = { lie: 0, whole: 0, "not whole": 0 };
  for (const program of programs)
    it(`${program} fails: ${what}`, async () => {
      const lies: string[] = [];
      const server = at();
      const calls = join(server.root, "..", "calls");
      const real = placeOf(program) ?? assert.fail(program);
      for (const fault of FAULTS)
        for (const isLasting of [false, true])
          for (let call = 1; call <= (isLasting ? 1 : CALLS); call++) {
            const failing = { fault, call, isLasting };
            server.tool(program, failingProgram({ real, path: process.env["PATH"] ?? "", calls }, failing));
            const end = await run();
            counts[end] += 1;
            if (end === "lie") lies.push(`${fault} at ${call}${isLasting ? " and later" : ""}`);
            const isCalled = existsSync(calls);
            rmSync(calls, { force: true });
            if (!isCalled) break;
          }
      assert.deepEqual(lies, []);
    });
  after(() => {
    console.log(`      ${what}: lies ${counts.lie}, whole ${counts.whole}, not whole ${counts["not whole"]}`);
  });
}

for (const shell of searchShells)
  describe(`programs that fail, in ${shell}`, () => {
    let server: SearchedServer;

    beforeEach(() => {
      server = new SearchedServer(shell);
      for (let file = 0; file < FILES; file++) server.put(`d/f${file}`, file % 2 === 0 ? "a needle\n" : "nothing\n");
      server.put("d/binary", "\0 needle\n");
    });

    afterEach(() => server.remove());

    const queries: readonly (readonly [string, Partial<SearchQuery>])[] = [
      ["needle", {}],
      ["ne+dle", { isRegExp: true }],
    ];
    for (const [text, more] of queries)
      failEach(`a search of ${text} is whole only where it has looked at all files`, SEARCH_PROGRAMS, {
        at: () => server,
        async run() {
          const { end, files } = await server.search(queryFor(text, more));
          if (end.kind !== "whole") return "not whole";
          const { binaryFiles, unreadableFiles, unreadableDirectories } = end.leftOut;
          if (binaryFiles + unreadableFiles < 1 || unreadableDirectories > 0) return "lie";
          const marked = files.filter(({ lines }) => (lines[0]?.ranges.length ?? 0) > 0).length;
          const named = end.unread.filter((path) => /f\d*[02468]$/.test(path)).length;
          return marked + named >= FILES / 2 && unreadableFiles === end.unread.length ? "whole" : "lie";
        },
      });

    failEach("a list is whole only where it has all files", LIST_PROGRAMS, {
      at: () => server,
      async run() {
        const output = new NameOutput();
        const paths = output.add(await server.run("listFiles.sh", listInputs(server.root, [])));
        if (output.end?.kind !== "whole") return "not whole";
        return paths.length === FILES + 1 ? "whole" : "lie";
      },
    });
  });
