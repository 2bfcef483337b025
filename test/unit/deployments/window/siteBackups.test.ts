import assert from "node:assert/strict";
import { actionCommand } from "../../../../src/commands/resources/actionCommand.ts";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");

describe("the deletion of a website that was deployed to", () => {
  let window: DeployWindow;
  beforeEach(async () => {
    window = await DeployWindow.open();
    window.state(STATED);
    await window.used.source({ "index.html": "one" });
  });
  afterEach(() => window.dispose());

  const remove = async (isAgreed: boolean) => {
    const items = await window.commands.items(window.panel, "site");
    const item = items.find(({ label }) => label === SITE);
    return window.commands.answering(
      [
        { to: "What else should be deleted?", with: "" },
        { to: SITE, with: isAgreed },
        ...(isAgreed
          ? [
              { to: SITE, with: SITE },
              { to: "stay on the server", with: "Show in Side Bar" },
            ]
          : []),
      ],
      async () =>
        actionCommand("remove")({ ...window.services, dialogs: window.commands.services.dialogs }, [item?.id]),
    );
  };

  it("says before and afterwards what stays of its deployments, and where", async () => {
    const without = await remove(false);
    assert.doesNotMatch(without.questions[0]?.detail ?? "", /Copies of its last deployments/);
    await window.run(deploySite, { to: "Which deployment?", with: "site" }, { to: "Deploy “site”", with: " > Deploy" });
    const { site } = await window.place();
    const stays = `Copies of its last deployments stay on the server: 3 B in ${site}.`;
    const { questions, messages } = await remove(true);
    assert.ok(questions[0]?.detail.split("\n").includes(stays), questions[0]?.detail);
    assert.ok(
      messages.some(({ message }) => message === `“${SITE}” was deleted. ${stays}`),
      messages[0]?.message,
    );
    const [shown] = window.commands.revealed.at(-1) ?? [];
    const node = window.commands.services.tree.node(shown ?? "");
    assert.equal(node?.type === "file" ? node.path : undefined, site);
  });
});
