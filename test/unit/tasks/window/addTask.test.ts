import assert from "node:assert/strict";
import { handlers } from "../../../../src/handlers.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { javaRow, listOf, siteRow } from "../../../fakes/rows.ts";

const CHOICES = ["Restart demo on Shop", "Start demo on Shop", "Stop demo on Shop"];

const addTask = handlers["serverPanel.addTask"];

describe("Add as Task", () => {
  let window: CommandFixture;
  let rowId: string;

  beforeEach(async () => {
    window = await CommandFixture.open();
    window.handlers = { "java.list": () => listOf([javaRow({ name: "demo" })]) };
    const [item] = await window.items(await window.add(), "javaProject");
    rowId = item?.id ?? "";
  });
  afterEach(() => window.dispose());

  it("asks, of several folders, in which one, and which task", async () => {
    window.workbench.folders = ["client", "server"];
    const { choices } = await window.run(
      addTask,
      [rowId],
      { to: "In which folder?", with: "server" },
      { to: "Which task?", with: "Stop demo on Shop" },
    );
    assert.deepEqual(choices, [["client", "server"], CHOICES]);
    const definition = { type: "serverPanel", task: "stop", panel: "Shop", kind: "javaProject", name: "demo" };
    assert.deepEqual(window.workbench.tasks, [["server", definition, "Stop demo on Shop"]]);
  });

  describe("for a jar", () => {
    const folder = { name: "server", path: "/server" };
    const orders = { name: "orders", project: "demo", jar: "target/*.jar" };
    const definition = (deployment: string) => ({ type: "serverPanel", task: "deploy", deployment });
    const chosenPanels = () => Object.keys(Object(window.kept.get("serverPanel.deploymentPanels")) as object);

    beforeEach(() => {
      window.workbench.folders = ["server"];
      window.workspace.opened.push(folder);
    });

    it("offers the deployments to the project, and keeps the panel of the row", async () => {
      window.workspace.settings.set("/server", [orders, { ...orders, name: "other", project: "other" }]);
      const { choices } = await window.run(addTask, [rowId], { to: "Which task?", with: "Deploy orders on Shop" });
      assert.deepEqual(choices, [["Deploy orders on Shop", ...CHOICES]]);
      assert.deepEqual(window.workbench.tasks, [["server", definition("orders"), "Deploy orders on Shop"]]);
      assert.deepEqual(chosenPanels(), ["/server\norders"]);
    });

    it("asks for the jar where the settings have no deployment to the project, and adds one", async () => {
      const site = { name: "demo", website: "example.com", source: "dist" };
      window.workspace.settings.set("/server", [site]);
      const { messages } = await window.run(
        addTask,
        [rowId],
        { to: "Which task?", with: "Deploy demo.jar on Shop" },
        { to: "Add as Task", with: "build/*.jar" },
      );
      assert.deepEqual(messages, []);
      const added = { name: "demo.jar", project: "demo", jar: "build/*.jar" };
      assert.deepEqual(window.workspace.settings.get("/server"), [site, added]);
      assert.deepEqual(window.workbench.tasks, [["server", definition("demo.jar"), "Deploy demo.jar on Shop"]]);
      assert.deepEqual(chosenPanels(), ["/server\ndemo.jar"]);
    });

    it("adds nothing where the question is dismissed, and offers nothing in a folder that is not trusted", async () => {
      const jar = { to: "Add as Task", with: undefined };
      await window.run(addTask, [rowId], { to: "Which task?", with: "Deploy demo on Shop" }, jar);
      window.workspace.trusted = false;
      const { choices } = await window.run(addTask, [rowId], { to: "Which task?", with: undefined });
      assert.deepEqual(choices, [CHOICES]);
      assert.deepEqual([window.workbench.tasks, window.workspace.settings.get("/server")], [[], undefined]);
    });
  });

  describe("for what a folder is brought to", () => {
    let panel: PanelRecord;

    beforeEach(async () => {
      panel = await window.add();
      const unknown = { note: undefined, pids: undefined, starting: undefined, listening: undefined };
      const row = { ...unknown, name: "api", port: undefined, domains: undefined, program: "/www/wwwroot/api/api" };
      window.handlers = {
        ...window.handlers,
        "site.list": () => listOf([siteRow({ id: 1, name: "example.com" })]),
        "project.listNode": () => listOf([]),
        "project.listPython": () => listOf([]),
        "project.listGo": () => listOf([row]),
        "project.listOther": () => listOf([]),
      };
      window.workbench.folders = ["server"];
      window.workspace.opened.push({ name: "server", path: "/server" });
      window.workspace.settings.set("/server", [
        { name: "page", website: "Example.com", source: "dist" },
        { name: "files", project: "api", source: "dist" },
        { name: "binary", project: "api", program: "bin/api" },
        { name: "jar", project: "api", jar: "target/*.jar" },
      ]);
    });

    const offeredOn = async (kind: "site" | "project") => {
      const [item] = await window.items(panel, kind);
      const { choices } = await window.run(addTask, [item?.id ?? ""], { to: "Which task?", with: undefined });
      return choices[0]?.filter((choice) => choice.startsWith("Deploy"));
    };

    it("offers its deployments of the settings, and none of another kind", async () => {
      assert.deepEqual(await offeredOn("site"), ["Deploy page on Shop"]);
      assert.deepEqual(await offeredOn("project"), ["Deploy files on Shop", "Deploy binary on Shop"]);
    });

    it("offers none on a website without one, and to add that of a program", async () => {
      window.workspace.settings.set("/server", []);
      assert.deepEqual(await offeredOn("site"), []);
      assert.deepEqual(await offeredOn("project"), ["Deploy api on Shop"]);
    });
  });

  it("says where no folder is open", async () => {
    const { messages } = await window.run(addTask, [rowId]);
    assert.match(messages[0]?.message ?? "", /^No folder is open in this window\./);
  });

  it("says that a file with other unsaved changes has to be saved, be it that of the tasks or of the settings", async () => {
    window.workbench.folders = ["server"];
    window.workspace.opened.push({ name: "server", path: "/server" });
    window.workspace.isUnsaved = true;
    window.workbench.isUnsaved = true;
    const { messages } = await window.run(
      addTask,
      [rowId],
      { to: "Which task?", with: "Deploy demo on Shop" },
      { to: "Add as Task", with: "build/*.jar" },
    );
    const sentence = "has unsaved changes. What was added to it takes effect once you save it.";
    assert.deepEqual(
      messages.map(({ message }) => message),
      [`settings.json ${sentence}`, `tasks.json ${sentence}`],
    );
  });

  it("adds no task for a deployment that could not be saved", async () => {
    window.workbench.folders = ["server"];
    window.workspace.opened.push({ name: "server", path: "/server" });
    window.workspace.addDeployment = async () => {
      throw new Error("It is full.");
    };
    const jar = { to: "Add as Task", with: "build/*.jar" };
    const { messages } = await window.run(addTask, [rowId], { to: "Which task?", with: "Deploy demo on Shop" }, jar);
    assert.equal(messages[0]?.message, "The task was not added: The deployment was not saved: It is full.");
    assert.deepEqual(window.workbench.tasks, []);
  });

  it("says why the file was not written", async () => {
    window.workbench.folders = ["server"];
    window.workbench.taskFiles.add = async () => {
      throw new Error("The file has unsaved changes.");
    };
    const { messages } = await window.run(addTask, [rowId], { to: "Which task?", with: "Start demo on Shop" });
    assert.equal(messages[0]?.message, "The task was not added: The file has unsaved changes.");
  });

  it("leaves everything as it is where a question is dismissed", async () => {
    window.workbench.folders = ["server"];
    await window.run(addTask, [rowId], { to: "Which task?", with: undefined });
    assert.deepEqual(window.workbench.tasks, []);
  });
});
