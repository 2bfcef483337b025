import assert from "node:assert/strict";
import { chatCall } from "../../../fakes/agents/chatCall.ts";
import { AskedTargets } from "../../../../src/agents/window/askedTargets.ts";
import { invokeTool } from "../../../../src/agents/window/invokeTool.ts";
import { writeBrokenPages } from "../../../../src/demoPanel/seed.ts";
import { webLines } from "../../../../src/demoPanel/lines.ts";
import { rememberPanel } from "../../../../src/deployments/window/chooseDeployment.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { exitCodeOf } from "../../../../src/tasks/runTask.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import type { ToolAnswer } from "../../../agents/dialogue.ts";
import { LIMITS } from "../../../fakes/treeFixture.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");

const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: "Deploy “site” to", with: " > Deploy" },
] as const;

const GOOD = "<?php\necho 1;\n";
const BROKEN = "<?php\nthrow new Exception();\n";
const SECRET = "9f8e7d6c5b4a";

for (const edition of knownEditions)
  describe(`a deployment to ${edition} that is watched`, () => {
    const it = turnsOf(edition);
    let window: DeployWindow;

    beforeEach(async () => {
      window = await DeployWindow.open(edition);
      const { panel } = window.used;
      const [site] = panel.state.sites;
      assert.ok(site !== undefined);
      site.running = true;
      site.logs = { access: [], error: [webLines.error(SITE, 1, now() - 3_600_000)] };
      window.used.put({ "index.php": GOOD });
      // a visitor comes as often as the log is read
      window.used.fault = (_call, id, isMade) => {
        if (id === "site.errorLog" && !isMade) writeBrokenPages(panel.state, now());
      };
    });
    afterEach(() => window.dispose());

    const now = () => window.commands.clock.wallTime();
    const remember = async () => {
      const [folder] = window.services.workspace.folders();
      assert.ok(folder);
      await rememberPanel(window.services.memento, { folder, deployment: { name: "site" } }, window.panel);
    };
    const stating = async (page: string, more: object = {}) => {
      window.state({ ...STATED, watch: 60, replaceChanged: true, ...more });
      await window.used.source({ "index.php": page });
    };
    const watched = () => window.commands.finished.at(-1)?.outcome.deployment?.watched;

    it("is done where its pages are well, and says so", async () => {
      await stating(GOOD.replace("1", "2"));
      const { messages } = await window.run(deploySite, ...goOn);
      assert.match(messages[0]?.message ?? "", /was deployed to .+ No errors in its log within 60 s\.$/);
      assert.equal(messages[0]?.severity, "information");
    });

    it("goes back by itself where a page breaks, with the lines", async () => {
      await stating(BROKEN, { rollBack: "auto" });
      const { messages } = await window.run(deploySite, ...goOn);
      const { message = "" } = messages[0] ?? {};
      assert.match(
        message,
        /^“site” was not deployed to .+ Errors in its log within \d+ s: 3\. Before, it had at most 1 /,
      );
      assert.match(
        message,
        /It was rolled back: everything is as it was before\. Its log says: \d.+PHP Fatal error: [^\n]+$/,
      );
      assert.equal(window.used.server["index.php"], GOOD);
      assert.equal(window.commands.finished.at(-1)?.outcome.kind, "rolledBack");
      // the way back has ended, and nothing waits for it
      assert.equal((await window.used.state()).unfinished, undefined);
    });

    it("warns, and offers to go back, where it is to ask", async () => {
      await stating(BROKEN);
      const { messages } = await window.run(deploySite, ...goOn);
      assert.equal(messages[0]?.severity, "warning");
      assert.ok(messages[0].buttons?.includes("Roll Back"), messages[0].buttons?.join());
      assert.match(messages[0].message, /^“site” was deployed to .+Its log says: \d/);
      assert.equal(window.used.server["index.php"], BROKEN);
      assert.equal(watched()?.kind, "more");
    });

    it("ends a task with 1, whether it goes back or not", async () => {
      await remember();
      for (const rollBack of ["ask", "auto"]) {
        window.used.put({ "index.php": GOOD });
        await stating(BROKEN, { rollBack });
        const lines: string[] = [];
        const ended = await deployByTask(window.services, "site", {
          showLines: (shown) => void lines.push(...shown),
          say: () => undefined,
          signal: new AbortController().signal,
          showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
          sentence: (question) => assert.fail(`a task asks: ${question}`),
        });
        assert.ok(typeof ended === "object" && "outcome" in ended, JSON.stringify(ended));
        assert.equal(exitCodeOf(ended.outcome), 1);
        assert.equal(lines.length, 1, "all say the same");
        assert.ok(lines.every((line) => line.includes("PHP Fatal error") && line.length <= 200));
        window.used.panel.state.sites[0]?.logs?.error?.splice(1);
      }
    });

    it("tells an agent the number and the lines without credentials", async () => {
      await remember();
      await stating(BROKEN);
      const write = window.used.fault;
      window.used.fault = (...call) => {
        write(...call);
        const log = window.used.panel.state.sites[0]?.logs?.error ?? [];
        log.push(...log.splice(0).map((line) => line.replace("Exception in", `Exception: token=${SECRET} in`)));
      };
      const services = {
        ...window.services,
        limits: () => ({ ...LIMITS, diskPercent: 90 }),
        agentAccess: () => "all" as const,
        askedTargets: new AskedTargets(),
      };
      let answer: ToolAnswer | undefined;
      await window.commands.answering([{ to: "Deploy “site” to", with: " > Deploy" }], async () => {
        const given = { ...services, dialogs: window.commands.services.dialogs };
        answer = JSON.parse(
          await invokeTool(given, "run_panel_deployment", { deployment: "site" }, chatCall()),
        ) as ToolAnswer;
      });
      assert.deepEqual([answer?.errors, answer?.errors_seen], ["more", 3]);
      const lines = answer?.data?.error_lines ?? [];
      assert.equal(lines.length, 1);
      assert.ok(
        lines.every((line) => line.includes("Uncaught Exception: token=*** in")),
        lines[0],
      );
      assert.ok(!JSON.stringify(answer).includes(SECRET));
    });
  });
