import assert from "node:assert/strict";
import { posix } from "node:path";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { rollBackOn } from "../../../../src/deployments/window/rollBackCommands.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { ROOT } from "../deployFixture.ts";
import { SITE, STATED, type DeployWindow } from "./deployWindow.ts";
import { CONFIGURATION, cutOffBeforeItCounts, openReleases, pageOf, RELEASES, servedBy } from "./releaseWindow.ts";

const deploySite = deployFolderOn("site");
const rollBackSite = rollBackOn("site");

const PREVIEW = "Deploy “site” to";
const LIST = "Go back to what?";
const PLAIN = "The website as it was before its first release";
const KEEP = "Keep the new release “site”, or go back?";
const named = { to: "Which deployment?", with: "site" } as const;
const goOn = [named, { to: PREVIEW, with: " > Deploy" }] as const;
const website = { to: "Roll Back Website", with: SITE } as const;
const goPlain = { to: `Go back to “${SITE}” on “Shop” as it was before its first release?`, with: true } as const;

/** The label of a row, without its detail. */
const labelOf = (row: string) => row.split(": ")[0] ?? "";

const texts = (messages: readonly { readonly message: string }[]) => messages.map(({ message }) => message).join("\n");

for (const edition of knownEditions)
  describe(`the commands for releases, on a demo ${edition}`, () => {
    const it = turnsOf(edition);
    let window: DeployWindow;
    beforeEach(async () => (window = await openReleases(edition)));
    afterEach(() => window.dispose());

    const served = () => servedBy(window.used);
    const page = () => pageOf(window.used);
    const deploy = async () => window.run(deploySite, ...goOn);
    const put = async (text: string) => {
      await window.used.source({ "index.html": text });
      return deploy();
    };

    /** Has the releases that are there be of another time, an hour ago unless it is told. */
    const age = async (to = (at: number) => at - 3_600_000) => {
      const { site } = await window.place();
      const all = window.used.panel.state.files;
      for (const [path, entry] of all) {
        if (!path.startsWith(`${site}/`) || posix.basename(path) !== "record.json" || entry.bytes === undefined)
          continue;
        const record = JSON.parse(entry.bytes.toString()) as { at: number };
        all.set(path, { ...entry, bytes: Buffer.from(JSON.stringify({ ...record, at: to(record.at) })) });
      }
      window.used.panel.shell.synchronise();
    };

    it("shows what changes in the website the first time, and only what changes of a release later", async () => {
      const first = await deploy();
      const rows = first.choices.at(-1) ?? [];
      for (const row of [
        "New run path",
        "No longer served",
        "Moves along",
        "Way back",
        "Shared: storage",
        "Kept beside it",
      ])
        assert.ok(rows.includes(row), `${row} in ${rows.join(", ")}`);
      assert.match(
        texts(first.messages),
        /^“site” was deployed to .+ The website serves release \d{8}-\d{6}-[\da-f]{4}\.$/,
      );
      assert.deepEqual([page(), window.used.server["index.html"]], ["one", "old"]);
      window.used.put({ [`${served()?.slice(1)}/uploads/photo.jpg`]: "theirs" });
      const later = await put("two");
      const shown = later.choices.at(-1) ?? [];
      assert.deepEqual(
        ["No longer served", "Way back", "New run path", "index.html", "gone.html", "Not taken over"].map((row) =>
          shown.includes(row),
        ),
        [false, false, true, true, true, true],
      );
      assert.equal(page(), "two");
    });

    it("compares a changed file with that of the release before", async () => {
      await deploy();
      const before = served();
      await window.used.source({ "index.html": "two" });
      await window.run(deploySite, named, { to: PREVIEW, with: " > index.html" }, { to: PREVIEW, with: undefined });
      const [[there] = []] = window.commands.workbench.compared;
      assert.equal(there, `${ROOT}${before}/index.html`);
    });

    it("changes nothing where the preview is turned away", async () => {
      const before = window.used.server;
      const { messages } = await window.run(deploySite, named, { to: PREVIEW, with: undefined });
      assert.deepEqual([messages, served(), window.used.server], [[], "", before]);
    });

    it("lists earlier releases and the website before them, marks the one that is served, and goes back", async () => {
      await deploy();
      await age();
      await put("two");
      const { choices, highlighted } = await window.run(rollBackSite, website, { to: LIST, with: undefined });
      const rows = choices.at(-1) ?? [];
      assert.equal(rows.length, 3);
      const [live = "", earlier = "", plain = ""] = rows.map(labelOf);
      assert.deepEqual([plain, highlighted.at(-1)?.startsWith(earlier)], [PLAIN, true], "Enter goes back");
      const back = await window.run(
        rollBackSite,
        website,
        { to: LIST, with: earlier },
        { to: "Go back to the release “site” of", with: true },
      );
      assert.equal(page(), "one");
      // by what the list calls it, whose path has letters without a meaning
      const [, label = ""] = /: Release (\d{8}-\d{6}-[\da-f]{4}): /.exec(rows[1] ?? "") ?? [];
      assert.match(texts(back.messages), new RegExp(`was rolled back\\. The website serves release ${label}\\.$`));
      const path = String.raw`/releases-…/\d{8}-\d{6}-[\da-f]{4}`;
      assert.match(back.questions[0]?.detail ?? "", new RegExp(`^Run path: ${path} → /releases-…/${label}$`, "m"));
      const forth = await window.run(
        rollBackSite,
        website,
        { to: LIST, with: live },
        { to: "Go back to the release “site” of", with: true },
      );
      assert.equal(page(), "two", texts(forth.messages));
    });

    it("tells releases of one minute apart", async () => {
      await deploy();
      await put("two");
      let at = new Date(2026, 0, 2, 3, 4, 5).getTime();
      await age(() => (at += 10_000));
      const { choices } = await window.run(rollBackSite, website, { to: LIST, with: undefined });
      const labels = choices.at(-1)?.map(labelOf) ?? [];
      assert.deepEqual(new Set(labels).size, 3, labels.join(", "));
      for (const label of labels.slice(0, 2)) assert.match(label, /^Jan 2, 2026, 3:04:\d\d/);
    });

    it("goes back to the website as it was before, and offers its releases from there", async () => {
      await deploy();
      const { messages } = await window.run(rollBackSite, website, { to: LIST, with: PLAIN }, goPlain);
      assert.deepEqual([served(), page()], ["", "old"]);
      assert.match(texts(messages), new RegExp(`was rolled back\\. The website serves ${ROOT}\\.`));
      const { choices } = await window.run(rollBackSite, website, { to: LIST, with: undefined });
      assert.equal(choices.at(-1)?.length, 1);
      assert.ok(!choices.at(-1)?.map(labelOf).includes(PLAIN));
    });

    it("says what the panel would serve again after the website's next start", async () => {
      await deploy();
      const call = window.used.callFor(new AbortController().signal);
      const { id = 0, name = "" } = window.used.panel.state.sites.find((each) => each.path === ROOT) ?? {};
      for (const act of ["site.stop", "site.start"] as const) await call(act, { id, name });
      const { questions } = await window.run(rollBackSite, website, { to: LIST, with: PLAIN }, goPlain);
      const isSaid = /The panel remembers \/releases-/.test(questions[0]?.detail ?? "");
      assert.deepEqual([questions.length, served(), isSaid], [1, "", edition === "baota"]);
    });

    it("says that the panel's own file stays behind where the website's next start has left it there", async () => {
      await deploy();
      await put("two");
      // the panel remembers the second one, and serves it again without that file, which has gone back with the website
      await window.run(rollBackSite, website, { to: LIST, with: PLAIN }, goPlain);
      const { files } = window.used.panel.state;
      const entry = files.get(CONFIGURATION);
      assert.ok(entry?.bytes);
      const [release = ""] = Object.keys(window.used.server).filter((path) => window.used.server[path] === "two");
      const text = entry.bytes.toString().replace(`root ${ROOT};`, `root ${posix.join(ROOT, posix.dirname(release))};`);
      files.set(CONFIGURATION, { ...entry, bytes: Buffer.from(text) });
      assert.equal(page(), "two");
      let at = new Date(2026, 0, 2, 3, 4, 5).getTime();
      await age(() => (at += 60_000));
      const { choices } = await window.run(rollBackSite, website, { to: LIST, with: undefined });
      const live = served()?.split("/")[2] ?? assert.fail();
      const older = choices.at(-1)?.find((row) => row.includes(": Release ") && !row.includes(live)) ?? "";
      const asked = { to: "Go back to the release “site” of", with: false };
      const toRelease = await window.run(rollBackSite, website, { to: LIST, with: labelOf(older) }, asked);
      const said = `Stays behind: ${ROOT}/.user.ini, so nothing keeps PHP to the website`;
      assert.ok(toRelease.questions[0]?.detail.includes(said), toRelease.questions[0]?.detail);
      const toPlain = await window.run(rollBackSite, website, { to: LIST, with: PLAIN }, { ...goPlain, with: false });
      assert.ok(!toPlain.questions[0]?.detail.includes("Stays behind"), toPlain.questions[0]?.detail);
    });

    it("goes nowhere where the question is turned away, or the release is served already", async () => {
      await deploy();
      const before = served();
      const { choices } = await window.run(
        rollBackSite,
        website,
        { to: LIST, with: PLAIN },
        { ...goPlain, with: false },
      );
      const [live = ""] = (choices.at(-1) ?? []).map(labelOf);
      const { messages } = await window.run(rollBackSite, website, { to: LIST, with: live });
      assert.equal(texts(messages), `“${SITE}” serves this release already.`);
      assert.equal(served(), before);
    });

    it("offers no exchange of before while a release is served, and refuses one", async () => {
      window.state(STATED);
      await deploy();
      window.state(RELEASES);
      await put("two");
      const { choices } = await window.run(rollBackSite, website, { to: LIST, with: undefined });
      assert.equal(choices.at(-1)?.length, 2, "the release, and the website before it");
      window.state(STATED);
      const { messages } = await window.run(deploySite, named);
      assert.match(texts(messages), /^The website serves a release/);
      await window.run(rollBackSite, website, { to: LIST, with: PLAIN }, goPlain);
      const { choices: both } = await window.run(rollBackSite, website, { to: LIST, with: undefined });
      assert.equal(both.at(-1)?.length, 2, "the release, and the exchange of before");
    });

    it("has a button that goes back to what was served before", async () => {
      await deploy();
      await window.used.source({ "index.html": "two" });
      await window.run(
        deploySite,
        ...goOn,
        { to: "was deployed to", with: "Roll Back" },
        { to: "Go back to the release “site” of", with: true },
      );
      assert.equal(page(), "one");
    });

    it("says why a website cannot have releases, before anything is sent", async () => {
      const { files } = window.used.panel.state;
      const entry = files.get(CONFIGURATION);
      assert.ok(entry?.bytes);
      const bytes = Buffer.from(`${entry.bytes.toString()}\n# root /old;\n`);
      files.set(CONFIGURATION, { ...entry, bytes });
      const before = window.used.server;
      const { messages } = await window.run(deploySite, named);
      assert.match(texts(messages), /^The configuration of the website names 2 directories, also in comments/);
      assert.deepEqual(window.used.server, before);
    });

    it("goes by a task, which says what the website serves", async () => {
      await deploy();
      await window.used.source({ "index.html": "two" });
      const ended = await deployByTask(window.services, "site", {
        showLines: () => undefined,
        say: () => undefined,
        signal: new AbortController().signal,
        showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
        sentence: (question) => assert.fail(`a task asks: ${question}`),
      });
      assert.ok(typeof ended === "object" && "outcome" in ended, JSON.stringify(ended));
      assert.deepEqual([ended.outcome.kind, ended.outcome.deployment?.served?.isSeen, page()], ["done", true, "two"]);
    });

    describe("of which one was cut off before it counted", () => {
      beforeEach(async () => {
        await deploy();
        await cutOffBeforeItCounts(window);
      });

      it("is kept where a person says so, and stays what is served", async () => {
        const { questions, messages } = await window.run(rollBackSite, website, {
          to: KEEP,
          with: "Keep the New Release",
        });
        assert.ok(
          questions.at(-1)?.detail.includes("By its configuration, the website serves it already."),
          questions.at(-1)?.detail,
        );
        assert.match(texts(messages), /so the deployment is complete/);
        assert.deepEqual([page(), (await window.used.state()).unfinished], ["one", undefined]);
      });

      it("is left where a person says so", async () => {
        const { messages } = await window.run(rollBackSite, website, { to: KEEP, with: "Go Back" });
        assert.deepEqual([page(), (await window.used.state()).unfinished], ["old", undefined], texts(messages));
      });
    });
  });
