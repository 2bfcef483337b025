import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectDirectory, projectProgram } from "../../src/demoPanel/demoProjects.ts";
import { useWindow } from "./pages/useVsCode.ts";
import { addPanel, usePanel } from "./panels.ts";

const GO = "gateway";

describe("A project that takes a folder or a program", () => {
  const here = useWindow();
  const used = usePanel();

  const project = () => used.panel.state.projects.find(({ name }) => name === GO) ?? assert.fail("no project");
  const onServer = (path: string) => used.panel.state.files.get(path)?.bytes?.toString();

  it("gets the one that a person chooses, and the old one back where that does not run", async () => {
    const write = async (path: string, text: string) => {
      const file = join(here.vscode.workspace, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    };
    await write("dist/templates/page.html", "<h1>new</h1>");
    await write("bin/gateway", "compiled");
    const { window } = here;
    const { quickInput, dialog } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Projects").expand();
    await window.row(GO).choose("Deploy Project…");
    await quickInput.row("A folder").waitFor();
    await quickInput.row("A program").waitFor();
    await here.vscode.pictures(window, "deploy-project-what");
    await quickInput.pick("A folder");
    await quickInput.pick("dist");
    await quickInput.waitFor("Directory below that of the project");
    await quickInput.type("");
    await quickInput.waitFor(`Deploy “dist” to “${GO}” on “Shop”`);
    await quickInput.row("templates/page.html").waitFor();
    await here.vscode.pictures(window, "deploy-project-preview");
    await window.page.keyboard.press("Enter");
    const done = window.notification("The project runs.");
    await done.waitFor();
    await here.vscode.pictures(window, "deploy-project-end");
    assert.equal(onServer(`${projectDirectory(project())}/templates/page.html`), "<h1>new</h1>");

    await write("bin/gateway", "ends at once");
    const before = onServer(projectProgram(project()));
    await window.row(GO).choose("Deploy Project…");
    await quickInput.pick("A program");
    await quickInput.pick("gateway");
    assert.match(await dialog.text(), /old program comes back/);
    await here.vscode.pictures(window, "deploy-project-program");
    await dialog.click("Deploy");
    await window.notification("The project runs again.").waitFor();
    await here.vscode.pictures(window, "deploy-project-back");
    assert.equal(onServer(projectProgram(project())), before);
  });
});
