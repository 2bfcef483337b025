import assert from "node:assert/strict";
import { askSearch } from "../../../../src/fileSearch/window/askSearch.ts";
import { lastOptions, rememberOptions } from "../../../../src/fileSearch/window/searchOptions.ts";
import { WEBSITES, type AskedSearch } from "../../../../src/fileSearch/window/searchedPlaces.ts";
import type { LiveRow } from "../../../../src/ports/liveList.ts";
import type { Dialogs } from "../../../../src/ports/dialogs.ts";
import { panelRecord } from "../../../fakes/rows.ts";
import { scriptOf, type ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import { QUERY } from "./foundSamples.ts";

const shop = panelRecord({ id: "shop", name: "Shop" });
const SITE: AskedSearch = {
  query: { ...QUERY, text: "", usuallyExclude: ["**/node_modules"] },
  places: [{ panel: shop, directory: "/www/wwwroot/a.com", name: "a.com" }],
};
const PANEL: AskedSearch = { ...SITE, places: [{ panel: shop, directory: WEBSITES }] };

describe("The question what is to be found", () => {
  const ask = async (suggested: AskedSearch, ...answers: readonly ScriptedAnswer[]) => {
    const script = scriptOf(answers, async () => assert.fail());
    const asked = await askSearch(script, suggested);
    return { asked, ...(await script.finish()) };
  };
  const answer = (taken: string): ScriptedAnswer => ({ to: "Find in Server Files", with: taken });

  /** The rows of the list while a text is typed, each "label: description". */
  const rowsFor = async (suggested: AskedSearch, text: string): Promise<readonly string[]> => {
    let rows: readonly LiveRow<unknown>[] = [];
    const live: Dialogs["live"] = async (list) => {
      const source = list.open({ show: (shown) => (rows = shown.rows), close: () => undefined });
      source.typed(text);
      return undefined;
    };
    assert.equal(await askSearch({ dialogs: { live } as Dialogs }, suggested), undefined);
    return rows.map(({ label, description, value }) =>
      [label, description, value === undefined ? "no answer" : []].flat().join(": "),
    );
  };

  it("has what is typed in its first row, and each option with its state in words", async () => {
    assert.deepEqual(await rowsFor(SITE, "needle"), [
      "needle: Find in “a.com” on “Shop”",
      "Match Case: off",
      "Match Whole Word: off",
      "Use Regular Expression: off",
      "Files to Include: all files",
      "Files to Exclude: as in your settings (files.exclude, search.exclude)",
    ]);
    const set = { ...SITE.query, isCaseSensitive: true, include: "*.php", exclude: "vendor", usuallyExclude: [] };
    assert.deepEqual((await rowsFor({ ...SITE, query: set }, "a")).slice(1), [
      "Match Case: on",
      "Match Whole Word: off",
      "Use Regular Expression: off",
      "Files to Include: *.php",
      "Files to Exclude: vendor",
    ]);
  });

  it("begins no search for what cannot be searched for, and says why", async () => {
    assert.deepEqual((await rowsFor(SITE, ""))[0], "Type a text to find in “a.com” on “Shop”: : no answer");
    assert.match(
      (await rowsFor(SITE, "a".repeat(20_000)))[0] ?? "",
      /…: A text of more than 10,000 characters .*: no answer$/,
    );
  });

  it("is answered by Enter, and keeps what is typed while options are switched", async () => {
    const { asked } = await ask(SITE, answer("needle > Match Case > Use Regular Expression > Match Case > needle"));
    const { query } = asked ?? assert.fail();
    assert.deepEqual([query.text, query.isCaseSensitive, query.isRegExp], ["needle", false, true]);
  });

  it("takes patterns in a box, after which it goes on where it was", async () => {
    const { asked, inputs } = await ask(
      SITE,
      answer("needle > Files to Include"),
      { to: "Files to Include", with: " *.php, config/** " },
      answer("needle > Files to Exclude"),
      { to: "Files to Exclude", with: undefined },
      answer("needle > needle"),
    );
    const { query } = asked ?? assert.fail();
    assert.deepEqual([query.text, query.include, query.exclude], ["needle", "*.php, config/**", ""]);
    const [{ problem } = assert.fail()] = inputs;
    assert.equal(problem?.("*.{php,html}"), undefined);
    assert.match(problem?.("{a") ?? "no problem", /“\{a” is no pattern/);
  });

  it("has the directory of a panel as a whole, and never that of a website", async () => {
    const { asked } = await ask(
      PANEL,
      answer("needle > Directory"),
      { to: "Directory", with: "/etc//nginx/" },
      answer("needle > needle"),
    );
    assert.deepEqual(asked?.places, [{ panel: shop, directory: "/etc/nginx" }]);
    assert.ok(!(await rowsFor(SITE, "a")).some((row) => row.startsWith("Directory")));
  });

  it("ends without an answer when it is dismissed", async () => {
    assert.equal((await ask(SITE, { to: "Find in Server Files", with: undefined })).asked, undefined);
  });
});

describe("The options of a search", () => {
  it("are those of the last one, and no text of it is kept", async () => {
    const kept = new Map<string, unknown>();
    const memento = {
      get: (key: string) => kept.get(key),
      update: async (key: string, value: unknown) => void kept.set(key, value),
    };
    assert.deepEqual(lastOptions(memento).isRegExp, false);
    await rememberOptions(memento, { ...QUERY, text: "hunter2", isRegExp: true, include: "*.php" } as typeof QUERY);
    assert.ok(!JSON.stringify([...kept]).includes("hunter2"));
    assert.deepEqual([lastOptions(memento).isRegExp, lastOptions(memento).include], [true, "*.php"]);
  });

  it("are the usual ones where another version has kept something else", () => {
    const kept = { isRegExp: "yes", include: 7, exclude: "vendor" };
    const { isRegExp, include, exclude } = lastOptions({ get: () => kept });
    assert.deepEqual([isRegExp, include, exclude], [false, "", "vendor"]);
  });
});
