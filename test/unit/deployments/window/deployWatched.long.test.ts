import assert from "node:assert/strict";
import { chatCall } from "../../../fakes/agents/chatCall.ts";
import { invokeTool } from "../../../../src/agents/window/invokeTool.ts";
import { writeBrokenPages } from "../../../../src/demoPanel/seed.ts";
import { webLines } from "../../../../src/demoPanel/lines.ts";
import { rememberPanel } from "../../../../src/deployments/window/chooseDeployment.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { exitCodeOf } from "../../../../src/tasks/runTask.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { AnsweringServer } from "../../../wire/answeringServer.ts";
import type { ToolAnswer } from "../../../agents/dialogue.ts";
import { LIMITS } from "../../../fakes/treeFixture.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { sampleLogs } from "../watching/sampleLogs.ts";
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
    let visited: AnsweringServer;

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
      visited = await AnsweringServer.start(200);
    });
    afterEach(async () => {
      visited.stop();
      await window.dispose();
    });

    const now = () => window.commands.clock.wallTime();
    const remember = async () => {
      const [folder] = window.services.workspace.folders();
      assert.ok(folder);
      await rememberPanel(window.services.memento, { folder, deployment: { name: "site" } }, window.panel);
    };
    const stating = async (page: string, more: object = {}) => {
      window.state({ ...STATED, watch: 60, check: visited.address, replaceChanged: true, ...more });
      await window.used.source({ "index.php": page });
    };
    const output = () => window.commands.screens.get(`Deployment “site” to “${SITE}”`)?.text ?? "";
    /** All lines but the last one, which says how the deployment has ended. */
    const beforeItsEnd = (text: string) => {
      const lines = text.trimEnd().split("\n");
      assert.match(lines.pop() ?? "", /^── After [\d.]+ s: “site” was deployed to /);
      return lines;
    };
    /** The lines that the website's log has gained. */
    const gained = () => window.used.panel.state.sites[0]?.logs?.error?.slice(1) ?? [];
    /** Has these lines written into the log, some at each reading. */
    const writes = (lines: readonly string[]) => {
      const left = [...lines];
      window.used.fault = (_call, id, isMade) => {
        if (id === "site.errorLog" && isMade) window.used.panel.state.sites[0]?.logs?.error?.push(...left.splice(0, 6));
      };
    };

    it("is done where its pages are well, and says so", async () => {
      await stating(GOOD.replace("1", "2"));
      const { messages } = await window.run(deploySite, ...goOn);
      assert.match(
        messages[0]?.message ?? "",
        /was deployed to .+ answered with 200\. It was watched for 60 s\. Its log has no new lines\.$/,
      );
      assert.deepEqual([messages[0]?.severity, output()], ["information", ""]);
    });

    it("shows what its log has gained word by word, and takes nothing back for it", async () => {
      await stating(BROKEN, { rollBack: "auto" });
      const { messages } = await window.run(deploySite, ...goOn);
      const lines = gained();
      assert.ok(lines.some((line) => line.includes("PHP Fatal error")));
      assert.deepEqual(beforeItsEnd(output()), [`── Log of “${SITE}”`, ...lines]);
      assert.match(
        messages[0]?.message ?? "",
        new RegExp(`^“site” was deployed to .+ New lines in its log: ${lines.length}\\. They are in the output\\.$`),
      );
      assert.deepEqual([messages[0]?.severity, window.used.server["index.php"]], ["information", BROKEN]);
    });

    it("judges no line, whoever writes it", async () => {
      await stating(GOOD.replace("1", "2"), { rollBack: "auto" });
      const lines = Object.values(sampleLogs).flat();
      writes(lines);
      const { messages } = await window.run(deploySite, ...goOn);
      assert.deepEqual(beforeItsEnd(output()), [`── Log of “${SITE}”`, ...lines]);
      assert.equal(messages[0]?.severity, "information");
      assert.equal(window.commands.finished.at(-1)?.outcome.kind, "done");
    });

    it("goes back by itself where its address no longer answers well, with what its log says in the output", async () => {
      // before, afterwards, and from then on
      visited.answer(200, 200, 500);
      await stating(BROKEN, { rollBack: "auto" });
      const { messages } = await window.run(deploySite, ...goOn);
      assert.match(
        messages[0]?.message ?? "",
        /^“site” was not deployed to .+ answered with 500\. It was watched for \d+ s\. New lines in its log: \d+\. They are in the output\. It was rolled back: everything is as it was before\.$/,
      );
      assert.match(output(), /PHP Fatal error/);
      assert.equal(window.used.server["index.php"], GOOD);
      assert.equal(window.commands.finished.at(-1)?.outcome.kind, "rolledBack");
      // the way back has ended, and nothing waits for it
      assert.equal((await window.used.state()).unfinished, undefined);
    });

    it("warns, and offers to go back, where it is to ask", async () => {
      visited.answer(200, 200, 500);
      await stating(BROKEN);
      const { messages } = await window.run(deploySite, ...goOn);
      assert.equal(messages[0]?.severity, "warning");
      assert.ok(messages[0].buttons?.includes("Roll Back"), messages[0].buttons?.join());
      assert.equal(window.used.server["index.php"], BROKEN);
    });

    it("stays, and says why, where its address did not answer well before either", async () => {
      visited.answer(502, 502, 200, 500);
      await stating(GOOD.replace("1", "2"), { rollBack: "auto" });
      const { messages } = await window.run(deploySite, ...goOn);
      assert.match(messages[0]?.message ?? "", /It did not answer well before either \(502\), so nothing goes back /);
      assert.deepEqual([messages[0]?.severity, window.used.server["index.php"]], ["warning", GOOD.replace("1", "2")]);
    });

    it("is done where its website asks everybody for a password, before as well", async () => {
      visited.answer(401);
      await stating(GOOD.replace("1", "2"), { rollBack: "auto" });
      const { messages } = await window.run(deploySite, ...goOn);
      assert.match(
        messages[0]?.message ?? "",
        /answered with 401\. It turns this computer away, .+ It was watched for 60 s\./,
      );
      assert.deepEqual(
        [messages[0]?.severity, window.used.server["index.php"]],
        ["information", GOOD.replace("1", "2")],
      );
    });

    it("says that an address is missing, without which nothing could go back", async () => {
      window.state({ ...STATED, watch: 60, rollBack: "auto", replaceChanged: true });
      await window.used.source({ "index.php": BROKEN });
      const { messages, choices } = await window.run(deploySite, ...goOn);
      assert.ok(choices.flat().includes("Afterwards"));
      assert.match(messages[0]?.message ?? "", /Nothing has asked whether it is well: name an address in “check”\./);
      assert.equal(window.used.server["index.php"], BROKEN);
    });

    it("shows a task the lines in its terminal, and ends it by the address alone", async () => {
      await remember();
      for (const [statuses, code] of [
        [[200], 0],
        [[200, 200, 500], 1],
      ] as const) {
        visited.answer(...statuses);
        window.used.put({ "index.php": GOOD });
        window.used.panel.state.sites[0]?.logs?.error?.splice(1);
        await stating(BROKEN);
        const lines: string[] = [];
        const said: string[] = [];
        const ended = await deployByTask(window.services, "site", {
          showLines: (shown) => void lines.push(...shown),
          say: (sentence) => void said.push(sentence),
          signal: new AbortController().signal,
          showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
          sentence: (question) => assert.fail(`a task asks: ${question}`),
        });
        assert.ok(typeof ended === "object" && "outcome" in ended, JSON.stringify(ended));
        assert.equal(exitCodeOf(ended.outcome), code);
        assert.deepEqual(lines, gained());
        assert.ok(said.includes(`Log of “${SITE}”`), said.join("\n"));
      }
    });

    it("tells an agent how many lines its log has gained, and shows them without credentials", async () => {
      await remember();
      await stating(BROKEN);
      writes([1, 2, 3].map((number) => `line ${number}: Uncaught Exception: token=${SECRET}`));
      const services = {
        ...window.services,
        limits: () => ({ ...LIMITS, diskPercent: 90 }),
        agentAccess: () => "all" as const,
      };
      let answer: ToolAnswer | undefined;
      await window.commands.answering([{ to: "Deploy “site” to", with: " > Deploy" }], async () => {
        const given = { ...services, dialogs: window.commands.services.dialogs };
        answer = JSON.parse(
          await invokeTool(given, "run_panel_deployment", { deployment: "site" }, chatCall()),
        ) as ToolAnswer;
      });
      assert.deepEqual([answer?.happened, answer?.seconds_watched, answer?.new_lines_in_log], ["yes", 60, 3]);
      assert.deepEqual(
        answer?.data?.end_of_output,
        [1, 2, 3].map((number) => `line ${number}: Uncaught Exception: token=***`),
      );
      assert.ok(!JSON.stringify(answer).includes(SECRET));
    });
  });
