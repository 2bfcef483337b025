import assert from "node:assert/strict";
import { chatCall } from "../../fakes/chatCall.ts";
import { AskedTargets } from "../../../src/agents/window/askedTargets.ts";
import { invokeTool } from "../../../src/agents/window/invokeTool.ts";
import { rememberPanel } from "../../../src/deployments/window/chooseDeployment.ts";
import { deployFolderOn } from "../../../src/deployments/window/deployCommands.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { operations, type OperationId, type ParamsOf } from "../../../src/wire/operations/operations.ts";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import type { ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";
import { LIMITS } from "../../fakes/treeFixture.ts";
import { DeployFixture, ROOT } from "../deployments/deployFixture.ts";
import { DeployWindow, SITE, STATED } from "../deployments/window/deployWindow.ts";

const ROLES = ["web-1", "web-2"];

describe("an agent and a deployment to several servers", () => {
  let window: DeployWindow;
  let second: DeployFixture;
  let other: PanelRecord;

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
      const server = { role: ROLES[index] ?? "", roles: ROLES, wave: 2 };
      await rememberPanel(window.services.memento, { folder, deployment: { name: "site", server } }, panel);
    }
  };
  const invoke = async (
    tool: "plan_panel_deployment" | "run_panel_deployment" | "roll_back_panel_deployment",
    ...answers: readonly ScriptedAnswer[]
  ) => {
    let answer: ToolAnswer | undefined;
    await window.commands.answering(answers, async () => {
      const services = {
        ...window.services,
        dialogs: window.commands.services.dialogs,
        limits: () => ({ ...LIMITS, diskPercent: 90 }),
        agentAccess: () => "all" as const,
        askedTargets: new AskedTargets(),
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
    assert.deepEqual(answer.data?.end_of_step_output, ["[web-1] hello", "[web-2] hello"]);
    assert.deepEqual(pages(), ["two", "two"]);
  });

  it("is held back by one panel that is read-only, and rolls nothing back", async () => {
    await choosePanels();
    await window.services.store.update(other.id, { guardLevel: "readOnly" });
    const answer = await invoke("run_panel_deployment");
    assert.notEqual(answer.happened, "yes");
    assert.deepEqual(pages(), ["old", "old"]);
    const back = await invoke("roll_back_panel_deployment");
    assert.equal(back.problem, "This deployment goes to several servers, and only the user rolls those back.");
  });
});
