import assert from "node:assert/strict";
import type { Outcome } from "../../../../src/actions/outcome.ts";
import type { CreatedSite, PartState } from "../../../../src/siteForm/createdSite.ts";
import type { SiteRequest } from "../../../../src/siteForm/siteRequest.ts";
import { unansweredParts } from "../../../../src/siteForm/creation/createdParts.ts";
import { creationOf } from "../../../../src/siteForm/creation/createSite.ts";
import { panelGone, shownOutcome } from "../../../../src/siteForm/window/outcomeTexts.ts";
import { outcomeText } from "../../../../src/texts/actionTexts.ts";
import { failureSeverity } from "../../../../src/texts/failureTexts.ts";
import { requestFor } from "../../actions/requestSamples.ts";
import { failureSamples } from "../../texts/failureSamples.ts";
import { assertDistinct, assertSentence, assertText, timesUnsent } from "../../texts/sentence.ts";

const { panel } = requestFor();
const ftp = { user: "文件" };
const database = { user: "数据" };
const plain: SiteRequest = { domain: "甲.example", port: 80 };
/** One request for each choice of the parts that a person can ask for. */
const requests: readonly SiteRequest[] = [
  plain,
  { ...plain, ftp },
  { ...plain, database },
  { ...plain, ftp, database },
];

const site: CreatedSite = {
  id: 7,
  name: "甲.example",
  ftp: "notAsked",
  database: "notAsked",
  git: "notAsked",
  missingDomains: [],
  credentials: [],
};
const cause = { kind: "timeout", afterMs: 5_000 } as const;
const page = { kind: "page", status: 404 } as const;
const done = { kind: "done", evidence: undefined, site } as const;
const abandoned = { ...done, why: "abandoned" } as const;
const existed = { kind: "already", site: { id: 7, name: "甲.example" } } as const;
const unknown = { kind: "uncertain", cause: undefined } as const;
const unlisted = { name: "state", value: "unlisted" } as const;

/** Each outcome of a creation, and how grave it is. */
const outcomes: readonly (readonly [Outcome, severity: string])[] = [
  [done, "information"],
  [{ ...done, why: "unanswered", cause }, "information"],
  [abandoned, "information"],
  [{ ...abandoned, site: { ...site, ftp: "unknown" } }, "warning"],
  [existed, "information"],
  [{ ...existed, why: "refused" }, "information"],
  ...failureSamples.map((failure) => [{ kind: "failed", failure } as const, failureSeverity(failure)] as const),
  [{ kind: "failed", failure: page, isUnlisted: true }, failureSeverity(page)],
  [{ kind: "sent", why: "timedOut", evidence: unlisted }, "warning"],
  [{ kind: "uncertain", cause }, "warning"],
  [{ kind: "uncertain", cause, why: "notListed" }, "warning"],
  [{ ...unknown, why: "abandoned" }, "warning"],
  [{ ...unknown, why: "abandoned", evidence: unlisted }, "warning"],
  [{ kind: "readOnly" }, "warning"],
];

const shown = (outcome: Outcome, request = plain) => shownOutcome(creationOf(request, panel), outcome);
const notice = (outcome: Outcome, request = plain) => outcomeText(creationOf(request, panel), outcome);
const reasonOf = (outcome: Outcome) => shown(outcome).reason ?? "";

