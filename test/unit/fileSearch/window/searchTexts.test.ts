import assert from "node:assert/strict";
import type { SearchEnd } from "../../../../src/fileSearch/searchEnd.ts";
import type { QueryProblem } from "../../../../src/fileSearch/searchQuery.ts";
import { SearchRun } from "../../../../src/fileSearch/window/searchRun.ts";
import {
  descriptionText,
  listEndText,
  messageText,
  placesText,
  problemText,
  queryProblemText,
} from "../../../../src/fileSearch/window/searchTexts.ts";
import { panelRecord } from "../../../fakes/rows.ts";
import { endedRun, foundFile, QUERY, whole } from "./foundSamples.ts";

const [shop, blog] = [panelRecord({ id: "shop", name: "Shop" }), panelRecord({ id: "blog", name: "Blog" })];
const nameOf = (panelId: string) => ({ shop: "Shop", blog: "Blog" })[panelId] ?? "";
const message = (run: SearchRun) => messageText(run, nameOf);

/** Each end, with what it says of its server, and whether that is a row of its own. */
const ENDS: readonly (readonly [SearchEnd, bound: RegExp | undefined, problem: RegExp | undefined])[] = [
  [whole(), undefined, undefined],
  [{ ...whole(), kind: "partly", missing: 2 } as SearchEnd, /not searched whole: 2 of its files/, undefined],
  [{ ...whole(), kind: "partly" } as SearchEnd, /not searched whole: not all .* listed/, undefined],
  [{ kind: "tooManyLines", most: 20_000 }, /at 20,000 results/, undefined],
  [{ kind: "timedOut", seconds: 600 }, /after 600 seconds/, undefined],
  [{ kind: "tooMuch" }, /length of what was found/, undefined],
  [{ kind: "canceled" }, /was canceled\./, undefined],
  [{ kind: "failed", failure: { kind: "cancelled" } }, /was canceled\./, undefined],
  [{ kind: "refused", message: "grep: unmatched (" }, undefined, /unmatched \(/],
  [{ kind: "unable", message: "find: no -printf" }, undefined, /no -printf/],
  [{ kind: "busy" }, undefined, /Another search/],
  [{ kind: "missing", tools: ["setsid"] }, undefined, /setsid/],
  [{ kind: "noSpace" }, undefined, /no room/],
  [{ kind: "unknown" }, undefined, /not seen.*may still run/],
  [{ kind: "damaged" }, undefined, /something else/],
  [{ kind: "failed", failure: { kind: "network", code: "ECONNREFUSED" } }, undefined, /Nothing answers/],
];

describe("What stands above results", () => {
  it("counts them, and says when there are none", async () => {
    const run = await endedRun([shop], [whole()]);
    assert.equal(message(run), "No results found in text files.");
    run.results.add("shop", [foundFile("/a", [1])]);
    assert.equal(message(run), "1 result in 1 file.");
    run.results.add("shop", [foundFile("/b", [1, 2])]);
    assert.equal(message(run), "3 results in 2 files.");
  });

  it("says that it goes on, and that it is being canceled, which is not yet that it was", () => {
    const run = new SearchRun({ query: QUERY, places: [{ panel: shop, directory: "/" }] }, () => undefined);
    assert.equal(message(run), "Searching…");
    run.results.add("shop", [foundFile("/b", [1, 2])]);
    assert.equal(message(run), "Searching… 2 results in 1 file.");
    run.cancel();
    assert.equal(message(run), "Canceling… 2 results in 1 file.");
  });

  it("says that a search was canceled only where its end was seen to be that", async () => {
    const ended = await endedRun([shop], [whole()]);
    // too late
    ended.cancel();
    assert.equal(message(ended), "No results found in text files.");
    const unseen = await endedRun([shop], [{ kind: "unknown" }]);
    unseen.cancel();
    assert.doesNotMatch(message(unseen), /cancel/i);
    assert.match(message(await endedRun([shop], [{ kind: "canceled" }])), /^Nothing was found.*was canceled\.$/);
  });

  for (const [end, bound, problem] of ENDS)
    it(`says of ${end.kind} what it means, above or in a row`, async () => {
      const run = await endedRun([shop], [end]);
      const said = message(run);
      if (bound !== undefined) assert.match(said, bound);
      assert.equal(problemText(end) !== undefined, problem !== undefined);
      if (problem !== undefined) {
        assert.match(problemText(end) ?? "", problem);
        assert.equal(said, "Nothing was found as far as it was searched.");
      }
    });

  it("names the servers that a bound was met on, once where they have the same, and sums up what was left out", async () => {
    const bound = { kind: "timedOut", seconds: 600 } as const;
    const same = message(await endedRun([shop, blog], [bound, bound]));
    assert.match(same, /“Shop”, “Blog”: It was ended after 600 seconds/);
    const left = await endedRun([shop, blog], [whole({ unreadableDirectories: 2 }), whole({ unreadableFiles: 1 })]);
    assert.equal(
      message(left),
      "No results found in text files. Not searched: 2 unreadable directories, 1 unreadable file.",
    );
  });

  it("never says that there are none where a server was searched in part", async () => {
    const partly = { ...whole({ unreadableFiles: 1 }, ["/a/b"]), kind: "partly", missing: 3 } as SearchEnd;
    assert.equal(
      message(await endedRun([shop, blog], [whole(), partly])),
      [
        "Nothing was found as far as it was searched. “Blog”: It was not searched whole: 3 of its files were not looked at.",
        "Not searched: 1 unreadable file. Not read to the end: “/a/b”.",
      ].join(" "),
    );
  });

  it("names files that could not be read to their end, and counts the others", async () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/f${index}`);
    const text = message(await endedRun([shop], [whole({ unreadableFiles: 25 }, paths)]));
    assert.match(text, /25 unreadable files\. Not read to the end: “\/f0”, .*“\/f19”, 5 more\.$/);
  });

  it("names tasks that were not seen to be removed", async () => {
    const run = await endedRun([shop], [whole()]);
    run.leftTasks.set("shop", new Set(["Server Panel search 12ab"]));
    assert.match(message(run), /scheduled tasks: Server Panel search 12ab\. Delete it there\.$/);
  });
});

describe("What is searched", () => {
  it("is named in few words", () => {
    const at = (panel: typeof shop, name?: string) => ({
      panel,
      directory: "/www",
      ...(name !== undefined && { name }),
    });
    const texts = [
      [at(shop, "a.com")],
      [at(shop)],
      [at(shop, "a"), at(shop, "b")],
      [at(shop), at(blog)],
      [at(shop, "a"), at(blog)],
    ];
    assert.deepEqual(texts.map(placesText), [
      "“a.com” on “Shop”",
      "“/www” on “Shop”",
      "2 places on “Shop”",
      "“/www” on 2 panels",
      "2 places on 2 panels",
    ]);
    const long = descriptionText({ query: { ...QUERY, text: "x".repeat(1_000) }, places: [at(shop)] });
    assert.ok(long.length < 70 && long.includes("…”"));
  });
});

describe("What cannot be searched for", () => {
  const problems: readonly QueryProblem[] = [
    { kind: "empty" },
    { kind: "tooLong", most: 10_000 },
    { kind: "lineBreak" },
    { kind: "nul" },
    { kind: "glob", glob: "{a" },
  ];
  it("has a sentence each", () => {
    const texts = problems.map(queryProblemText);
    assert.equal(new Set(texts).size, problems.length);
    for (const text of texts) assert.match(text, /^[A-Z“]/);
  });
});

describe("What stands below listed files", () => {
  it("says where they are not all", () => {
    assert.equal(listEndText(whole(), 3, ""), undefined);
    assert.match(listEndText({ kind: "tooManyLines", most: 50_000 }, 50_000, "") ?? "", /first 50,000 files/);
    assert.match(listEndText({ kind: "unknown" }, 3, "") ?? "", /end of the list was not seen/);
    assert.match(listEndText(whole({ unreadableDirectories: 2 }), 3, "") ?? "", /2 unreadable directories/);
    const partly = { ...whole(), kind: "partly" } as SearchEnd;
    assert.match(listEndText(partly, 3, "") ?? "", /Not all files could be listed/);
    assert.match(listEndText({ kind: "busy" }, 0, "") ?? "", /Another search/);
  });
});
