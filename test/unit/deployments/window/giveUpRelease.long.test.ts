import assert from "node:assert/strict";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { rollBackOn } from "../../../../src/deployments/window/rollBackCommands.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { ROOT } from "../deployFixture.ts";
import { SITE, STATED, type DeployWindow } from "./deployWindow.ts";
import { CONFIGURATION, cutOffBeforeItCounts, openReleases, pageOf } from "./releaseWindow.ts";

const deploySite = deployFolderOn("site");
const rollBackSite = rollBackOn("site");

const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: "Deploy “site” to", with: " > Deploy" },
] as const;
const website = { to: "Roll Back Website", with: SITE } as const;
const LIST = { to: "Go back to what?", with: undefined } as const;
const giveUp = { to: `Give up “site” on “${SITE}” on “Shop”?`, with: true } as const;

const texts = (messages: readonly { readonly message: string }[]) => messages.map(({ message }) => message).join("\n");

for (const edition of knownEditions)
  describe(`a release that was cut off before it counted, on a demo ${edition}`, () => {
    const it = turnsOf(edition);
    let window: DeployWindow;
    beforeEach(async () => {
      window = await openReleases(edition);
      await window.run(deploySite, ...goOn);
      await cutOffBeforeItCounts(window);
    });
    afterEach(() => window.dispose());

    const isFree = async () => (await window.used.state()).unfinished === undefined;

    async function turn(act: "site.stop" | "site.start"): Promise<void> {
      const { id = 0, name = "" } = window.used.panel.state.sites.find((each) => each.path === ROOT) ?? {};
      await window.used.callFor(new AbortController().signal)(act, { id, name });
    }

    it("is given up while its website is stopped, and stays among those that can be gone back to", async () => {
      const before = window.used.server;
      await turn("site.stop");
      const { questions } = await window.run(rollBackSite, website, { ...giveUp, with: false });
      assert.equal(await isFree(), false);
      const { detail = "" } = questions[0] ?? {};
      assert.match(detail, /The website is stopped\. Start it first/);
      assert.equal(/From its next start on, the website serves \/releases-/.test(detail), edition === "baota", detail);
      const { messages } = await window.run(rollBackSite, website, giveUp);
      assert.match(texts(messages), /^“site” was given up: .* stays among those that can be gone back to\./);
      assert.deepEqual([window.used.server, await isFree()], [before, true]);
      await turn("site.start");
      assert.equal(pageOf(window.used), edition === "baota" ? "one" : "old");
      // aaPanel's start does not bring it back
      const asked = edition === "baota" ? LIST : { to: "Serve the release “site” of", with: false };
      const { choices, questions: askedNow } = await window.run(rollBackSite, website, asked);
      assert.deepEqual([choices.length, askedNow.length], edition === "baota" ? [2, 0] : [1, 1]);
    });

    it("is given up by nobody but a person", async () => {
      await turn("site.stop");
      // files in their places: what is stopped takes these
      window.state(STATED);
      const deployment = deployByTask(window.services, "site", {
        showLines: () => undefined,
        say: () => undefined,
        signal: new AbortController().signal,
        showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
        sentence: (question) => assert.fail(`a task asks: ${question}`),
      });
      assert.match(JSON.stringify(await deployment), /The website is stopped\. Start it first/);
      assert.equal(await isFree(), false);
    });

    it("is given up where the configuration of its website cannot be read, too", async () => {
      const { files } = window.used.panel.state;
      const entry = files.get(CONFIGURATION);
      assert.ok(entry?.bytes);
      files.set(CONFIGURATION, { ...entry, bytes: Buffer.from(`${entry.bytes.toString()}# root /old;\n`) });
      const { questions } = await window.run(rollBackSite, website, giveUp);
      assert.match(questions[0]?.detail ?? "", /The configuration of the website names 2 directories/);
      assert.equal(await isFree(), true);
    });
  });
