import assert from "node:assert/strict";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { DeploymentEnd, DeploymentProblem } from "../../../src/actions/deploymentEnd.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { outcomeText } from "../../../src/texts/actionTexts.ts";
import { problemText, rootProblemText, sourceProblemText } from "../../../src/texts/deploymentTexts.ts";
import { timeText } from "../../../src/texts/timeTexts.ts";
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
const evidence = undefined;
const other = { id: "a", installation: "b", computer: "laptop" };
const address = "https://example.com/";

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
      "rolled back by itself",
      {
        kind: "wentWrong",
        evidence,
        deployment: end({
          state: "before",
          isRolledBack: true,
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
      "mixed",
      {
        kind: "uncertain",
        cause: undefined,
        deployment: end({ state: "mixed", paths: { paths: ["/www/a"], count: 1 } }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. These files are not as before: /www/a. Deploy again: that first goes back to what was there before.",
    ],
    [
      "mixed, of more files than are named",
      {
        kind: "uncertain",
        cause: undefined,
        deployment: end({ state: "mixed", paths: { paths: ["/www/a", "/www/b"], count: 1_500 } }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. These files are not as before: /www/a, /www/b, … and 1,498 more. Deploy again: that first goes back to what was there before.",
    ],
    [
      "taken over by another computer in the middle",
      {
        kind: "uncertain",
        cause: undefined,
        deployment: end({ state: "unknown", problem: { kind: "takenOver", owner: { ...other, at: 0 } } }),
      },
      `error: “site” was not deployed to “example.com” on “Shop”. “laptop” took over at ${timeText(0)} and decides what is on the server. From here, nothing more was changed.`,
    ],
    [
      "taken over before anything was changed, by one that has ended since",
      {
        kind: "wentWrong",
        evidence,
        deployment: end({ state: "before", problem: { kind: "takenOver", owner: undefined } }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. Another deployment took over, and has ended since. From here, nothing more was changed.",
    ],
    [
      "a roll back that leaves what was changed since",
      { kind: "done", evidence, deployment: end({ paths: { paths: ["a"], count: 2 } }) },
      "information: “example.com” on “Shop” is as it was before the deployment. Changed on the server since, and left as they are: a, … and 1 more.",
      "rollBack",
    ],
    [
      "unknown",
      { kind: "uncertain", cause: undefined, deployment: end({ state: "unknown" }) },
      "error: “site” was not deployed to “example.com” on “Shop”. What is on the server now could not be read. Deploy again: that first goes back to what was there before.",
    ],
    [
      "a jar that does not run, and the old one that does",
      {
        kind: "wentWrong",
        evidence,
        deployment: end({ state: "before", isRunning: true, problem: { kind: "notRunning" } }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. The project did not run after its restart. Everything is as it was before. The project runs again.",
    ],
    [
      "locked",
      {
        kind: "busy",
        deployment: end({
          state: "before",
          problem: { kind: "locked", owner: { id: "", installation: "", computer: "", at: 0 } },
        }),
      },
      "error: “site” was not deployed to “example.com” on “Shop”. Another deployment of it is under way, or was cut off. Everything is as it was before.",
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
    const problems: readonly DeploymentProblem[] = [
      { kind: "changed" },
      { kind: "damaged", path: "/x" },
      { kind: "inTheWay", path: "/x" },
      { kind: "noSpace", path: "/x" },
      { kind: "link", path: "/x" },
      { kind: "otherSite", path: "/x", site: "b.com" },
      { kind: "mismatch", paths: ["/x", "/y", "/z", "/w"], count: 30 },
      { kind: "takenOver", owner: undefined },
      { kind: "noJar", path: "/x" },
      { kind: "notRunning" },
      { kind: "locked", owner: { id: "a", installation: "b", computer: "laptop", at: 0 } },
    ];
    const sources: readonly SourceProblem[] = [
      { kind: "missing" },
      { kind: "notDirectory" },
      { kind: "outside" },
      { kind: "empty" },
      { kind: "tooMany", most: 20_000 },
      { kind: "unreadable", path: "", code: "EACCES" },
      { kind: "changed", path: "a" },
      { kind: "names", names: ["a'b", "c.", "d ", "e/E"].map((path) => ({ path, problem: "character" as const })) },
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
});
