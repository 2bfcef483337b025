import assert from "node:assert/strict";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import {
  fileReasonNames,
  type DeploymentEnd,
  type DeploymentProblem,
  type StepEnd,
} from "../../../src/actions/deploymentEnd.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { outcomeText } from "../../../src/texts/actionTexts.ts";
import { rootProblemText, sourceProblemText } from "../../../src/texts/deployablePathTexts.ts";
import { problemText } from "../../../src/texts/deploymentTexts.ts";
import { exactTimeText, timeText } from "../../../src/texts/timeTexts.ts";
import type { SourceProblem } from "../../../src/deployments/sourceFiles.ts";
import type { RootProblem } from "../../../src/deployments/targetRoot.ts";

const request = {
  panel: { id: "p", name: "Shop", address: "https://192.0.2.1:8888", guardLevel: "ask" },
  kind: "site",
  verb: "deploy",
  target: { key: "1", label: "example.com" },
  row: undefined,
} as unknown as ActionRequest;

const textOf = (outcome: Outcome, verb: "deploy" | "rollBack" = "deploy") => {
  const text = outcomeText({ ...request, verb }, outcome);
  return `${text?.severity}: ${text?.message}`;
};
const end = (changes: Partial<DeploymentEnd>): DeploymentEnd => ({ deployment: "site", state: "wanted", ...changes });
const stepEnd = (name: string, ended: StepEnd["end"]): StepEnd => ({ name, when: "after", end: ended });
const evidence = undefined;
const address = "https://example.com/";
const well = { address, answer: { kind: "status", status: 200 } } as const;

