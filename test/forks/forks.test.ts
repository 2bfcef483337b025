import assert from "node:assert/strict";
import * as vscode from "vscode";
import { agentToolNames } from "../../src/agents/agentTools.ts";
import { optionalApis, type OptionalPart } from "../../src/platform/optionalApis.ts";
import { eventually } from "../eventually.ts";
import { openItems, useAddedPanels } from "../host/helpers/addedPanels.ts";
import { EXTENSION_ID, features } from "../host/helpers/extension.ts";
import { answering } from "../host/helpers/scriptedDialogs.ts";
import { useQuickClock } from "../host/helpers/useQuickClock.ts";

/** What this editor lacks. What has a `!` before it is a stub that throws. */
const lacking = (process.env["TEST_WITHOUT"] ?? "").split(",");

/** The line of the log about a part that is left out here. */
function lineAbout(part: OptionalPart): string | undefined {
  const { needs, without } = optionalApis[part];
  const missing = needs.find((need) => lacking.includes(need));
  if (missing !== undefined) return `This editor has no ${missing}. ${without}`;
  if (needs.some((need) => lacking.includes(`!${need}`)))
    return `This editor's API for ${part} failed (Error: not implemented). ${without}`;
  return undefined;
}

const parts = Object.keys(optionalApis) as readonly OptionalPart[];

describe(`A fork without ${lacking.join()}`, () => {
  // by the machine's clock: a window that has just opened takes its time to store a key
  const [shop] = useAddedPanels("Shop");

  it("has the extension, with all of its commands", async () => {
    await features();
    assert.equal(vscode.extensions.getExtension(EXTENSION_ID)?.isActive, true);
    const manifest: unknown = vscode.extensions.getExtension(EXTENSION_ID)?.packageJSON;
    const { contributes } = manifest as { contributes: { commands: readonly { readonly command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.ok(contributes.commands.length > 90);
    assert.deepEqual(
      contributes.commands.filter(({ command }) => !registered.has(command)),
      [],
    );
  });

  it("shows the resources of a panel in its view", async () => {
    const { itemOf } = await features();
    const projects = await openItems(shop, "javaProject");
    const rows = projects.map(({ id }) => itemOf(id).label);
    for (const name of ["order-service", "legacy-api"]) assert.ok(rows.includes(name), name);
    await vscode.commands.executeCommand("serverPanel.panels.focus");
  });

  describe("in quick time", () => {
    useQuickClock();

    it("restarts a project, and sees that it did", async () => {
      const row = (await openItems(shop, "javaProject")).find(({ label }) => label === "order-service");
      const pids = () => shop.panel.state.javaProjects.find(({ name }) => name === "order-service")?.server.run?.pids;
      const before = pids();
      await answering([{ to: "Restart Java project “order-service”", with: true }], () =>
        vscode.commands.executeCommand("serverPanel.restart", row?.id),
      );
      assert.notDeepEqual(pids(), before);
      const [latest] = await (await (await features()).activity()).read();
      assert.deepEqual([latest?.verb, latest?.result], ["restart", "done"]);
    });
  });

  it("has its tasks and its files of servers", async () => {
    await features();
    await vscode.tasks.fetchTasks({ type: "serverPanel" });
    assert.equal(vscode.workspace.fs.isWritableFileSystem("serverpanel"), true);
  });

  it("has the tools for agents where it has what they need", async () => {
    await features();
    for (const name of agentToolNames) {
      const invoked = Promise.resolve(vscode.lm.invokeTool(name, { toolInvocationToken: undefined, input: {} }));
      if (lineAbout("agentTools") === undefined) await invoked;
      else await assert.rejects(invoked, /Tool \w+ was not contributed|does not have an implementation/, name);
    }
  });

  it("says once in the log what is left out", async () => {
    const { services } = await features();
    services.log.show();
    const expected = parts.flatMap((part) => lineAbout(part) ?? []);
    assert.ok(expected.length > 0, "the run takes away what some part needs");
    const text = await eventually(
      () => vscode.workspace.textDocuments.map((document) => document.getText()).join("\n"),
      (logged) => expected.every((line) => logged.includes(line)),
    );
    const logged = text.split("\n").filter((line) => line.includes("This editor"));
    assert.deepEqual(
      logged.map((line) => line.slice(line.indexOf("This editor"))),
      expected,
    );
  });
});
