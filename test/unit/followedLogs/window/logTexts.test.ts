import assert from "node:assert/strict";
import type {
  FollowedLog,
  FollowedStart,
  LogNotice,
  LogTail,
  TailPhase,
} from "../../../../src/followedLogs/followedLog.ts";
import type { LogEnding } from "../../../../src/followedLogs/logEnding.ts";
import { endMessage, logName, logSentence, upgradeTailText } from "../../../../src/followedLogs/window/logTexts.ts";
import { assertDistinct, assertSentence, assertText } from "../../texts/sentence.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4);

const failure = { kind: "timeout", afterMs: 5_000 } as const;

// what is missing in these tables does not compile
const endings: { readonly [K in LogEnding["kind"]]: Extract<LogEnding, { kind: K }> } = {
  finished: { kind: "finished" },
  failed: { kind: "failed", line: "磁盘空间不足。" },
  unclear: { kind: "unclear" },
  notRunning: { kind: "notRunning" },
  gone: { kind: "gone" },
  unreadable: { kind: "unreadable", failure },
};
const phases: Readonly<Record<TailPhase, true>> = {
  asking: true,
  idle: true,
  running: true,
  following: true,
  stale: true,
  reconnecting: true,
};
const allPhases = Object.keys(phases) as readonly TailPhase[];
const starts: readonly FollowedStart[] = ["none", "sent", "accepted"];

function tailOf(kind: "runtime" | "javaProject", changes: Partial<LogTail> = {}): LogTail {
  const log: FollowedLog = { panelId: "p1", kind, key: "k", label: "订单" };
  return { id: "1", log, startedAt: 0, phase: "following", start: "none", ...changes };
}

function textOf(notice: LogNotice, tail: LogTail, hasText = true): string | undefined {
  return logSentence(notice, { tail, hasText }, "商店", 15, NOW);
}

/** Without what tells it from the log's lines. */
const sentenceIn = (wording: string | undefined) => /^── \S+ (?:[AP]M )?(.+)$/.exec(wording ?? "")?.[1];

/** Notices that the log's own words end. */
const isQuoting = (ending: LogEnding) => ending.kind === "failed";

describe("A notice between the lines of a log", () => {
  it("is a sentence that differs from the log's lines", () => {
    const notices: readonly LogNotice[] = [
      { kind: "started" },
      { kind: "stopped" },
      { kind: "empty" },
      { kind: "empty", refusal: { kind: "rejected", message: "日志为空." } },
      { kind: "section" },
      { kind: "maybeMissing" },
      { kind: "reconnecting", failure },
      { kind: "state", state: "stale" },
      ...Object.values(endings).map((ending) => ({ kind: "ended", ending }) as const),
    ];
    for (const kind of ["runtime", "javaProject"] as const)
      for (const hasText of [true, false])
        for (const start of starts)
          for (const notice of notices) {
            const sentence = sentenceIn(textOf(notice, tailOf(kind, { start }), hasText));
            const isQuote = notice.kind === "ended" && isQuoting(notice.ending);
            (isQuote ? assertText : assertSentence)(sentence);
          }
  });

  it("names the log and its panel where it begins", () => {
    assertSentence(sentenceIn(textOf({ kind: "started" }, tailOf("javaProject"))), "“订单”", "“商店”");
    assertSentence(sentenceIn(textOf({ kind: "started" }, tailOf("runtime"))), "“商店”");
  });

  it("has its own words for each ending of an upgrade", () => {
    for (const start of starts)
      assertDistinct(
        Object.values(endings).map((ending) => textOf({ kind: "ended", ending }, tailOf("runtime", { start }))),
      );
    assertText(textOf({ kind: "ended", ending: endings.failed }, tailOf("runtime")), "磁盘空间不足");
    assertText(textOf({ kind: "ended", ending: endings.unreadable }, tailOf("runtime")), "5 seconds");
  });

  it("mentions an earlier log only if one is shown above", () => {
    const wording = (hasText: boolean) =>
      textOf({ kind: "ended", ending: endings.notRunning }, tailOf("runtime"), hasText) ?? "";
    assert.match(wording(true), /Above/);
    assert.doesNotMatch(wording(false), /Above/);
  });

  it("reports that a panel is back or that an upgrade is awaited, and no other state", () => {
    const state = (name: "idle" | "running" | "following", changes: Partial<LogTail> = {}) =>
      sentenceIn(textOf({ kind: "state", state: name }, tailOf("runtime", changes)));
    assertSentence(state("running", { phase: "reconnecting" }));
    assertSentence(state("idle"));
    assert.notEqual(state("idle"), state("idle", { start: "accepted" }));
    assert.equal(state("running"), undefined);
    assert.equal(state("following"), undefined);
  });

  it("states for how long an upgrade has written nothing", () => {
    assertText(textOf({ kind: "state", state: "stale" }, tailOf("runtime")), "15 minutes");
  });
});

describe("The notification when a log ends", () => {
  it("names the panel, and is no good news unless the upgrade finished", () => {
    for (const start of starts)
      for (const ending of Object.values(endings)) {
        const notice = endMessage(tailOf("runtime", { start }), ending, "商店");
        if (ending.kind === "unreadable" || (ending.kind === "notRunning" && start === "none")) {
          assert.equal(notice, undefined);
          continue;
        }
        (isQuoting(ending) ? assertText : assertSentence)(notice?.message, "“商店”");
        assert.equal(notice?.severity === "information", ending.kind === "finished");
      }
    assertText(endMessage(tailOf("runtime"), endings.failed, "商店")?.message, "磁盘空间不足");
  });
});

describe("A followed log", () => {
  it("is named after its panel and its writer", () => {
    assertText(logName(tailOf("javaProject").log, "商店"), "商店", "订单");
    assertText(logName(tailOf("runtime").log, "商店"), "商店", "Upgrade");
  });

  it("has a tooltip in every phase that names the panel and says what a click does", () => {
    for (const phase of allPhases) {
      const { text, tooltip } = upgradeTailText(tailOf("runtime", { phase }), "商店", 0);
      assertText(text, "商店");
      assertSentence(tooltip, "“商店”");
      assert.match(tooltip, /Click to show/);
    }
  });

  it("counts the time of an upgrade", () => {
    for (const [seconds, shown] of [
      [0, "0:00"],
      [65.9, "1:05"],
      [3_600, "60:00"],
    ] as const)
      assert.equal(upgradeTailText(tailOf("runtime"), "商店", seconds).text, `商店 ${shown}`);
  });
});
