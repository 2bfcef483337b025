import assert from "node:assert/strict";
import { digestOf, isAgreedTo, type SeenSteps } from "../../../../src/deployments/steps/stepAgreement.ts";
import { askSteps, mustBeAgreed, StepsNotAgreed } from "../../../../src/deployments/window/askSteps.ts";
import { guardLevels } from "../../../../src/panels/guardLevel.ts";
import { manyLongStepsText, stepsDocument, stepsQuestion } from "../../../../src/texts/stepTexts.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import { seenSteps, STEP } from "../steps/seenSteps.ts";

const QUESTION = "Run these commands on “Shop”?";
const ROOT = { ...STEP, index: 1, name: "Reload", run: "systemctl reload php-fpm", user: "root", uid: 0 };

describe("the question about steps", () => {
  let window: CommandFixture;
  let agreed: boolean | undefined;

  beforeEach(async () => {
    window = await CommandFixture.open();
    agreed = undefined;
  });
  afterEach(() => window.dispose());

  const ask = async (seen: SeenSteps, ...answers: readonly ScriptedAnswer[]) =>
    window.answering(answers, async () => {
      agreed = await askSteps(window.services, { seen, target: "shop.example", panel: "Shop" });
    });
  const isKept = async (seen: SeenSteps) => isAgreedTo(window.services.store, seen);
  const yes = { to: QUESTION, with: true };

  it("shows each command whole, with who runs it where, and is asked once", async () => {
    const seen = seenSteps({
      steps: [
        { ...STEP, run: "set -e\ncomposer install --no-dev" },
        {
          ...STEP,
          index: 1,
          name: "Maintenance",
          run: "php artisan down",
          when: "before",
          directory: "api",
          seconds: 60,
        },
      ],
    });
    const { questions } = await ask(seen, yes);
    assert.equal(agreed, true);
    assert.deepEqual(questions[0]?.detail.split("\n"), [
      "The server of the panel https://192.0.2.1:8888 runs them in /www/wwwroot/shop each time “site” is deployed to “shop.example”. You are asked again if anything of this changes.",
      "",
      "1. Dependencies: after the new files, as www, at most 300 s",
      "│ set -e",
      "│ composer install --no-dev",
      "",
      "2. Maintenance: before the new files, as www, at most 60 s",
      "│ php artisan down",
      "In /www/wwwroot/shop/api.",
      "",
      "What they do is not undone by a roll back.",
    ]);
    await ask(seen);
    assert.equal(agreed, true);
  });

  it("names what else there is to know of a step", async () => {
    const seen = seenSteps({ steps: [{ ...STEP, alsoBack: true, path: ["/www/server/php/82/bin"] }] });
    const { questions } = await ask(seen, yes);
    const lines = questions[0]?.detail.split("\n") ?? [];
    assert.ok(lines.includes("Also runs for the old files if the deployment goes back by itself."));
    assert.ok(lines.includes("Programs are looked for first in /www/server/php/82/bin."));
  });

  it("says of several servers once what runs as root, and which programs come first on any of them", () => {
    const onServer = (target: string, path: string) => ({
      seen: seenSteps({ steps: [{ ...ROOT, index: 0, path: [path] }] }),
      target,
      panel: "Shop",
    });
    const [php81, php82] = ["/www/server/php/81/bin", "/www/server/php/82/bin"];
    const many = [onServer("one", php81), onServer("two", php81), onServer("three", php82)] as const;
    const lines = manyLongStepsText(many, "after").split("\n");
    assert.ok(lines.includes("⚠ As root: Reload."), lines.join("\n"));
    assert.ok(lines.includes(`Programs are looked for first in ${php81}, ${php82}.`), lines.join("\n"));
  });

  it("shows each text as it is agreed to: blanks that nobody would see, and signs without a shape", async () => {
    const rows: readonly (readonly [string, string])[] = [
      ["a  b", "a␣␣b"],
      ["a ", "a␣"],
      ["a\u00a0b", "a\\u{a0}b"],
      ["a\tb", "a\\u{9}b"],
      ["a\u200bb", "a\\u{200b}b"],
      ["a␣b", "a\\u{2423}b"],
      ["a\\u{a0}b", "a\\u{5c}u{a0}b"],
    ];
    for (const [odd, shown] of rows)
      for (const [steps, more] of [
        [[{ ...STEP, directory: odd }], {}],
        [[{ ...STEP, name: odd }], {}],
        [[{ ...STEP, user: odd }], {}],
        [[{ ...STEP, path: [odd] }], {}],
        [[STEP], { deployment: odd }],
        [[STEP], { base: odd }],
        [[STEP], { panel: { id: seenSteps().panel.id, address: odd } }],
      ] as const) {
        const seen = seenSteps({ steps, ...more });
        const short = stepsQuestion({ seen, target: "shop.example", panel: "Shop" }).detail;
        const editor = stepsDocument({ seen, target: "shop.example", panel: "Shop" });
        assert.ok(short.includes(shown), short);
        assert.ok(steps[0] === STEP || editor.includes(shown), editor);
      }
    const { message, detail } = stepsQuestion({ seen: seenSteps(), target: "shop  example", panel: "Shop  two" });
    assert.equal(message, "Run these commands on “Shop␣␣two”?");
    assert.ok(detail.includes("“shop␣␣example”"));
  });

  it("keeps nothing where the person turns away", async () => {
    await ask(seenSteps(), { to: QUESTION, with: false });
    assert.equal(agreed, false);
    assert.equal(await isKept(seenSteps()), false);
  });

  for (const level of guardLevels.filter((each) => each !== "readOnly"))
    it(`is asked at the level ${level}`, async () => {
      const panel = await window.add({ guardLevel: level });
      const { questions } = await ask(seenSteps({ panel }), yes);
      assert.equal(questions.length, 1);
    });

  it("has “root” typed where something runs as root, whatever that user is called", async () => {
    for (const user of ["root", "toor"]) {
      const seen = seenSteps({ steps: [STEP, { ...ROOT, user }] });
      const declined = await ask(seen, yes, { to: QUESTION, with: undefined });
      assert.equal(agreed, false);
      assert.equal(await isKept(seen), false);
      const [box] = declined.inputs;
      assert.equal(box?.prompt, "Type “root” to confirm.");
      for (const other of ["", "Root", "root ", "yes"]) assert.equal(box?.problem?.(other), "This is not “root”.");
      const { questions } = await ask(seen, yes, { to: QUESTION, with: "root" });
      assert.equal(agreed, true);
      const warnings = questions[0]?.detail.split("\n").filter((line) => line.startsWith("⚠"));
      assert.deepEqual(warnings, [
        "⚠ As root, it can change anything on the server, and so can the deployed files that it calls.",
      ]);
      assert.equal(await isKept(seen), true);
    }
  });

  it("puts no line of a command where a line of ours could stand", async () => {
    const run = "true\n\n2. Other: after the new files, as www, at most 1 s\nWhat they do is undone.";
    const { questions } = await ask(seenSteps({ steps: [{ ...STEP, run }] }), yes);
    const lines = questions[0]?.detail.split("\n") ?? [];
    for (const line of run.split("\n")) assert.ok(lines.includes(`│ ${line}`), line);
    assert.deepEqual(lines.filter((line) => /^\d\./.test(line)).length, 1);
  });

  it("shows in an editor what has no room, before anybody can agree", async () => {
    const long = `echo ${"a".repeat(250)}`;
    const steps = Array.from({ length: 10 }, (_, index) => ({
      ...STEP,
      index,
      name: `Step ${index}`,
      run: `echo ${index}`,
    }));
    const seen = seenSteps({ steps: [...steps.slice(0, 9), { ...ROOT, index: 9, run: long }] });
    const first = await ask(seen, { to: QUESTION, with: false });
    assert.equal(agreed, false);
    assert.deepEqual(window.workbench.read, []);
    assert.ok(first.questions[0]?.detail.startsWith("They do not fit into this question."));
    const { questions } = await ask(seen, yes, yes, { to: QUESTION, with: "root" });
    assert.equal(agreed, true);
    const [text = ""] = window.workbench.read;
    const lines = text.split("\n");
    for (const { name, run } of steps.slice(0, 9)) {
      assert.ok(text.includes(name));
      assert.ok(lines.includes(`│ ${run}`));
    }
    // nothing lies beyond the edge of the editor
    assert.deepEqual(
      lines.filter((line) => /^[│↳]/.test(line) && line.length > 82),
      [],
    );
    const shown = lines.filter((line) => /^[│↳]/.test(line)).slice(9);
    assert.equal(shown.map((line) => line.slice(2)).join(""), long);
    assert.ok(questions[1]?.detail.includes("As root: Reload."));
  });

  it("shows in an editor a command that blanks would push out of sight", async () => {
    const seen = seenSteps({ steps: [{ ...STEP, run: `true${" ".repeat(1_900)}; rm -rf ~` }] });
    await ask(seen, yes, yes);
    assert.ok(window.workbench.read[0]?.includes("; rm -rf ~"));
  });

  it("is not asked in Restricted Mode", async () => {
    window.workspace.trusted = false;
    const { messages } = await ask(seenSteps());
    assert.equal(agreed, undefined);
    assert.equal(messages[0]?.message, "Nothing can be deployed from a folder that is not trusted.");
  });

  it("comes again where secrets cannot be read, and nothing runs where they cannot be kept", async () => {
    window.secrets.get = async () => Promise.reject(new Error("locked"));
    await ask(seenSteps(), yes);
    assert.equal(agreed, undefined, "a person has said yes, but nothing remembers it");
  });

  it("is asked of nobody in a person's place", async () => {
    const { services } = window;
    await assert.rejects(mustBeAgreed(services, seenSteps()), (error) => {
      assert.ok(error instanceof StepsNotAgreed);
      assert.equal(
        error.message,
        "Its steps are not agreed to, or have changed. Run “Deploy…” once, which shows them.",
      );
      return true;
    });
    await ask(seenSteps(), yes);
    await mustBeAgreed(services, seenSteps());
    window.workspace.trusted = false;
    await assert.rejects(mustBeAgreed(services, seenSteps()), /not trusted/);
  });

  it("is not answered by a memento, a setting or a claim of an agent", async () => {
    const digest = digestOf(seenSteps());
    for (const key of ["steps", "agreements", "serverPanel.deploymentPanels", digest]) window.kept.set(key, [digest]);
    window.workspace.settings.set("/home/me/shop", [{ agreements: [digest], agreed: true }]);
    assert.equal(await isKept(seenSteps()), false);
  });
});
