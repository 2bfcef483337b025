import assert from "node:assert/strict";
import { failing } from "../../fakes/fakeCall.ts";
import { panelRecord } from "../../fakes/rows.ts";
import {
  HOSTS,
  JAVA,
  COMMANDS,
  made,
  MAINTENANCE,
  PANEL,
  PANEL_ID,
  SITES,
  TERMINAL,
  TOP_GROUPS,
  TreeFixture,
} from "../../fakes/treeFixture.ts";

const OTHER = "3f1c2b7e-0000-4000-8000-000000000002";
const THIRD = "3f1c2b7e-0000-4000-8000-000000000003";

describe("panels of the tree", () => {
  let fixture: TreeFixture;
  beforeEach(() => (fixture = new TreeFixture()));

  const panelNode = (id = PANEL_ID) => {
    const node = fixture.tree.node(id);
    assert.ok(node?.type === "panel");
    return node;
  };

  it("keep the given order, and report changes as those of the roots", async () => {
    fixture.panels = [panelRecord({ id: OTHER, name: "other" }), PANEL];
    fixture.tree.panelsChanged();
    assert.deepEqual(fixture.changes, [undefined]);
    assert.deepEqual(await fixture.tree.children(undefined), [`panel:${OTHER}`, PANEL_ID]);
    assert.deepEqual(made(fixture.calls), []);
  });

  it("are dropped with everything below when they are removed", async () => {
    await fixture.open(SITES, JAVA, TERMINAL, HOSTS);
    fixture.panels = [];
    assert.deepEqual(await fixture.tree.children(undefined), []);
    const items = [
      `item:${PANEL.id}/site/1`,
      `item:${PANEL.id}/javaProject/demo`,
      `item:${PANEL.id}/terminalSetting/theme`,
    ];
    for (const id of [PANEL_ID, ...TOP_GROUPS, HOSTS, ...items])
      assert.deepEqual([fixture.tree.node(id), fixture.tree.isLoaded(id)], [undefined, false], id);
  });

  it("keep loaded nodes if only their name changes", async () => {
    await fixture.open(JAVA);
    fixture.panels = [panelRecord({ name: "renamed", guardLevel: "trusted" })];
    fixture.tree.panelsChanged();
    assert.equal(panelNode().panel.name, "renamed");
    assert.equal(panelNode().state.kind, "answering");
    assert.equal(fixture.tree.isLoaded(JAVA), true);
    assert.deepEqual(made(fixture.calls), ["system.total", "java.list"]);
  });

  it("drop loaded nodes if their address or access changes", async () => {
    const others = [{ address: "https://192.0.2.2:8888" }, { keyRef: "key-2" }, { pin: "AB" }, { httpConsent: true }];
    for (const given of others) {
      fixture = new TreeFixture();
      await fixture.open(JAVA);
      fixture.panels = [panelRecord(given)];
      await fixture.tree.children(undefined);
      assert.equal(panelNode().state.kind, "unknown");
      assert.deepEqual([fixture.tree.isLoaded(PANEL_ID), fixture.tree.node(JAVA)], [false, undefined]);
    }
  });

  it("drop then also nodes that were loaded without being opened", async () => {
    await fixture.tree.items(PANEL.id, "javaProject");
    await fixture.tree.items(PANEL.id, "savedHost");
    fixture.panels = [panelRecord({ address: "https://192.0.2.2:8888" })];
    await fixture.tree.children(undefined);
    assert.deepEqual(fixture.tree.rows(PANEL.id, "javaProject"), []);
    assert.deepEqual(
      [JAVA, HOSTS].map((id) => fixture.tree.isLoaded(id)),
      [false, false],
    );
  });

  it("show added and removed entries at once, without a request", async () => {
    await fixture.open(JAVA);
    const before = fixture.calls.made.length;
    fixture.panels = [panelRecord({ entries: [{ kind: "javaProject", key: "shop" }] })];
    fixture.tree.panelsChanged();
    assert.deepEqual(await fixture.shown(JAVA), ["demo", "shop"]);
    fixture.panels = [PANEL];
    fixture.tree.panelsChanged();
    assert.deepEqual(await fixture.shown(JAVA), ["demo"]);
    assert.deepEqual(fixture.changes, [JAVA, undefined, JAVA, undefined]);
    assert.equal(fixture.tree.node(`item:${PANEL.id}/javaProject/shop`), undefined);
    assert.equal(fixture.calls.made.length, before);
  });

  it("show their state with its age from the first check of all panels on", async () => {
    const isChecked = () => panelNode().isChecked === true;
    await fixture.open();
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual([isChecked(), fixture.changes], [false, []]);
    await fixture.tree.check();
    assert.deepEqual([isChecked(), panelNode().state.kind], [true, "answering"]);
    assert.deepEqual(fixture.askers.at(-2)?.[1], "user");
    fixture.changes.length = 0;
    fixture.now += 60_000;
    fixture.answer({ "system.total": failing({ kind: "timeout", afterMs: 1 }) });
    await fixture.tree.check();
    assert.deepEqual(fixture.changes, [PANEL_ID]);
    fixture.panels = [panelRecord({ name: "renamed" })];
    fixture.tree.panelsChanged();
    assert.deepEqual([isChecked(), panelNode().state.kind], [true, "failing"]);
  });

  it("report a change if they were asked at another time, even with the same answer", async () => {
    await fixture.open();
    fixture.now += 1;
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(fixture.changes, [PANEL_ID]);
  });

  it("are checked even if they were never opened", async () => {
    fixture.panels = [PANEL, panelRecord({ id: OTHER, tags: ["prod"] })];
    await fixture.tree.check();
    assert.deepEqual(made(fixture.calls), ["system.total", "system.total"]);
    assert.equal(panelNode(`panel:${OTHER}`).parentId, "folder:prod");
  });

  describe("with tags", () => {
    const web = panelRecord({ tags: ["prod", "eu"] });
    const shop = panelRecord({ id: OTHER, tags: ["staging", "prod"] });
    const none = panelRecord({ id: THIRD });

    it("stand in the folder of their first tag, and below all folders without one", async () => {
      const more = panelRecord({ id: "3f1c2b7e-0000-4000-8000-000000000004", tags: ["prod"] });
      fixture.panels = [none, shop, web, more];
      assert.deepEqual(await fixture.tree.children(undefined), ["folder:staging", "folder:prod", `panel:${THIRD}`]);
      assert.deepEqual(await fixture.tree.children("folder:prod"), [PANEL_ID, `panel:${more.id}`]);
      assert.deepEqual(await fixture.tree.children("folder:staging"), [`panel:${OTHER}`]);
      assert.deepEqual(await fixture.tree.children("folder:eu"), []);
      assert.deepEqual(fixture.tree.node("folder:prod"), {
        type: "folder",
        id: "folder:prod",
        parentId: undefined,
        tag: "prod",
      });
      assert.deepEqual([panelNode().parentId, panelNode(`panel:${THIRD}`).parentId], ["folder:prod", undefined]);
      assert.deepEqual(made(fixture.calls), []);
    });

    it("keep loaded nodes when they move to another folder", async () => {
      fixture.panels = [web, none];
      await fixture.open(JAVA);
      fixture.panels = [panelRecord({ tags: ["staging"] }), none];
      fixture.tree.panelsChanged();
      assert.deepEqual(await fixture.tree.children(undefined), ["folder:staging", `panel:${THIRD}`]);
      assert.deepEqual(await fixture.tree.children("folder:prod"), []);
      assert.equal(panelNode().parentId, "folder:staging");
      assert.deepEqual([panelNode().state.kind, fixture.tree.isLoaded(JAVA)], ["answering", true]);
      assert.deepEqual(fixture.changes, [undefined]);
    });
  });

  describe("with hidden groups", () => {
    const hide = (...hiddenGroups: readonly string[]) => {
      fixture.panels = [panelRecord({ hiddenGroups })];
      fixture.tree.panelsChanged();
    };

    it("show the other groups, at once and when they are opened", async () => {
      hide("javaProject", "certificateOrder");
      await fixture.open();
      const shown = TOP_GROUPS.filter((id) => !/javaProject|certificateOrder/.test(id));
      assert.deepEqual(await fixture.tree.children(PANEL_ID), shown);
      hide();
      assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
      hide("javaProject", "certificateOrder");
      assert.deepEqual(await fixture.tree.children(PANEL_ID), shown);
      assert.deepEqual(made(fixture.calls), ["system.total"]);
    });

    it("drop hidden groups, which are not loaded any more", async () => {
      await fixture.open(JAVA, TERMINAL, HOSTS);
      hide("javaProject", "savedHost");
      assert.deepEqual(
        [JAVA, HOSTS, TERMINAL].map((id) => fixture.tree.isLoaded(id)),
        [false, false, true],
      );
      assert.ok(!(await fixture.tree.children(TERMINAL)).includes(HOSTS));
      const before = fixture.calls.made.length;
      await fixture.tree.reloadAll(PANEL_ID, "user");
      assert.deepEqual(made(fixture.calls).slice(before), ["system.total", "terminal.settings"]);
    });

    it("show the other groups if only the state is unknown, and none if the panel does not answer", async () => {
      const others = TOP_GROUPS.filter((id) => id !== JAVA);
      for (const [kind, shown] of [
        ["unsupported", others],
        ["keyNeeded", [`failure:${PANEL_ID}`]],
      ] as const) {
        fixture = new TreeFixture();
        fixture.answer({ "system.total": failing({ kind }) });
        await fixture.open();
        hide("javaProject");
        assert.deepEqual(await fixture.tree.children(PANEL_ID), shown);
      }
    });
  });

  describe("of an edition that lacks operations", () => {
    beforeEach(() => (fixture.edition = "aapanel"));

    it("have the groups of their edition", async () => {
      await fixture.open();
      assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
      const panel = fixture.tree.node(PANEL_ID);
      assert.equal(panel?.type === "panel" && panel.state.kind === "answering" && panel.state.edition, "aapanel");
    });

    it("have the groups below a group without rows, and show them without a request", async () => {
      await fixture.open(TERMINAL);
      assert.deepEqual(await fixture.tree.children(TERMINAL), [HOSTS, COMMANDS]);
      assert.equal(fixture.tree.isLoaded(TERMINAL), true);
      assert.deepEqual(await fixture.shown(HOSTS), ["192.0.2.9"]);
      await fixture.tree.reloadAll(PANEL_ID, "user");
      fixture.tree.setFilter(TERMINAL, { text: "a" });
      fixture.tree.rebuild(TERMINAL);
      assert.deepEqual(await fixture.tree.children(TERMINAL), [HOSTS, COMMANDS]);
      assert.deepEqual(await fixture.tree.items(PANEL.id, "terminalSetting"), []);
      assert.equal(fixture.calls.count("terminal.settings"), 0);
    });

    it("do not count a group without a request as an answer", async () => {
      await fixture.open(TERMINAL);
      fixture.answer({ "system.total": failing({ kind: "timeout", afterMs: 1 }) });
      await fixture.tree.reload(PANEL_ID, "user");
      const before = fixture.calls.made.length;
      await fixture.tree.reload(TERMINAL, "user");
      assert.equal(fixture.calls.made.length, before);
    });

    it("have the other kinds of the same group", async () => {
      await fixture.open(MAINTENANCE);
      assert.deepEqual(await fixture.shown(MAINTENANCE), ["composer"]);
    });

    it("lose kinds that were shown before the edition was known", async () => {
      fixture.edition = "unknown";
      await fixture.open(MAINTENANCE, TERMINAL);
      assert.deepEqual(await fixture.shown(MAINTENANCE), ["composer", "python"]);
      assert.equal((await fixture.tree.children(TERMINAL)).length, 6);
      fixture.edition = "aapanel";
      await fixture.tree.reloadAll(PANEL_ID, "user");
      assert.deepEqual(await fixture.shown(MAINTENANCE), ["composer"]);
      assert.deepEqual(await fixture.tree.children(TERMINAL), [HOSTS, COMMANDS]);
    });
  });
});
