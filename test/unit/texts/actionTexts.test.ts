import assert from "node:assert/strict";
import type { ResourceKind, RowActionId } from "../../../src/resources/resources.ts";
import type { Verb } from "../../../src/resources/verbs.ts";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Outcome, Phase } from "../../../src/actions/outcome.ts";
import type { PartAfter } from "../../../src/resources/resource.ts";
import { changeOf } from "../../../src/resources/subjects.ts";
import { failureSeverity } from "../../../src/texts/failureTexts.ts";
import { outcomeText, stepText } from "../../../src/texts/actionTexts.ts";
import { progressTitle } from "../../../src/texts/actionTitles.ts";
import { outcomeSamples, requestFor, requestSamples } from "../actions/requestSamples.ts";
import { assertDistinct, assertSentence, assertText, timesUnsent } from "./sentence.ts";

/** Outcomes without any call. */
const UNSENT: readonly Outcome["kind"][] = ["gone", "changed", "ambiguous", "already", "busy", "readOnly"];

const isUnsent = (outcome: Outcome) =>
  UNSENT.includes(outcome.kind) && !(outcome.kind === "already" && outcome.why === "refused");

const isUntold = (outcome: Outcome) =>
  outcome.kind === "declined" ||
  outcome.kind === "skipped" ||
  (outcome.kind === "failed" && outcome.failure.kind === "cancelled");

const whyOf = (outcome: object) => ("why" in outcome ? outcome.why : undefined);

const toldSamples = outcomeSamples.filter((outcome) => !isUntold(outcome));

const textOf = (request: ActionRequest, outcome: Outcome): string =>
  outcomeText(request, outcome)?.message ?? assert.fail("nothing is said");