describe("the end of a deployment", () => {
  const cases: readonly (readonly [string, Outcome, string, ("rollBack" | undefined)?])[] = [
    [
      "wanted",
      { kind: "done", evidence, deployment: end({ counts: { added: 2, changed: 1, removed: 0, unchanged: 4 } }) },
      "information: “site” was deployed to “example.com” on “Shop”. Files: 2 new, 1 changed, 4 unchanged.",
    ],
    [
      "wanted, and its address answers",
      { kind: "done", evidence, deployment: end({ checked: { address, answer: { kind: "status", status: 200 } } }) },
      "information: “site” was deployed to “example.com” on “Shop”. https://example.com/ answered with 200.",
    ],
    [
      "wanted, but its address does not answer",
      {
        kind: "wentWrong",
        evidence,
        deployment: end({ checked: { address, answer: { kind: "failed", code: "ECONNREFUSED" } } }),
      },
      "warning: “site” was deployed to “example.com” on “Shop”. https://example.com/ could not be reached from here (ECONNREFUSED).",
    ],
    [
      "wanted, but its address does not answer for a reason without a code",
      {
        kind: "wentWrong",
        evidence,
        deployment: end({ checked: { address, answer: { kind: "failed", code: "unknown" } } }),
      },
      "warning: “site” was deployed to “example.com” on “Shop”. https://example.com/ could not be reached from here.",
    ],
    [
      "rolled back by itself",
      {
        kind: "rolledBack",
        evidence,
        deployment: end({
          state: "before",
          rolledBack: "done",
          checked: { address, answer: { kind: "status", status: 500 } },
        }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. https://example.com/ answered with 500. It was rolled back: everything is as it was before.",
    ],
    [
      "nothing to do",
      { kind: "already", deployment: end({ counts: { added: 0, changed: 0, removed: 0, unchanged: 4 } }) },
      "information: “site” is already on “example.com” on “Shop”. Nothing was sent.",
    ],
    [
      "canceled",
      { kind: "failed", failure: { kind: "cancelled" }, deployment: end({ state: "before" }) },
      "information: “site” was not deployed to “example.com” on “Shop”. Canceled. Everything is as it was before.",
    ],
    [
      "with steps that all ended with 0, of which one has left something running",
      {
        kind: "done",
        evidence,
        deployment: end({
          steps: [
            stepEnd("Database", { kind: "exited", code: 0 }),
            { ...stepEnd("Worker", { kind: "exited", code: 0 }), left: 2 },
          ],
        }),
      },
      "information: “site” was deployed to “example.com” on “Shop”. Ended with 0: “Database”, “Worker”. Processes that step “Worker” has started and that still run: 2.",
    ],
    [
      "with a step before the exchange that failed",
      {
        kind: "wentWrong",
        evidence,
        deployment: end({
          state: "before",
          problem: { kind: "step" },
          steps: [stepEnd("Dump", { kind: "exited", code: 3 })],
        }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. Step “Dump” failed (exit code 3). The files are as they were before. What its steps did besides, such as a migration, is not undone.",
    ],
    [
      "with a step that failed, and new files that stay",
      {
        kind: "wentWrong",
        evidence,
        deployment: end({
          problem: { kind: "step" },
          steps: [stepEnd("Database", { kind: "late", seconds: 60 }), stepEnd("Up", { kind: "notBegun" })],
        }),
      },
      "warning: “site” was deployed to “example.com” on “Shop”. Step “Database” did not end within 60 s, and was ended. Not run: “Up”. The new files stay.",
    ],
    [
      "with a step that failed, and the way back",
      {
        kind: "rolledBack",
        evidence,
        deployment: end({
          state: "before",
          rolledBack: "done",
          problem: { kind: "step" },
          steps: [
            { ...stepEnd("Database", { kind: "exited", code: 127 }), lastLine: "composer:\u200b command not found" },
          ],
        }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. Step “Database” failed: command not found (exit code 127). It wrote last: “composer: command not found”. It was rolled back: the files are as they were before. What its steps did besides, such as a migration, is not undone.",
    ],
    [
      "held, because nobody knows how a step has ended",
      {
        kind: "uncertain",
        cause: undefined,
        deployment: end({
          state: "held",
          problem: { kind: "step" },
          steps: [stepEnd("Database", { kind: "unknown" })],
        }),
      },
      "error: The files of “site” are on “example.com” on “Shop”, but they do not count yet. It is not known how step “Database” has ended: it may still run. All its files are in place. Look again, or stop the step: before it has ended, the deployment can neither go back nor be kept.",
    ],
    [
      "mixed",
      {
        kind: "uncertain",
        cause: undefined,
        deployment: end({
          state: "mixed",
          kept: { files: [{ path: "/www/a", reason: "locked", copy: "/ours/old/0" }], count: 1 },
        }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. Some files are those of the deployment, others as before. Not rolled back: /www/a (cannot be replaced: it is locked or mounted; its copy is /ours/old/0). Go back, or give the deployment up, before the next one.",
    ],
    [
      "in the way, of more files than are named",
      {
        kind: "wentWrong",
        evidence,
        deployment: end({
          state: "before",
          problem: { kind: "files", files: [{ path: "/www/a", reason: "changed" }], count: 1_500 },
        }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. In the way: /www/a (changed on the server since it was shown), … and 1,499 more. Everything is as it was before.",
    ],
    [
      "that of somebody else under way, of whose end nothing is said",
      {
        kind: "busy",
        deployment: end({
          state: "untouched",
          problem: { kind: "busy", by: { computer: "laptop", installation: "b", at: 0 } },
        }),
      },
      `error: “site” was not deployed to “example.com” on “Shop”. “laptop” has been deploying to it since ${timeText(0)}. Nothing was changed from here.`,
    ],
    [
      "live, because its way back could not begin",
      {
        kind: "failed",
        failure: { kind: "network", code: "ECONNREFUSED" },
        deployment: end({
          rolledBack: "failed",
          checked: { address, answer: { kind: "status", status: 500 } },
        }),
      },
      "error: “site” was deployed to “example.com” on “Shop”. https://example.com/ answered with 500. It could not be rolled back. Nothing answers at this address and port. Check the port, and that the panel is running.",
    ],
    ...(
      [
        [
          { watched: { seconds: 60 }, checked: well, logGained: 0 },
          "It was watched for 60 s. Its log has no new lines.",
        ],
        [
          { watched: { seconds: 60 }, checked: well, logGained: 12 },
          "It was watched for 60 s. New lines in its log: 12. They are in the output.",
        ],
        [
          { watched: { seconds: 60 }, checked: well, logGained: "unread" },
          "It was watched for 60 s. Its log could not be read.",
        ],
        [
          { watched: { seconds: 30, isStopped: true }, checked: well, logGained: 1 },
          "Watching was stopped after 30 s. New lines in its log: 1. They are in the output.",
        ],
        [
          { watched: { seconds: 60 }, logGained: 12 },
          "It was watched for 60 s. Nothing has asked whether it is well: name an address in “check”. New lines in its log: 12. They are in the output.",
        ],
      ] as const
    ).map(([seen, said]): readonly [string, Outcome, string] => [
      `which was watched: ${said}`,
      { kind: "done", evidence: undefined, deployment: end(seen) },
      `information: “site” was deployed to “example.com” on “Shop”. ${"checked" in seen ? "https://example.com/ answered with 200. " : ""}${said}`,
    ]),
    ...(
      [
        [500, 502, "It did not answer well before either (502), so nothing goes back because of it."],
        [500, 401, "It did not answer well before either (401), so nothing goes back because of it."],
        [401, 403, "It turns this computer away, so nobody has seen what is behind it."],
        [401, undefined, "It turns this computer away, so nobody has seen what is behind it."],
        [404, 200, undefined],
        [200, 500, undefined],
      ] as const
    ).map(([answer, before, said]): readonly [string, Outcome, string] => [
      `whose address answers with ${answer}, and answered ${before} before`,
      {
        kind: "done",
        evidence: undefined,
        deployment: end({
          checked: {
            address,
            answer: { kind: "status", status: answer },
            ...(before !== undefined && { before: { kind: "status" as const, status: before } }),
          },
        }),
      },
      [
        `information: “site” was deployed to “example.com” on “Shop”. https://example.com/ answered with ${answer}.`,
        ...(said === undefined ? [] : [said]),
      ].join(" "),
    ]),
    [
      "rolled back, with steps that stay as they were",
      {
        kind: "done",
        evidence: undefined,
        deployment: {
          deployment: "site",
          state: "wanted",
          hadSteps: true,
        },
      },
      "information: “example.com” on “Shop” is as it was before the deployment. What its steps did besides, such as a migration, is not undone.",
      "rollBack",
    ],
    [
      "a roll back of several, of which some have not gone back",
      {
        kind: "partly",
        evidence,
        deployment: end({
          state: "partly",
          problem: { kind: "busy", by: { computer: "laptop", at: 0 } },
          each: { rolledBack: [{ deployment: "b", at: 2 }], staying: [{ deployment: "a", at: 1 }] },
        }),
      },
      `warning: “example.com” on “Shop” was rolled back, but not all of it. “laptop” has been deploying to it since ${timeText(0)}. Rolled back: “b” of ${exactTimeText(2)}. Still there: “a” of ${exactTimeText(1)}.`,
      "rollBack",
    ],
    [
      "a roll back of several, of which one was not seen to end, and the one before it has left a file",
      {
        kind: "uncertain",
        cause: undefined,
        deployment: end({
          state: "unknown",
          kept: { files: [{ path: "/www/a", reason: "edited" }], count: 1 },
          each: { rolledBack: [{ deployment: "b", at: 2 }], staying: [] },
        }),
      },
      `error: “example.com” on “Shop” was rolled back, but not all of it. Rolled back: “b” of ${exactTimeText(2)}. Its end was not seen, and it may still go on. Not rolled back: /www/a (changed by somebody since). Deploy again: that first says how it has ended, or goes back.`,
      "rollBack",
    ],
    [
      "a jar of which nobody knows whether its project runs with it",
      {
        kind: "uncertain",
        cause: undefined,
        why: "abandoned",
        deployment: end({ targetKind: "jar", running: "unknown" }),
      },
      "error: “site” is in its place for “example.com” on “Shop”. It is not known whether the project was restarted since: it may still run with what was there before that. The window that began this was closed before its end was known.",
    ],
    [
      "its way back, too",
      {
        kind: "uncertain",
        cause: undefined,
        why: "abandoned",
        deployment: end({ targetKind: "jar", running: "unknown" }),
      },
      "error: What was there before the deployment is in its place again for “example.com” on “Shop”. It is not known whether the project was restarted since: it may still run with what was there before that. The window that began this was closed before its end was known.",
      "rollBack",
    ],
    [
      "a roll back that leaves what was changed since",
      {
        kind: "partly",
        evidence,
        deployment: end({
          state: "kept",
          kept: { files: [{ path: "/www/a", reason: "edited", copy: "/ours/old/0" }], count: 2 },
        }),
      },
      "warning: “example.com” on “Shop” was rolled back, but not all of it. Not rolled back: /www/a (changed by somebody since; its copy is /ours/old/0), … and 1 more.",
      "rollBack",
    ],
    [
      "a roll back of what was changed while a step ran",
      {
        kind: "done",
        evidence,
        deployment: end({ aside: { files: [{ path: "/www/a", reason: "aside", copy: "/ours/edited/0" }], count: 1 } }),
      },
      "warning: “example.com” on “Shop” is as it was before the deployment. Taken off with the new files: /www/a (changed while a step ran; its copy is /ours/edited/0).",
      "rollBack",
    ],
    [
      "a cut one that was complete",
      { kind: "done", evidence, deployment: end({ state: "finished" }) },
      "information: All files of “site” were in their places on “example.com” on “Shop”, so the deployment is complete.",
      "rollBack",
    ],
    [
      "given up",
      {
        kind: "done",
        evidence,
        deployment: end({ state: "left", kept: { files: [{ path: "/www/a", reason: "failed" }], count: 1 } }),
      },
      "warning: “site” was given up: “example.com” on “Shop” stays as it is. Not rolled back: /www/a (could not be moved).",
      "rollBack",
    ],
    [
      "unknown",
      { kind: "uncertain", cause: undefined, deployment: end({ state: "unknown" }) },
      "error: It is not known whether “site” was deployed to “example.com” on “Shop”. Its end was not seen, and it may still go on. Deploy again: that first says how it has ended, or goes back.",
    ],
    [
      "wanted, with a task that is left",
      { kind: "done", evidence, deployment: end({ leftTasks: ["Server Panel 5"] }) },
      "warning: “site” was deployed to “example.com” on “Shop”. The scheduled task “Server Panel 5” was not seen to be removed. Delete it in the panel; the next deployment tries that, too.",
    ],
    [
      "a jar for a project that is stopped",
      { kind: "done", evidence, deployment: end({ running: "stopped" }) },
      "information: “site” was deployed to “example.com” on “Shop”. The project is stopped, as it was before.",
    ],
    [
      "a jar that does not run, and the old one that does",
      {
        kind: "wentWrong",
        evidence,
        deployment: end({ state: "before", running: "seen", problem: { kind: "notRunning" } }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. The project did not run after its restart. Everything is as it was before. The project runs again.",
    ],
    [
      "a roll back",
      { kind: "done", evidence, deployment: end({}) },
      "information: “example.com” on “Shop” is as it was before the deployment.",
      "rollBack",
    ],
  ];
  for (const [what, outcome, expected, verb] of cases)
    it(`says what is on the server: ${what}`, () => assert.equal(textOf(outcome, verb), expected));

  it("has a sentence for each problem", () => {
    const by = { installation: "b", computer: "laptop", at: 0 };
    const problems: readonly DeploymentProblem[] = [
      { kind: "changed" },
      { kind: "damaged", path: "/x" },
      { kind: "inTheWay", path: "/x" },
      { kind: "noSpace", path: "/x" },
      { kind: "link", path: "/x" },
      { kind: "otherSite", path: "/x", site: "b.com" },
      { kind: "mismatch", path: "/x" },
      { kind: "noFile", path: "/x" },
      { kind: "notProgram", path: "/x" },
      { kind: "lacks", path: "/x/node_modules" },
      { kind: "preparing" },
      { kind: "runsAsRoot" },
      { kind: "notRunning" },
      { kind: "notAgreed" },
      { kind: "release", why: "server", server: "" },
      { kind: "release", why: "server", server: "apache" },
      { kind: "release", why: "stopped" },
      { kind: "release", why: "noFiles" },
      { kind: "release", why: "noRoot", path: "/x" },
      { kind: "release", why: "roots", path: "/x", count: 2 },
      { kind: "release", why: "rootElsewhere", path: "/x", root: "/y" },
      { kind: "release", why: "listed", path: "/x" },
      { kind: "release", why: "otherRoot", root: "/y" },
      { kind: "release", why: "changedRoot", root: "/y" },
      { kind: "release", why: "noRelease", path: "/x" },
      { kind: "release", why: "notReloaded" },
      { kind: "release", why: "notReloaded", where: { path: "/x", line: 3 } },
      { kind: "release", why: "stillNotLoaded", root: "/y" },
      { kind: "release", why: "stillNotLoaded", root: "/y", where: { path: "/x", line: 3 } },
      { kind: "release", why: "notSeen", root: "/y" },
      { kind: "tooMany" },
      { kind: "noPlace", path: "/x" },
      { kind: "unsafePlace", path: "/x" },
      { kind: "missing", tools: ["flock", "tar"] },
      { kind: "busy", by: undefined },
      { kind: "busy", by: { at: 0 } },
      { kind: "busy", by },
      { kind: "unfinished", by: undefined },
      { kind: "unfinished", by },
      ...["space", "unpack", "root", "cut", "late", "stopped", "access", "list", "how", "unknown", "other"].map(
        (why) => ({ kind: "unable", why }) as const,
      ),
      ...fileReasonNames.map((reason) => ({ kind: "files", files: [{ path: "/x", reason }], count: 1 }) as const),
    ];
    const sources: readonly SourceProblem[] = [
      { kind: "missing", path: "dist" },
      { kind: "notDirectory" },
      { kind: "outside" },
      { kind: "empty" },
      { kind: "tooMany", most: 20_000 },
      { kind: "unreadable", path: "", code: "EACCES" },
      { kind: "changed", path: "a" },
      { kind: "names", names: ["a\nb", "c\n", "\nd", "e/\nE"].map((path) => ({ path, problem: "lineFeed" as const })) },
    ];
    const roots: readonly RootProblem[] = [
      { kind: "unknown" },
      { kind: "system", path: "/etc" },
      { kind: "characters", path: "/a b" },
      { kind: "otherSite", path: "/x", site: "b.com" },
    ];
    const texts = [...problems.map(problemText), ...sources.map(sourceProblemText), ...roots.map(rootProblemText)];
    for (const text of texts) assert.match(text ?? "", /^\S.+[^.]\.$/);
    assert.equal(new Set(texts).size, texts.length);
  });

  it("name a character that looks like a space, or like nothing, by its number", () => {
    for (const [character, shown] of [
      [" ", "a space"],
      ["\u00a0", "the character U+00A0"],
      ["\u3000", "the character U+3000"],
      ["\t", "the character U+0009"],
      ["\u200b", "the character U+200B"],
      ["'", "the character '"],
    ] as const)
      assert.equal(
        rootProblemText({ kind: "characters", path: "/www", character }),
        `The panel cannot handle the path /www safely: it has ${shown}. Nothing was sent.`,
      );
  });
});
