import assert from "node:assert/strict";
import type { Outcome } from "../../../../src/actions/outcome.ts";
import { recordedOutcome, resumedOutcome } from "../../../../src/siteForm/creation/recordedOutcome.ts";
import type { CreatedSite, Submitted } from "../../../../src/siteForm/creation/creationResult.ts";

const site: CreatedSite = {
  id: 11,
  name: "new.example.com",
  ftp: "created",
  database: "unknown",
  git: "notAsked",
  missingDomains: [],
  credentials: [],
};
const page = { kind: "page", status: 404 } as const;
const evidence = { name: "id", value: "11" } as const;
const listed = { notListed: false, sentAt: 1 };
const notListed = { notListed: true, sentAt: 1 };

const cases: readonly (readonly [string, Submitted, Outcome])[] = [
  ["created", { kind: "created", site }, { kind: "done", evidence }],
  [
    "created without an id",
    { kind: "created", site: { ...site, id: undefined } },
    { kind: "done", evidence: undefined },
  ],
  [
    "without a part",
    { kind: "created", site: { ...site, ftp: "failed" } },
    { kind: "done", evidence, why: "incomplete" },
  ],
  [
    "without a domain",
    { kind: "created", site: { ...site, missingDomains: ["a.example.com"] } },
    { kind: "done", evidence, why: "incomplete" },
  ],
  ["found", { kind: "partly", site, cause: page }, { kind: "done", evidence, why: "unanswered", cause: page }],
  [
    "created by another window",
    { kind: "existed", site: { id: 11, name: "new.example.com" } },
    { kind: "already", why: "sentBefore" },
  ],
  ["missing", { kind: "missing", cause: page, sentAt: 1 }, { kind: "failed", failure: page }],
  [
    "missing of another window",
    { kind: "missing", cause: page, sentAt: 1, isEarlier: true },
    { kind: "failed", failure: page, why: "sentBefore" },
  ],
  ["unanswered", { kind: "uncertain", cause: page, ...listed }, { kind: "uncertain", cause: page }],
  [
    "unanswered and not listed",
    { kind: "uncertain", cause: page, ...notListed },
    { kind: "uncertain", cause: page, why: "notListed" },
  ],
  [
    "sent by another window",
    { kind: "uncertain", cause: "sentBefore", ...listed },
    { kind: "uncertain", cause: undefined, why: "sentBefore" },
  ],
  [
    "sent by another window and not listed",
    { kind: "uncertain", cause: "sentBefore", ...notListed },
    { kind: "uncertain", cause: undefined, why: "sentBeforeNotListed" },
  ],
  [
    "said to be created and not listed",
    { kind: "uncertain", cause: "unlisted", ...listed },
    { kind: "sent", why: "timedOut", evidence: undefined },
  ],
  ["refused", { kind: "failed", failure: page }, { kind: "failed", failure: page }],
];

describe("recordedOutcome", () => {
  for (const [name, creation, outcome] of cases)
    it(`records what is ${name}`, () => assert.deepEqual(recordedOutcome(creation), outcome));
});

describe("resumedOutcome", () => {
  it("records what became of a site whose window was closed", () => {
    const unlisted = { name: "state", value: "unlisted" } as const;
    const left = { kind: "uncertain", cause: undefined, why: "abandoned" } as const;
    const done: Outcome = { kind: "done", evidence, why: "abandoned" };
    assert.deepEqual(resumedOutcome({ kind: "partly", cause: "interrupted", site }), done);
    assert.deepEqual(resumedOutcome({ kind: "existed", site: { id: 11, name: "new.example.com" } }), done);
    assert.deepEqual(resumedOutcome({ kind: "missing", cause: page, sentAt: 1, isEarlier: true }), {
      kind: "failed",
      failure: page,
    });
    const uncertain = { kind: "uncertain", cause: "interrupted" } as const;
    assert.deepEqual(resumedOutcome({ ...uncertain, ...listed }), { ...left, evidence: undefined });
    assert.deepEqual(resumedOutcome({ ...uncertain, ...notListed }), { ...left, evidence: unlisted });
  });
});
