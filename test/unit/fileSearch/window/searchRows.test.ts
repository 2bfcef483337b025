import assert from "node:assert/strict";
import { SearchRows, type SearchRow } from "../../../../src/fileSearch/window/searchRows.ts";
import { SearchRun } from "../../../../src/fileSearch/window/searchRun.ts";
import { panelRecord } from "../../../fakes/rows.ts";
import { foundFile, QUERY } from "./foundSamples.ts";

const [shop, blog, locked] = [
  panelRecord({ id: "shop", name: "Shop" }),
  panelRecord({ id: "blog", name: "Blog" }),
  panelRecord({ id: "locked", name: "Locked", guardLevel: "readOnly" }),
];
describe("The rows of a search", () => {
  let run: SearchRun;
  let rows: SearchRows;
  beforeEach(() => {
    const places = [shop, blog, locked].map((panel) => ({ panel, directory: "/www" }));
    run = new SearchRun({ query: QUERY, places }, () => undefined);
    rows = new SearchRows(run, "1");
  });

  const nameOf = (row: SearchRow | undefined): string => {
    switch (row?.kind) {
      case "file":
        return row.path;
      case "line":
        return `line ${row.number}`;
      case "problem":
        return `problem on ${row.panelId}`;
      case "more":
        return `${row.remaining} more`;
      case undefined:
        return "none";
      default:
        return row satisfies never;
    }
  };
  const below = (id?: string) => rows.children(id).map((each) => nameOf(rows.row(each)));
  const idOf = (name: string, id?: string) =>
    rows.children(id).find((each) => nameOf(rows.row(each)) === name) ?? assert.fail(name);

  it("are what was not searched, then files server by server, with their lines below", () => {
    run.results.add("blog", [foundFile("/www/b", [7])]);
    run.results.add("shop", [foundFile("/www/z", [1]), foundFile("/www/a", [2, 3])]);
    run.results.end("blog", { kind: "busy" });
    assert.deepEqual(below(), ["problem on locked", "problem on blog", "/www/a", "/www/z", "/www/b"]);
    assert.deepEqual(below(idOf("/www/a")), ["line 2", "line 3"]);
    assert.deepEqual(below(idOf("line 3", idOf("/www/a"))), []);
  });

  it("keep their ids while more is found, so that VS Code keeps what is open and selected, and never share one with another search", () => {
    run.results.add("shop", [foundFile("/www/m", [1])]);
    const before = idOf("/www/m");
    run.results.add("shop", [foundFile("/www/a", [1])]);
    assert.equal(idOf("/www/m"), before);
    assert.ok(rows.children().every((id) => !new SearchRows(run, "2").children().includes(id)));
  });

  it("are a thousand at a time, and more on demand, of files and of lines", () => {
    const numbers = Array.from({ length: 2_500 }, (_, index) => index + 1);
    run.results.add("shop", [foundFile("/www/log", numbers)]);
    run.results.add(
      "blog",
      numbers.map((number) => foundFile(`/www/${String(number).padStart(4, "0")}`, [1])),
    );
    assert.deepEqual(below().slice(-2), ["/www/0999", "1501 more"]);
    const log = idOf("/www/log");
    for (const [shown, last] of [
      [1_001, "1500 more"],
      [2_001, "500 more"],
      [2_500, "line 2500"],
    ] as const) {
      assert.deepEqual([below(log).length, below(log).at(-1)], [shown, last]);
      const more = rows.row(rows.children(log).at(-1) ?? "");
      if (more?.kind === "more") rows.showMore(more);
    }
    assert.equal(below().length, 1_002, "only of that file");
  });

  it("show a line that is far down before it is revealed, with the file above it", () => {
    const numbers = Array.from({ length: 2_500 }, (_, index) => index + 1);
    run.results.add("shop", [foundFile("/www/log", numbers)]);
    const line = run.results.servers[0]?.files[0]?.lines[2_200] ?? assert.fail();
    assert.equal(rows.isListed(line), false);
    const id = rows.show(line);
    const file = rows.parentOf(id) ?? assert.fail();
    assert.deepEqual([nameOf(rows.row(file)), rows.parentOf(file)], ["/www/log", undefined]);
    assert.ok(rows.children(file).includes(id));
  });

  it("go when they are dismissed: a line, a file with its last line, a server that was not searched", () => {
    run.results.add("shop", [foundFile("/www/a", [2, 3])]);
    const dismiss = (id: string) => rows.dismiss(rows.row(id) ?? assert.fail());
    dismiss(idOf("line 2", idOf("/www/a")));
    assert.deepEqual(below(idOf("/www/a")), ["line 3"]);
    dismiss(idOf("line 3", idOf("/www/a")));
    dismiss(idOf("problem on locked"));
    assert.deepEqual(below(), []);
    assert.equal(run.results.lineCount, 0);
  });

  it("are expanded at first where a file has few lines and is near the top", () => {
    run.results.add("shop", [
      foundFile("/www/few", [1, 2]),
      foundFile("/www/many", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ]);
    run.results.add(
      "blog",
      Array.from({ length: 150 }, (_, index) => foundFile(`/www/${1_000 + index}`, [1])),
    );
    const expanded = rows.children().filter((id) => {
      const row = rows.row(id);
      return row?.kind === "file" && rows.isExpandedAtFirst(row);
    });
    assert.equal(expanded.length, 99);
    assert.ok(expanded.includes(idOf("/www/few")) && !expanded.includes(idOf("/www/many")));
  });
});
