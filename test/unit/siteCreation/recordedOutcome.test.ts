import assert from "node:assert/strict";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { recordedOutcome } from "../../../src/siteCreation/recordedOutcome.ts";
import type { CreatedSite, CreationResult } from "../../../src/siteCreation/creationResult.ts";

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
const open = { notListed: true, sentAt: 1 };

const cases: readonly (readonly [string, CreationResult, Outcome])[] = [
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
    "found after a reload",
    { kind: "partly", site, cause: "interrupted" },
    { kind: "done", evidence, why: "unanswered" },
  ],
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
  ["unanswered", { kind: "uncertain", cause: page, ...open }, { kind: "uncertain", cause: page }],
  [
    "sent by another window",
    { kind: "uncertain", cause: "sentBefore", ...open },
    { kind: "uncertain", cause: undefined, why: "sentBefore" },
  ],
  [
    "not listed",
    { kind: "uncertain", cause: "unlisted", ...open },
    { kind: "sent", why: "timedOut", evidence: undefined },
  ],
  ["refused", { kind: "failed", failure: page }, { kind: "failed", failure: page }],
  ["in hand", { kind: "busy" }, { kind: "busy" }],
];

describe("recordedOutcome", () => {
  for (const [name, creation, outcome] of cases)
    it(`records what is ${name}`, () => assert.deepEqual(recordedOutcome(creation), outcome));
});
