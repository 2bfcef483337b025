import assert from "node:assert/strict";
import { COMPLETION_PACKAGE } from "../../../src/demoPanel/state.ts";
import * as vscode from "vscode";
import { operations } from "../../../src/wire/operations/operations.ts";
import { openItems, type AddedPanel, useAddedPanels } from "../helpers/addedPanels.ts";
import { answering, type ScriptedAnswer } from "../helpers/scriptedDialogs.ts";

const run = (command: string, answers: readonly ScriptedAnswer[] = []) =>
  answering(answers, () => vscode.commands.executeCommand(`serverPanel.${command}`));

/** How often a panel was told to change something. */
const changes = ({ panel }: AddedPanel) =>
  panel.counters.requests.filter(({ operation: id }) => id !== undefined && operations[id].effect !== "read").length;

describe("What an aaPanel lacks", () => {
  describe("as the only panel", () => {
    const [shop] = useAddedPanels({ name: "Shop", edition: "aapanel" });

    // a view that is seen asks for figures of its own
    before(() => vscode.commands.executeCommand("workbench.action.closeSidebar"));

    for (const [command, said] of [
      ["terminalSetting.applyToPanels", "“Shop” is an aaPanel, which has no web terminal settings."],
      ["terminalSetting.turnOff", "“Shop” is an aaPanel, which has no web terminal settings."],
      ["runtime.upgrade", "“Shop” is an aaPanel, which has no runtime upgrades."],
      ["runtime.followLog", "“Shop” is an aaPanel, which has no runtime upgrades."],
    ] as const)
      it(`is told by ${command}, which asks for nothing else`, async () => {
        for (const round of ["before it is opened", "again"]) {
          const { told } = await run(command);
          assert.deepEqual(
            told.map(({ severity, message }) => [severity, message]),
            [["information", said]],
            round,
          );
        }
        assert.deepEqual(
          shop.panel.counters.requests.map(({ operation }) => operation),
          ["system.total", "system.edition"],
        );
      });
  });

  describe("beside other panels", () => {
    const [shop, blog, news] = useAddedPanels("Shop", { name: "Blog", edition: "aapanel" }, "News");

    beforeEach(() => {
      const settings = { use_completion: true, terminal_theme: true, ai_shell: false, ai_shell_analyze: true };
      const others = { use_completion: false, terminal_theme: false, ai_shell: true, ai_shell_analyze: false };
      Object.assign(shop.panel.state.terminal, { settings });
      shop.panel.state.files.files.set(COMPLETION_PACKAGE, 1);
      Object.assign(news.panel.state.terminal, { settings: others });
    });

    it("leaves it out of the panels that get terminal settings, and says so before it asks", async () => {
      await openItems(shop, "terminalSetting");
      await openItems(blog, "savedHost");
      const { choices, questions, told } = await run("terminalSetting.applyToPanels", [
        { to: "Which panel?", with: "Shop" },
        { to: "Which panels get the settings of “Shop”?", with: "News" },
        { to: "Change 4 terminal settings?", with: true },
      ]);
      assert.equal(told[0]?.message, "Left out: Blog (no web terminal settings)");
      assert.deepEqual(choices, [["Shop", "News"], ["News"]]);
      assert.doesNotMatch(questions[0]?.detail ?? "", /Blog/);
      assert.deepEqual([blog, news].map(changes), [0, 4]);
    });

    it("leaves it out where that shows only when it is asked", async () => {
      const { told, questions } = await run("terminalSetting.applyToPanels", [
        { to: "Which panel?", with: "Shop" },
        { to: "Which panels get the settings of “Shop”?", with: "Blog|News" },
        { to: "Change 4 terminal settings?", with: true },
      ]);
      assert.deepEqual(told[0], {
        severity: "warning",
        message: "Left out: Blog (no web terminal settings)",
        names: ["Blog"],
      });
      assert.doesNotMatch(questions[0]?.detail ?? "", /Blog/);
      assert.deepEqual([blog, news].map(changes), [0, 4]);
    });

    it("leaves it out of the panels to choose from", async () => {
      await openItems(blog, "savedHost");
      const { choices } = await run("runtime.upgrade", [{ to: "Which panel?", with: undefined }]);
      assert.deepEqual(choices, [["Shop", "News"]]);
    });
  });
});
