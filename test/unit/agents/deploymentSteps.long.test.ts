import assert from "node:assert/strict";
import { chatCall } from "../../fakes/agents/chatCall.ts";
import { invokeTool } from "../../../src/agents/window/invokeTool.ts";
import { rememberPanel } from "../../../src/deployments/window/chooseDeployment.ts";
import { deployFolderOn } from "../../../src/deployments/window/deployCommands.ts";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import { LIMITS } from "../../fakes/treeFixture.ts";
import { DeployWindow, STATED } from "../deployments/window/deployWindow.ts";

const deploySite = deployFolderOn("site");

const STEPS = [{ name: "Note", run: "true\ntrue", user: "root", seconds: 5 }];

describe("an agent and the steps of a deployment", () => {
  let window: DeployWindow;

  beforeEach(async () => {
    window = await DeployWindow.open("baota", undefined, { runsCommands: true });
    window.state({ ...STATED, steps: STEPS, task: "build" });
    window.commands.workspace.tasks.set("build", 0);
    await window.used.source({ "index.html": "one" });
    const [folder] = window.services.workspace.folders();
    assert.ok(folder);
    await rememberPanel(window.services.memento, { folder, deployment: { name: "site" } }, window.panel);
  });
  afterEach(() => window.dispose());

  const invoke = async (tool: "plan_panel_deployment" | "run_panel_deployment"): Promise<ToolAnswer> => {
    const services = {
      ...window.services,
      limits: () => ({ ...LIMITS, diskPercent: 90 }),
      agentAccess: () => "all" as const,
    };
    const text = await invokeTool(services, tool, { deployment: "site" }, chatCall());
    return JSON.parse(text) as ToolAnswer;
  };

  it("is shown them, and whether the person has agreed", async () => {
    const before = await invoke("plan_panel_deployment");
    assert.equal(before.steps_agreed, false);
    assert.match(before.next ?? "", /The user has not agreed to its steps\. Ask them to deploy it once/);
    assert.deepEqual(before.data?.steps, [
      {
        name: "Note",
        when: "after the files are exchanged",
        user: "root",
        directory: (await window.place()).root,
        most_seconds: 5,
        commands: ["true", "true"],
      },
    ]);
    const question = "Run these commands on “Shop”?";
    await window.run(
      deploySite,
      { to: "Which deployment?", with: "site" },
      { to: "Deploy “site” to", with: " > Deploy" },
      { to: question, with: true },
      { to: question, with: "root" },
    );
    assert.equal((await invoke("plan_panel_deployment")).steps_agreed, true);
  });

  it("cannot have them run, and nobody is asked: neither about them nor about the build", async () => {
    // a question that no script expects fails
    await window.commands.answering([], async () => {
      const answer = await invoke("run_panel_deployment");
      assert.equal(answer.problem, "The user has not agreed to the steps of this deployment.");
      assert.equal(answer.next, "Ask them to deploy it once by the command Deploy….");
    });
    assert.deepEqual(window.commands.workspace.ran, []);
    assert.equal(window.used.server["index.html"], "old");
    assert.deepEqual(window.used.tasks(), []);
  });

  it("gets the end of what they wrote, without the secrets in it", async () => {
    const lines = await writtenBy("for i in {1..400}; do echo line $i; done; printf 'pass%s\\n' 'word=hunter22'");
    assert.deepEqual(lines.slice(-2), ["line 400", "password=***"]);
    assert.equal(lines[0]?.startsWith("line "), true, lines[0]);
    assert.ok(lines.join("\n").length <= 2_000);
    assert.equal(window.used.server["index.html"], "two");
  });

  it("gets nothing of a secret whose beginning is left out", async () => {
    // a step that has a key itself is refused
    const key =
      "printf -- '-----BEGIN %s KEY-----\\n' PRIVATE; for i in {1..60}; do printf 'MII%sIBADANBgkqhkiG9w0BAQEFAASCBKcw%s\\n' EvQ $i; done";
    const ofKey = await writtenBy(`${key}; printf -- '-----END %s KEY-----\\ndone\\n' PRIVATE`);
    assert.doesNotMatch(ofKey.join("\n"), /MIIEvQ/);
    assert.equal(ofKey.at(-1), "done");
  });

  it("gets nothing of a secret in a line that is longer than all it gets", async () => {
    const ofLine = await writtenBy("printf 'pass%s%.0s' word=; printf 'hunter22%.0s' {1..400}; echo");
    assert.doesNotMatch(ofLine.join("\n"), /hunter/);
  });

  /** What an agent gets of the output of a step that the person has agreed to. */
  async function writtenBy(run: string): Promise<readonly string[]> {
    window.state({ ...STATED, steps: [{ name: "Note", run, user: "root" }] });
    const question = "Run these commands on “Shop”?";
    await window.run(
      deploySite,
      { to: "Which deployment?", with: "site" },
      { to: "Deploy “site” to", with: " > Deploy" },
      { to: question, with: true },
      { to: question, with: "root" },
    );
    await window.used.source({ "index.html": "two" });
    const preview = { to: "Deploy “site” to", with: " > Deploy" };
    let written: readonly string[] | undefined;
    await window.commands.answering([preview], async () => {
      const { data } = await invoke("run_panel_deployment");
      written = data?.end_of_output;
    });
    assert.ok(written);
    return written;
  }
});
