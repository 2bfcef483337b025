import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, posix } from "node:path";
import { readPastDeployments, readState, type PastDeployment } from "../../../../src/deployments/siteState.ts";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { rollBackOn } from "../../../../src/deployments/window/rollBackCommands.ts";
import { exactTimeText, timeText } from "../../../../src/texts/timeTexts.ts";
import { placeOf } from "../exchange/exchangeServer.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");

const rollBackSite = rollBackOn("site");

const deploying = [
  { to: "Which deployment?", with: "site" },
  { to: "Deploy “site” to", with: " > Deploy" },
] as const;
const website = { to: "Roll Back Website", with: SITE };
const PREVIEW = `Roll Back “${SITE}” on “Shop”`;
const GO_BACK = "Go back to what was there before “site” was cut off?";

describe("the command that rolls a website back", () => {
  let window: DeployWindow;
  let programs: string;
  beforeEach(async () => {
    // somebody else has the lock as long as a file is there
    programs = mkdtempSync(join(tmpdir(), "programs-"));
    const flock = `#!/bin/sh\n[ ! -e ${programs}/held ] || exit 1\nexec ${placeOf("flock")} "$@"\n`;
    writeFileSync(join(programs, "flock"), flock, { mode: 0o755 });
    window = await DeployWindow.open("baota", [programs, process.env["PATH"] ?? ""].join(delimiter));
    window.state(STATED);
    await window.used.source({ "index.html": "one", "added.js": "x" });
    await window.run(deploySite, ...deploying);
  });
  afterEach(async () => {
    await window.dispose();
    rmSync(programs, { recursive: true });
  });

  const latest = async () => {
    const [past] = await readPastDeployments(window.used.files, await window.place());
    return past ?? assert.fail("nothing was deployed");
  };
  const which = ({ at }: PastDeployment) => ({ to: "Go back to before which deployment?", with: timeText(at) });
  const rollBack = async (preview: string | undefined) =>
    window.run(rollBackSite, website, which(await latest()), { to: PREVIEW, with: preview });

  it("shows each file before, without a second question, and says that all is as it was where it is", async () => {
    const { choices, messages, questions } = await rollBack(" > Roll Back");
    assert.deepEqual(choices.at(-1), ["Roll Back", "Undoes “site”", "On the server", "index.html", "added.js"]);
    assert.deepEqual([window.used.server["index.html"], window.used.server["added.js"]], ["old", undefined]);
    assert.equal(messages[0]?.message, `“${SITE}” on “Shop” is as it was before the deployment.`);
    assert.deepEqual(questions, []);
  });

  it("changes nothing and leaves nothing where its preview is turned away", async () => {
    const { messages } = await rollBack(undefined);
    assert.deepEqual(messages, []);
    assert.equal(window.used.server["index.html"], "one");
    const { site } = await window.place();
    const directories = Object.keys(window.used.below(site)).flatMap((path) => path.split("/").slice(0, -1)[0] ?? []);
    assert.deepEqual([...new Set(directories)], [(await latest()).id]);
  });

  it("keeps what was changed since, and never says that all is as it was", async () => {
    window.used.put({ "index.html": "mended" });
    const { messages } = await rollBack(" > Roll Back");
    assert.deepEqual([window.used.server["index.html"], window.used.server["added.js"]], ["mended", undefined]);
    const { message = "", severity } = messages[0] ?? {};
    assert.match(message, /was rolled back, but not all of it\. Not rolled back: \S+\/index\.html/);
    assert.doesNotMatch(message, /as it was before/);
    assert.equal(severity, "warning");
    assert.equal(window.commands.finished.at(-1)?.outcome.kind, "partly");
  });

  it("rolls back what was changed since, too, where the person says so, and keeps a copy of it", async () => {
    window.used.put({ "index.html": "mended" });
    const { messages } = await rollBack(" > index.html > Roll Back");
    assert.equal(window.used.server["index.html"], "old");
    assert.match(messages[0]?.message ?? "", /is as it was before the deployment/);
    const { site } = await window.place();
    assert.ok(Object.values(window.used.below(site)).includes("mended"), "a copy of the edit");
  });

  it("has one row for all that was changed since, which also takes the answer back", async () => {
    window.used.put({ "index.html": "mended", "added.js": "mended, too" });
    await rollBack(" > Roll Back What Was Changed Since, Too > Keep What Was Changed Since > index.html > Roll Back");
    assert.deepEqual([window.used.server["index.html"], window.used.server["added.js"]], ["old", "mended, too"]);
  });

  it("finds what was deployed to a directory that no setting names", async () => {
    window.state({ ...STATED, name: "shop", directory: "shop" });
    await window.run(
      deploySite,
      { to: "Which deployment?", with: "shop" },
      { to: "Deploy “shop” to", with: " > Deploy" },
    );
    assert.equal(window.used.server["shop/added.js"], "x");
    window.state();
    const place = await window.used.place("shop", [String(window.used.panel.state.sites[0]?.id), SITE]);
    const [past] = await readPastDeployments(window.used.files, place);
    assert.ok(past);
    // another deployment is of the same minute
    const chosen = { ...which(past), with: exactTimeText(past.at) };
    await window.run(rollBackSite, website, chosen, { to: PREVIEW, with: " > Roll Back" });
    assert.deepEqual([window.used.server["shop/added.js"], window.used.server["added.js"]], [undefined, "x"]);
  });

  it("says what came after the deployment that a button means", async () => {
    await window.used.source({ "index.html": "two" });
    // the other deployment is made while the notification stands
    const told = window.commands.services.dialogs;
    let isFirst = true;
    const { messages } = await window.commands.answering(
      [...deploying, { to: "was deployed", with: "Roll Back" }],
      async () =>
        deploySite(
          {
            ...window.services,
            dialogs: {
              ...told,
              notify(message, onPressed) {
                if (!isFirst) return told.notify(message, onPressed);
                isFirst = false;
                told.notify(message, async (button) => {
                  await window.used.source({ "index.html": "three" });
                  await window.used.deploy();
                  await onPressed(button);
                });
              },
            },
          },
          [],
        ),
    );
    const past = await latest();
    const sentence = `“site” was deployed after it, from “here”, ${timeText(past.at)}. Use Roll Back… to choose.`;
    assert.equal(messages.at(-1)?.message, sentence);
    assert.equal(window.used.server["index.html"], "three");
  });

  describe("after a cut", () => {
    /** The server as a roll back leaves it that was cut off. */
    const cut = async (state: string) => {
      const { id } = await latest();
      const { site } = await window.place();
      const all = window.used.panel.state.files;
      const entry = { mtime: 1, uid: 0, gid: 0, mode: 0o600 };
      all.set(posix.join(site, "unfinished"), { ...entry, bytes: Buffer.from(`${id}\n`) });
      all.set(posix.join(site, id, "state"), { ...entry, bytes: Buffer.from(`${state}\n`) });
      all.set(posix.join(site, id, "back"), all.get(posix.join(site, id, "list")) ?? assert.fail());
      window.used.panel.shell.synchronise();
    };
    const unfinished = async () => (await readState(window.used.files, await window.place())).unfinished;

    it("offers to go back, and nothing else until that was tried", async () => {
      await cut("forward");
      const { questions, choices } = await window.run(rollBackSite, website, { to: GO_BACK, with: true });
      assert.equal(questions.length, 1);
      assert.equal(choices.flat().includes("Give Up This Deployment…"), false);
      assert.equal(await unfinished(), undefined);
    });

    it("is not told as long as the deployment goes on, but who works there", async () => {
      await cut("forward");
      const { site } = await window.place();
      const entry = { mtime: 1, uid: 0, gid: 0, mode: 0o600 };
      const holder = Buffer.from("bb 00-11 exchange 1700000000\n");
      window.used.panel.state.files.set(posix.join(site, "holder"), { ...entry, bytes: holder });
      writeFileSync(join(programs, "held"), "");
      const { questions, messages } = await window.run(rollBackSite, website);
      const since = timeText(1_700_000_000_000);
      assert.deepEqual(
        [questions, messages.map(({ message }) => message)],
        [[], [`Another deployment of it has been under way since ${since}.`]],
      );
      rmSync(join(programs, "held"));
      const { questions: asked } = await window.run(rollBackSite, website, { to: GO_BACK, with: true });
      assert.equal(asked.length, 1);
    });

    it("gives a deployment up where nobody could go back, leaves the files, and blocks the website no more", async () => {
      await cut("mixed");
      const { messages, questions } = await window.run(
        rollBackSite,
        website,
        { to: GO_BACK, with: "Give Up This Deployment…" },
        { to: `Give up “site” on “${SITE}” on “Shop”?`, with: true },
      );
      assert.match(questions[1]?.detail ?? "", /All files stay as they are now/);
      assert.equal(messages[0]?.message.startsWith("“site” was given up: "), true, messages[0]?.message);
      assert.deepEqual([await unfinished(), window.used.server["index.html"]], [undefined, "one"]);
      await window.used.source({ "index.html": "two" });
      await window.run(deploySite, ...deploying);
      assert.equal(window.used.server["index.html"], "two");
    });

    it("tells what has not gone back before anything else is deployed", async () => {
      await cut("forward");
      window.used.put({ "index.html": "mended" });
      await window.used.source({ "index.html": "two" });
      const { messages } = await window.run(
        deploySite,
        { to: "Which deployment?", with: "site" },
        { to: GO_BACK, with: true },
      );
      assert.match(
        messages[0]?.message ?? "",
        /Not rolled back: \S+\/index\.html .*its copy is \S+\/old\/\d+\/index\.html/,
      );
      assert.equal(window.used.server["index.html"], "mended");
    });

    it("gives nothing up where the person has second thoughts", async () => {
      await cut("mixed");
      await window.run(
        rollBackSite,
        website,
        { to: GO_BACK, with: "Give Up This Deployment…" },
        { to: "Give up “site”", with: false },
      );
      assert.notEqual(await unfinished(), undefined);
    });
  });
});
