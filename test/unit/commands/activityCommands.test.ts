import assert from "node:assert/strict";
import { clearActivity, showActivity } from "../../../src/commands/activityCommands.ts";
import { actionRecord } from "../../fakes/actionRecord.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";

describe("commands of the activity", () => {
  let window: CommandFixture;

  beforeEach(async () => {
    window = await CommandFixture.open();
    await window.services.activity.append(actionRecord(), "Shop");
  });
  afterEach(() => window.dispose());

  const entryId = async () => (await window.services.activity.read())[0]?.id;

  it("show all that is known of an operation, and copy it where that is wanted", async () => {
    const { questions } = await window.run(showActivity, [await entryId()], { to: "demo", with: "Copy" });
    const [{ message, detail } = assert.fail("nothing was shown")] = questions;
    assert.match(message, /demo/);
    assert.match(detail, /Shop/);
    assert.deepEqual(window.workbench.copied, [`${message}\n${detail}`]);
  });

  it("copy nothing that nobody wants", async () => {
    await window.run(showActivity, [await entryId()], { to: "demo", with: undefined });
    assert.deepEqual(window.workbench.copied, []);
  });

  it("say that an operation is gone", async () => {
    const { told, questions } = await window.run(showActivity, ["another"]);
    assert.deepEqual(
      told.map(({ message }) => message),
      ["This operation is no longer in the list."],
    );
    assert.deepEqual(questions, []);
  });

  it("clear the list once that is agreed to", async () => {
    await window.run(clearActivity, [], { to: "Clear the activity list", with: false });
    assert.equal((await window.services.activity.read()).length, 1);
    await window.run(clearActivity, [], { to: "Clear the activity list", with: true });
    assert.deepEqual(await window.services.activity.read(), []);
  });
});
