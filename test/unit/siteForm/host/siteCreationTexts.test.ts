import assert from "node:assert/strict";
import type { CreatedSite, CreationResult } from "../../../../src/siteForm/creation/creationResult.ts";
import type { PartState } from "../../../../src/siteForm/creation/siteParts.ts";
import type { SiteRequest } from "../../../../src/siteForm/plannedSite.ts";
import type { SiteOutcome } from "../../../../src/siteForm/protocol.ts";
import {
  panelGone,
  panelGoneSince,
  refusedAgain,
  siteOutcome,
  siteOutcomeText,
} from "../../../../src/siteForm/host/siteCreationTexts.ts";
import { failureSamples } from "../../texts/failureSamples.ts";
import { assertDistinct, assertSentence, assertText, timesUnsent } from "../../texts/sentence.ts";

const panel = { name: "商店", address: "https://192.0.2.1:8888" };
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
  ftp: "created",
  database: "created",
  git: "notAsked",
  missingDomains: [],
  credentials: [],
};
const cause = { kind: "timeout", afterMs: 5_000 } as const;
const earlier = ["sentBefore", "interrupted"] as const;
const sentAt = 1;

// a result that is missing here does not compile
const byKind: { readonly [K in CreationResult["kind"]]: readonly Extract<CreationResult, { kind: K }>[] } = {
  created: [{ kind: "created", site }],
  partly: [cause, ...earlier].map((each) => ({ kind: "partly", site, cause: each })),
  existed: [{ kind: "existed", site: { id: 7, name: "甲.example" } }],
  failed: failureSamples.map((failure) => ({ kind: "failed", failure })),
  missing: [
    { kind: "missing", cause, sentAt },
    { kind: "missing", cause, sentAt, isEarlier: true },
  ],
  uncertain: ([cause, "unlisted", ...earlier] as const).flatMap((each) =>
    [false, true].map((notListed) => ({ kind: "uncertain" as const, cause: each, notListed, sentAt })),
  ),
  readOnly: [{ kind: "readOnly" }],
  declined: [{ kind: "declined" }],
  busy: [{ kind: "busy" }],
};
const results: readonly CreationResult[] = Object.values(byKind).flat();

const outcomeOf = (creation: CreationResult, request = plain) => siteOutcome(creation, request, panel);
const told = (outcome: SiteOutcome) => siteOutcomeText(outcome, "甲.example", panel.name);

function warningsOf(outcome: SiteOutcome): readonly string[] {
  assert.ok("warnings" in outcome, outcome.kind);
  return outcome.warnings;
}

function reasonOf(creation: CreationResult): string {
  const outcome = outcomeOf(creation);
  assert.ok("reason" in outcome, outcome.kind);
  return outcome.reason;
}

describe("What is said of the creation of a website", () => {
  it("is whole sentences for every result and every request", () => {
    for (const creation of results)
      for (const request of requests) {
        const outcome = outcomeOf(creation, request);
        // the panel's own words end as they like
        const isQuoted = creation.kind === "failed" && creation.failure.kind === "rejected";
        if ("reason" in outcome) (isQuoted ? assertText : assertSentence)(outcome.reason);
        if ("warnings" in outcome) for (const warning of outcome.warnings) assertSentence(warning);
      }
  });

  it("names website and panel to a person who has closed the form", () => {
    for (const creation of results)
      for (const request of requests) {
        const outcome = outcomeOf(creation, request);
        if (outcome.kind !== "notSent") assertText(told(outcome)?.message, "甲.example", "商店");
      }
  });

  it("is nothing where the person stopped it before anything was sent", () => {
    const stopped: readonly CreationResult[] = [
      { kind: "declined" },
      { kind: "failed", failure: { kind: "cancelled" } },
    ];
    for (const creation of stopped) {
      assert.deepEqual(outcomeOf(creation), { kind: "notSent" });
      assert.equal(told(outcomeOf(creation)), undefined);
    }
  });

  it("is an error, a warning or information, as grave as the result", () => {
    const severities: Readonly<Record<CreationResult["kind"], string>> = {
      created: "information",
      partly: "warning",
      existed: "information",
      failed: "error",
      missing: "error",
      uncertain: "warning",
      readOnly: "error",
      declined: "none",
      busy: "warning",
    };
    for (const creation of results) {
      const outcome = outcomeOf(creation);
      if (outcome.kind !== "notSent") assert.equal(told(outcome)?.severity, severities[creation.kind], creation.kind);
    }
  });

  it("says at most once that nothing was sent", () => {
    for (const creation of results) {
      const text = told(outcomeOf(creation))?.message ?? "";
      assert.ok(timesUnsent(text) <= 1, text);
    }
  });

  it("claims that nothing was sent only where that is so", () => {
    for (const creation of byKind.created) assert.equal(timesUnsent(told(outcomeOf(creation))?.message ?? ""), 0);
    for (const why of [cause, "unlisted", "interrupted"] as const)
      assert.equal(timesUnsent(reasonOf({ kind: "uncertain", cause: why, notListed: true, sentAt })), 0);
    for (const creation of [
      ...byKind.existed,
      ...byKind.busy,
      ...byKind.readOnly,
      { kind: "missing", cause, sentAt, isEarlier: true } as const,
      { kind: "uncertain", cause: "sentBefore", notListed: false, sentAt } as const,
    ])
      assert.equal(timesUnsent(reasonOf(creation)), 1, creation.kind);
  });

  it("gives the reason in words of its own for each way not to know", () => {
    assertDistinct(byKind.uncertain.filter(({ notListed }) => notListed).map(reasonOf));
    for (const creation of byKind.uncertain) assert.match(reasonOf(creation), /before you try again\.$/);
  });

  it("tells whether the list was looked at where the result is unknown", () => {
    const reason = (notListed: boolean) => reasonOf({ kind: "uncertain", cause, notListed, sentAt });
    assert.match(reason(true), /does not list/);
    assert.doesNotMatch(reason(false), /does not list/);
  });

  it("has the panel's own words where it refused", () => {
    assert.match(reasonOf({ kind: "failed", failure: { kind: "rejected", message: "域名已存在" } }), /域名已存在/);
  });

  it("names a panel that is read-only, and one that is gone", () => {
    assertSentence(reasonOf({ kind: "readOnly" }), "商店");
    assertSentence(panelGone("商店").reason, "商店");
    const since = panelGoneSince("商店");
    assert.ok(since.kind === "uncertain");
    assertSentence(since.reason, "商店");
    assert.equal(timesUnsent(since.reason), 0);
  });

  it("is not known where the panel refuses what had been sent before", () => {
    const again = refusedAgain("The panel says: no.");
    assert.ok(again.kind === "uncertain");
    assertSentence(again.reason, "The panel says: no.");
    assert.equal(timesUnsent(again.reason), 0);
  });
});

