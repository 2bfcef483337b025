import assert from "node:assert/strict";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { FilterList } from "../../../../src/search/filterList.ts";
import { copyText } from "../../../../src/commands/resources/copyText.ts";
import { clearFilter, filterGroup } from "../../../../src/search/filterCommands.ts";
import {
  checkAllPanels,
  copyName,
  loadMore,
  refreshNode,
  refreshView,
} from "../../../../src/commands/resources/nodeCommands.ts";
import { handlers } from "../../../../src/handlers.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { groupNodeId, panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing, type Handlers } from "../../../fakes/fakeCall.ts";
import { containerRow, javaRow, listOf, orderRow, siteRow } from "../../../fakes/rows.ts";

const fixNode = handlers["serverPanel.fix"];

describe("the commands on rows of the tree", () => {
  let window: CommandFixture;
  let panel: PanelRecord;
  let group: string;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    group = groupNodeId(panel.id, "javaProject");
    window.handlers = {
      "java.list": () => listOf([javaRow({ name: "demo", pids: [1] }), javaRow({ name: "idle", pids: [] })]),
      "certificateOrder.list": () => listOf([orderRow({ index: "0a" })]),
    };
  });
  afterEach(() => window.dispose());

  const asked = (id: "java.list" | "system.total", of = panel) => window.calls(of.id).count(id);
  const filter = () => {
    const node = window.services.tree.node(group);
    return node?.type === "group" ? node.filter : assert.fail("there is no group");
  };

  it("reload everything opened below a row, and nothing else", async () => {
    await window.run(refreshView);
    assert.deepEqual(window.calls(panel.id).made, []);
    const [item] = await window.items(panel, "javaProject");
    const before = asked("java.list");
    for (const id of [item?.id, group, panelNodeId(panel.id)]) await window.run(refreshNode, [id]);
    assert.equal(asked("java.list"), before + 3);
    await window.run(refreshView);
    assert.equal(asked("java.list"), before + 4);
  });

  it("check every panel", async () => {
    const blog = await window.add({ name: "Blog" });
    await window.services.tree.children(undefined);
    await window.run(checkAllPanels);
    assert.deepEqual([asked("system.total"), asked("system.total", blog)], [1, 1]);
  });

  it("lift the block after a refusal only on the panel's own row", async () => {
    const blog = await window.add({ name: "Blog" });
    const { tree } = window.services;
    const ids = [panel.id, blog.id].map(panelNodeId);
    await Promise.all(ids.map((id) => tree.reload(id, "user")));
    await tree.children(undefined);
    window.handlers = { "system.total": failing({ kind: "refused", reason: "key" }) };
    for (const id of ids) await tree.reload(id, "user");
    const askers = async (task: () => Promise<unknown>) => {
      window.treeAskers.length = 0;
      await task();
      return window.treeAskers.map(([id, by]) => `${id === blog.id ? "Blog" : "Shop"}: ${by}`);
    };
    const all = ["Shop: user", "Blog: user"];
    assert.deepEqual(await askers(() => window.run(refreshView)), all);
    assert.deepEqual(await askers(() => window.run(checkAllPanels)), all);
    assert.deepEqual(await askers(() => window.run(refreshNode, [ids[1]])), ["Blog: retry"]);
    const [failure] = tree.loadedChildren(ids[1] ?? "");
    assert.deepEqual(await askers(() => window.run(refreshNode, [failure])), ["Blog: retry"]);
    window.handlers = { "java.list": () => listOf([]) };
    assert.deepEqual(await askers(() => window.run(refreshNode, [group])), ["Shop: user"]);
  });

  it("retry a failure, and show it again with its fixes", async () => {
    window.handlers = { "java.list": failing({ kind: "page", status: 502 }) };
    const { tree } = window.services;
    await tree.children(undefined);
    await tree.children(panelNodeId(panel.id));
    const [failure] = await tree.children(group);
    const { messages } = await window.run(fixNode, [failure]);
    assert.deepEqual(messages[0]?.buttons, ["Open Panel in Browser", "Edit Panel…", "Diagnose…"]);
    window.handlers = { "java.list": () => listOf([javaRow({ name: "demo", pids: [1] })]) };
    await window.run(refreshNode, [failure]);
    assert.equal(tree.node(tree.loadedChildren(group)[0] ?? "")?.type, "item");
    const nothing = await window.run(fixNode, [group]);
    assert.deepEqual(nothing.messages, []);
  });

  it("explain at a panel's row why it fails", async () => {
    const { tree } = window.services;
    window.handlers = { "system.total": failing({ kind: "refused", reason: "key" }) };
    await tree.children(undefined);
    await tree.children(panelNodeId(panel.id));
    const { messages } = await window.run(fixNode, [panelNodeId(panel.id)]);
    assert.match(messages[0]?.message ?? "", /“Shop”: The panel refused the API key/);
    assert.deepEqual(messages[0]?.buttons, ["Change API Key…", "Try Again", "Diagnose…"]);
    window.handlers = {};
    await tree.reload(panelNodeId(panel.id), "user");
    assert.deepEqual((await window.run(fixNode, [panelNodeId(panel.id)])).messages, []);
  });

  describe("explain a row in trouble", () => {
    const certificate = (daysLeft: number) => ({ daysLeft, validTo: "2026-01-02", issuer: "R11", domains: ["a"] });
    const rowsOf = async (kind: "certificateOrder" | "container" | "site") =>
      window.items(panel, kind).then((items) => items.map(({ id }) => id));
    const explained = async (id: string | undefined) => (await window.run(fixNode, [id])).messages;

    it("by its certificate, with how long it has been so and what renews it", async () => {
      window.handlers = {
        "site.list": () =>
          listOf([
            siteRow({ id: 1, name: "a", running: true, certificate: certificate(-4) }),
            siteRow({ id: 2, name: "b", running: true, certificate: certificate(3) }),
            siteRow({ id: 3, name: "c", running: true, certificate: certificate(90) }),
            siteRow({ id: 4, name: "d", running: false }),
          ]),
      };
      const [expired, expiring, well, stopped] = await rowsOf("site");
      const [message] = await explained(expired);
      assert.equal(
        message?.message,
        "“a” on “Shop”: Its certificate expired 4 days ago, and browsers warn whoever visits it. Renew it; the log of the panel's latest renewal may say why that did not happen by itself.",
      );
      assert.deepEqual(message.buttons, ["Renew", "Open Log of Renewals"]);
      assert.deepEqual(
        (await explained(expiring)).map(({ message: text, buttons }) => [text, buttons]),
        [["“b” on “Shop”: Its certificate expires in 3 days. Renew it before that.", ["Renew"]]],
      );
      assert.deepEqual(await explained(well), []);
      const [off] = await explained(stopped);
      assert.match(off?.message ?? "", /turned off in the panel, which does not say since when/);
      assert.deepEqual(off?.buttons, ["Start"]);
    });

    for (const [edition, buttons] of [
      ["baota", ["Renew", "Open Log of Renewals"]],
      ["aapanel", ["Open Log of Renewals"]],
    ] as const)
      it(`by what the list says of a failed order, with what ${edition} can do`, async () => {
        window.editions.set(panel.id, edition);
        window.handlers = {
          "certificateOrder.list": () =>
            listOf(["invalid", "expired", "strange"].map((status, index) => orderRow({ index: `${index}`, status }))),
        };
        const [invalid, over] = await rowsOf("certificateOrder");
        const [message] = await explained(invalid);
        assert.match(message?.message ?? "", /could not confirm its domains, or has refused it\. .*says no more/);
        assert.deepEqual(message?.buttons, buttons);
        assert.match((await explained(over))[0]?.message ?? "", /ran out before the certificate authority/);
        const pressed = await window.run(fixNode, [invalid], {
          to: "confirm its domains",
          with: "Open Log of Renewals",
        });
        assert.equal(pressed.messages.length, 1);
        assert.deepEqual(window.workbench.opened.at(-1), "/www/server/panel/logs/letsencrypt.log");
      });

    it("with its log, where it ends again and again", async () => {
      window.handlers = {
        "container.list": () => ({
          ...listOf([containerRow({ id: "0a", name: "web", status: "restarting" })]),
          total: 1,
        }),
      };
      const [id] = await rowsOf("container");
      const [message] = await explained(id);
      assert.match(message?.message ?? "", /ends soon after each start/);
      assert.deepEqual(message?.buttons, ["Restart", "Follow Log"]);
    });
  });

  it("ask for a missing key at once, at the panel's row and below it", async () => {
    const { tree } = window.services;
    window.handlers = { "system.total": failing({ kind: "keyNeeded" }) };
    await tree.children(undefined);
    const [failure] = await tree.children(panelNodeId(panel.id));
    for (const id of [failure, panelNodeId(panel.id)]) {
      const { inputs, messages } = await window.run(fixNode, [id], { to: "API Key of “Shop”", with: undefined });
      assert.deepEqual([inputs.length, messages], [1, []]);
    }
  });

  it("copy the names of the selection, by key too", async () => {
    const ids = (await window.items(panel, "javaProject")).map(({ id }) => id);
    await window.run(copyName, [ids[0], ids]);
    window.keyTargets = [panelNodeId(panel.id)];
    await window.run(copyName);
    window.keyTargets = [];
    await window.run(copyName);
    assert.deepEqual(window.workbench.copied, ["demo\nidle", "Shop"]);
  });

  it("copy the addresses of panels, one per line, and nothing that only some rows have", async () => {
    const blog = await window.add({ name: "Blog", address: "http://192.0.2.2:8888" });
    await window.services.tree.children(undefined);
    const ids = [panelNodeId(panel.id), panelNodeId(blog.id)];
    await window.run(copyText, [ids[1]]);
    await window.run(copyText, [ids[0], ids]);
    assert.deepEqual(window.workbench.copied, [blog.address, `${panel.address}\n${blog.address}`]);
    const [item] = await window.items(panel, "javaProject");
    const { messages } = await window.run(copyText, [ids[0], [...ids, item?.id]]);
    assert.match(messages[0]?.message ?? "", /^Nothing was copied\. These have no text in common: .*“demo”/);
    assert.equal(window.workbench.copied.length, 2);
  });

  it("load the next page, and reveal its first row", async () => {
    const names = Array.from({ length: 250 }, (_, index) => `app${String(index).padStart(3, "0")}`);
    window.handlers = {
      "java.list": ({ page, limit }) =>
        listOf(
          names.slice((page - 1) * limit, page * limit).map((name) => javaRow({ name, pids: [1] })),
          names.length,
        ),
    };
    const loaded = (await window.items(panel, "javaProject")).length;
    const more = window.services.tree.loadedChildren(group).at(-1);
    await window.run(loadMore, [more]);
    assert.equal(window.revealed.length, 1);
    assert.equal(window.services.tree.loadedChildren(group).length, 250);
    assert.ok(loaded < 250);
    await window.run(loadMore, [group]);
    assert.equal(window.revealed.length, 1);
  });

  describe("that filter", () => {
    it("show the matches of a text, and all again", async () => {
      await window.items(panel, "javaProject");
      await window.run(filterGroup, [group], { to: "Filter", with: undefined });
      assert.equal(filter(), undefined);
      await window.run(filterGroup, [group], { to: "Filter", with: " demo  > Show" });
      assert.deepEqual(filter(), { text: "demo" });
      // dismissing restores the filter
      await window.run(filterGroup, [group], { to: "Filter", with: "nothing" });
      assert.deepEqual(filter(), { text: "demo" });
      const { choices } = await window.run(filterGroup, [group], { to: "Filter", with: " > Show all" });
      assert.deepEqual(choices, [["Show all"]]);
      assert.equal(filter(), undefined);
    });

    it("stay cleared if that is done while a list is open, which is then dismissed", async () => {
      await window.items(panel, "javaProject");
      await window.run(filterGroup, [group], { to: "Filter", with: "demo > Show" });
      const { services } = window;
      const dialogs: typeof services.dialogs = {
        ...services.dialogs,
        async live(list) {
          const source = list.open({ show: () => undefined, close: () => undefined });
          source.typed("nothing");
          source.taken("keep" as Parameters<typeof source.taken>[0]);
          assert.deepEqual(filter(), { text: "nothing" });
          await window.run(clearFilter, [group]);
          source.closed();
          return undefined;
        },
      };
      await filterGroup({ ...services, dialogs }, [group]);
      assert.equal(filter(), undefined);
    });

    it("accept the word of a state", async () => {
      await window.items(panel, "javaProject");
      await window.run(filterGroup, [group], { to: "Filter", with: "Stopp > Show" });
      assert.deepEqual(filter(), { text: "Stopp", states: ["stopped"] });
      assert.deepEqual(window.services.tree.loadedChildren(group), [`item:${panel.id}/javaProject/idle`]);
    });

    it("search a long list on the panel", async () => {
      let isBroken = true;
      const sites: Handlers["site.list"] = ({ search }) => {
        if (search === undefined) return listOf([siteRow({ id: 1, name: "first" })], 10_000);
        if (isBroken) return failing({ kind: "timeout", afterMs: 1 })();
        return search === "far" ? listOf([siteRow({ id: 7_000, name: "far" })], 1) : listOf([], 0);
      };
      window.handlers = { ...window.handlers, "site.list": sites };
      await window.items(panel, "site");
      const id = groupNodeId(panel.id, "site");
      const search = async (script: string) =>
        (await window.run(filterGroup, [id], { to: "Filter", with: script })).choices;
      const failed = "The search failed on “Shop” (no answer in time). Try again…";
      assert.deepEqual(await search("far > Search all 10,000 on the panel…"), [
        ["Search all 10,000 on the panel…", "No match among the 1 loaded of 10,000"],
        [failed, "No match among the 1 loaded of 10,000"],
      ]);
      isBroken = false;
      assert.deepEqual((await search("near > Search all")).at(-1)?.[0], "No match among all 10,000");
      await search("far > Search all");
      const node = () => {
        const found = window.services.tree.node(id);
        assert.ok(found?.type === "group");
        return found;
      };
      assert.deepEqual(node().filter, { text: "far", serverSearch: true });
      await search("f");
      assert.deepEqual(node().filter, { text: "far", serverSearch: true });
      assert.deepEqual(window.services.tree.loadedChildren(id), [`item:${panel.id}/site/7000`]);
      await window.run(clearFilter, [id]);
      assert.equal(window.services.tree.loadedChildren(id)[0], `item:${panel.id}/site/1`);
    });

    for (const edition of knownEditions)
      it(`search a group of 1,200 for a name that is not loaded as soon as Enter is pressed, on ${edition}`, async () => {
        const sites = Array.from({ length: 1_200 }, (_, index) =>
          siteRow({ id: index + 1, name: `s${index + 1}.example` }),
        );
        window.editions.set(panel.id, edition);
        window.handlers = {
          ...window.handlers,
          "site.list": ({ page, search = "" }) => {
            const found = sites.filter(({ name = "" }) => name.includes(search));
            return listOf(found.slice(page * 200 - 200, page * 200), found.length);
          },
        };
        await window.items(panel, "site");
        const id = groupNodeId(panel.id, "site");
        const shown = () => window.services.tree.loadedChildren(id);
        const node = window.services.tree.node(id);
        assert.ok(node?.type === "group");
        const closed = Promise.withResolvers<string>();
        const list = new FilterList(window.services, panel, node, { show: () => undefined, close: closed.resolve });
        list.typed("");
        list.typed("s1150");
        // the row that Enter takes is still the one for what was typed before
        assert.equal(list.taken("keep"), false);
        assert.equal(await closed.promise, "keep");
        list.closed();
        assert.deepEqual(shown(), [`item:${panel.id}/site/1150`]);
        await window.run(clearFilter, [id]);
        // loaded rows have it in their names, too
        const { choices } = await window.run(filterGroup, [id], { to: "Filter", with: "s115 > Search all 1,200" });
        assert.deepEqual(choices[0], ["Search all 1,200 on the panel…", "Show 1 among the 200 loaded of 1,200"]);
        assert.equal(shown().length, 11);
        await window.run(clearFilter, [id]);
        const named = await window.run(filterGroup, [id], { to: "Filter", with: "S115.EXAMPLE > Show 1" });
        assert.deepEqual(named.choices[0], ["Show 1 among the 200 loaded of 1,200", "Search all 1,200 on the panel…"]);
      });

    it("ask for the group in the palette", async () => {
      await window.run(filterGroup, [], { to: "Which group?", with: undefined });
      await window.run(
        filterGroup,
        [],
        { to: "Which group?", with: "Projects" },
        { to: "Filter", with: "demo > Show" },
      );
      assert.deepEqual(filter(), { text: "demo" });
      await window.services.store.remove(panel.id);
      await window.run(filterGroup);
    });

    it("clear the filter of the clicked group", async () => {
      await window.items(panel, "javaProject");
      await window.run(filterGroup, [group], { to: "Filter", with: "demo > Show" });
      await window.run(clearFilter, [group]);
      assert.equal(filter(), undefined);
    });
  });
});
