import assert from "node:assert/strict";
import { join } from "node:path";
import type { Handler } from "../../../../src/commands/context/handler.ts";
import { makeProjectFiles, projectDirectory, projectProgram } from "../../../../src/demoPanel/demoProjects.ts";
import { deployThisFolder } from "../../../../src/deployments/window/deployCommands.ts";
import { deployThisFile } from "../../../../src/deployments/window/deployThisFile.ts";
import type { Services } from "../../../../src/services.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

const NODE = "storefront";
const GO = "gateway";

describe("what the Explorer offers to deploy", () => {
  let window: DeployWindow;
  let built: string;

  beforeEach(async () => {
    window = await DeployWindow.open();
    const { state } = window.used.panel;
    for (const each of state.projects) makeProjectFiles(state.files, each, 1_600_000_000);
    await window.used.source({ "server.js": "new", "index.html": "page", built: "compiled" });
    built = join(window.used.folder, "built");
    window.commands.workspace.jars = [built];
  });
  afterEach(() => window.dispose());

  /** Runs a command on a folder or file of the Explorer. */
  const on = async (path: string, handler: Handler<Services>, ...answers: readonly ScriptedAnswer[]) =>
    window.commands.answering(answers, async () =>
      handler({ ...window.services, dialogs: window.commands.services.dialogs }, [{ fsPath: path }]),
    );
  const project = (name: string) =>
    window.used.panel.state.projects.find((each) => each.name === name) ?? assert.fail("no such project");
  const server = (name: string) => window.used.below(projectDirectory(project(name)))["server.js"];
  const program = () => window.used.panel.state.files.get(projectProgram(project(GO)))?.bytes?.toString();
  const asked = { to: `Deploy to “${GO}” on “Shop”?`, with: true } as const;
  const preview = (name: string) => ({ to: `Deploy “${name}” to`, with: " > Deploy" }) as const;

  it("brings a folder to a project, which a person chooses", async () => {
    window.state();
    const { choices, messages } = await on(
      window.used.folder,
      deployThisFolder,
      { to: "Where to?", with: "Deploy to Project" },
      { to: "Deploy to Project", with: NODE },
      { to: "Deploy", with: "" },
      preview("dist"),
    );
    assert.deepEqual(choices[0], ["Deploy to Website", "Deploy to Project"]);
    assert.match(messages[0]?.message ?? "", /was deployed/);
    assert.equal(server(NODE), "new");
  });

  it("asks only which deployment where the settings have several of a folder, be they to websites or projects", async () => {
    window.state(STATED, { name: "app", project: NODE, source: "dist" });
    const { choices } = await on(
      window.used.folder,
      deployThisFolder,
      { to: "Which deployment?", with: "app" },
      preview("app"),
    );
    assert.deepEqual(
      choices[0]?.map((choice) => choice.split(" ")[0]),
      ["site", "app", "New"],
    );
    assert.equal(server(NODE), "new");
    assert.equal(window.used.server["index.html"], "old");
  });

  it("brings a file that a deployment of the settings means", async () => {
    window.state(STATED, { name: "app", project: GO, program: "dist/*" });
    await on(built, deployThisFile, asked);
    assert.equal(program(), "compiled");
    await window.used.source({ built: "compiled again" });
    await on(built, deployThisFile, asked);
    assert.equal(program(), "compiled again");
  });

  it("brings another file to a project that a person chooses", async () => {
    window.state(STATED);
    window.commands.workspace.jars = [];
    const { choices } = await on(
      built,
      deployThisFile,
      { to: "Where to?", with: "Deploy to Project" },
      { to: "Deploy to Project", with: GO },
      asked,
    );
    assert.deepEqual(choices[0], ["Deploy to Java Project", "Deploy to Project"]);
    assert.equal(program(), "compiled");
  });

  it("says where a project takes folders alone, and sends nothing", async () => {
    window.state();
    const { messages } = await on(
      built,
      deployThisFile,
      { to: "Where to?", with: "Deploy to Project" },
      { to: "Deploy to Project", with: NODE },
    );
    assert.equal(messages[0]?.message, `“${NODE}” on “Shop” takes folders, and no file.`);
    assert.deepEqual(window.used.tasks(), []);
  });

  it("deploys nothing from a folder that nobody trusts", async () => {
    window.commands.workspace.trusted = false;
    for (const handler of [deployThisFolder, deployThisFile]) {
      const { messages } = await on(built, handler);
      assert.equal(messages[0]?.message, "Nothing can be deployed from a folder that is not trusted.");
    }
    assert.equal(window.used.server[SITE], undefined);
  });
});
