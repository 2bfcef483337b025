import { strict as assert } from "node:assert";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolAnswer } from "../agents/dialogue.ts";
import { eventually } from "../eventually.ts";
import type { VsCode } from "./pages/vsCode.ts";
import type { Workbench } from "./pages/workbench.ts";

/** The title of its command. */
const INVOKE = "Agent: Invoke Tool";

const MANIFEST = {
  name: "agent",
  publisher: "test",
  version: "0.0.1",
  engines: { vscode: "^1.105.0" },
  main: "./agent.js",
  activationEvents: ["onStartupFinished"],
  contributes: { commands: [{ command: "agent.invoke", title: INVOKE }] },
};

/**
 * Asks for a tool and its input as JSON, or finds them in a file, invokes it as an agent outside of a chat does, and writes the
 * result beside itself. A file may also name a task, which it runs.
 */
const CODE = `
const vscode = require("vscode");
const { readFileSync, rmSync, watch, writeFileSync } = require("node:fs");
const { join } = require("node:path");
async function perform({ tool, input, task }) {
  if (task !== undefined) {
    // a window that has just opened may not have read its tasks yet
    for (;;) {
      const found = (await vscode.tasks.fetchTasks()).find(({ name }) => name === task);
      if (found !== undefined) return vscode.tasks.executeTask(found);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const { content } = await vscode.lm.invokeTool(tool, { toolInvocationToken: undefined, input });
  writeFileSync(join(__dirname, "result.json"), content.map(({ value }) => value).join(""));
}
function take() {
  try {
    const file = join(__dirname, "order.json");
    const order = JSON.parse(readFileSync(file, "utf8"));
    rmSync(file);
    void perform(order);
  } catch {
    // taken already, or not whole
  }
}
exports.activate = ({ subscriptions }) => {
  const watcher = watch(__dirname, take);
  subscriptions.push({ dispose: () => watcher.close() });
  subscriptions.push(vscode.commands.registerCommand("agent.invoke", async () =>
    perform(JSON.parse(await vscode.window.showInputBox({ title: "Tool" })))));
};
`;

/** An agent in another extension. The caller removes its folder. */
export class OtherExtension {
  readonly folder = mkdtempSync(join(tmpdir(), "agent-"));

  constructor() {
    writeFileSync(join(this.folder, "package.json"), JSON.stringify(MANIFEST));
    writeFileSync(join(this.folder, "agent.js"), CODE);
  }

  /** Has the agent invoke a tool, and returns while the call goes on. */
  async invoke(window: Workbench, tool: string, input: object): Promise<void> {
    await window.command(INVOKE);
    await window.quickInput.waitFor("Tool");
    await window.quickInput.type(JSON.stringify({ tool, input }));
  }

  /**
   * Has the agent list the panels, and VS Code approve that and all that follows in this window. VS Code asks whether that is meant
   * in each window until it has stored the answer, at a time that it does not tell.
   */
  async beApproved(window: Workbench): Promise<ToolAnswer> {
    await this.invoke(window, "list_panels", {});
    let answer: ToolAnswer | undefined;
    await eventually(
      async () => {
        answer = this.#takeResult();
        if (answer !== undefined) return true;
        if (!(await window.dialog.appearsWithin(500))) return false;
        await window.dialog.click(await window.dialog.focused());
        return false;
      },
      (isAnswered) => isAnswered,
    );
    return answer ?? assert.fail("no result");
  }

  /** Has the agent invoke a tool, or run a task, without anything that a person does in the window. */
  async order(order: { readonly tool: string; readonly input: object } | { readonly task: string }): Promise<void> {
    const file = join(this.folder, "order.json");
    writeFileSync(file, JSON.stringify(order));
    await eventually(
      () => existsSync(file),
      (isThere) => !isThere,
    );
  }

  /** Waits for the result of the call that ends next. */
  async result(): Promise<ToolAnswer> {
    let answer: ToolAnswer | undefined;
    await eventually(
      async () => (answer ??= this.#takeResult()),
      (seen) => seen !== undefined,
    );
    return answer ?? assert.fail("no result");
  }

  /** `undefined` before there is one. Each is read once. */
  #takeResult(): ToolAnswer | undefined {
    const file = join(this.folder, "result.json");
    try {
      const result = JSON.parse(readFileSync(file, "utf8")) as ToolAnswer;
      rmSync(file);
      return result;
    } catch {
      // not written yet, or not whole
      return undefined;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Has VS Code approve every tool by itself, in windows that open later. It asks once whether that is meant. */
export function approveAll({ server }: VsCode): void {
  // a setting of a machine, which in a browser is the server's
  const machine = join(server.userDataDir, "Machine");
  mkdirSync(machine, { recursive: true });
  writeFileSync(join(machine, "settings.json"), JSON.stringify({ "chat.tools.global.autoApprove": true }));
}
