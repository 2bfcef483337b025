import assert from "node:assert/strict";
import { posix } from "node:path";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { rollBackOn } from "../../../../src/deployments/window/rollBackCommands.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { ROOT } from "../deployFixture.ts";
import { SITE, type DeployWindow } from "./deployWindow.ts";
import { openReleases, pageOf, servedBy } from "./releaseWindow.ts";

const deploySite = deployFolderOn("site");
const rollBackSite = rollBackOn("site");

const PREVIEW = "Deploy “site” to";
const named = { to: "Which deployment?", with: "site" } as const;
const goOn = [named, { to: PREVIEW, with: " > Deploy" }] as const;
const website = { to: "Roll Back Website", with: SITE } as const;
const LIST = "Go back to what?";
const again = { to: "Serve the release “site” of", with: true } as const;

const texts = (messages: readonly { readonly message: string }[]) => messages.map(({ message }) => message).join("\n");

for (const edition of knownEditions)
  describe(`a release of a website that was stopped and started, on a demo ${edition}`, () => {
    const it = turnsOf(edition);
    let window: DeployWindow;
    let release: string | undefined;
    beforeEach(async () => {
      window = await openReleases(edition);
      await window.run(deploySite, ...goOn);
      release = servedBy(window.used);
      const { id = 0, name = "" } = window.used.panel.state.sites.find((each) => each.path === ROOT) ?? {};
      const call = window.used.callFor(new AbortController().signal);
      for (const act of ["site.stop", "site.start"] as const) await call(act, { id, name });
    });
    afterEach(() => window.dispose());

    /** The directories below the website's own that have the panel's own file. */
    const confined = () =>
      Object.keys(window.used.server).flatMap((path) =>
        posix.basename(path) === ".user.ini" ? [posix.join("/", posix.dirname(path))] : [],
      );

    if (edition === "baota")
      it("is served again by the panel, and nobody is asked", async () => {
        assert.deepEqual([servedBy(window.used), confined()], [release, [release]]);
        await window.used.source({ "index.html": "two" });
        await window.run(deploySite, ...goOn);
        assert.deepEqual([pageOf(window.used), confined()], ["two", [servedBy(window.used)]]);
      });

    if (edition !== "aapanel") return;

    it("is served again before the next one, which has the panel's own file then", async () => {
      assert.deepEqual([servedBy(window.used), pageOf(window.used), confined()], ["", "old", [release]]);
      await window.used.source({ "index.html": "two" });
      const { questions, choices } = await window.run(deploySite, named, again, { to: PREVIEW, with: " > Deploy" });
      const { detail = "" } = questions.find(({ message }) => message.startsWith(again.to)) ?? {};
      assert.match(detail, /so the panel has lost the run path, as aaPanel does/);
      assert.ok(detail.includes(`Run path: / → ${release}`), detail);
      assert.ok(!choices.at(-1)?.includes("No longer served"), "it is not the first one");
      assert.deepEqual([pageOf(window.used), confined()], ["two", [servedBy(window.used)]]);
    });

    it("is served again as an action of its own, which is recorded", async () => {
      await window.used.source({ "index.html": "two" });
      await window.run(deploySite, named, again, { to: PREVIEW, with: " > Deploy" });
      const done = window.commands.finished.map(({ verb, outcome }) => [
        verb,
        outcome.kind,
        outcome.deployment?.deployment,
      ]);
      assert.deepEqual(done.slice(-2), [
        ["serveAgain", "done", "site"],
        ["deploy", "done", "site"],
      ]);
    });

    it("is left as it is where that is declined", async () => {
      const before = window.used.server;
      const { messages } = await window.run(deploySite, named, { ...again, with: false });
      assert.deepEqual([texts(messages), servedBy(window.used), window.used.server], ["", "", before]);
    });

    it("is all that can be gone back to, and is served again so", async () => {
      const { choices, messages } = await window.run(rollBackSite, website, again);
      assert.deepEqual([choices.length, servedBy(window.used)], [1, release]);
      assert.match(
        texts(messages),
        /^The run path of “.*” on “Shop” is that of the release “site” again\. The website serves /,
      );
      const after = await window.run(rollBackSite, website, { to: LIST, with: undefined });
      assert.equal(after.choices.at(-1)?.length, 2);
    });

    it("is not taken for lost where what is served has such a file, too", async () => {
      // by a person who has it made anew in the panel
      window.used.put({ ".user.ini": "open_basedir" });
      const { questions, choices } = await window.run(rollBackSite, website, { to: LIST, with: undefined });
      assert.deepEqual([questions, choices.at(-1)?.length], [[], 1]);
    });

    it("is not taken for lost where somebody has gone back in the panel", async () => {
      const { id = 0 } = window.used.panel.state.sites.find((each) => each.path === ROOT) ?? {};
      const call = window.used.callFor(new AbortController().signal);
      for (const runPath of [release ?? "", ""]) await call("site.setRunPath", { id, runPath });
      assert.deepEqual([servedBy(window.used), confined()], ["", ["/"]]);
      await window.used.source({ "index.html": "two" });
      const { questions } = await window.run(deploySite, ...goOn);
      assert.deepEqual(
        [questions.filter(({ message }) => message.startsWith(again.to)), pageOf(window.used)],
        [[], "two"],
      );
    });
  });
