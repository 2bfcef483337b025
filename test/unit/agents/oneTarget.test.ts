import assert from "node:assert/strict";
import fc from "fast-check";
import type { GuardLevel } from "../../../src/panels/guardLevel.ts";
import { visibleText } from "../../../src/characters/plainText.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { KEY } from "../../fakes/commandFixture.ts";
import { failing, type Handlers } from "../../fakes/fakeCall.ts";
import { oddName } from "../../fakes/oddNames.ts";
import { obedient } from "../actions/javaPanel.ts";
import { AgentWindow } from "./agentWindow.ts";

const TOOL = "control_panel_resource";
const RESTART = { panel: "Shop", kind: "javaProject", name: "demo", action: "restart" } as const;
const QUESTION = "Restart Java project “demo” on “Shop”?";

describe("what an agent acts on", () => {
  let agent: AgentWindow;

  beforeEach(async () => {
    agent = await AgentWindow.open();
  });
  afterEach(async () => agent.window.dispose());

  for (const name of ["Shop <a>", "[x](y)", "![", "~~~", "token=abcdefgh"])
    it(`is asked about by the name that is kept of ${name}`, async () => {
      const panel = await agent.window.add({ name });
      agent.window.handlers = obedient("demo");
      const question = { to: `Restart Java project “demo” on “${panel.name}”?`, with: true };
      const { answer } = await agent.asking(TOOL, { ...RESTART, panel: panel.name }, question);
      assert.equal(answer.outcome, "done");
      // the name of the file, which the panel no longer has
      assert.match((await agent.invoke(TOOL, { ...RESTART, panel: name })).problem ?? "", /no panel of this name/);
      assert.equal(agent.window.calls(panel.id).count("java.restart"), 1);
    });

  it("is asked about by its name where the agent gives its key", async () => {
    await agent.window.add();
    const sites = [1, 2].map((id) => siteRow({ id, name: `s${id}.example`, type: "PHP", running: true }));
    agent.window.handlers = { "site.list": () => listOf(sites) };
    const input = { panel: "Shop", kind: "site", name: "2", action: "stop" };
    await agent.asking(TOOL, input, { to: "Stop website “s2.example” on “Shop”?", with: false });
  });

  it("is asked about each time, also at a protection that asks a person nothing", async () => {
    const panel = await agent.window.add();
    agent.window.handlers = obedient("demo");
    const restarts = () => agent.window.calls(panel.id).count("java.restart");
    const { conversation } = await agent.asking(TOOL, RESTART, { to: QUESTION, with: true });
    assert.deepEqual(conversation.announced, [`An agent in this window asks: ${QUESTION}`]);
    assert.equal(restarts(), 1);
    await agent.asking(TOOL, RESTART, { to: QUESTION, with: false });
    agent.window.handlers = { "java.list": failing({ kind: "timeout", afterMs: 1 }) };
    assert.equal((await agent.asking(TOOL, RESTART)).answer.outcome, undefined);
    assert.equal(restarts(), 1);
  });

  it("is asked about for another program by the name that it gives itself", async () => {
    const panel = await agent.window.add();
    agent.window.handlers = obedient("demo");
    agent.agent = { client: "Claude Code" };
    const { conversation } = await agent.asking(TOOL, RESTART, { to: QUESTION, with: false });
    const { announced, questions } = conversation;
    assert.deepEqual(announced, [`An agent that calls itself “Claude Code” asks: ${QUESTION}`]);
    assert.match(questions[0]?.detail ?? "", /^An agent that calls itself “Claude Code” asks for this\.\n/);
    assert.equal(agent.window.calls(panel.id).count("java.restart"), 0);
    assert.deepEqual(agent.told, [
      "Waits for the user, who is asked in the editor. Nothing is sent before they answer.",
    ]);
  });

  it("is refused where a panel has the name with which another one, whose name has a secret in it, is shown", async () => {
    const secret = await agent.window.add({ name: `Shop ${KEY}` });
    agent.window.redactor.add(KEY);
    const { data } = await agent.invoke("list_panels", {});
    const shown = String(data?.panels?.[0]?.["name"]);
    assert.ok(!shown.includes(KEY), shown);
    agent.window.handlers = obedient("demo");
    const seen = await agent.asking(TOOL, { ...RESTART, panel: shown }, { to: KEY, with: false });
    assert.equal(seen.answer.outcome, "declined", "people see it");
    const other = await agent.window.add({ name: shown });
    assert.match(
      (await agent.invoke(TOOL, { ...RESTART, panel: shown })).problem ?? "",
      /Several panels have this name/,
    );
    for (const { id } of [secret, other]) assert.equal(agent.window.calls(id).count("java.restart"), 0);
  });

  it("is refused where another one looks like it in a question", async () => {
    const panel = await agent.window.add({ guardLevel: "ask" });
    // the second has a Cyrillic letter
    const sites = ["shop.example", "sh\u043ep.example"].map((name, index) =>
      siteRow({ id: index + 1, name, type: "PHP", running: true }),
    );
    agent.window.handlers = { "site.list": () => listOf(sites) };
    for (const name of ["shop.example", "sh\u043ep.example"]) {
      const { answer } = await agent.asking(TOOL, { panel: "Shop", kind: "site", name, action: "stop" });
      assert.match(answer.problem ?? "", /a question to the user would not say which one is meant/);
    }
    assert.equal(agent.window.calls(panel.id).count("site.stop"), 0);
  });

  it("is not done where the setting no longer lets agents do it when the answer comes", async () => {
    const panel = await agent.window.add({ guardLevel: "ask" });
    agent.window.handlers = obedient("demo");
    const person = agent.window.services.dialogs;
    agent.person = {
      decide: async (...question) => {
        const answer = await person.decide(...question);
        agent.access = "off";
        return answer;
      },
    };
    const { answer } = await agent.asking(TOOL, RESTART, { to: QUESTION, with: true });
    assert.match(answer.problem ?? "", /does not let agents do this/);
    assert.equal(agent.window.calls(panel.id).count("java.restart"), 0);
  });

  it("is refused where a question would not say which of two it is", async () => {
    const panel = await agent.window.add({ guardLevel: "ask" });
    const sites = [1, 2].map((id) => siteRow({ id, name: "a.example", type: "PHP", running: true }));
    agent.window.handlers = { "site.list": () => listOf(sites) };
    const input = { panel: "Shop", kind: "site", name: "2", action: "stop" };
    const { answer } = await agent.asking(TOOL, input);
    assert.match(answer.problem ?? "", /a question to the user would not say which one is meant/);
    assert.equal(agent.window.calls(panel.id).count("site.stop"), 0);
  });

  it("is the one panel and the one row that the question has named, whatever they are called, or nothing", async () => {
    const ends = { acted: 0, declined: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(worlds, async ({ panels, rows, target, agrees }) => {
        const used = await AgentWindow.open();
        /** The id of the panel and the key of the row of each change. */
        const changed: (readonly [panel: string, key: string])[] = [];
        for (const [index, [called, guardLevel]] of panels.entries()) {
          const address = `https://192.0.2.${index + 1}:8888`;
          const { id } = await used.window.add({ name: called, guardLevel, address });
          used.window.ownHandlers.set(
            id,
            sitesCalled(rows, (key) => changed.push([id, key])),
          );
        }
        const stored = used.window.services.store.list();
        const panel = stored[target.panel % stored.length] ?? assert.fail();
        const listed = await used.invoke("list_panel_resources", { panel: panel.id, kind: "site" });
        const row = target.row % rows.length;
        const shown = String(listed.data?.resources?.[row]?.["name"]);
        const given = { name: rows[row], shown, key: String(row + 1) }[target.by] ?? assert.fail();
        const input = { panel: panel.name, kind: "site", name: given, action: "stop" } as const;

        const questions: string[] = [];
        const keep = (message: string, detail: string) => void questions.push(`${message}\n${detail}`);
        used.person = {
          announce: async () => true,
          decide: async (message, detail) => {
            keep(message, detail);
            return agrees;
          },
          input: async ({ placeholder }) => placeholder,
        };
        const { outcome } = await used.invoke(TOOL, input);
        await used.window.dispose();

        if (changed.length === 0) {
          ends[outcome === "declined" ? "declined" : "refused"] += 1;
          return;
        }
        ends.acted += 1;
        assert.deepEqual([changed.length, questions.length], [1, 1], "one question, and one change");
        const [[id, key] = ["", ""]] = changed;
        const hit = stored.find((each) => each.id === id) ?? assert.fail();
        const label = visibleText(rows[Number(key) - 1] ?? "");
        const [question = ""] = questions;
        assert.ok(question.startsWith(`Stop website “${label}” on “${hit.name}”?\n`), question);
        assert.ok(question.includes(`Panel: ${hit.name} (${hit.address})`), question);
        assert.equal(rows.filter((other) => visibleText(other) === label).length, 1, "no other one looks like it");
      }),
      { numRuns: 300 },
    );
    for (const [end, count] of Object.entries(ends)) assert.ok(count >= 10, `${end}: ${count}`);
  });
});

