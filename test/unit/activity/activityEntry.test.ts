import assert from "node:assert/strict";
import { activityFacts } from "../../../src/activity/window/activityTexts.ts";
import { entryIn, entryOf, lineOf } from "../../../src/activity/activityEntry.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { FileProblem } from "../../../src/serverFiles/fileError.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";
import { actionRecord } from "../../fakes/actionRecord.ts";
import { failureSamples } from "../texts/failureSamples.ts";

const KEY = "PaneLLabKey0123456789abcdefABCDE";
const redactor = new Redactor();
redactor.add(KEY);
const redact = (text: string) => redactor.redact(text);

function entryFor(changes: Parameters<typeof actionRecord>[0] = {}) {
  return entryOf(actionRecord(changes), "Shop", 1_700_000_000_000, redact) ?? assert.fail("it is not recorded");
}

const failed = (failure: PanelFailure): Outcome => ({ kind: "failed", failure });

// a canceled one is not recorded
const failures = failureSamples.filter(({ kind }) => kind !== "cancelled");

describe("activity entries", () => {
  it("hold when, panel, what, target, result and duration", () => {
    const { id, ...entry } = entryFor();
    assert.ok(id);
    assert.deepEqual(entry, {
      at: 1_700_000_000_000,
      panelId: "p1",
      panel: "Shop",
      verb: "restart",
      kind: "javaProject",
      target: "demo",
      key: "demo",
      result: "done",
      why: undefined,
      evidence: { name: "pid", value: "42" },
      failure: undefined,
      problem: undefined,
      parts: undefined,
      deployment: undefined,
      milliseconds: 1_500,
    });
  });

  it("say failed, and where the new bytes are, of a file that a cut off replacement may have changed", () => {
    const change = { kind: "file", verb: "save", target: { key: "/a", label: "/a" } } as const;
    const entryOfEnd = (problem: FileProblem) =>
      entryIn(lineOf(entryFor({ ...change, outcome: { kind: "prevented", problem } })));
    for (const problem of [
      { kind: "halfway", path: "/a", stage: "/www/backup/new", isMissing: true },
      { kind: "mismatch", path: "/a" },
    ] as const) {
      const entry = entryOfEnd(problem);
      assert.equal(entry?.result, "failed", problem.kind);
      assert.deepEqual(entry.problem, problem);
    }
    const untouched = entryOfEnd({ kind: "changed", path: "/a" });
    assert.equal(untouched?.result, "prevented");
    assert.equal(untouched.problem, undefined);
  });

  it("say why a deployment went back, and what somebody has to delete, without the query of an address", () => {
    const leftTasks = ["Server Panel 1"];
    const deployed = (address: string) => {
      const answer = { kind: "failed", code: "ECONNREFUSED" } as const;
      const deployment = { deployment: "site", state: "before", rolledBack: "done", leftTasks } as const;
      const outcome: Outcome = {
        kind: "rolledBack",
        evidence: undefined,
        deployment: { ...deployment, checked: { address, answer } },
      };
      return lineOf(entryFor({ kind: "site", verb: "deploy", outcome }));
    };
    const line = deployed("https://example.com/up?token=abc");
    assert.deepEqual(entryIn(line)?.deployment, {
      state: "before",
      rolledBack: "done",
      checked: { address: "https://example.com/up", answer: { kind: "failed", code: "ECONNREFUSED" } },
      leftTasks,
    });
    assert.doesNotMatch(line, /token/);
    assert.equal(entryIn(line.replace('"before"', '"behind"'))?.deployment, undefined);
  });

  it("say what an address answered before a deployment and since", () => {
    const [answer, before] = [500, 502].map((status) => ({ kind: "status", status }) as const);
    assert.ok(answer && before);
    const checked = { address: "https://example.com/up", answer, before };
    const outcome: Outcome = {
      kind: "wentWrong",
      evidence: undefined,
      deployment: { deployment: "site", state: "wanted", checked, watched: { seconds: 12 }, logGained: 3 },
    };
    const line = lineOf(entryFor({ kind: "site", verb: "deploy", outcome }));
    assert.deepEqual(entryIn(line)?.deployment, { state: "wanted", checked });
  });

  it("say what a deployment left also where a part of its address is a secret", () => {
    const checked = { address: "https://example.com:8443/up", answer: { kind: "status", status: 500 } } as const;
    const outcome: Outcome = {
      kind: "wentWrong",
      evidence: undefined,
      deployment: { deployment: "site", state: "wanted", checked },
    };
    const record = actionRecord({ kind: "site", verb: "deploy", outcome });
    const entry = entryOf(record, "Shop", 0, (text) => text.replace("8443", "***")) ?? assert.fail();
    const read = entryIn(lineOf(entry)) ?? assert.fail();
    assert.equal(read.deployment?.checked?.address, "https://example.com:***/up");
    assert.match(activityFacts(read, 0).join("\n"), /https:\/\/example\.com:\*\*\*\/up answered with 500\./);
  });

  it("have whole paths and all tasks of what is left on the server", () => {
    const path = `/www/wwwroot/shop/${"directory/".repeat(30)}index.html`;
    const copy = `/www/backup/server-panel/${"directory/".repeat(30)}0`;
    const leftTasks = Array.from({ length: 7 }, (_, number) => `Server Panel ${number}`);
    const outcome: Outcome = {
      kind: "wentWrong",
      evidence: undefined,
      deployment: {
        deployment: "site",
        state: "mixed",
        leftTasks,
        kept: { files: [{ path, reason: "changed", copy }], count: 1 },
      },
    };
    const { deployment } = entryFor({ kind: "site", verb: "deploy", outcome });
    assert.deepEqual(deployment?.leftTasks, leftTasks);
    assert.deepEqual(deployment.kept?.files, [{ path, reason: "changed", copy }]);
    const problem: FileProblem = { kind: "halfway", path, stage: copy, isMissing: true };
    const target = { key: path, label: path };
    const saved = entryFor({ kind: "file", verb: "save", target, outcome: { kind: "prevented", problem } });
    assert.deepEqual(saved.problem, problem);
  });

  it("have the whole path of a file, and of what an operation shows or leaves", () => {
    const path = `/www/wwwroot/shop/${"directory/".repeat(30)}index.html`;
    const target = { key: path, label: path };
    const done = { kind: "done", evidence: undefined } as const;
    const saved = entryFor({ kind: "file", verb: "save", target, outcome: done });
    assert.deepEqual([saved.target, saved.key], [path, path]);
    const backedUp = entryFor({ outcome: { ...done, evidence: { name: "site.archive", value: path } } });
    assert.equal(backedUp.evidence?.value, path);
    const root = { kind: "root", name: path, state: "there" } as const;
    const removed = entryFor({ kind: "site", verb: "remove", outcome: { ...done, parts: [root] } });
    assert.deepEqual(removed.parts, [root]);
  });

  it("take the secrets out of each text once", () => {
    const copy = "/www/backup/server-panel/0";
    const kept = { files: [{ path: "/www/wwwroot/shop/a", reason: "changed", copy }], count: 1 } as const;
    const outcome: Outcome = {
      kind: "wentWrong",
      evidence: undefined,
      deployment: { deployment: "site", state: "mixed", kept },
    };
    const redacted: string[] = [];
    entryOf(actionRecord({ kind: "site", verb: "deploy", outcome }), "Shop", 0, (text) => {
      redacted.push(text);
      return text;
    });
    assert.deepEqual(
      redacted.filter((text) => text === copy),
      [copy],
    );
  });

  it("say that an agent has asked, also after they were written", () => {
    const entry = entryFor({ by: { client: "Claude Code" } });
    assert.equal(entryIn(lineOf(entry))?.by, "agent");
    assert.equal(entryIn(lineOf(entry))?.client, "Claude Code");
    assert.equal(entryIn(lineOf(entryFor({ by: {} })))?.client, undefined);
    assert.equal(entryIn(lineOf(entry).replace('"by":"agent"', '"by":"newer"'))?.by, undefined);
  });

  for (const outcome of [
    { kind: "sent", why: "timedOut", evidence: { name: "pid", value: "1" } },
    { kind: "sent", why: "noWay", evidence: undefined },
    { kind: "uncertain", cause: { kind: "timeout", afterMs: 5 } },
    { kind: "failed", failure: { kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } } },
    { kind: "wentWrong", evidence: undefined },
    { kind: "gone" },
    {
      kind: "done",
      evidence: undefined,
      parts: [
        { kind: "root", name: "/www/wwwroot/shop", state: "there" },
        { kind: "database", name: "shop", user: "admin", state: "unknown" },
      ],
    },
    ...failures.map(failed),
  ] satisfies readonly Outcome[])
    it(`come back as they were written: ${JSON.stringify(outcome)}`, () => {
      const entry = entryFor({ outcome });
      assert.equal(entry.result, outcome.kind);
      const read = entryIn(lineOf(entry));
      assert.deepEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(entry)));
      if ("failure" in outcome) assert.deepEqual(read?.failure, outcome.failure);
      if ("cause" in outcome) assert.deepEqual(read?.failure, outcome.cause);
      if ("parts" in outcome) assert.deepEqual(read?.parts, outcome.parts);
    });

  it("are not made of cancelled actions", () => {
    for (const outcome of [{ kind: "declined" }, failed({ kind: "cancelled" })] satisfies readonly Outcome[])
      assert.equal(entryOf(actionRecord({ outcome }), "Shop", 0, redact), undefined);
  });

  it("hold no secret in any field, not even a part of one that is cut", () => {
    const long = `${"x".repeat(190)}${KEY}`;
    for (const text of [KEY, long, `/login?key=${encodeURIComponent(KEY)}`]) {
      const entry = entryOf(
        actionRecord({
          target: { key: text, label: text },
          outcome: failed({ kind: "rejected", message: text }),
        }),
        text,
        0,
        redact,
      );
      assert.doesNotMatch(lineOf(entry ?? assert.fail()), /PaneLL/);
    }
  });

  it("limit the panel's words, and leave a certificate out", () => {
    const message = "密".repeat(400);
    const rejected = entryFor({ outcome: failed({ kind: "rejected", message }) }).failure;
    assert.ok(rejected?.kind === "rejected");
    assert.equal(rejected.message, `${"密".repeat(199)}…`);
    const surrogates = entryFor({ target: { key: "a", label: `${"x".repeat(198)}😀😀` } });
    assert.equal(surrogates.target, `${"x".repeat(198)}…`);
    const lastLine = { name: "lastLine", value: message } as const;
    const shown = entryFor({ outcome: { kind: "sent", why: "timedOut", evidence: lastLine } }).evidence;
    assert.equal(shown?.value, `${"密".repeat(199)}…`);
    const malformed = entryFor({ outcome: failed({ kind: "malformed", fields: Array(50).fill("f") }) }).failure;
    assert.ok(malformed?.kind === "malformed");
    assert.equal(malformed.fields.length, 5);
    const certificate = { subject: "s", issuer: "i", validFrom: "f", validTo: "t", fingerprint256: "AB" };
    const tls = entryFor({ outcome: failed({ kind: "tls", problem: "untrusted", code: "X", certificate }) });
    assert.deepEqual(tls.failure, { kind: "tls", problem: "untrusted", code: "X" });
  });

  it("are one line each", () => {
    const line = lineOf(entryFor({ target: { key: "a", label: "a\nb\r\nc" } }));
    assert.doesNotMatch(line, /[\r\n]/);
    assert.equal(entryIn(line)?.target, "a\nb\r\nc");
  });

  it("keep words that only a newer version knows", () => {
    const content = JSON.parse(lineOf(entryFor())) as Record<string, unknown>;
    const newer = { ...content, verb: "turnOff", kind: "teapot", result: "postponed", why: "rain", extra: 1 };
    const entry = entryIn(JSON.stringify(newer));
    assert.equal(`${entry?.verb} ${entry?.kind} ${entry?.result} ${entry?.why}`, "turnOff teapot postponed rain");
  });

  it("lose unreadable fields, but nothing else", () => {
    const content = JSON.parse(lineOf(entryFor())) as Record<string, unknown>;
    const broken = { evidence: 1, failure: { kind: "new" }, panel: 7, milliseconds: -1, target: null, why: [] };
    const entry = entryIn(JSON.stringify({ ...content, ...broken }));
    assert.ok(entry);
    assert.equal(entry.verb, "restart");
    assert.deepEqual([entry.evidence, entry.failure, entry.why], [undefined, undefined, undefined]);
    assert.deepEqual([entry.panel, entry.target, entry.milliseconds], ["", "", 0]);
  });

  it("are not read from torn or corrupt lines, or those of another version", () => {
    const line = lineOf(entryFor());
    const content = JSON.parse(line) as Record<string, unknown>;
    for (const text of [
      "",
      line.slice(0, 40),
      line.slice(5),
      line + line,
      "null",
      "[]",
      "{}",
      JSON.stringify({ ...content, version: 2 }),
      JSON.stringify({ ...content, at: "yesterday" }),
      JSON.stringify({ ...content, id: "" }),
      JSON.stringify({ ...content, verb: undefined }),
    ])
      assert.equal(entryIn(text), undefined, text);
  });

  it("keep what was left of an archive by a version that unpacked into its own directory", () => {
    const problem: FileProblem = { kind: "halfUnpacked", path: "/a/b.zip", into: "/a/b", stage: "/a/.stage" };
    const line = lineOf(entryFor({ outcome: { kind: "prevented", problem } }));
    assert.deepEqual(entryIn(line)?.problem, problem);
    assert.deepEqual(entryIn(line.replace('"into":"/a/b",', ""))?.problem, { ...problem, into: "/a" });
  });
});