describe("What is said of the parts of a website", () => {
  const parts = [
    { part: "ftp", name: "文件" },
    { part: "database", name: "数据" },
  ] as const;
  const full = { ...plain, ftp, database };

  for (const { part, name } of parts) {
    const warned = (state: PartState) =>
      warningsOf(outcomeOf({ kind: "created", site: { ...site, [part]: state } }, full));

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

  it("is the state of each, the site's among them", () => {
    const outcome = outcomeOf({ kind: "created", site: { ...site, ftp: "failed", database: "unknown" } }, full);
    assert.ok(outcome.kind === "created");
    assert.deepEqual(
      outcome.parts.map(({ part, state }) => `${part} ${state}`),
      ["site created", "ftp failed", "database unknown", "git notAsked"],
    );
  });

  it("names all additional domains that the panel skipped", () => {
    const skipped = { ...site, missingDomains: ["乙.example", "丙.example:81"] };
    const [warning] = warningsOf(outcomeOf({ kind: "created", site: skipped }));
    assertSentence(warning, "乙.example", "丙.example:81");
  });

  it("is a warning in the notification as well", () => {
    const outcome = outcomeOf({ kind: "created", site: { ...site, ftp: "failed" } }, full);
    const notice = told(outcome);
    assert.equal(notice?.severity, "warning");
    assertSentence(notice?.message, ...warningsOf(outcome));
  });

  it("tells of passwords that nobody can see again, for each choice of parts", () => {
    const texts = requests.map((request) =>
      warningsOf(outcomeOf({ kind: "partly", site, cause: "interrupted" }, request)).join(" "),
    );
    assertDistinct(texts);
    assert.equal(texts[0], "");
    for (const text of texts.slice(1)) assertSentence(text, "password");
    // the form that sent it still shows them
    assert.deepEqual(warningsOf(outcomeOf({ kind: "partly", site, cause }, full)), []);
  });

  it("tells a person who has closed the form of the passwords that were shown there, never the passwords", () => {
    const credentials = [
      { name: "ftpPassword", value: "Ftp-Secret-1" },
      { name: "databasePassword", value: "Db-Secret-12" },
    ] as const;
    for (const shown of [[credentials[0]], [credentials[1]], credentials]) {
      const notice = told(outcomeOf({ kind: "created", site: { ...site, credentials: shown } }, full));
      assert.equal(notice?.severity, "warning");
      assertSentence(notice?.message, "password");
      for (const { value } of shown) assert.ok(!notice?.message.includes(value));
    }
  });

  it("says which parts were not requested where another form has created the website", () => {
    const [existed] = byKind.existed;
    assert.ok(existed !== undefined);
    const texts = requests.map((request) => warningsOf(outcomeOf(existed, request)).join(" "));
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
