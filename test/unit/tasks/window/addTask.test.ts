import assert from "node:assert/strict";
import { addTask } from "../../../../src/tasks/window/addTask.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { javaRow, listOf } from "../../../fakes/rows.ts";

const CHOICES = ["Restart demo on Shop", "Start demo on Shop", "Stop demo on Shop"];

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

  it("asks which task and, of several folders, which one", async () => {
    window.workbench.folders = ["client", "server"];
    const { choices } = await window.run(
      addTask,
      [rowId],
      { to: "Which task?", with: "Stop demo on Shop" },
      { to: "In which folder?", with: "server" },
    );
    assert.deepEqual(choices, [CHOICES, ["client", "server"]]);
    const definition = { type: "serverPanel", task: "stop", panel: "Shop", kind: "javaProject", name: "demo" };
    assert.deepEqual(window.workbench.tasks, [["server", definition, "Stop demo on Shop"]]);
  });

  it("says where no folder is open", async () => {
    const { messages } = await window.run(addTask, [rowId]);
    assert.match(messages[0]?.message ?? "", /^No folder is open in this window\./);
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
