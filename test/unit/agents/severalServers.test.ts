import assert from "node:assert/strict";
import { chatCall } from "../../fakes/agents/chatCall.ts";
import { invokeTool } from "../../../src/agents/window/invokeTool.ts";
import { rememberPanel } from "../../../src/deployments/window/chooseDeployment.ts";
import { deployFolderOn } from "../../../src/deployments/window/deployCommands.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { operations, type OperationId, type ParamsOf } from "../../../src/wire/operations/operations.ts";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import type { Conversation, ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";
import { LIMITS } from "../../fakes/treeFixture.ts";
import { DeployFixture, ROOT } from "../deployments/deployFixture.ts";
import { DeployWindow, SITE, STATED } from "../deployments/window/deployWindow.ts";

const ROLES = ["web-1", "web-2"];

describe("an agent and a deployment to several servers", () => {
  let window: DeployWindow;
  let second: DeployFixture;
  let other: PanelRecord;
  let said: Conversation | undefined;

  beforeEach(async () => {
    window = await DeployWindow.open();
    second = await DeployFixture.start("baota");
    const [site] = second.panel.state.sites;
    assert.ok(site);
    second.panel.state.sites.splice(0, 1, { ...site, name: SITE, domains: [SITE], path: ROOT });
    other = await window.commands.add({ name: "Shop 2", address: "https://192.0.2.2:8888" });
    window.commands.editions.set(other.id, "baota");
    const call = second.callFor(new AbortController().signal);
    const ids = Object.keys(operations) as OperationId[];
    window.commands.ownHandlers.set(
      other.id,
      Object.fromEntries(ids.map((id) => [id, async (params: ParamsOf<OperationId>) => call(id, params)] as const)),
    );
    const { website: _website, ...common } = STATED;
    window.state({ ...common, targets: ROLES.map((role) => ({ role, website: SITE })) });
    await window.used.source({ "index.html": "one" });
  });
  afterEach(async () => {
    await window.dispose();
    await second.stop();
  });

  const pages = () => [window.used.server["index.html"], second.server["index.html"]];
  const choosePanels = async () => {
    const [folder] = window.services.workspace.folders();
    assert.ok(folder);
    for (const [index, panel] of [window.panel, other].entries()) {
      const server = { role: ROLES[index] ?? "", roles: ROLES };
      await rememberPanel(window.services.memento, { folder, deployment: { name: "site", server } }, panel);
    }
  };
  const invoke = async (
    tool: "plan_panel_deployment" | "run_panel_deployment" | "roll_back_panel_deployment",
    ...answers: readonly ScriptedAnswer[]
  ) => {
    let answer: ToolAnswer | undefined;
    said = await window.commands.answering(answers, async () => {
      const services = {
        ...window.services,
        dialogs: window.commands.services.dialogs,
        limits: () => ({ ...LIMITS, diskPercent: 90 }),
        agentAccess: () => "all" as const,
      };
      const text = await invokeTool(services, tool, { deployment: "site" }, chatCall());
      answer = JSON.parse(text) as ToolAnswer;
    });
    return answer ?? assert.fail("no answer");
  };
  const servers = ({ data }: ToolAnswer) => data?.servers ?? [];

  it("is told which servers have no panel yet", async () => {
    const answer = await invoke("run_panel_deployment");
    assert.equal(answer.problem, "The user has not chosen a panel for each server of this deployment yet.");
    assert.match(String(answer.data?.message), /web-1(?: and|,) web-2/);
  });

  it("sees each server, and changes nothing by that", async () => {
    await choosePanels();
    const answer = await invoke("plan_panel_deployment");
    assert.deepEqual(
      servers(answer).map(({ role, panel, up_to_date: isThere }) => [role, panel, isThere]),
      [
        ["web-1", "Shop", false],
        ["web-2", "Shop 2", false],
      ],
    );
    assert.deepEqual(pages(), ["old", "old"]);
  });

  it("gets one result with a part for each, after the preview", async () => {
    await choosePanels();
    const declined = await invoke("run_panel_deployment", { to: "Deploy “site” to 2 servers", with: undefined });
    assert.equal(declined.outcome, "declined");
    assert.deepEqual(pages(), ["old", "old"]);
    const answer = await invoke("run_panel_deployment", {
      to: "Deploy “site” to 2 servers",
      with: " > Deploy to All",
    });
    assert.equal(answer.happened, "yes");
    assert.deepEqual(
      servers(answer).map(({ role, happened }) => [role, happened]),
      ROLES.map((role) => [role, "yes"]),
    );
    assert.deepEqual(pages(), ["one", "one"]);
    assert.ok(window.commands.finished.every(({ by }) => by !== undefined));
  });

  it("is told that nobody has agreed to the steps, and nobody is asked", async () => {
    await choosePanels();
    const { website: _website, ...common } = STATED;
    const steps = [{ name: "Note", run: "echo hello", user: "root" }];
    window.state({ ...common, steps, targets: ROLES.map((role) => ({ role, website: SITE })) });
    const answer = await invoke("run_panel_deployment");
    assert.equal(answer.problem, "The user has not agreed to the steps of this deployment.");
    assert.deepEqual(pages(), ["old", "old"]);
  });

  it("gets the end of what steps wrote, each line with its server", async () => {
    await choosePanels();
    const { website: _website, ...common } = STATED;
    const steps = [{ name: "Note", run: "echo hello", user: "root" }];
    window.state({ ...common, steps, targets: ROLES.map((role) => ({ role, website: SITE })) });
    const question = "Run these commands on 2 servers?";
    const goOn = { to: "Deploy “site” to 2 servers", with: " > Deploy to All" };
    await window.run(
      deployFolderOn("site"),
      { to: "Which deployment?", with: "site" },
      goOn,
      { to: question, with: true },
      { to: question, with: "root" },
    );
    await window.used.source({ "index.html": "two" });
    const answer = await invoke("run_panel_deployment", goOn);
    assert.deepEqual(answer.data?.end_of_output, ["[web-1] hello", "[web-2] hello"]);
    assert.deepEqual(pages(), ["two", "two"]);
  });

  const goOn = { to: "Deploy “site” to 2 servers", with: " > Deploy to All" };
  const deployed = async (text: string) => {
    await window.used.source({ "index.html": text });
    return invoke("run_panel_deployment", goOn);
  };
  const lastQuestion = () => said?.questions.at(-1);

  it("rolls back on each after one question that shows each", async () => {
    await choosePanels();
    await deployed("one");
    await deployed("two");
    const declined = await invoke("roll_back_panel_deployment", {
      to: "Roll back “site” on web-1, web-2?",
      with: false,
    });
    assert.equal(declined.outcome, "declined");
    assert.deepEqual(pages(), ["two", "two"]);
    const question = { to: "Roll back “site” on web-1, web-2?", with: true };
    const answer = await invoke("roll_back_panel_deployment", question);
    const detail = lastQuestion()?.detail ?? "";
    assert.match(detail, /^An agent in this window asks for this\./);
    for (const [role, panel] of [
      ["web-1", "Shop"],
      ["web-2", "Shop 2"],
    ])
      assert.match(detail, new RegExp(`• ${role}: “${SITE}” on “${panel}” · “site” of .* · undone: 1 changed`));
    assert.equal(answer.happened, "yes");
    assert.deepEqual(
      servers(answer).map(({ role, panel, happened, outcome }) => [role, panel, happened, outcome]),
      [
        ["web-1", "Shop", "yes", "done"],
        ["web-2", "Shop 2", "yes", "done"],
      ],
    );
    assert.deepEqual(pages(), ["one", "one"]);
    // the activity shows it with the deployment that it has undone
    const last = window.commands.finished.slice(-4).map(({ verb, group }) => [verb, group?.role]);
    assert.deepEqual(last, [
      ["deploy", "web-1"],
      ["deploy", "web-2"],
      ["rollBack", "web-2"],
      ["rollBack", "web-1"],
    ]);
    assert.equal(new Set(window.commands.finished.slice(-4).map(({ group }) => group?.id)).size, 1);
    await invoke("roll_back_panel_deployment", question);
    assert.deepEqual(pages(), ["old", "old"]);
    const nothing = await invoke("roll_back_panel_deployment");
    assert.match(String(nothing.data?.message), /^Nothing was deployed to all servers of “site”/);
  });

  it("leaves a server alone that the latest deployment has not reached, and says what was seen on each", async () => {
    await choosePanels();
    await deployed("one");
    second.fault = (_call, id, isMade) => {
      if (!isMade && id === "file.upload") throw new PanelError({ kind: "timeout", afterMs: 1 });
    };
    await deployed("two");
    second.fault = () => undefined;
    assert.deepEqual(pages(), ["two", "one"]);
    const answer = await invoke("roll_back_panel_deployment", { to: "Roll back “site” on web-1?", with: true });
    assert.match(
      lastQuestion()?.detail ?? "",
      /• web-2 on “Shop 2” stays · its latest deployment is another one, “site” of /,
    );
    assert.deepEqual(pages(), ["one", "one"]);
    assert.equal(answer.happened, "yes");
    assert.deepEqual(
      servers(answer).map(({ role, happened }) => [role, happened]),
      [
        ["web-1", "yes"],
        ["web-2", "no"],
      ],
    );
  });

  it("hears of each server how a roll back has ended, where one fails", async () => {
    await choosePanels();
    await deployed("one");
    const answer = await invoke("roll_back_panel_deployment", {
      to: "Roll back “site” on web-1, web-2?",
      get with() {
        second.fault = (_call, id, isMade) => {
          if (!isMade && id === "file.upload") throw new PanelError({ kind: "timeout", afterMs: 1 });
        };
        return true;
      },
    });
    assert.deepEqual(pages(), ["old", "one"]);
    assert.notEqual(answer.happened, "yes");
    assert.deepEqual(
      servers(answer).map(({ role, happened }) => [role, happened]),
      [
        ["web-1", "yes"],
        ["web-2", "no"],
      ],
    );
    const told = said?.messages.map(({ message }) => message).join("\n") ?? "";
    assert.match(told, /^“site” was rolled back on 1 of 2 servers\..* web-2: /);
  });

  it("is held back by one panel that is read-only, or cannot be reached", async () => {
    await choosePanels();
    await deployed("one");
    second.fault = (_call, id, isMade) => {
      if (!isMade && id === "site.list") throw new PanelError({ kind: "timeout", afterMs: 1 });
    };
    const silent = await invoke("roll_back_panel_deployment");
    assert.match(String(silent.data?.message), /^Nothing was rolled back on any server\. web-2 on “Shop 2”: /);
    await window.services.store.update(other.id, { guardLevel: "readOnly" });
    const answer = await invoke("run_panel_deployment");
    assert.notEqual(answer.happened, "yes");
    const back = await invoke("roll_back_panel_deployment");
    assert.equal(back.problem, "The panel is read only, and nothing was sent.");
    assert.deepEqual(pages(), ["one", "one"]);
  });
});