describe("The words for the creation of a website", () => {
  it("are sentences that name website and panel in notifications, with the outcome's severity", () => {
    for (const [outcome, severity] of outcomes)
      for (const request of requests) {
        const { kind, title, reason, warnings } = shown(outcome, request);
        assertText(title);
        // the panel's own words end as they like
        const failure = outcome.kind === "failed" ? outcome.failure : undefined;
        const isQuoted = failure?.kind === "rejected";
        if (reason !== undefined) (isQuoted ? assertText : assertSentence)(reason);
        for (const warning of warnings) assertSentence(warning);
        const text = notice(outcome, request);
        if (kind === "notSent") assert.equal(text, undefined);
        // a panel that takes no changes is the same for every website
        else assertText(text?.message, ...(outcome.kind === "readOnly" ? [] : ["甲.example"]), "商店");
        if (kind !== "notSent" && request === plain) assert.equal(text?.severity, severity, JSON.stringify(outcome));
      }
  });

  it("report an unsent request after an early cancel", () => {
    for (const outcome of [{ kind: "declined" }, { kind: "failed", failure: { kind: "cancelled" } }] as const) {
      assert.equal(shown(outcome).kind, "notSent");
      assert.equal(timesUnsent(shown(outcome).title), 1);
    }
  });

  it("report an unsent request only when nothing was sent, and once", () => {
    for (const [outcome] of outcomes) {
      const isUnsent = outcome === existed || outcome.kind === "readOnly";
      const times = timesUnsent(notice(outcome)?.message ?? "");
      if (outcome.kind !== "failed" || outcome.isUnlisted === true) assert.equal(times, isUnsent ? 1 : 0);
      assert.ok(times <= 1);
    }
  });

  it("give a distinct reason for each uncertain result", () => {
    const reasons = outcomes.flatMap(([outcome]) =>
      outcome.kind === "sent" || outcome.kind === "uncertain" ? [reasonOf(outcome)] : [],
    );
    assertDistinct(reasons);
    for (const reason of reasons) assert.match(reason, /before you try again\.$/);
    assert.match(reasonOf({ kind: "uncertain", cause, why: "notListed" }), /did not list/);
    assert.doesNotMatch(reasonOf({ kind: "uncertain", cause }), /did not list/);
  });

  it("include the panel's message after a refusal", () => {
    assert.match(reasonOf({ kind: "failed", failure: { kind: "rejected", message: "域名已存在" } }), /域名已存在/);
  });

  it("name a read-only or removed panel", () => {
    assertSentence(reasonOf({ kind: "readOnly" }), "商店");
    const gone = panelGone("商店");
    assert.equal(gone.kind, "notSent");
    assertSentence(gone.title, "商店");
    assert.equal(timesUnsent(gone.title), 1);
  });
});

describe("The words for the parts of a website", () => {
  const parts = [
    { part: "ftp", name: "文件" },
    { part: "database", name: "数据" },
  ] as const;
  const full = { ...plain, ftp, database };

  for (const { part, name } of parts) {
    const warned = (state: PartState) => shown({ ...done, site: { ...site, [part]: state } }, full).warnings;

    it(`is a sentence with its name where the ${part} was not created, and another where that is unknown`, () => {
      const texts = (["failed", "unknown"] as const).map((state) => {
        const [text, ...more] = warned(state);
        assert.deepEqual(more, []);
        assertSentence(text, name);
        return text;
      });
      assertDistinct(texts);
      assert.match(texts[1] ?? "", /not known/);
    });

    it(`is nothing where the ${part} was created, or not requested`, () => {
      for (const state of ["created", "notAsked"] as const) assert.deepEqual(warned(state), []);
    });
  }

  it("names all skipped additional domains", () => {
    const skipped = { ...site, missingDomains: ["乙.example", "丙.example:81"] };
    const [warning] = shown({ ...done, site: skipped }).warnings;
    assertSentence(warning, "乙.example", "丙.example:81");
  });

  it("warns in the notification", () => {
    const outcome = { ...done, site: { ...site, ftp: "failed" } } as const;
    const text = notice(outcome, full);
    assert.equal(text?.severity, "warning");
    assertSentence(text?.message, ...shown(outcome, full).warnings);
  });

  it("names passwords that cannot be shown again, for each selection of parts", () => {
    const seen = (request: SiteRequest) => ({ ...abandoned, site: { ...site, ...unansweredParts(request) } });
    const texts = requests.map((request) => notice(seen(request), request)?.message ?? "");
    assertDistinct(texts);
    assert.ok(!texts[0]?.includes("password"));
    for (const text of texts.slice(1)) assertSentence(text, "password");
    // the form that sent it still shows them
    assert.deepEqual(shown({ ...done, why: "unanswered", cause }, full).warnings, []);
  });

  it("names the missed passwords of a closed form, without their values", () => {
    const credentials = [
      { name: "ftpPassword", value: "Ftp-Secret-1" },
      { name: "databasePassword", value: "Db-Secret-12" },
    ] as const;
    const states = [
      ["created", "failed"],
      ["notAsked", "unknown"],
      ["created", "created"],
    ] as const;
    for (const [ofFtp, ofDatabase] of states) {
      const seen = { ...site, ftp: ofFtp, database: ofDatabase, credentials };
      const text = notice({ ...done, site: seen }, full);
      assert.equal(text?.severity, "warning");
      assertSentence(text?.message, "password");
      for (const { value } of credentials) assert.ok(!text?.message.includes(value));
    }
  });

  it("names parts of a website that was there already, as unchecked", () => {
    const texts = requests.map((request) => shown(existed, request).warnings.join(" "));
    assertDistinct(texts);
    assert.deepEqual(
      texts.map((text) => [text.includes("FTP"), text.includes("database")]),
      [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ],
    );
  });
});
