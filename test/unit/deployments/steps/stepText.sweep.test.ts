import assert from "node:assert/strict";
import { posix } from "node:path";
import fc from "fast-check";
import * as v from "valibot";
import { readDeployments } from "../../../../src/deployments/deploymentSetting.ts";
import { ServerRun } from "../../../../src/deployments/serverRun.ts";
import { runSteps } from "../../../../src/deployments/steps/runSteps.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";
import { LONGEST_STEP, stepText } from "../../../../src/deployments/steps/stepText.ts";
import { describeField } from "../../../fakes/fakeWorkspace.ts";
import { invalidTexts } from "../../../../src/texts/deploymentSettingTexts.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { DeployFixture } from "../deployFixture.ts";

/** What panels cut out of what they are sent, and what shells, forms and heredocs read otherwise. */
const pieces = [
  "shutdown",
  "init 0",
  "mkfs.ext4",
  "cat /etc/passwd",
  "chpasswd",
  "--stdin",
  "mke2fs",
  "task.py",
  "runserver",
  "'",
  '"',
  "`id`",
  "$(id)",
  "$HOME",
  "\\",
  "\\n",
  "%0A",
  "+",
  "&amp;",
  "a=b&c=d",
  "[***]",
  "EOF",
  "\nEOF\n",
  "\n\n",
  "  ",
  "\t",
  "#",
  "!",
  "*",
  "~",
  "-e",
  "网站",
  "🚀",
  ";",
  "|",
];

const RUNS = process.env["FUZZ"] === "full" ? 100 : 6;

for (const edition of knownEditions)
  describe(`the text of a step that is sent to a demo ${edition}`, () => {
    let used: DeployFixture;
    beforeEach(async () => {
      // says what bash would get
      const tools = { runuser: 'exec 7>&-\nprintf %s "$SERVER_PANEL_TEXT"\n' };
      used = await DeployFixture.start(edition, undefined, { tools });
    });
    afterEach(async () => used.stop());

    /** What the server runs of these texts, and what it keeps of them. */
    async function arrived(texts: readonly string[]): Promise<readonly (readonly [string, string])[]> {
      const place = await used.place();
      const run = new ServerRun(place);
      const of = { id: run.id, paths: [], bytes: 0 };
      const steps = texts.map((text, index): Step => ({
        index,
        name: `step ${index}`,
        run: text,
        when: "after",
        user: "www",
        uid: 1001,
        seconds: 60,
        within: "",
        directory: "",
        alsoBack: false,
        path: [],
      }));
      const { installation, by } = used.context();
      const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
      const more = { deployment: "site", website: "x", directory: "", counts, backupBytes: 0, placed: [] };
      const record = { ...by, installation, ...more };
      await run.send([], { record, after: undefined, steps }, used.context());
      assert.equal((await run.change("exchange", of, used.context())).kind, "held");
      const ended = await runSteps(run, of, steps, "after", used.context());
      assert.ok(
        ended.steps.every(({ end }) => end.kind === "exited" && end.code === 0),
        JSON.stringify(ended),
      );
      const there = used.below(posix.join(place.site, of.id));
      assert.equal((await run.change("back", of, used.context())).kind, "old");
      return steps.map((_step, index) => [there[`steps/${index}/out`] ?? "", there[`steps/${index}/run`] ?? ""]);
    }

    it("is what was written, whatever is in it", async () => {
      const text = fc
        .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "grapheme", maxLength: 10 })), { maxLength: 12 })
        .map((all) => all.join(""))
        .filter((each) => v.is(stepText, each));
      await fc.assert(
        fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (texts) => {
          const all = [...texts, pieces.join(" ")];
          assert.deepEqual(
            await arrived(all),
            all.map((each) => [each, each]),
          );
        }),
        { numRuns: RUNS },
      );
    }).timeout(300_000);

    it("is what was written as long as it may be", async () => {
      const longest = "é".repeat(LONGEST_STEP);
      assert.deepEqual(await arrived([longest]), [[longest, longest]]);
    }).timeout(60_000);
  });

describe("the text of a step of 64 kB", () => {
  it("is refused with a sentence, and nothing of it is in that", () => {
    const run = "echo x; ".repeat(8_192);
    const stated = [{ name: "a", website: "a.example", source: "dist", steps: [{ name: "long", run }] }];
    const { invalid } = readDeployments(stated);
    const text = invalidTexts(invalid, describeField);
    assert.match(text, /2,000/);
    assert.ok(text.length < 400 && !text.includes("echo x; echo x"), text);
  });
});