describe("outcomeText", () => {
  it("names target and panel for every outcome of every action", () => {
    for (const request of requestSamples)
      for (const outcome of toldSamples) {
        const isOfPanel = request.kind === "runtime" || outcome.kind === "readOnly";
        assertSentence(textOf(request, outcome), request.panel.name, ...(isOfPanel ? [] : [request.target.label]));
      }
  });

  it("is silent if the person decided not to act", () => {
    for (const request of requestSamples)
      for (const outcome of outcomeSamples.filter(isUntold)) assert.equal(outcomeText(request, outcome), undefined);
  });

  it("says exactly once that nothing was sent, and only if that is true", () => {
    for (const request of requestSamples)
      for (const outcome of toldSamples)
        assert.equal(timesUnsent(textOf(request, outcome)), isUnsent(outcome) ? 1 : 0, outcome.kind);
  });

  it("has different words for each kind of outcome", () => {
    const oneOfEach = toldSamples.filter(
      (outcome, at) =>
        toldSamples.findIndex(({ kind, ...rest }) => kind === outcome.kind && whyOf(rest) === whyOf(outcome)) === at,
    );
    for (const request of requestSamples) assertDistinct(oneOfEach.map((outcome) => textOf(request, outcome)));
  });

  it("says what a web server refuses, and names its file once, but for a server that does not run says nothing of its old configuration", () => {
    const file = "/www/server/panel/vhost/nginx/a.conf";
    const message = `nginx: [emerg] unknown directive "x" in ${file}:12 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed`;
    const said = (kind: ResourceKind, verb: Verb, key = "nginx", words = message) => {
      const sample = requestSamples.find((each) => each.kind === kind && each.verb === verb) ?? assert.fail(verb);
      const request = { ...sample, target: { key, label: key } };
      const told = outcomeText(request, { kind: "failed", failure: { kind: "rejected", message: words } });
      assert.ok(told !== undefined && told.untitled?.includes(words) === true, "all of it stands in the details");
      return told.message.slice(told.message.indexOf(": ") + 2);
    };
    const refused = `The web server refuses its configuration: “unknown directive "x"”, in line 12 of ${file}.`;
    for (const [kind, verb] of [
      ["service", "reload"],
      ["service", "restart"],
      ["site", "stop"],
    ] as const)
      assert.equal(said(kind, verb), `${refused} Until it is restarted, it goes on with the old one.`);
    assert.equal(said("service", "start"), refused);
    assert.doesNotMatch(said("service", "restart", "php-fpm-82", "[pool www] syntax error"), /web server/);
  });

  it("is an error after a failure that is no connection's, a warning if the result is open, else information", () => {
    const severityOf = (outcome: Outcome) => outcomeText(requestFor(), outcome)?.severity;
    for (const outcome of toldSamples) {
      const { kind } = outcome;
      const isHalfway = kind === "prevented" && outcome.problem.kind === "halfway";
      const isBroken = kind === "done" && outcome.broken !== undefined;
      const hasFailed =
        (kind === "failed" && failureSeverity(outcome.failure) === "error") ||
        kind === "wentWrong" ||
        whyOf(outcome) === "startFailed";
      const isError = hasFailed || isHalfway || isBroken;
      const isFine = (kind === "done" && !isBroken) || kind === "already";
      const whenNoError = isFine ? "information" : "warning";
      assert.equal(severityOf(outcome), isError ? "error" : whenNoError, kind);
    }
  });

  it("names the last evidence, and the later silence of the panel", () => {
    const silence = { kind: "network", code: "ECONNREFUSED" } as const;
    const evidence = { name: "pid", value: "9205" } as const;
    for (const outcome of [
      { kind: "sent", why: "partly", evidence, silence },
      { kind: "uncertain", cause: { kind: "timeout", afterMs: 60_000 }, why: "partly", evidence, silence },
    ] as const)
      assert.match(
        textOf(requestFor({ kind: "javaProject", verb: "restart" }), outcome),
        /A new process was running.+Process: 9205\. After that its state could not be read any more \(not reachable\)\.$/,
      );
  });

  it("claims no more than was seen", () => {
    for (const request of requestSamples)
      for (const outcome of toldSamples) {
        const text = textOf(request, outcome);
        if (outcome.kind === "sent") assert.match(text, /sent, not confirmed\./i);
        else assert.doesNotMatch(text, /not confirmed/i);
        if (outcome.kind === "uncertain") assert.match(text, /not known|unknown/);
      }
  });

  it("contains the evidence", () => {
    const evidence = { name: "pid", value: "4203" } as const;
    const messages: readonly Outcome[] = [
      { kind: "done", evidence },
      { kind: "wentWrong", evidence },
      { kind: "sent", why: "timedOut", evidence },
      { kind: "sent", why: "partly", evidence },
    ];
    for (const outcome of messages) assertSentence(textOf(requestFor(), outcome), "Process: 4203.");
    assertSentence(textOf(requestFor(), { kind: "changed", now: "数据库" }), "“数据库”");
    const version = { name: "version", value: "2.7.0" } as const;
    assertSentence(textOf(requestFor(), { kind: "unchanged", evidence: version }), "2.7.0");
  });

  it("reports each part of a deleted website, and warns unless all are gone", () => {
    const request = requestFor({ kind: "site", verb: "remove", label: "shop" });
    const saidAfter = (...parts: readonly PartAfter[]) =>
      outcomeText(request, { kind: "done", evidence: undefined, parts }) ?? assert.fail();
    const root = { kind: "root", name: "/www/wwwroot/shop" } as const;
    const database = { kind: "database", name: "shop_db", user: "admin", isRecycled: true } as const;
    const ftp = { kind: "ftp", name: "shop_ftp" } as const;
    const mixed = saidAfter({ ...root, state: "gone" }, { ...ftp, state: "gone" }, { ...database, state: "there" });
    assert.equal(
      mixed.message,
      "“shop” was deleted from “商店”. Still there: database “shop_db”. Gone: root directory “/www/wwwroot/shop”. " +
        "No longer listed by the panel: FTP user “shop_ftp”. " +
        "Whether the web server follows was not checked.",
    );
    assert.equal(mixed.severity, "warning");
    const unknown = saidAfter({ ...root, state: "unknown" });
    assert.match(unknown.message, /Could not be checked: root directory “\/www\/wwwroot\/shop”\./);
    assert.equal(unknown.severity, "warning");
    assert.equal(saidAfter({ ...root, state: "gone" }).severity, "information");
  });

  it("names the parts that would be deleted now, if they have changed", () => {
    const request = requestFor({ kind: "site", verb: "remove", label: "shop" });
    const now = [{ kind: "root", name: "/www/intranet", others: ["api.example.com"] }] as const;
    assertSentence(textOf(request, { kind: "changed", now }), "“shop”", "“/www/intranet”", "api.example.com");
    assertSentence(textOf(request, { kind: "changed", now: [] }), "nothing to delete");
  });

  it("says that a website is marked as running or stopped, not that the web server follows", () => {
    for (const verb of ["start", "stop"] as const) {
      const request = requestFor({ kind: "site", verb });
      assertSentence(textOf(request, { kind: "done", evidence: undefined }), "is marked as", "was not checked");
      assertSentence(textOf(request, { kind: "already" }), "is already marked as");
    }
  });

  it("says that another window's change is abandoned, and never that it was sent", () => {
    const left: readonly Outcome[] = [
      { kind: "done", evidence: undefined, why: "abandoned" },
      { kind: "done", evidence: undefined, isGone: true, why: "abandoned" },
      { kind: "halfway", why: "abandoned" },
      { kind: "uncertain", cause: undefined, why: "abandoned" },
    ];
    for (const request of requestSamples)
      for (const outcome of left) {
        const wording = textOf(request, outcome);
        assertSentence(wording, "The window that began this was closed before its end was known.");
        assert.doesNotMatch(wording, /sent/);
      }
    for (const [value, word] of [
      ["running", "State: running."],
      ["gone", "State: no longer there."],
      ["unlisted", "State: not listed so far."],
      ["hibernating", "State: hibernating."],
    ] as const) {
      const evidence = { name: "state", value } as const;
      assertSentence(textOf(requestFor(), { kind: "uncertain", cause: undefined, why: "abandoned", evidence }), word);
    }
  });

  it("says how an accepted action failed", () => {
    const wording = (id: RowActionId) => {
      const request = requestSamples.find(({ kind, verb }) => `${kind}.${verb}` === id);
      return textOf(request ?? assert.fail(id), { kind: "wentWrong", evidence: undefined });
    };
    for (const id of ["javaProject.restart", "javaProject.start", "javaProject.changeLogPath"] as const)
      assert.match(wording(id), /: the panel accepted it, but it failed\. No process was running afterwards\.$/);
    for (const id of ["container.restart", "container.start"] as const)
      assert.match(wording(id), /: the panel accepted it, but it failed\. The container did not stay up\.$/);
    assert.match(wording("terminalSetting.turnOn"), /: the panel accepted it, but it failed\.$/);
  });

  it("contains the cause of a failure", () => {
    const cause = { kind: "timeout", afterMs: 5_000 } as const;
    for (const outcome of [
      { kind: "failed", failure: cause },
      { kind: "uncertain", cause },
    ] as const)
      assertSentence(textOf(requestFor(), outcome), "5 seconds");
  });

  it("explains a container that Docker removed when it stopped", () => {
    const outcome = { kind: "done", evidence: undefined, isGone: true } as const;
    assertSentence(textOf(requestFor({ kind: "container", verb: "stop" }), outcome), "--rm");
  });

  it("is true for every action", () => {
    const own: readonly (readonly [Outcome, RegExp, readonly string[]])[] = [
      [{ kind: "done", evidence: undefined, isGone: true }, /Docker/, ["container.stop"]],
      [
        { kind: "sent", why: "partly", evidence: undefined },
        /process/,
        ["javaProject.restart", "javaProject.start", "javaProject.changeLogPath", "project.restart", "project.start"],
      ],
      [{ kind: "unchanged", evidence: undefined }, /latest version|download/, ["dependencyManager.update"]],
    ];
    for (const [outcome, words, ids] of own)
      assert.deepEqual(
        requestSamples
          .filter((request) => words.test(textOf(request, outcome).replace(progressTitle([request]), "")))
          .map(({ kind, verb }) => `${kind}.${verb}`),
        ids,
      );
  });

  it("says why an action does not apply to all rows", () => {
    for (const { kind, verb } of requestSamples) {
      const { appliesTo, words } = changeOf(kind, verb);
      const wording = words.notForAll?.();
      if (appliesTo !== undefined) assertSentence(wording ?? "");
      else assert.equal(wording, undefined, `${kind}.${verb}`);
    }
  });

  it("says what is known of the package of command completion", () => {
    const turnOn = (outcome: Outcome) =>
      textOf(requestFor({ kind: "terminalSetting", verb: "turnOn", label: "completion" }), outcome);
    const of = (value: string) => ({ name: "package", value }) as const;
    assert.match(turnOn({ kind: "done", evidence: of("unchecked") }), /is now on for .+\. Package: not checked\.$/);
    assert.match(
      turnOn({ kind: "wentWrong", evidence: of("missing") }),
      /failed\. Package: could not be downloaded\.$/,
    );
  });

  it("names the directory that could not be created, instead of blaming the panel's API", () => {
    const request = requestFor({ kind: "javaProject", verb: "changeLogPath", input: { path: "/proc/x" } });
    const failure = { kind: "page", status: 404 } as const;
    for (const outcome of [
      { kind: "uncertain", cause: failure },
      { kind: "failed", failure },
      { kind: "halfway", why: "startFailed", cause: failure },
    ] as const) {
      assert.match(textOf(request, outcome), /cannot create \/proc\/x\./);
      assert.doesNotMatch(textOf(request, outcome), /API/);
    }
    assert.match(textOf(request, { kind: "uncertain", cause: { kind: "page", status: 500 } }), /API/);
    const file = { kind: "invalid", field: "path", rule: "file", value: "/etc/hostname" } as const;
    assert.match(textOf(request, { kind: "failed", failure: file }), /: “\/etc\/hostname” is a file on the server/);
    assert.match(
      textOf(request, { kind: "failed", failure, why: "startedAgain" }),
      /had been stopped for this, and was started again\.$/,
    );
  });
});

