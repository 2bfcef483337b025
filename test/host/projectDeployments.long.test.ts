import assert from "node:assert/strict";
import * as vscode from "vscode";
import { projectDirectory, projectProgram } from "../../src/demoPanel/demoProjects.ts";
import { openItems, useAddedPanels } from "./helpers/addedPanels.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";
import { useWorkspaceFolder } from "./helpers/useWorkspaceFolder.ts";

const NODE = "storefront";
const GO = "gateway";

describe("deploying to a project in another language than Java", () => {
  useQuickClock();
  const [shop] = useAddedPanels("Shop");
  const { folder, write, setDeployments } = useWorkspaceFolder("dist", "bin");

  const project = (name: string) =>
    shop.panel.state.projects.find((each) => each.name === name) ?? assert.fail("no such project");
  const onServer = (path: string) => shop.panel.state.files.get(path)?.bytes?.toString();

  beforeEach(async () => {
    await (await features()).services.store.update(shop.id, { guardLevel: "trusted" });
    await write("dist/server.js", "new");
    await write("bin/gateway", "compiled");
  });

  const deploy = async (name: string) => {
    const item = (await openItems(shop, "project")).find(({ label }) => label === name);
    await vscode.commands.executeCommand("serverPanel.deploy", item?.id ?? assert.fail("it is not listed"));
  };
  const inExplorer = async (command: string, path: string) =>
    vscode.commands.executeCommand(command, vscode.Uri.joinPath(folder, path));

  it("brings a folder to a Node.js project, restarts it, and rolls both back", async () => {
    await setDeployments([{ name: "app", project: NODE, source: "dist" }]);
    const file = projectProgram(project(NODE));
    const [before, { run }] = [onServer(file), project(NODE)];
    const { messages } = await answering(
      [
        { to: `Deploy “app” to “${NODE}” on “Shop”`, with: " > Deploy" },
        { to: "was deployed", with: "Roll Back" },
        { to: `Roll Back “${NODE}” on “Shop”`, with: " > Roll Back" },
      ],
      async () => deploy(NODE),
    );
    assert.match(messages[0]?.message ?? "", /^“app” was deployed .*The project runs\./s);
    assert.match(messages[1]?.message ?? "", /The project runs\.|runs again/);
    assert.equal(onServer(file), before);
    assert.notEqual(project(NODE).run?.pid, run?.pid);
  });

  it("brings a program to a Go project, and the old one back where the new one does not run", async () => {
    await setDeployments([{ name: "app", project: GO, program: "bin/*" }]);
    const file = projectProgram(project(GO));
    const question = { to: `Deploy to “${GO}” on “Shop”?`, with: true };
    const first = await answering([question], async () => deploy(GO));
    assert.match(first.messages[0]?.message ?? "", /^“app” was deployed .*The project runs\./s);
    assert.equal(onServer(file), "compiled");
    await write("bin/gateway", "ends at once");
    const { run } = project(GO);
    const second = await answering([question], async () => deploy(GO));
    assert.match(second.messages[0]?.message ?? "", /was not deployed.*The project runs again\./s);
    assert.equal(onServer(file), "compiled");
    assert.notEqual(project(GO).run?.pid, run?.pid);
  });

  it("is offered on folders and programs of the Explorer", async () => {
    await answering(
      [
        { to: "Where to?", with: "Deploy to Project" },
        { to: "Deploy to Project", with: NODE },
        { to: "Deploy", with: "api" },
        { to: `Deploy “dist” to “${NODE}” on “Shop”`, with: " > Deploy" },
      ],
      async () => inExplorer("serverPanel.deployment.fromExplorer", "dist"),
    );
    assert.equal(onServer(`${projectDirectory(project(NODE))}/api/server.js`), "new");
    await setDeployments([{ name: "app", project: GO, program: "bin/*" }]);
    await write("bin/gateway", "compiled anew");
    await answering([{ to: `Deploy to “${GO}” on “Shop”?`, with: true }], async () =>
      inExplorer("serverPanel.deployment.fromExplorer", "bin/gateway"),
    );
    assert.equal(onServer(projectProgram(project(GO))), "compiled anew");
  });
});
