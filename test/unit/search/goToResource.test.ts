import assert from "node:assert/strict";
import { showing } from "../../../src/search/purpose.ts";
import { goToRows, itemRow } from "../../../src/search/goToRows.ts";
import type { ResourceSearch } from "../../../src/search/resourceSearch.ts";
import { clearFilter } from "../../../src/search/filterCommands.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { handlers } from "../../../src/handlers.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import type { Handlers } from "../../fakes/fakeCall.ts";
import { groupNodeId, itemNodeId, panelNodeId, type ItemNode } from "../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { containerRow, javaRow, listOf, siteRow } from "../../fakes/rows.ts";

/** Pages of 200 of so many sites, or of those that contain the text. */
const sitesOf =
  (count: number): NonNullable<Handlers["site.list"]> =>
  ({ page, search = "" }) => {
    const all = Array.from({ length: count }, (_, index) => index + 1);
    const ids = all.filter((id) => `s${id}.example`.includes(search.toLowerCase()));
    const rows = ids.slice(page * 200 - 200, page * 200).map((id) => siteRow({ id, name: `s${id}.example` }));
    return listOf(rows, ids.length);
  };
const manySites = sitesOf(10_000);

describe("Go to Resource…", () => {
  let window: CommandFixture;
  let shop: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    window.handlers = {
      "site.list": () => listOf([siteRow({ id: 1, name: "shop.example", running: true })]),
      "java.list": () => listOf([javaRow({ name: "order-service", pids: [7] }), javaRow({ name: "idle", pids: [] })]),
      "java.log": failing({ kind: "unsupported" }),
      "site.accessLog": failing({ kind: "unsupported" }),
      "container.list": () => ({
        ...listOf([containerRow({ id: "c", name: "web", status: "running", image: "nginx:1.27" })]),
        total: 1,
      }),
      "certificateOrder.list": () => listOf([]),
      "terminal.settings": failing({ kind: "unsupported" }),
      "terminal.hosts": () => listOf([{ id: "192.0.2.9_22", address: "192.0.2.9", port: 22, note: "", position: 1 }]),
      "terminal.commands": () => listOf([]),
      "composer.version": () => ({ version: "2.7.0" }),
    };
    shop = await window.add();
  });
  afterEach(() => window.dispose());

  const go = (answer: string | undefined) =>
    window.run(handlers["serverPanel.resource.goTo"], [], { to: "Go to Resource", with: answer });
  const asked = (panel: PanelRecord, id: string) => window.calls(panel.id).made.filter(([made]) => made === id);

  it("finds rows of unopened groups, and opens everything above them", async () => {
    const { choices } = await go("ord > order-service");
    assert.deepEqual(choices[0], ["order-service"]);
    const id = itemNodeId(shop.id, "javaProject", "order-service");
    assert.deepEqual(window.revealed, [[id, false]]);
    assert.equal(window.services.tree.node(id)?.type, "item");
    // what a group below another has needs that one too
    await go("192.0 > 192.0.2.9");
    assert.deepEqual(window.revealed.at(-1)?.[0], itemNodeId(shop.id, "savedHost", "192.0.2.9_22"));
  });

  it("lists everything, the last used rows first, except those of a demo panel", async () => {
    await go("web > web");
    const demo = await window.demo.open("baota");
    await go("idle > idle");
    assert.deepEqual(window.kept.get("serverPanel.recentResources"), [
      itemNodeId(shop.id, "javaProject", "idle"),
      itemNodeId(shop.id, "container", "c"),
    ]);
    await go("demo > idle");
    assert.equal(window.revealed.at(-1)?.[0], itemNodeId(demo.id, "javaProject", "idle"));
    assert.ok(!JSON.stringify(window.kept.get("serverPanel.recentResources")).includes("demo"));
    const { choices } = await go("");
    assert.deepEqual(choices.at(-1)?.slice(0, 2), ["idle", "web"]);
  });

  it("offers the actions of the row, and no change on a read-only panel", async () => {
    await go("order > order-service#2");
    assert.deepEqual([...window.screens.keys()].length, 1, "its log is followed");
    await go("shop.example > shop.example#1");
    assert.deepEqual(window.workbench.opened, ["http://shop.example"]);
    await window.run(
      handlers["serverPanel.resource.goTo"],
      [],
      { to: "Go to Resource", with: "shop.example > shop.example#2" },
      { to: "Which log?", with: "Access log" },
    );
    assert.equal([...window.screens.keys()].length, 2, "its access log is followed");
    await window.services.store.update(shop.id, { guardLevel: "readOnly" });
    await go("order > order-service#1");
    assert.equal(asked(shop, "java.restart").length, 0);
  });

  it("restarts the row of the button, after the usual question", async () => {
    await window.services.store.update(shop.id, { guardLevel: "ask" });
    const { questions } = await window.run(
      handlers["serverPanel.resource.goTo"],
      [],
      { to: "Go to Resource", with: "order > order-service#1" },
      { to: "Restart Java project “order-service”", with: false },
    );
    assert.equal(questions.length, 1);
  });

  it("offers a restart only if the tree does, also while a panel is being removed", async () => {
    const [running = assert.fail("nothing is listed")] = await window.items(shop, "javaProject");
    const buttons = (node: ItemNode) =>
      itemRow(window.services, "Shop", node, showing()).buttons?.map(({ tooltip }) => tooltip);
    assert.deepEqual(buttons(running), ["Restart…", "Follow Log…"]);
    window.pendingVerbs.set(running.key, "stop");
    assert.deepEqual(buttons(running), ["Follow Log…"]);
    window.pendingVerbs.clear();
    assert.deepEqual(buttons({ ...running, pendingVerb: "stop" }), ["Restart…", "Follow Log…"], "that is over");
    await window.services.store.remove(shop.id);
    assert.deepEqual(buttons(running), ["Follow Log…"]);
  });

  it("finds one of ten thousand on the panel, and shows it without loading them", async () => {
    window.handlers = { ...window.handlers, "site.list": manySites };
    const { choices } = await go("s7399 > Search all 10,000 on the panel…");
    assert.deepEqual(choices[0], ["s7399"], "the search, by what was typed");
    const id = itemNodeId(shop.id, "site", "7399");
    assert.deepEqual(window.revealed, [[id, false]]);
    assert.equal(window.services.tree.node(id)?.type, "item");
    const group = window.services.tree.node(groupNodeId(shop.id, "site"));
    assert.deepEqual(group?.type === "group" && group.filter, { text: "s7399", serverSearch: true });
    assert.deepEqual(group?.type === "group" && group.count, { loaded: 1, shown: 1, total: 1, among: 10_000 });
    assert.equal(asked(shop, "site.list").length, 5 + 1 + 1);
  });

  for (const edition of knownEditions)
    it(`finds a name beyond the loaded rows with Enter alone, on ${edition}`, async () => {
      window.editions.set(shop.id, edition);
      window.handlers = { ...window.handlers, "site.list": sitesOf(1_200) };
      // rows that are loaded have it in their names, too
      for (const name of ["s1150.example", "s115", "1150.EX"]) {
        await go(`${name} > `);
        await window.run(clearFilter, [groupNodeId(shop.id, "site")]);
      }
      const found = window.revealed.map(([id]) => id);
      assert.deepEqual(found, [itemNodeId(shop.id, "site", "1150"), itemNodeId(shop.id, "site", "1150")]);
      const { choices } = await go("s115.example > ");
      assert.deepEqual(choices[0]?.slice(0, 1), ["s115.example"]);
      assert.equal(
        window.revealed.at(-1)?.[0],
        itemNodeId(shop.id, "site", "115"),
        "its own name: nothing is searched",
      );
    });

  it("names the panel that searches its whole list if there are several", () => {
    const list = { panel: shop, kind: "site", total: 10_000 } as const;
    const last = (panelCount: number, long: ResourceSearch["long"]) =>
      goToRows({
        panelCount,
        search: { long, hidden: [], leftOut: [], whole: undefined, isLoading: false },
        rows: new Map(),
        recent: [],
        typed: "",
        purpose: showing(),
      })[0]?.label;
    assert.equal(last(1, [list]), "Search all 10,000 on the panel…");
    assert.equal(last(2, [list]), "Search all 10,000 on “Shop”…");
    assert.equal(last(2, [list, { ...list, total: 300 }]), "Search all 10,300 on 2 panels…");
  });

  it("shows panel, kind, state and other names of a resource, by which VS Code finds it too", async () => {
    const [running = assert.fail("nothing is listed")] = await window.items(shop, "javaProject");
    window.pendingVerbs.set(running.key, "restart");
    assert.match(
      itemRow(window.services, "Shop", running, showing()).description ?? "",
      /^Shop · Projects · restarting…/,
    );
    const [container = assert.fail("nothing is listed")] = await window.items(shop, "container");
    const image = container.facts.find(({ name }) => name === "image")?.value ?? assert.fail("no image");
    assert.ok(itemRow(window.services, "Shop", container, showing()).description?.includes(` · ${image}`));
  });

  it("says of when the state of a row is, once its panel no longer answers", async () => {
    await window.items(shop, "javaProject");
    window.handlers = Object.fromEntries(
      Object.keys(window.handlers).map((id) => [id, failing({ kind: "timeout", afterMs: 1 })]),
    );
    await window.run(handlers["serverPanel.refresh"], [groupNodeId(shop.id, "javaProject")]);
    const [running = assert.fail("nothing is listed")] = await window.items(shop, "javaProject");
    assert.match(
      itemRow(window.services, "Shop", running, showing()).description ?? "",
      /^Shop · Projects · running · as of /,
    );
  });

  it("finds rows by their kind, and by several words in any order", async () => {
    const [running = assert.fail("nothing is listed")] = await window.items(shop, "javaProject");
    assert.match(
      itemRow(window.services, "Shop", running, showing()).description ?? "",
      /^Shop · Projects · running · Java/,
    );
    for (const typed of ["java", "stopped java", "JAVA stopped", "idle shop projects"]) {
      const { choices } = await go(typed);
      assert.ok(choices[0]?.includes("idle"), typed);
    }
    assert.deepEqual((await go("java running containers")).choices, [[]]);
  });

  it("shows all that the panel finds, and a row of a later page where it stands", async () => {
    window.handlers = { ...window.handlers, "site.list": manySites };
    const { choices } = await go("s739 > Search all 10,000 on the panel… > s7395");
    assert.equal(choices[1]?.[0], "s739.example");
    assert.equal(choices[1]?.length, 11);
    assert.deepEqual(window.revealed.at(-1), [itemNodeId(shop.id, "site", "7395"), false]);
    await go("s601.example > s601.example");
    assert.deepEqual(window.revealed.at(-1), [itemNodeId(shop.id, "site", "601"), false]);
    const group = window.services.tree.node(groupNodeId(shop.id, "site"));
    assert.ok(group?.type === "group" && group.filter === undefined);
    assert.equal(window.services.tree.known(shop.id, "site").loaded?.pages.length, 4);
  });

  it("cuts a long search text for the panel, also when its group is refreshed", async () => {
    const searches: (string | undefined)[] = [];
    window.handlers = {
      ...window.handlers,
      "site.list": ({ search, ...rest }) => {
        searches.push(search);
        return search === undefined ? manySites(rest) : listOf([siteRow({ id: 99_999, name: "found.example" })], 1);
      },
    };
    await go(`${"x".repeat(300)} > Search all 10,000 on the panel…`);
    await window.services.tree.reload(groupNodeId(shop.id, "site"), "user");
    assert.deepEqual(
      searches.flatMap((search) => search?.length ?? []),
      [255, 255],
    );
  });

  it("finds loaded rows even if their group shows results of a search", async () => {
    window.handlers = { ...window.handlers, "site.list": manySites };
    await go("s7399 > Search all 10,000 on the panel…");
    await go("s7.example > s7.example");
    assert.deepEqual(window.revealed.at(-1), [itemNodeId(shop.id, "site", "7"), false]);
    const group = window.services.tree.node(groupNodeId(shop.id, "site"));
    assert.ok(group?.type === "group" && group.filter === undefined);
  });

  it("reports a failed search, keeps the rows, and tries again", async () => {
    window.handlers = {
      ...window.handlers,
      "site.list": (params) => {
        if (params.search !== undefined) return failing({ kind: "timeout", afterMs: 1 })();
        return manySites(params);
      },
    };
    const { choices } = await go("s99 > Search all > The search failed on “Shop” (no answer in time). Try again…");
    assert.deepEqual(choices.at(-1)?.slice(0, 2), ["s99", "s99.example"]);
  });

  it("does not wait for panels, and leaves out those that do not answer", async () => {
    const blog = await window.add({ name: "Blog" });
    await window.services.tree.children(undefined);
    window.handlers = { ...window.handlers, "system.total": failing({ kind: "timeout", afterMs: 1 }) };
    await window.services.tree.children(panelNodeId(blog.id));
    const { choices } = await go("");
    assert.ok(choices[0]?.includes("order-service"));
    assert.equal(choices[0]?.at(-1), "Not searched: “Blog” (no answer in time)");
    assert.equal(asked(blog, "java.list").length, 0);
    await go(" > Not searched#1");
    assert.deepEqual(window.revealed, [[panelNodeId(blog.id), true]]);
  });

  it("retries lists that failed in the tree, and names unreadable ones", async () => {
    const { "java.list": java } = window.handlers;
    window.handlers = {
      ...window.handlers,
      "java.list": failing({ kind: "tooLarge", limitBytes: 1 }),
      "container.list": failing({ kind: "tooLarge", limitBytes: 1 }),
    };
    await window.services.tree.children(undefined);
    await window.services.tree.children(panelNodeId(shop.id));
    await window.services.tree.children(groupNodeId(shop.id, "javaProject"));
    window.handlers = { ...window.handlers, ...(java !== undefined && { "java.list": java }) };
    const { choices } = await go("order");
    assert.deepEqual(choices[0], ["order-service", "Not searched: “Shop”: Containers (answer too large)"]);
  });

  it("leaves what we cannot make sense of with its list and its panel", async () => {
    const blog = await window.add({ name: "Blog" });
    window.plantedDefect = "Invalid time value";
    window.ownHandlers.set(shop.id, {
      "container.list": () => {
        throw new RangeError("Invalid time value");
      },
    });
    window.ownHandlers.set(blog.id, { "java.list": () => listOf([javaRow({ name: "order-blog", pids: [9] })]) });
    const { choices } = await go("order");
    assert.deepEqual(choices[0], ["order-blog", "order-service", "Not searched: “Shop”: Containers (extension error)"]);
    assert.ok(window.log.lines.some((line) => line.includes("Invalid time value")));
  });

  it("reports that nothing is found, listed or there at all", async () => {
    assert.deepEqual((await go("xyz")).choices, [[]], "VS Code says so itself");
    window.handlers = { ...window.handlers, "site.list": () => listOf([]) };
    await window.services.store.remove(shop.id);
    const { messages } = await window.run(handlers["serverPanel.resource.goTo"]);
    assert.deepEqual(
      messages.map(({ message }) => message),
      ["There is no panel yet. Add one first."],
    );
  });

  it("keeps pages of unopened lists for a minute, unless the access to the panel changes", async () => {
    window.handlers = { ...window.handlers, "site.list": manySites };
    const count = () => asked(shop, "site.list").length;
    await go("");
    assert.equal(count(), 5);
    const { choices } = await go("s999.");
    assert.ok(choices[0]?.includes("s999.example"));
    assert.equal(count(), 5);
    await window.clock.pass(59_999);
    await go("");
    assert.equal(count(), 5);
    await window.clock.pass(1);
    await go("");
    assert.equal(count(), 10);
    await window.services.store.update(shop.id, { address: "http://192.0.2.9:8888" });
    await go("");
    assert.equal(count(), 15);
  });

  it("reads everything again after a refresh of all", async () => {
    await go("");
    await window.run(handlers["serverPanel.view.refresh"]);
    assert.equal(asked(shop, "site.list").length, 1);
    await go("");
    assert.equal(asked(shop, "site.list").length, 2);
  });

  it("reads failed lists again", async () => {
    const { "java.list": java } = window.handlers;
    window.handlers = { ...window.handlers, "java.list": failing({ kind: "tooLarge", limitBytes: 1 }) };
    await go("");
    window.handlers = { ...window.handlers, ...(java !== undefined && { "java.list": java }) };
    const { choices } = await go("order");
    assert.deepEqual(choices[0], ["order-service"]);
    assert.equal(asked(shop, "java.list").length, 2);
  });

  it("ends its requests when it is closed", async () => {
    let signal: AbortSignal | undefined;
    const { connections } = window.services;
    const of = connections.of.bind(connections);
    connections.of = (panel) => ({
      ...of(panel),
      callFor: (given) => {
        signal ??= given;
        return of(panel).callFor(given);
      },
    });
    await go(undefined);
    await go("");
    assert.equal(signal?.aborted, true);
    assert.deepEqual(window.revealed, []);
  });
});
