import { listInputs } from "../../../src/fileSearch/listFiles.ts";
import { NameOutput } from "../../../src/fileSearch/nameOutput.ts";
import type { SearchQuery } from "../../../src/fileSearch/searchQuery.ts";
import { failEach, type Verdict } from "../faults/failEach.ts";
import { queryFor, SearchedServer, searchShells } from "./searchHere.ts";

/** Half of them have the text; beside them is one that is binary. */
const FILES = 4;

const IS_FULL = process.env["FUZZ"] === "full";

const SEARCH_PROGRAMS = "find grep xargs sed tr wc cut head cat rm sh".split(" ");
const LIST_PROGRAMS = "find grep xargs wc sh".split(" ");

/** An expression has what a text has, and its matches are told beside that. */
const QUERIES: readonly (readonly [string, Partial<SearchQuery>])[] = [
  ["ne+dle", { isRegExp: true }],
  ...(IS_FULL ? [["needle", {}] as const] : []),
];

for (const shell of IS_FULL ? searchShells : searchShells.slice(0, 1))
  describe(`programs that fail, in ${shell}`, () => {
    const begin = () => {
      const server = new SearchedServer(shell);
      for (let file = 0; file < FILES; file++) server.put(`d/f${file}`, file % 2 === 0 ? "a needle\n" : "nothing\n");
      server.put("d/binary", "\0 needle\n");
      return server;
    };

    for (const [text, more] of QUERIES)
      failEach({
        what: `a search of ${text} is whole only where it has looked at all files`,
        programs: SEARCH_PROGRAMS,
        begin,
        async run(server): Promise<Verdict> {
          const { end, files } = await server.search(queryFor(text, more));
          if (end.kind !== "whole") return "not done";
          const { unreadableFiles, unreadableDirectories } = end.leftOut;
          if (unreadableDirectories > 0) return "lie";
          const marked = files.filter(({ lines }) => (lines[0]?.ranges.length ?? 0) > 0).length;
          const named = end.unread.filter((path) => /f\d*[02468]$/.test(path)).length;
          return marked + named >= FILES / 2 && unreadableFiles === end.unread.length ? "done" : "lie";
        },
      });

    failEach({
      what: "a list is whole only where it has all files",
      programs: LIST_PROGRAMS,
      begin,
      async run(server): Promise<Verdict> {
        const output = new NameOutput();
        const paths = output.add(await server.run("listFiles.sh", listInputs(server.root, [])));
        if (output.end?.kind !== "whole") return "not done";
        return paths.length === FILES + 1 ? "done" : "lie";
      },
    });
  });
