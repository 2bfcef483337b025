import assert from "node:assert/strict";
import { addPanel } from "../../../../src/commands/panels/addPanel.ts";
import { organizeNewPanel, organizePanel } from "../../../../src/commands/panels/organizePanel.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { CommandFixture, KEY } from "../../../fakes/commandFixture.ts";
import { panelRecord } from "../../../fakes/rows.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

describe("organizing a panel", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add({ tags: ["shop", "eu"] });
  });
  afterEach(() => window.dispose());

  const organize = (what: string | undefined, ...answers: readonly ScriptedAnswer[]) =>
    window.answering([{ to: "Organize “Shop”", with: what }, ...answers], () =>
      organizePanel(window.services, window.services.store.get(panel.id) ?? panel),
    );
  const now = () => window.services.store.get(panel.id) ?? assert.fail("it is gone");

  it("changes nothing if a list is dismissed", async () => {
    await organize(undefined);
    await organize("Tags", { to: "Tags of “Shop”", with: undefined });
    await organize("Color", { to: "Color of “Shop”", with: undefined });
    await organize("Groups", { to: "Groups of “Shop”", with: undefined });
    assert.deepEqual(now(), panel);
  });

  it("offers a panel's own tags first, then those in use, then the usual ones", async () => {
    await window.add({ name: "Blog", tags: ["blog", "eu"] });
    const { choices } = await organize("Tags", { to: "Tags of “Shop”", with: "eu|prod" });
    assert.deepEqual(choices[1], ["shop", "eu", "blog", "prod", "staging"]);
    assert.deepEqual(now().tags, ["eu", "prod"]);
  });

  it("takes tags that are typed, each once", async () => {
    await organize("Tags", { to: "Tags of “Shop”", with: "eu|eu, web，网站、备用； ,web" });
    assert.deepEqual(now().tags, ["eu", "web", "网站", "备用"]);
  });

  it("gives it a color, and takes it away", async () => {
    await organize("Color", { to: "Color of “Shop”", with: "red" });
    assert.equal(now().color, "charts.red");
    const { highlighted } = await organize("Color", { to: "Color of “Shop”", with: "By state" });
    assert.equal(highlighted.at(-1), "red");
    assert.equal(now().color, undefined);
  });

  it("hides the groups that are not chosen", async () => {
    await organize("Groups", { to: "Groups of “Shop”", with: "Websites|Containers" });
    assert.ok(now().hiddenGroups.includes("javaProject"));
    assert.ok(!now().hiddenGroups.includes("site"));
  });

  it("shows a message for the demo panel", async () => {
    const { messages } = await window.answering([], () => organizePanel(window.services, panelRecord({ id: "demo" })));
    assert.match(messages[0]?.message ?? "", /cannot be edited/);
  });

  it("goes on for a new panel until the person is done", async () => {
    await window.run(
      addPanel,
      [],
      { to: "Panel Address", with: "https://192.0.2.2:8888" },
      { to: "Panel Name", with: "Blog" },
      { to: "API Key", with: KEY },
      { to: "“Blog” Was Added", with: "Tags" },
      { to: "Tags of “Blog”", with: "prod" },
      { to: "“Blog” Was Added", with: "Color" },
      { to: "Color of “Blog”", with: "blue" },
      { to: "“Blog” Was Added", with: undefined },
    );
    const blog = window.services.store.list().find(({ name }) => name === "Blog");
    assert.deepEqual([blog?.tags, blog?.color], [["prod"], "charts.blue"]);
  });

  it("ends for a new panel that another window removes", async () => {
    const { choices } = await window.answering([], () => organizeNewPanel(window.services, "removed"));
    assert.deepEqual(choices, []);
  });
});