const name = oddName.filter((text) => visibleText(text) !== "");

/** Panels and rows with odd names, and what the agent gives of one of them. */
const worlds = fc.record({
  panels: fc.array(fc.tuple(name, fc.constantFrom<GuardLevel>("trusted", "trusted", "ask", "typeName", "readOnly")), {
    minLength: 1,
    maxLength: 3,
  }),
  // panels take no call for what has odd signs in its name
  rows: fc.array(fc.oneof(name, fc.constantFrom("a.example", "b.example", "1", "2", "token")), {
    minLength: 1,
    maxLength: 3,
  }),
  target: fc.record({
    panel: fc.nat(2),
    row: fc.nat(2),
    by: fc.constantFrom("name" as const, "shown" as const, "key" as const),
  }),
  agrees: fc.boolean(),
});

/** A panel with running sites of these names, which have their places as keys. */
function sitesCalled(names: readonly string[], onStop: (key: string) => void): Handlers {
  const running = names.map(() => true);
  const rows = () =>
    names.map((each, index) => siteRow({ id: index + 1, name: each, type: "PHP", running: running[index] }));
  return {
    "site.list": () => listOf(rows()),
    "site.stop": ({ id }: { readonly id: number }) => {
      running[id - 1] = false;
      onStop(String(id));
      return { msg: undefined };
    },
  };
}
