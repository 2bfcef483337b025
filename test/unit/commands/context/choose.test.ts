import assert from "node:assert/strict";
import {
  chooseItem,
  targetsOf,
  choosePanel,
  nodeArgument,
  nodeArguments,
  nodesOf,
  panelOf,
} from "../../../../src/commands/context/choose.ts";
import { itemsOf } from "../../../../src/commands/context/askPanel.ts";
import type { Feature } from "../../../../src/resources/feature.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { groupNodeId, panelNodeId, type ItemNode } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { containerRow, javaRow, listOf, siteRow } from "../../../fakes/rows.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

describe("the targets of a command", () => {
  let window: CommandFixture;

  beforeEach(async () => {
    window = await CommandFixture.open();
    window.handlers = {
      "java.list": () => listOf([javaRow({ name: "demo", pids: [1] }), javaRow({ name: "idle", pids: [] })]),
      "container.list": () => ({ ...listOf([containerRow({ id: "c", name: "web", status: "running" })]), total: 1 }),
    };
  });
  afterEach(() => window.dispose());

  /** The result of a choice, and the messages. */
  async function choosing<T>(choose: () => Promise<T>, ...answers: readonly ScriptedAnswer[]) {
    let chosen: T | undefined;
    const { messages, choices } = await window.answering(answers, async () => {
      chosen = await choose();
    });
    return { chosen, messages: messages.map(({ message }) => message), choices };
  }

  describe("one panel", () => {
    const choose = (args: readonly unknown[], ...answers: readonly ScriptedAnswer[]) =>
      choosing(() => choosePanel(window.services, args, "Title"), ...answers);

    it("is that of the clicked node", async () => {
      const shop = await window.add();
      await window.add({ name: "Blog" });
      const [item] = await window.items(shop, "container");
      for (const id of [panelNodeId(shop.id), groupNodeId(shop.id, "container"), item?.id])
        assert.deepEqual((await choose([id])).chosen, shop);
    });

    it("is picked from those with the feature; without any, a message says so", async () => {
      const settings = { kind: "terminalSetting" } as const;
      const chooseFor = (feature: Feature, args: readonly unknown[], ...answers: readonly ScriptedAnswer[]) =>
        choosing(() => choosePanel(window.services, args, "Title", feature), ...answers);
      const lacks = ["“Shop” is an aaPanel, which has no web terminal settings."];
      const shop = await window.add();
      window.editions.set(shop.id, "aapanel");
      assert.deepEqual(await chooseFor(settings, []), { chosen: undefined, messages: lacks, choices: [] });
      const blog = await window.add({ name: "Blog" });
      const offered = await chooseFor(settings, [], { to: "Which panel?", with: "Blog" });
      assert.deepEqual([offered.chosen, offered.choices], [blog, [["Blog"]]]);
      window.services.tree.panelsChanged();
      assert.deepEqual((await chooseFor(settings, [panelNodeId(shop.id)])).messages, lacks);
      assert.deepEqual((await chooseFor({ kind: "container" }, [panelNodeId(shop.id)])).chosen, shop);
      window.editions.set(blog.id, "aapanel");
      assert.deepEqual((await chooseFor(settings, [])).messages, ["None of your panels has web terminal settings."]);
      assert.deepEqual(window.editionsAsked, []);
    });

    it("is not a read-only one for a change; a message leads to its protection", async () => {
      const stop = { kind: "javaProject", verb: "stop" } as const;
      const shop = await window.add({ guardLevel: "readOnly" });
      const refused = async (args: readonly unknown[], ...answers: readonly ScriptedAnswer[]) => {
        const { chosen, messages } = await choosing(
          () => choosePanel(window.services, args, "Title", stop),
          ...answers,
          { to: "“Shop” is read-only. Nothing was sent.", with: "Edit Panel…" },
          { to: "Edit “Shop”", with: undefined },
        );
        assert.deepEqual([chosen, messages], [undefined, ["“Shop” is read-only. Nothing was sent."]]);
      };
      await refused([]);
      await refused([panelNodeId(shop.id)]);
      const [item] = await window.items(shop, "javaProject");
      await refused([item?.id]);
      await window.add({ name: "Blog" });
      await refused([], { to: "Which panel?", with: "Shop" });
      assert.equal((await choose([], { to: "Which panel?", with: "Shop" })).chosen?.id, shop.id, "to read");
    });

    it("is asked for its edition if that matters", async () => {
      const shop = await window.add();
      window.editions.set(shop.id, "unknown");
      window.learnedEditions.set(shop.id, "unknown");
      const chooseFor = (feature: Feature) => choosing(() => choosePanel(window.services, [], "Title", feature));
      assert.deepEqual((await chooseFor({ kind: "container" })).chosen, shop);
      assert.deepEqual(window.editionsAsked, []);
      assert.deepEqual((await chooseFor({ kind: "runtime" })).chosen, shop, "one that cannot tell may have it");
      window.learnedEditions.set(shop.id, "aapanel");
      const { chosen, messages } = await chooseFor({ kind: "runtime", verb: "upgrade" });
      assert.deepEqual([chosen, messages], [undefined, ["“Shop” is an aaPanel, which has no runtime upgrades."]]);
      assert.deepEqual(window.editionsAsked, [shop.id, shop.id]);
      await chooseFor({ kind: "runtime" });
      assert.equal(window.editionsAsked.length, 2);
    });

    it("is missing, which a message says", async () => {
      const { chosen, messages } = await choose([]);
      assert.equal(chosen, undefined);
      assert.deepEqual(messages, ["There is no panel yet. Add one first."]);
    });

    it("is the only one, or a picked one", async () => {
      const shop = await window.add();
      assert.deepEqual((await choose([])).chosen, shop);
      const blog = await window.add({ name: "Blog" });
      assert.deepEqual((await choose([], { to: "Title Which panel?", with: "Blog" })).chosen, blog);
      assert.equal((await choose([], { to: "Title", with: undefined })).chosen, undefined);
    });

    it("must still exist", async () => {
      const { messages } = await choosing(async () => panelOf(window.services, "gone"));
      assert.deepEqual(messages, ["Nothing was done: this is no longer there."]);
    });
  });

  describe("suggestions from the selection in the tree", () => {
    it("are the panel, or that of a row", async () => {
      await window.add();
      const blog = await window.add({ name: "Blog" });
      const [item] = await window.items(blog, "container");
      for (const id of [panelNodeId(blog.id), item?.id ?? ""]) {
        window.selection = [id];
        const { highlighted } = await window.answering([{ to: "Which panel?", with: undefined }], () =>
          choosePanel(window.services, [], "Title"),
        );
        assert.deepEqual(highlighted, ["Blog"]);
      }
    });

    it("are the selected rows, which come first", async () => {
      const shop = await window.add();
      window.handlers = {
        ...window.handlers,
        "java.list": () => listOf(["a", "b"].map((name) => javaRow({ name, pids: [1] }))),
      };
      const items = await window.items(shop, "javaProject");
      window.selection = items.slice(1).map(({ id }) => id);
      const { highlighted, choices } = await window.answering([{ to: "Which one?", with: undefined }], () =>
        chooseItem(window.services, [], "javaProject", "Title"),
      );
      assert.deepEqual([highlighted, choices], [["b"], [["b", "a"]]]);
    });
  });

  it("are searched on the panel if the list is long", async () => {
    await window.add();
    const asked: unknown[] = [];
    window.handlers = {
      "site.list": ({ search }) => {
        asked.push(search);
        if (search === undefined) return listOf([siteRow({ id: 1, name: "first", running: true })], 10_000);
        return search === "far" ? listOf([siteRow({ id: 9, name: "far", running: true })], 1) : listOf([], 0);
      },
    };
    const { chosen } = await choosing(
      () => chooseItem(window.services, [], "site", "Deploy Website"),
      { to: "Only the 1 loaded of 10,000 are listed", with: "near > Search all 10,000" },
      { to: "0 found for “near” among all 10,000", with: " > Search all" },
      { to: "Deploy Website", with: "far" },
      { to: "1 found for “far”", with: "far" },
    );
    assert.equal(chosen?.label, "far");
    assert.deepEqual(asked, [undefined, "near", "far"]);
  });

  it("are among the matches of the panel, with their number", async () => {
    await window.add();
    const far = [siteRow({ id: 9, name: "far9", running: true })];
    window.handlers = { "site.list": ({ search }) => listOf(far, search === undefined ? 10_000 : 300) };
    await choosing(
      () => chooseItem(window.services, [], "site", "Deploy Website"),
      { to: "Deploy Website", with: "far > Search all 10,000" },
      { to: "1 of 300 found for “far” among all 10,000 are listed", with: undefined },
    );
  });

  describe("clicked nodes", () => {
    let shop: PanelRecord;
    let items: readonly ItemNode[];

    beforeEach(async () => {
      shop = await window.add();
      items = await window.items(shop, "javaProject");
    });

    const ids = () => items.map(({ id }) => id);

    it("include the selection if they belong to it", () => {
      const { services } = window;
      assert.deepEqual(nodeArguments(services, [ids()[0], ids()]), items);
      assert.deepEqual(nodeArguments(services, [panelNodeId(shop.id), ids()]).length, 1);
      assert.deepEqual(nodeArguments(services, []), []);
      assert.equal(nodeArgument(services, [ids()[1]]), items[1]);
      assert.throws(() => nodeArgument(services, [ids()[0], ids()]), /one entry at a time, and 2 are selected/);
    });

    it("end the command if one is gone, or not a node", () => {
      for (const id of ["item:gone", 7]) assert.throws(() => nodesOf(window.services, [id]), /no longer there/);
    });
  });

  describe("several items of one kind", () => {
    let shop: PanelRecord;

    beforeEach(async () => {
      shop = await window.add();
    });

    const choose = (args: readonly unknown[]) => choosing(() => targetsOf(window.services, args, "stop"));
    const labels = (chosen: readonly ItemNode[] | undefined) => chosen?.map(({ label }) => label);

    it("are listed with the action that is under way", async () => {
      window.pendingVerbs.set("demo", "restart");
      await window.items(shop, "javaProject");
      let described: readonly (string | undefined)[] = [];
      const pick = async (_title: string, _hint: string, choices: readonly { readonly description?: string }[]) => {
        described = choices.map(({ description }) => description);
        return undefined;
      };
      const dialogs = { ...window.services.dialogs, pick };
      await choosing(() => chooseItem({ ...window.services, dialogs }, [], "javaProject", "Copy"));
      assert.deepEqual(described, ["restarting…", "stopped"]);
    });

    it("are the clicked ones, if the action fits them all", async () => {
      const [running, idle] = await window.items(shop, "javaProject");
      assert.deepEqual(labels((await choose([running?.id])).chosen), ["demo"]);
      const one = await choose([idle?.id]);
      assert.match(one.messages[0] ?? "", /does not apply to “idle” \(stopped\)\. Nothing was done\./);
      const both = await choose([running?.id, [running?.id, idle?.id]]);
      assert.match(both.messages[0] ?? "", /does not apply to all selected entries: “idle”/);
    });

    it("are only one if the question is about one", async () => {
      const items = await window.items(shop, "javaProject");
      const ids = items.map(({ id }) => id);
      const several = await choosing(() => targetsOf(window.services, [ids[0], ids], "changeLogPath"));
      assert.match(several.messages[0] ?? "", /one entry at a time/);
    });
  });

  describe("one item of a kind", () => {
    const choose = (args: readonly unknown[], ...answers: readonly ScriptedAnswer[]) =>
      choosing(() => chooseItem(window.services, args, "container", "Title"), ...answers);

    it("is the clicked one, or a picked one", async () => {
      const shop = await window.add();
      const [item] = await window.items(shop, "container");
      assert.equal((await choose([item?.id])).chosen, item);
      assert.equal((await choose([], { to: "Title Which one?", with: "web" })).chosen?.label, "web");
      assert.equal((await choose([panelNodeId(shop.id)], { to: "Title", with: undefined })).chosen, undefined);
    });

    it("is missing without a panel, or on a panel without items", async () => {
      assert.equal((await choose([])).chosen, undefined);
      await window.add();
      window.handlers = { "container.list": () => ({ ...listOf([]), total: 0 }) };
      const { chosen, messages } = await choose([]);
      assert.equal(chosen, undefined);
      assert.match(messages[0] ?? "", /nothing to choose from/);
    });
  });

  it("is not waited for after a person cancels", async () => {
    const shop = await window.add();
    const { messages } = await window.answering([{ to: "Connecting to “Shop”", with: undefined }], () =>
      itemsOf(window.services, shop, "container"),
    );
    assert.deepEqual(messages, []);
  });

  it("comes with the name of a panel that does not answer", async () => {
    const shop = await window.add();
    window.handlers = { "container.list": failing({ kind: "page", status: 502 }) };
    const { messages } = await choosing(() => itemsOf(window.services, shop, "container"));
    assert.match(messages[0] ?? "", /^“Shop”: /);
  });
});
