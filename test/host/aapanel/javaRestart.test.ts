import assert from "node:assert/strict";
import * as vscode from "vscode";
import { handlers as usual } from "../../demoPanel/aapanel/handlers.ts";
import { openItems, useAddedPanels } from "../helpers/addedPanels.ts";
import { answering, type ScriptedAnswer } from "../helpers/scriptedDialogs.ts";
import { useQuickClock } from "../helpers/useQuickClock.ts";
import { clearFollowedLogs, outputText } from "../logs/outputChannel.ts";
import { languages } from "./languages.ts";

describe("The restart of a Java project on an aaPanel", () => {
  useQuickClock();
  for (const language of languages) {
    describe(`in ${language}`, () => {
      const [shop] = useAddedPanels({ name: "Shop", edition: "aapanel", language });

      afterEach(async () => {
        await clearFollowedLogs();
      });

      const project = () => {
        const found = shop.panel.state.javaProjects.find(({ name }) => name === "order-service");
        return found ?? assert.fail("no order-service");
      };

      async function restart(...answers: readonly ScriptedAnswer[]) {
        const node = (await openItems(shop, "javaProject")).find(({ label }) => label === "order-service")?.id;
        const { told } = await answering([{ to: "Restart Java project", with: true }, ...answers], () =>
          vscode.commands.executeCommand("serverPanel.javaProject.restart", node, [node]),
        );
        return told;
      }

      const calls = () => {
        const { counters } = shop.panel;
        return [counters.calls["java.stop"], counters.calls["java.start"]];
      };

      it("tells of a process that dies that it has failed, and shows its log", async () => {
        // something else holds its port
        project().server.lost = { pids: [99], since: 0, listening: true };
        const wait = (seconds: number | undefined) =>
          vscode.workspace.getConfiguration().update("serverPanel.confirmation.waitSeconds", seconds, true);
        await wait(10);
        const [told] = await restart({ to: "the panel accepted it, but it failed", with: "Follow Log" }).finally(() =>
          wait(undefined),
        );
        assert.equal(told?.severity, "error");
        assert.equal(project().server.run, undefined);
        assert.deepEqual(calls(), [1, 1]);
        await outputText("order-service – Shop", (text) => text.includes("BindException: Address already in use"));
      });

      it("sends no start where the stop is never seen", async () => {
        let isStopping = false;
        shop.options.handlers = {
          "java.stop": (context) => {
            isStopping = true;
            return usual["java.stop"](context);
          },
          "java.list": (context) => (isStopping ? "out of order" : usual["java.list"](context)),
        };
        const [told] = await restart();
        assert.equal(told?.severity, "warning");
        assert.match(
          told?.message ?? "",
          /not started again\. It was told to stop, but its state could not be read afterwards/,
        );
        assert.deepEqual(told?.buttons?.slice(0, 2), ["Start", "Follow Log"]);
        assert.deepEqual(calls(), [1, 0]);
      });

      it("says where the start fails that it has stopped, and starts it by a button", async () => {
        let fails = true;
        shop.options.handlers = {
          "java.start": (context) => {
            if (!fails) return usual["java.start"](context);
            fails = false;
            return { status: false, msg: "no such user" };
          },
        };
        const told = await restart({ to: "It had stopped and could not be started again", with: "Start" });
        assert.equal(told[0]?.severity, "error");
        assert.match(told[0]?.message ?? "", /no such user/);
        assert.deepEqual(told[0]?.buttons?.slice(0, 2), ["Start", "Follow Log"]);
        assert.equal(told[1]?.severity, "information", told[1]?.message);
        assert.ok(project().server.run?.listening);
        assert.deepEqual(calls(), [1, 2]);
      });
    });
  }
});
