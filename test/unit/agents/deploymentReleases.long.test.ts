import assert from "node:assert/strict";
import { chatCall } from "../../fakes/agents/chatCall.ts";
import { invokeTool } from "../../../src/agents/window/invokeTool.ts";
import { rememberPanel } from "../../../src/deployments/window/chooseDeployment.ts";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import type { ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";
import { LIMITS } from "../../fakes/treeFixture.ts";
import { ROOT } from "../deployments/deployFixture.ts";
import { SITE, type DeployWindow } from "../deployments/window/deployWindow.ts";
import { CONFIGURATION, openReleases, pageOf, servedBy } from "../deployments/window/releaseWindow.ts";

describe("an agent and releases", () => {
  let window: DeployWindow;

  beforeEach(async () => {
    window = await openReleases();
    const [folder] = window.services.workspace.folders();
    assert.ok(folder);
    await rememberPanel(window.services.memento, { folder, deployment: { name: "site" } }, window.panel);
  });
  afterEach(() => window.dispose());

  const invoke = async (
    tool: "plan_panel_deployment" | "run_panel_deployment" | "roll_back_panel_deployment",
    ...answers: readonly ScriptedAnswer[]
  ): Promise<ToolAnswer> => {
    let answer: ToolAnswer | undefined;
    await window.commands.answering(answers, async () => {
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
  const deploy = { to: `Deploy “site” to “${SITE}”`, with: " > Deploy" } as const;
  const back = `Go back to “${SITE}” on “Shop” as it was before its first release?`;

  it("is told what the first one changes, and changes nothing by that", async () => {
    const { data } = await invoke("plan_panel_deployment");
    const { run_path: runPath, ...release } = data?.release ?? {};
    assert.match(String(runPath), /^\/releases-[\da-f]{16}\//);
    assert.deepEqual(release, {
      run_path_now: "/",
      present_files: "stay where they are, and are no longer served",
      shared: [{ path: "storage", becomes: "there" }],
      older_ones_kept: 3,
    });
    assert.deepEqual([servedBy(window.used), pageOf(window.used)], ["", "old"]);
  });

  it("deploys one after the preview, and is told what is served", async () => {
    const { happened, data } = await invoke("run_panel_deployment", deploy);
    assert.deepEqual(
      [happened, data?.website_serves, data?.switch_seen],
      ["yes", `${ROOT}${servedBy(window.used)}`, true],
    );
    assert.equal(pageOf(window.used), "one");
  });

  it("is told what somebody has the website serve by the time it counts", async () => {
    const { used } = window;
    let isSwitched = false;
    used.fault = (_call, id, isMade) => {
      isSwitched ||= id === "site.setRunPath" && isMade;
      // of the run that has it count
      if (!isSwitched || id !== "scheduledTask.remove" || !isMade) return;
      const { files } = used.panel.state;
      const file = files.get(CONFIGURATION) ?? assert.fail();
      const text = String(file.bytes).replace(/root [^;]+;/, `root ${ROOT}/theirs;`);
      files.set(CONFIGURATION, { ...file, bytes: Buffer.from(text) });
    };
    const { outcome, data } = await invoke("run_panel_deployment", deploy);
    used.fault = () => undefined;
    assert.deepEqual([outcome, servedBy(used)], ["wentWrong", "/theirs"]);
    assert.deepEqual([data?.website_serves, data?.switch_seen], [`${ROOT}/theirs`, false]);
  });

  it("goes back after a question of the person's, and not without", async () => {
    await invoke("run_panel_deployment", deploy);
    const declined = await invoke("roll_back_panel_deployment", { to: back, with: false });
    assert.deepEqual([declined.outcome, pageOf(window.used)], ["declined", "one"]);
    const { happened, data } = await invoke("roll_back_panel_deployment", { to: back, with: true });
    assert.deepEqual([happened, data?.website_serves, pageOf(window.used)], ["yes", ROOT, "old"]);
  });

  it("is told of one that the panel has lost, and has the person serve it again", async () => {
    await invoke("run_panel_deployment", deploy);
    const release = servedBy(window.used);
    const { panel } = window.used;
    const [configuration, text] = [CONFIGURATION, panel.state.files.get(CONFIGURATION)];
    assert.ok(text?.bytes);
    // as aaPanel's start leaves it
    panel.state.files.set(configuration, {
      ...text,
      bytes: Buffer.from(text.bytes.toString().replace(release ?? "", "")),
    });
    const { data } = await invoke("plan_panel_deployment");
    assert.match(JSON.stringify(data), /"lost_run_path":"the panel no longer serves the last release/);
    const again = "Serve the release “site” of";
    const declined = await invoke("roll_back_panel_deployment", { to: again, with: false });
    assert.deepEqual([declined.outcome, servedBy(window.used)], ["declined", ""]);
    const { happened } = await invoke("roll_back_panel_deployment", { to: again, with: true });
    assert.deepEqual([happened, servedBy(window.used)], ["yes", release]);
  });
});
