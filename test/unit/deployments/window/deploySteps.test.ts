import assert from "node:assert/strict";
import { rememberPanel } from "../../../../src/deployments/window/chooseDeployment.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import type { Dialogs } from "../../../../src/ports/dialogs.ts";
import { scriptOf } from "../../../fakes/scriptedDialogs.ts";
import { DeployWindow, STATED } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");

const QUESTION = "Run these commands on “Shop”?";
const NOT_AGREED = "Its steps are not agreed to, or have changed. Run “Deploy…” once, which shows them.";
const CHANGED = "Its steps in the settings, or the panel, have changed since they were agreed to.";
const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: "Deploy “site” to", with: " > Deploy" },
] as const;
const agree = [
  { to: QUESTION, with: true },
  { to: QUESTION, with: "root" },
] as const;
const STEP = { name: "Note", run: "true", user: "root" };
const WITH_STEP = { ...STATED, steps: [STEP] };

describe("the steps of a deployment", () => {
  let window: DeployWindow;
  let said: string[];

  beforeEach(async () => {
    said = [];
    window = await DeployWindow.open();
    window.state(WITH_STEP);
    await window.used.source({ "index.html": "one" });
  });
  afterEach(() => window.dispose());

  const isThere = () => window.used.server["index.html"] === "one";
  const byTask = async () =>
    deployByTask(window.services, "site", {
      showLines: () => undefined,
      say: (sentence) => void said.push(sentence),
      signal: new AbortController().signal,
      showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
      sentence: (question) => assert.fail(`a task asks: ${question}`),
    });
  const remember = async () => {
    const [folder] = window.services.workspace.folders();
    if (folder !== undefined)
      await rememberPanel(window.services.memento, { folder, deployment: { name: "site" } }, window.panel);
  };

  it("are asked about after the preview, and nothing is sent where a person turns away", async () => {
    const { questions } = await window.run(deploySite, ...goOn, { to: QUESTION, with: false });
    assert.ok(questions[0]?.detail.includes("│ true"));
    assert.ok(!isThere());
    await window.run(deploySite, ...goOn, agree[0], { to: QUESTION, with: undefined });
    assert.ok(!isThere());
    assert.deepEqual(
      await window.commands.secrets.keys().then((names) => names.filter((name) => name.startsWith("steps/"))),
      [],
    );
    assert.deepEqual(window.used.tasks(), []);
  });

  it("run once a person has agreed, who is not asked again until they change", async () => {
    const first = await window.run(deploySite, ...goOn, ...agree);
    assert.match(first.messages[0]?.message ?? "", /was deployed/);
    assert.ok(isThere());
    await window.used.source({ "index.html": "two" });
    const { questions } = await window.run(deploySite, ...goOn);
    assert.deepEqual(questions, []);
    window.state({ ...STATED, steps: [{ ...STEP, run: "true " }] });
    const changed = await window.run(deploySite, ...goOn, { to: QUESTION, with: false });
    assert.equal(changed.questions.length, 1);
  });

  it("tell what went wrong where one fails: its last line, its exit code in words, and first of all its output", async () => {
    window.state({
      ...STATED,
      rollBack: "auto",
      steps: [{ ...STEP, run: "echo one\necho lost\nexit 127" }],
    });
    const { messages, read, choices } = await window.run(
      deploySite,
      ...goOn,
      ...agree,
      { to: "was not deployed", with: "Show Details" },
      { to: "Panel: Shop", with: "Show Output" },
    );
    assert.match(
      messages[0]?.message ?? "",
      /Step “Note” failed: command not found \(exit code 127\)\. It wrote last: “lost”\./,
    );
    assert.deepEqual(messages[0]?.buttons, ["Show Output", "Deploy Again", "Show Details"]);
    assert.equal(read.length, 1);
    assert.deepEqual(choices.at(-1), ["Show Output", "Show Extension Log"]);
    const [screen] = window.commands.screens.values();
    assert.equal(screen?.timesShown, 2);
    assert.match(
      screen?.rows.join("\n") ?? "",
      /^── Step “Note”\none\nlost\n── After [\d.]+ s: “site” was not deployed to .* failed: command not found/,
    );
  });

  it("have the message about one that has failed taken away once the deployment has run again", async () => {
    window.state({ ...STATED, rollBack: "auto", steps: [{ ...STEP, run: "false" }] });
    const failed = await window.run(deploySite, ...goOn, ...agree);
    const [message] = failed.messages;
    assert.deepEqual([message?.severity, message?.until?.aborted], ["error", false]);
    window.state(WITH_STEP);
    const declined = await window.run(deploySite, goOn[0], { to: goOn[1].to, with: undefined });
    assert.deepEqual([declined.messages, message?.until?.aborted], [[], false]);
    await window.run(deploySite, ...goOn, ...agree);
    assert.equal(message?.until?.aborted, true);
  });

  it("are never asked about by a task, which sends nothing and does not even build", async () => {
    await remember();
    window.state({ ...WITH_STEP, task: "build" });
    window.commands.workspace.tasks.set("build", 0);
    assert.equal(await byTask(), NOT_AGREED);
    assert.deepEqual(window.commands.workspace.ran, []);
    assert.ok(!isThere());
    assert.deepEqual(window.used.tasks(), []);
    window.commands.workspace.trusted = false;
    assert.equal(await byTask(), "Nothing can be deployed from a folder that is not trusted.");
  });

  it("are run by a task as soon as a person has agreed to them", async () => {
    await window.run(deploySite, ...goOn, ...agree);
    await window.used.source({ "index.html": "two" });
    const ended = await byTask();
    assert.deepEqual(said, [...new Set(said)], "each stage once");
    assert.ok(said.some((sentence) => sentence.startsWith("Looking for “")));
    assert.ok(typeof ended === "object" && "outcome" in ended, typeof ended === "string" ? ended : "");
    assert.equal(ended.outcome.kind, "done");
    assert.equal(window.used.server["index.html"], "two");
  });

  const meanwhile: Readonly<Record<string, () => Promise<void>>> = {
    "the commands": async () => window.state({ ...STATED, steps: [{ ...STEP, run: "rm -rf /" }] }),
    "their number": async () => window.state({ ...STATED, steps: [STEP, { ...STEP, name: "More" }] }),
    "their place in the settings": async () => window.state(STATED),
    "the trust in the folder": async () => void (window.commands.workspace.trusted = false),
    "the panel's address": async () =>
      void (await window.services.store.update(window.panel.id, { address: "https://192.0.2.9:8888" })),
    "the panel's level": async () =>
      void (await window.services.store.update(window.panel.id, { guardLevel: "readOnly" })),
  };
  for (const [what, change] of Object.entries(meanwhile))
    it(`do not run, and no file is exchanged, where somebody changes ${what} while the question is open`, async () => {
      const { dialogs, finish } = scriptOf([...goOn, agree[1]], async (_title, task) =>
        task(new AbortController().signal, () => undefined),
      );
      const changing: Dialogs = {
        ...dialogs,
        async ask() {
          await change();
          return true;
        },
      };
      await deploySite({ ...window.services, dialogs: changing }, []);
      const { messages } = await finish();
      assert.ok(messages[0]?.message.includes(CHANGED), messages[0]?.message);
      assert.ok(!isThere());
    });

  it("are refused before a question where they cannot be shown as they are", async () => {
    for (const run of ["true\u202e", "true\u200b", "true\r"]) {
      window.state({ ...STATED, steps: [{ ...STEP, run }] });
      const { questions, messages } = await window.run(deploySite, { to: "Deploy to Website", with: undefined });
      assert.deepEqual(questions, []);
      assert.match(messages[0]?.message ?? "", /Not valid in serverPanel.deployments/);
    }
  });

  it("are agreed to by nothing that a setting says", async () => {
    await remember();
    for (const more of [{ agreed: true }, { digest: "0".repeat(64) }]) {
      window.state({ ...STATED, steps: [{ ...STEP, ...more }] });
      assert.equal(typeof (await byTask()), "string");
      assert.ok(!isThere());
    }
  });
});