describe("the progress of actions", () => {
  const requests = ["一", "二", "三"].map((label) => requestFor({ label }));

  it("has the target, or the number of targets, as its title", () => {
    assert.equal(progressTitle([]), "");
    assertText(progressTitle([requestFor()]), "订单", "商店");
    assertText(progressTitle(requests), "3", "Restart");
  });

  it("says what it waits for, and for which of several targets", () => {
    const phases: readonly Phase[] = ["checking", "sending", "stopping", "awaitingStop", "starting", "verifying"];
    const alone = phases.map((phase) => stepText([requestFor()], { index: 0, phase }));
    assertDistinct(alone);
    for (const [index, phase] of phases.entries()) {
      assert.match(alone[index] ?? "", /\w…$/);
      assertText(stepText(requests, { index: 1, phase }), "2", "3", "二", alone[index] ?? "");
    }
  });

  it("waits for new processes of a service that is reloaded, which is up all the time", () => {
    const reload = { ...requestFor(), kind: "service", verb: "reload" } as const;
    assert.match(stepText([reload], { index: 0, phase: "verifying" }), /new processes/);
  });

  it("says what the panel itself last wrote, in one line", () => {
    const step = { index: 1, phase: "sending", line: "Verifying\n\u202edomain" } as const;
    assert.equal(stepText([requestFor()], { ...step, index: 0 }), "Verifying domain");
    assertText(stepText(requests, step), "2", "3", "二", "Verifying domain");
  });
});
