import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { posix } from "node:path";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { rollBackOn } from "../../../../src/deployments/window/rollBackCommands.ts";
import { verbWords } from "../../../../src/resources/verbs.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");
const rollBackSite = rollBackOn("site");

const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: "Deploy “site” to", with: " > Deploy" },
] as const;
const agree = [
  { to: "Run these commands on “Shop”?", with: true },
  { to: "Run these commands on “Shop”?", with: "root" },
] as const;
const website = { to: "Roll Back Website", with: SITE };
const OPEN = "Step “Database” may still run. Look again, or stop it?";
const KEEP = "Keep the new files of “site”, or go back?";
/** Of this run of the tests alone: others would find its processes, and end them. */
const NONCE = randomUUID();
const NOT_UNDONE = "What its steps did besides, such as a migration, is not undone.";

describe("a deployment that was cut off in its steps", () => {
  let window: DeployWindow;

  beforeEach(async () => {
    window = await DeployWindow.open("baota", undefined, { runsCommands: true });
    window.state({
      ...STATED,
      steps: [
        { name: "Note", run: "true", user: "root" },
        { name: "Database", run: "true", user: "root" },
      ],
    });
    await window.used.source({ "index.html": "one" });
    await window.run(deploySite, ...goOn, ...agree);
    assert.equal(window.used.server["index.html"], "one");
  });
  afterEach(() => window.dispose());

  /** The server as it was when its exchange was held, and its last step had begun. */
  async function cut(): Promise<(name: string, text: string | undefined) => void> {
    const { site } = await window.place();
    const all = window.used.panel.state.files;
    const history = [...all.keys()].find((path) => path.startsWith(`${site}/history-`)) ?? assert.fail();
    const id = all.get(history)?.bytes?.toString().trim() ?? assert.fail();
    const put = (name: string, text: string | undefined) => {
      const path = posix.join(site, name);
      if (text === undefined) all.delete(path);
      else all.set(path, { mtime: 1, uid: 0, gid: 0, mode: 0o600, bytes: Buffer.from(text) });
      window.used.panel.shell.synchronise();
    };
    put(posix.basename(history), undefined);
    put("unfinished", `${id}\n`);
    put(posix.join(id, "state"), "held\n");
    put(posix.join(id, "steps/digest"), all.get(posix.join(site, id, "steps/done"))?.bytes?.toString());
    put(posix.join(id, "steps/done"), undefined);
    return (name, text) => put(posix.join(id, "steps/1", name), text);
  }

  const unfinished = async () => (await window.used.state()).unfinished;

  it("is found cut off on the server where nothing of the step runs any more, and goes back", async () => {
    const put = await cut();
    put("rc", undefined);
    const { messages, questions } = await window.run(rollBackSite, website, { to: KEEP, with: "Go Back" });
    const detail = questions.at(-1)?.detail ?? "";
    for (const sentence of ["Ended with 0: “Note”.", "Step “Database” was cut off on the server.", NOT_UNDONE])
      assert.ok(detail.includes(sentence), detail);
    assert.ok(messages[0]?.message.includes(NOT_UNDONE), messages[0]?.message);
    assert.equal(window.used.server["index.html"], "old");
    assert.equal(await unfinished(), undefined);
  });

  it("is kept first where all steps have ended well, and only the last word is missing", async () => {
    await cut();
    const { choices, questions } = await window.run(rollBackSite, website, { to: KEEP, with: "Keep the New Files" });
    assert.deepEqual(choices.at(-1), ["Keep the New Files", "Go Back"]);
    assert.ok(questions.at(-1)?.detail.includes("Ended with 0: “Note”, “Database”."), questions.at(-1)?.detail);
    assert.equal(window.used.server["index.html"], "one");
    assert.equal(await unfinished(), undefined);
  });

  describe("of which one still runs", () => {
    let step: ChildProcess;

    beforeEach(async () => {
      const put = await cut();
      put("rc", undefined);
      put("begun", `${NONCE}\n`);
      step = spawn("sleep", ["600"], { env: { PATH: process.env["PATH"], SERVER_PANEL_STEP: NONCE }, stdio: "ignore" });
      await once(step, "spawn");
    });
    afterEach(() => step.kill("SIGKILL"));

    it("is looked at again as often as a person wants, and changes by nothing of that", async () => {
      const { questions, messages } = await window.run(
        rollBackSite,
        website,
        { to: OPEN, with: "Look Again" },
        { to: OPEN, with: undefined },
      );
      assert.match(questions.at(-1)?.detail ?? "", /still run: 1\./);
      assert.deepEqual(messages, []);
      assert.equal(step.exitCode ?? step.signalCode, null);
      assert.ok((await unfinished()) !== undefined);
    });

    it("has it stopped, and goes back or is kept after that", async () => {
      const ended = once(step, "exit");
      const { questions, messages } = await window.run(
        rollBackSite,
        website,
        { to: OPEN, with: "Stop It" },
        { to: KEEP, with: "Keep the New Files" },
      );
      assert.deepEqual(await ended, [null, "SIGKILL"]);
      assert.ok(questions.at(-1)?.detail.includes("Step “Database” was cut off on the server."));
      assert.match(messages[0]?.message ?? "", /^All files of “site” were in their places/);
      assert.equal(await unfinished(), undefined);
      const records = window.commands.finished.slice(-2);
      assert.deepEqual(
        records.map(({ verb, outcome }) => [verbWords[verb].button(), outcome.kind]),
        [
          ["Stop Step", "done"],
          ["Roll Back", "done"],
        ],
      );
    });

    it("is left alone by a task, which says what a person can do", async () => {
      const said = await deployByTask(window.services, "site", {
        showLines: () => undefined,
        say: () => undefined,
        signal: new AbortController().signal,
        showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
        sentence: (question) => assert.fail(`a task asks: ${question}`),
      });
      assert.ok(typeof said === "string");
      assert.match(said, /Its step “Database” may still run\. Use “Deploy…” or “Roll Back…” yourself/);
      assert.equal(step.exitCode ?? step.signalCode, null);
    });
  });
});
