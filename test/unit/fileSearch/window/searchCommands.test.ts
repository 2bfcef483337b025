import assert from "node:assert/strict";
import { handlers } from "../../../../src/handlers.ts";
import type { CommandId } from "../../../../src/manifest/commands.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { BY_ROW } from "../../../../src/serverFiles/filePlace.ts";
import { folderNodeId, panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { javaRow, listOf, siteRow } from "../../../fakes/rows.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import { foundFile } from "./foundSamples.ts";

const withoutKey = failing({ kind: "keyNeeded" });

const NEEDLE: ScriptedAnswer = { to: "Find in Server Files", with: "needle > needle" };

describe("Commands of a search in servers' files", () => {
  let window: CommandFixture;
  let shop: PanelRecord;
  let blog: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    window.handlers = {
      "site.list": () =>
        listOf([
          siteRow({ id: 1, name: "shop.example", root: "/www/wwwroot/shop.example" }),
          siteRow({ id: 2, name: "cafe.example", root: "/www/wwwroot/cafe.example" }),
          siteRow({ id: 3, name: "odd.example", root: undefined }),
        ]),
      "java.list": () => listOf([javaRow({ name: "orders", jar: "/srv/orders/app.jar" })]),
      // nothing runs on these servers
      "file.upload": withoutKey,
      "file.move": withoutKey,
    };
    shop = await window.add({ name: "Shop", tags: ["live"] });
    blog = await window.add({ name: "Blog", address: "https://192.0.2.2:8888", tags: ["live"] });
  });
  afterEach(() => window.dispose());

  const run = async (id: CommandId, args: readonly unknown[] = [], ...answers: readonly ScriptedAnswer[]) =>
    window.run(handlers[id], args, ...answers);
  const site = async (panel: PanelRecord, name: string) =>
    (await window.items(panel, "site")).find(({ label }) => label === name)?.id ?? assert.fail(name);
  const shown = () => window.search.shown;
  const searched = () => shown()?.run.asked.places.map(({ panel, directory }) => `${panel.name} ${directory}`);

  /** Searches a website, and puts files into what was found. */
  async function found(...files: readonly Parameters<typeof foundFile>[]): Promise<void> {
    await run("serverPanel.find", [await site(shop, "shop.example")], NEEDLE);
    shown()?.run.results.add(
      shop.id,
      files.map((given) => foundFile(...given)),
    );
  }

  /** The id of a row by the path of a file, and the number of a line. */
  function rowOf(path: string, number?: number): string {
    const { rows, run: search } = shown() ?? assert.fail();
    rows.children();
    const file =
      search.results.servers.flatMap(({ files }) => files).find((each) => each.path === path) ?? assert.fail();
    if (number === undefined) return rows.idOf(file);
    return rows.show(file.lines.find((line) => line.number === number) ?? assert.fail());
  }

  it("search the directory of the row", async () => {
    await run("serverPanel.find", [await site(shop, "shop.example")], NEEDLE);
    assert.deepEqual(searched(), ["Shop /www/wwwroot/shop.example"]);
    const [java] = await window.items(shop, "javaProject");
    await run("serverPanel.find", [java?.id], NEEDLE);
    assert.deepEqual(searched(), ["Shop /srv/orders"]);
    const directory = window.services.tree.openFiles(panelNodeId(shop.id), "/etc/nginx");
    await run("serverPanel.find", [directory], NEEDLE);
    assert.deepEqual(searched(), ["Shop /etc/nginx"]);
  });

  it("search a panel's websites, those of all panels of a tag, and several rows at once, each place once", async () => {
    await run("serverPanel.find", [panelNodeId(shop.id)], NEEDLE);
    assert.deepEqual(searched(), ["Shop /www/wwwroot"]);
    await run("serverPanel.find", [folderNodeId("live")], NEEDLE);
    assert.deepEqual(searched(), ["Shop /www/wwwroot", "Blog /www/wwwroot"]);
    const rows = [await site(shop, "shop.example"), await site(shop, "cafe.example"), await site(blog, "cafe.example")];
    await run("serverPanel.find", [rows[0], rows], NEEDLE);
    const sites = [
      "Shop /www/wwwroot/shop.example",
      "Shop /www/wwwroot/cafe.example",
      "Blog /www/wwwroot/cafe.example",
    ];
    assert.deepEqual(searched(), sites);
    const nested = [...rows, panelNodeId(shop.id), panelNodeId(shop.id)];
    await run("serverPanel.find", [rows[0], nested], NEEDLE);
    assert.deepEqual(searched(), ["Blog /www/wwwroot/cafe.example", "Shop /www/wwwroot"]);
  });

  it("search what a person picks from the palette", async () => {
    const pick = { to: "Find in Server Files", with: "caf > cafe.example" };
    const { choices } = await run("serverPanel.find", [], pick, NEEDLE);
    assert.match(searched()?.[0] ?? "", /\/www\/wwwroot\/cafe\.example$/);
    assert.ok(choices[0]?.every((label) => label !== "odd.example"));
  });

  it("say that a panel does not tell where a website is", async () => {
    const { messages } = await run("serverPanel.find", [await site(shop, "odd.example")]);
    assert.match(
      messages[0]?.message ?? "",
      /^Nothing was done\. The panel does not say where the files of “odd\.example”/,
    );
  });

  it("suggest what is selected in the editor, and the options of the last search", async () => {
    window.workbench.selected = "needle";
    const ids = [await site(shop, "shop.example")];
    await run("serverPanel.find", ids, { to: "Find in Server Files", with: "needle > Match Case > needle" });
    assert.equal(shown()?.run.asked.query.isCaseSensitive, true);
    await run("serverPanel.find", ids, NEEDLE);
    assert.equal(shown()?.run.asked.query.isCaseSensitive, true);
    assert.deepEqual(shown()?.run.asked.query.usuallyExclude, ["**/node_modules"]);
  });

  it("run nothing on a panel that is read only, and say so: alone before the question, among others in a row", async () => {
    await window.services.store.update(shop.id, { guardLevel: "readOnly" });
    const calls = () => window.calls(shop.id).count("file.upload");
    const alone = await run("serverPanel.find", [panelNodeId(shop.id)]);
    assert.match(
      alone.messages[0]?.message ?? "",
      /^“Shop” is read-only, and this has its server run a command\. Nothing was sent\.$/,
    );
    assert.deepEqual(alone.messages[0]?.buttons, ["Edit Panel…"]);
    assert.equal(shown(), undefined);
    await run("serverPanel.find", [folderNodeId("live")], NEEDLE);
    assert.deepEqual([calls(), window.calls(blog.id).count("file.upload") > 0], [0, true]);
    const { rows } = shown() ?? assert.fail();
    const problems = rows.children().map((id) => rows.row(id));
    assert.deepEqual(
      problems.map((row) => row?.kind === "problem" && row.panelId),
      [shop.id, blog.id],
    );
    const { messages } = await run("serverPanel.search.open", [rows.children()[0]]);
    assert.match(messages[0]?.message ?? "", /read-only/);
  });

  it("explain a server that was not searched, with what helps", async () => {
    await found();
    const { rows, run: search } = shown() ?? assert.fail();
    const fix = async () => (await run("serverPanel.search.open", [rows.children()[0]])).messages[0];
    assert.match((await fix())?.message ?? "", /^“Shop”: /);
    search.results.end(shop.id, { kind: "refused", message: "unmatched (" });
    assert.deepEqual((await fix())?.buttons, ["Change Search…"]);
    search.results.end(shop.id, { kind: "busy" });
    assert.deepEqual((await fix())?.buttons, ["Search Again"]);
  });

  it("open a line: a click beside, a second click and Enter in the editor, with what was found selected", async () => {
    await found(["/www/a.php", [7, 9]]);
    const { opened } = window.workbench;
    const row = rowOf("/www/a.php", 7);
    await run("serverPanel.search.open", [row, BY_ROW]);
    await run("serverPanel.search.open", [row, BY_ROW]);
    window.isEntered = true;
    await run("serverPanel.search.open", [rowOf("/www/a.php", 9), BY_ROW]);
    assert.deepEqual(opened, ["/www/a.php:7 beside “needle”", "/www/a.php:7 stay “needle”", "/www/a.php:9 “needle”"]);
  });

  it("open nothing for a name that is not in UTF-8, whose file no panel would find", async () => {
    await found(["/www/caf\ufffd", [1], { isExact: false }]);
    const { messages } = await run("serverPanel.search.open", [rowOf("/www/caf\ufffd", 1), BY_ROW]);
    assert.match(messages[0]?.message ?? "", /do not handle the name/);
    assert.deepEqual(window.workbench.opened, []);
  });

  it("go from one result to the next and back, round at the ends, from the row that was selected last", async () => {
    await found(["/www/a.php", [7, 9]], ["/www/b.php", [1]]);
    const { opened } = window.workbench;
    for (const step of [1, 1, 1, 1, -1]) await run("serverPanel.search.open", [{ step }]);
    assert.deepEqual(
      opened.map((each) => each.split(" ")[0]),
      ["/www/a.php:7", "/www/a.php:9", "/www/b.php:1", "/www/a.php:7", "/www/b.php:1"],
    );
    assert.deepEqual(window.searchDisplay.revealed, [7, 9, 1, 7, 1]);
    window.search.at = rowOf("/www/b.php");
    await run("serverPanel.search.open", [{ step: 1 }]);
    assert.equal(opened.at(-1)?.split(" ")[0], "/www/b.php:1");
  });

  it("copy lines, and files with their lines", async () => {
    await found(["/www/a.php", [7, 9]], ["/www/b.php", [1]]);
    const { copied } = window.workbench;
    await run("serverPanel.search.copy", [rowOf("/www/a.php", 7)]);
    const both = [rowOf("/www/a.php", 7), rowOf("/www/a.php", 9)];
    await run("serverPanel.search.copy", [both[0], both]);
    const file = [rowOf("/www/a.php"), ...both];
    await run("serverPanel.search.copy", [file[0], file]);
    window.searchDisplay.targets = [rowOf("/www/b.php")];
    await run("serverPanel.search.copy");
    const [a, b] = [
      "/www/a.php\n  7: line 7 with needle\n  9: line 9 with needle",
      "/www/b.php\n  1: line 1 with needle",
    ];
    assert.deepEqual(copied, ["line 7 with needle", "line 7 with needle\nline 9 with needle", a, b]);
  });

  it("dismiss rows from the list, by their menu and by a key", async () => {
    await found(["/www/a.php", [7, 9]], ["/www/b.php", [1]]);
    const { results } = shown()?.run ?? assert.fail();
    await run("serverPanel.search.dismiss", [rowOf("/www/a.php", 7)]);
    window.searchDisplay.targets = [rowOf("/www/b.php")];
    await run("serverPanel.search.dismiss");
    assert.deepEqual([results.lineCount, results.fileCount], [1, 1]);
    window.searchDisplay.targets = undefined;
    const { messages } = await run("serverPanel.search.dismiss");
    assert.match(messages[0]?.message ?? "", /list changed in that moment/);
  });

  it("search again with what was searched for, after a change or without one, and take it out of sight", async () => {
    await found();
    const before = shown()?.run;
    await run("serverPanel.search.change", [], { to: "Find in Server Files", with: "needle > needle" });
    assert.notEqual(shown()?.run, before);
    assert.deepEqual(searched(), ["Shop /www/wwwroot/shop.example"]);
    await run("serverPanel.search.change", [], { to: "Find in Server Files", with: "other > other" });
    assert.deepEqual([shown()?.run.asked.query.text, searched()], ["other", ["Shop /www/wwwroot/shop.example"]]);
    await run("serverPanel.search.clear");
    assert.equal(shown(), undefined);
    for (const id of ["change", "cancel", "open"] as const)
      assert.deepEqual((await run(`serverPanel.search.${id}`)).messages, []);
  });

  it("keep nothing of panels that were removed", async () => {
    await run("serverPanel.find", [folderNodeId("live")], NEEDLE);
    const { results } = shown()?.run ?? assert.fail();
    for (const { id } of [shop, blog]) results.add(id, [foundFile("/www/b.php", [1])]);
    window.search.panelsChanged(new Set([blog.id]));
    assert.deepEqual(
      results.servers.map(({ files }) => files.length),
      [0, 1],
    );
    window.search.panelsChanged(new Set());
    assert.equal(shown(), undefined);
  });

  it("say that the end of a search that made way for another one was not seen", async () => {
    await found();
    shown()?.run.results.end(shop.id, { kind: "unknown" });
    const { messages } = await run("serverPanel.search.change", [], NEEDLE);
    assert.deepEqual(
      messages.map(({ message }) => message),
      ["The end of the search before was not seen on “Shop”: it may still run there."],
    );
  });
});
