import assert from "node:assert/strict";
import { failureOf, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { containerRow, javaRow, listOf, panelRecord } from "../../fakes/rows.ts";
import { JAVA, made, MAINTENANCE, PANEL, TreeFixture } from "../../fakes/treeFixture.ts";

const refused: PanelFailure = { kind: "refused", reason: "key" };
const isRefused = (error: unknown) => failureOf(error)?.kind === "refused";

describe("items to pick from", () => {
  let fixture: TreeFixture;
  beforeEach(() => (fixture = new TreeFixture()));

  const labels = async (kind: Parameters<TreeFixture["tree"]["items"]>[1]) =>
    (await fixture.tree.items(PANEL.id, kind)).map(({ label }) => label);

  it("are always read again, even if nothing was opened", async () => {
    assert.deepEqual(await labels("javaProject"), ["demo"]);
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "a" }), javaRow(), javaRow({ name: "b" })]) });
    assert.deepEqual(await labels("javaProject"), ["a", "b"]);
    assert.deepEqual(made(fixture.calls), ["java.list", "java.list"]);
    assert.deepEqual(fixture.askers.at(-1), [PANEL.address, "user"]);
  });

  it("are none for an unknown panel", async () => {
    assert.deepEqual(await fixture.tree.items("gone", "site"), []);
    assert.deepEqual(made(fixture.calls), []);
  });

  it("fail with the failure of the panel", async () => {
    fixture.answer({ "site.list": failing(refused) });
    await assert.rejects(fixture.tree.items(PANEL.id, "site"), isRefused);
  });

  it("are the last known ones if the panel does not answer", async () => {
    await labels("javaProject");
    fixture.answer({ "java.list": failing(refused) });
    assert.deepEqual(await labels("javaProject"), ["demo"]);
  });

  it("are those added by hand if the panel has no list", async () => {
    fixture.panels = [panelRecord({ entries: [{ kind: "container", key: "web" }] })];
    fixture.answer({ "container.list": failing({ kind: "unsupported" }) });
    assert.deepEqual(await labels("container"), ["web"]);
  });

  it("ignore the filter of the group", async () => {
    const rows = [containerRow({ id: "a" }), containerRow({ id: "b" })];
    fixture.answer({ "container.list": () => ({ ...listOf(rows), total: 2 }) });
    await labels("container");
    fixture.tree.setFilter(`group:${PANEL.id}/container`, { text: "b" });
    assert.deepEqual(await labels("container"), ["a", "b"]);
    assert.deepEqual(await fixture.shown(`group:${PANEL.id}/container`), ["b"]);
  });

  it("of a kind in the group of another kind are its own", async () => {
    assert.deepEqual(await labels("runtime"), ["python"]);
    assert.deepEqual(await labels("dependencyManager"), ["composer"]);
    assert.deepEqual(made(fixture.calls), ["composer.version", "composer.version"]);
  });

  it("of one kind do not fail with another kind of their group", async () => {
    fixture.answer({ "composer.version": failing(refused) });
    assert.deepEqual(await labels("runtime"), ["python"]);
    await assert.rejects(fixture.tree.items(PANEL.id, "dependencyManager"), isRefused);
  });

  it("of a group below another are read without it", async () => {
    assert.deepEqual(await labels("savedHost"), ["192.0.2.9"]);
    assert.deepEqual(await labels("savedCommand"), ["disk"]);
    assert.deepEqual(made(fixture.calls), ["terminal.hosts", "terminal.commands"]);
  });

  it("include those of a hidden group", async () => {
    fixture.panels = [panelRecord({ hiddenGroups: ["javaProject"] })];
    assert.deepEqual(await labels("javaProject"), ["demo"]);
    await fixture.open();
    assert.ok(!(await fixture.tree.children(`panel:${PANEL.id}`)).includes(JAVA));
  });
});

describe("groups of several kinds", () => {
  let fixture: TreeFixture;
  beforeEach(() => (fixture = new TreeFixture()));

  it("show one kind after the other", async () => {
    await fixture.open(MAINTENANCE);
    assert.deepEqual(await fixture.shown(MAINTENANCE), ["composer", "python"]);
    const kinds = (await fixture.tree.children(MAINTENANCE)).map((id) => {
      const node = fixture.tree.node(id);
      return node?.type === "item" && [node.kind, node.parentId];
    });
    assert.deepEqual(kinds, [
      ["dependencyManager", MAINTENANCE],
      ["runtime", MAINTENANCE],
    ]);
  });

  it("show the others if one fails", async () => {
    fixture.answer({ "composer.version": failing({ kind: "rejected", message: "no" }) });
    await fixture.open(MAINTENANCE);
    assert.deepEqual(await fixture.shown(MAINTENANCE), ["failure", "python"]);
  });
});
