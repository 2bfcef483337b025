import assert from "node:assert/strict";
import { handlers } from "../../../src/handlers.ts";
import type { RowVerb } from "../../../src/manifest/commandShape.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { offering, titleOf } from "../../../src/search/purpose.ts";
import { itemNodeId, panelNodeId } from "../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";
import { failing, type Handlers } from "../../fakes/fakeCall.ts";
import { containerRow, javaRow, listOf, siteRow } from "../../fakes/rows.ts";

const things: Handlers = {
  "site.list": () =>
    listOf([
      siteRow({ id: 1, name: "shop.example", running: true }),
      siteRow({ id: 2, name: "old.example", running: false }),
    ]),
  "java.list": () => listOf([javaRow({ name: "orders", pids: [7] }), javaRow({ name: "idle", pids: [] })]),
  "java.log": () => ({ text: "one line\n", file: undefined, size: undefined }),
  "site.errorLog": () => ({ text: "one line\n" }),
  "container.list": () => ({ ...listOf([containerRow({ id: "c", name: "web", status: "running" })]), total: 1 }),
  "certificateOrder.list": () => listOf([]),
  "scheduledTask.list": () => listOf([]),
};

describe("Restart…, Start…, Stop… and Follow Log…", () => {
  let window: CommandFixture;
  let shop: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    window.handlers = things;
    shop = await window.add();
  });
  afterEach(() => window.dispose());

  const pick = (name: RowVerb, answer: string | undefined, ...answers: Parameters<CommandFixture["run"]>[2][]) =>
    window.run(handlers[`serverPanel.${name}`], [], { to: `${titleOf(name)} Type a name`, with: answer }, ...answers);
  const listed = async (name: RowVerb) => (await pick(name, "")).choices.at(-1);

  it("list exactly the rows that offer them, of all kinds and panels", async () => {
    const blog = await window.add({ name: "Blog" });
    window.ownHandlers.set(blog.id, {
      ...things,
      "site.list": () => listOf([]),
      "container.list": () => ({ ...listOf([]), total: 0 }),
    });
    assert.deepEqual((await listed("restart"))?.toSorted(), ["orders", "orders", "web"]);
    assert.deepEqual((await listed("start"))?.toSorted(), ["idle", "idle", "old.example"]);
    assert.deepEqual((await listed("stop"))?.toSorted(), ["orders", "orders", "shop.example", "web"]);
    assert.deepEqual((await listed("followLog"))?.toSorted(), [
      "Panel runtime",
      "Panel runtime",
      "idle",
      "idle",
      "old.example",
      "orders",
      "orders",
      "shop.example",
      "web",
    ]);
  });

  it("run the command of the row's kind, with its question, and leave the side bar as it is", async () => {
    await window.services.store.update(shop.id, { guardLevel: "ask" });
    for (const [name, row, question] of [
      ["restart", "orders", "Restart Java project “orders” on “Shop”"],
      ["stop", "shop.example", "Stop website “shop.example” on “Shop”"],
      ["stop", "web", "Stop container “web” on “Shop”"],
    ] as const) {
      const { questions } = await pick(name, `${row} > ${row}`, { to: question, with: false });
      assert.equal(questions.length, 1);
    }
    assert.deepEqual(window.revealed, []);
    const recent = window.kept.get("serverPanel.recentResources");
    assert.deepEqual(recent, [
      itemNodeId(shop.id, "container", "c"),
      itemNodeId(shop.id, "site", "1"),
      itemNodeId(shop.id, "javaProject", "orders"),
    ]);
  });

  it("follow the only log of a row, or the one that a person picks", async () => {
    await pick("followLog", "orders > orders");
    assert.deepEqual([...window.screens.keys()].length, 1);
    const { choices } = await pick("followLog", "shop > shop.example", { to: "Which log?", with: "Error log" });
    assert.deepEqual(choices.at(-1), ["Access log", "Error log"]);
    assert.equal(window.calls(shop.id).made.filter(([id]) => id === "site.errorLog").length, 1);
    await pick("followLog", "shop > shop.example", { to: "Which log?", with: undefined });
    assert.equal([...window.screens.keys()].length, 2);
  });

  it("tell that nothing offers them, as on a read-only panel, and name panels that were not asked", async () => {
    await window.services.store.update(shop.id, { guardLevel: "readOnly" });
    for (const name of ["restart", "start", "stop"] as const)
      assert.deepEqual(await listed(name), [offering(name).nothing]);
    window.handlers = { ...things, "system.total": failing({ kind: "timeout", afterMs: 1 }) };
    await window.services.tree.children(panelNodeId(shop.id));
    const { choices } = await pick("restart", " > Not searched#1");
    assert.deepEqual(choices[0], ["Not searched: “Shop” (no answer in time)"]);
    assert.deepEqual(window.revealed, [[panelNodeId(shop.id), true]]);
  });

  it("say which groups are hidden, and how to show them, where these may have more", async () => {
    await window.services.store.update(shop.id, { hiddenGroups: ["container", "certificateOrder"] });
    const said = "Hidden, and not searched: “Shop”: Containers. Show them with Organize Panel.";
    const restart = await pick("restart", " > Hidden, and not searched#1");
    assert.deepEqual(restart.choices[0], ["orders", said]);
    assert.deepEqual(window.revealed, [[panelNodeId(shop.id), true]]);
    await window.services.store.update(shop.id, { hiddenGroups: ["certificateOrder"] });
    assert.deepEqual((await listed("restart"))?.toSorted(), ["orders", "web"], "orders of certificates never restart");
  });

  it("find one of 1,200 that is not loaded, and read no list that never offers them", async () => {
    const sites = Array.from({ length: 1_200 }, (_, index) =>
      siteRow({ id: index + 1, name: `s${index + 1}.example`, running: true }),
    );
    window.handlers = {
      ...things,
      "site.list": ({ page, search = "" }) => {
        const found = sites.filter(({ name = "" }) => name.includes(search));
        return listOf(found.slice(page * 200 - 200, page * 200), found.length);
      },
    };
    await window.services.store.update(shop.id, { guardLevel: "ask" });
    const { questions } = await pick("stop", "s1150.example > ", { to: "Stop website “s1150.example”", with: false });
    assert.equal(questions.length, 1);
    assert.equal(window.calls(shop.id).made.filter(([id]) => id === "certificateOrder.list").length, 0);
  });

  it("say so where what the panel finds beyond the loaded rows does not offer them, and claim nothing of what was not read", async () => {
    const sites = Array.from({ length: 1_200 }, (_, index) =>
      siteRow({ id: index + 1, name: `s${index + 1}.example`, running: true }),
    );
    window.handlers = {
      ...things,
      "site.list": ({ page, search = "" }) => {
        const found = sites.filter(({ name = "" }) => name.includes(search));
        return listOf(found.slice(page * 200 - 200, page * 200), found.length);
      },
    };
    const found = await pick("start", "s1150.example > ");
    assert.deepEqual(found.choices, [["s1150.example"], ["Nothing was found that offers “Start”."]]);
    window.handlers = { ...window.handlers, "java.list": () => listOf([]) };
    await window.run(handlers["serverPanel.view.refresh"]);
    assert.deepEqual(await listed("start"), [
      "Search all 1,200 on the panel…",
      "Nothing was found that offers “Start”.",
    ]);
  });

  it("do nothing on a row that has changed meanwhile, and say so", async () => {
    const answers = [listOf([javaRow({ name: "orders", pids: [7] })]), listOf([javaRow({ name: "orders", pids: [] })])];
    window.handlers = { ...things, "java.list": () => answers.shift() ?? listOf([]) };
    const { messages } = await pick("stop", "orders > orders");
    assert.deepEqual(
      messages.map(({ message }) => message),
      ["“Stop” does not apply to “orders” (stopped). Nothing was done."],
    );
  });
});
