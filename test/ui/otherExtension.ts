import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The title of its command. */
export const INVOKE = "Agent: Invoke Tool";

const MANIFEST = {
  name: "agent",
  publisher: "test",
  version: "0.0.1",
  engines: { vscode: "^1.105.0" },
  main: "./agent.js",
  contributes: { commands: [{ command: "agent.invoke", title: INVOKE }] },
};

/** Asks for a tool and its input as JSON, invokes it as an agent outside of a chat does, and writes the result beside itself. */
const CODE = `
const vscode = require("vscode");
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
exports.activate = ({ subscriptions }) => {
  subscriptions.push(vscode.commands.registerCommand("agent.invoke", async () => {
    const { tool, input } = JSON.parse(await vscode.window.showInputBox({ title: "Tool" }));
    const { content } = await vscode.lm.invokeTool(tool, { toolInvocationToken: undefined, input });
    writeFileSync(join(__dirname, "result.json"), content.map(({ value }) => value).join(""));
  }));
};
`;

/** An agent in another extension. The caller removes its folder. */
export class OtherExtension {
  readonly folder = mkdtempSync(join(tmpdir(), "agent-"));

  constructor() {
    writeFileSync(join(this.folder, "package.json"), JSON.stringify(MANIFEST));
    writeFileSync(join(this.folder, "agent.js"), CODE);
  }

  /** The result of the call that has ended last; `undefined` before there is one. Each is read once. */
  takeResult(): object | undefined {
    const file = join(this.folder, "result.json");
    try {
      const result = JSON.parse(readFileSync(file, "utf8")) as object;
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
