import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { ConnectingDoor } from "../../../src/mcp/window/agentDoor.ts";
import { agentToolNames } from "../../../src/agents/agentTools.ts";
import { dialogueAbout, play, type Invoke, type ToolAnswer } from "../../agents/dialogue.ts";
import { RawAgent } from "../../fakes/agents/rawAgent.ts";
import { useAddedPanels } from "../helpers/addedPanels.ts";
import { features } from "../helpers/extension.ts";
import { answering } from "../helpers/scriptedDialogs.ts";
import { useQuickClock } from "../helpers/useQuickClock.ts";
import { setAccess, useAgentAccess } from "./invoke.ts";

/** What a person is asked. VS Code's chat would ask about the start by itself. */
const QUESTIONS = ["Start Java project “legacy-api” on “Shop”?", "Restart Java project “legacy-api” on “Shop”?"];

describe("an agent of another program", () => {
  useQuickClock();
  useAgentAccess("all");
  const [shop] = useAddedPanels("Shop");
  let door: ConnectingDoor;
  let agent: RawAgent;

  beforeEach(async () => {
    door = await (await features()).services.agentDoor();
    await door.connect();
    const { extensionPath } = vscode.extensions.getExtension("serverpanel.server-panel") ?? assert.fail();
    agent = new RawAgent([join(extensionPath, "dist/mcp.cjs"), door.directory], extensionPath);
  });
  afterEach(async () => {
    await agent.end();
    await door.disconnect();
  });

  const call = async (name: string, input: object) =>
    (await agent.request("tools/call", { name, arguments: input })).result;
  const invoke: Invoke = async (name, input) => (await call(name, input))?.structuredContent as unknown as ToolAnswer;

  it("says hello to the window, and gets going again what is stopped, as in a recorded dialogue", async () => {
    const hellos: string[] = [];
    const listening = door.onHello(({ name }) => hellos.push(name));
    await agent.initialize("2025-11-25", "Host Agent");
    const { result } = await agent.request("tools/list");
    const { tools } = result as unknown as { readonly tools: readonly { readonly name: string }[] };
    assert.deepEqual(
      tools.map(({ name }) => name),
      agentToolNames,
    );
    const project = shop.panel.state.javaProjects.find(({ name }) => name === "legacy-api");
    project?.server.log.push("Started LegacyApi in 3 seconds");
    const about = {
      panel: "Shop",
      kind: "javaProject",
      name: "legacy-api",
      logged: "Started",
      isRestartable: false,
    } as const;
    const agreed = QUESTIONS.map((to) => ({ to, with: true }));
    const { questions, announced } = await answering(agreed, async () => play(dialogueAbout(about), invoke));
    assert.deepEqual(
      announced,
      QUESTIONS.map((question) => `An agent that calls itself “Host Agent” asks: ${question}`),
    );
    assert.match(questions[0]?.detail ?? "", /^An agent that calls itself “Host Agent” asks for this\./);
    const [latest] = await (await (await features()).activity()).read();
    assert.deepEqual([latest?.verb, latest?.by, latest?.client], ["restart", "agent", "Host Agent"]);
    assert.ok(hellos.includes("Host Agent"));
    listening.dispose();
  });

  it("gets nothing from a window whose setting is off, or where all were forgotten", async () => {
    await agent.initialize();
    assert.equal((await call("list_panels", {}))?.isError, undefined);
    await setAccess("off");
    await door.update();
    assert.match(String((await call("list_panels", {}))?.structuredContent?.["problem"]), /^No window of the editor/);
    await setAccess("read");
    await door.update();
    assert.equal((await call("list_panels", {}))?.isError, undefined);
    await door.disconnect();
    assert.equal(existsSync(door.directory), false);
    assert.match(String((await call("list_panels", {}))?.structuredContent?.["problem"]), /^No agent was connected/);
  });
});
