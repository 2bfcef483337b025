import assert from "node:assert/strict";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Finished } from "../../../src/actions/actionRunner.ts";
import type { GuardLevel } from "../../../src/panels/guardLevel.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { issued, obedient, PID } from "./javaPanel.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

/** The outcome of each target. */
const ends = (finished: readonly Finished[]) =>
  finished.map(({ request, outcome }) => `${request.target.key}: ${outcome.kind}`);

/** The changes that were sent, in order. */
const sent = ({ calls }: RunnerFixture) =>
  calls.made.flatMap(([id, params]) =>
    id === "java.restart" ? [(params as { readonly project: string }).project] : [],
  );

describe("the action runner, for several targets", () => {
  let fixture: RunnerFixture;
  beforeEach(() => (fixture = new RunnerFixture(obedient("a", "b", "c"))));

  /** A request on another panel with its own guard level. */
  function on(id: string, guardLevel: GuardLevel, key: string): Partial<ActionRequest> {
    return { panel: { ...fixture.request.panel, id, name: id, guardLevel }, target: { key, label: key } };
  }

  it("performs one action after another, in order", async () => {
    const finished = await fixture.runAll(["b", "a", "c"]);
    assert.deepEqual(ends(finished), ["b: done", "a: done", "c: done"]);
    assert.deepEqual(finished[1]?.outcome, { kind: "done", evidence: PID("3") });
    const looks = Array.from({ length: 4 }, () => "java.list");
    assert.deepEqual(
      fixture.calls.made.map(([id]) => id),
      ["a", "b", "c"].flatMap(() => ["java.list", "java.restart", ...looks]),
    );
    assert.deepEqual(sent(fixture), ["b", "a", "c"]);
  });

  it("shows one progress with all steps", async () => {
    await fixture.runAll(["a", "b"]);
    assert.deepEqual(fixture.shown, [["a", "b"]]);
    assert.deepEqual(
      fixture.steps.map(({ index, phase }) => `${index} ${phase}`),
      ["0", "1"].flatMap((index) =>
        ["checking", "sending", "verifying", "staying"].map((phase) => `${index} ${phase}`),
      ),
    );
  });

  it("asks one question that names all", async () => {
    fixture.guardLevel = "ask";
    await fixture.runAll(["a", "b", "c"]);
    assert.equal(fixture.asked.length, 1);
    assert.deepEqual(
      fixture.asked[0]?.targets.map(({ target }) => target.key),
      ["a", "b", "c"],
    );
  });

  it("asks as the strictest panel requires", async () => {
    const strictest = async (...levels: readonly GuardLevel[]) => {
      fixture = new RunnerFixture(obedient("a"));
      fixture.agrees = false;
      await fixture.runAll(levels.map((level, index) => on(`p${index}`, level, "a")));
      return fixture.asked.map(({ safeguard, targets }) => [safeguard, targets.map(({ panel }) => panel.name)]);
    };
    assert.deepEqual(await strictest("trusted", "trusted"), []);
    assert.deepEqual(await strictest("trusted", "ask"), [["ask", ["p0", "p1"]]]);
    assert.deepEqual(await strictest("typeName", "trusted"), [["ask", ["p0", "p1"]]]);
    assert.deepEqual(await strictest("readOnly", "trusted"), []);
    assert.deepEqual(await strictest("ask", "readOnly"), [["ask", ["p0"]]]);
  });

  it("asks for the names if one panel requires that", async () => {
    const orders = (level: GuardLevel): Partial<ActionRequest> => ({
      ...on(level, level, "x"),
      kind: "certificateOrder",
      verb: "remove",
    });
    fixture.agrees = false;
    await fixture.runAll([orders("trusted"), orders("typeName"), orders("ask")]);
    assert.deepEqual(
      fixture.asked.map(({ safeguard }) => safeguard),
      ["typeName"],
    );
  });

  it("asks for the names of sites to be deleted, whatever the guard level", async () => {
    const site = (level: GuardLevel, key: string): Partial<ActionRequest> => ({
      ...on(level, level, key),
      kind: "site",
      verb: "remove",
    });
    fixture.agrees = false;
    await fixture.runAll([site("trusted", "1"), site("ask", "2")]);
    assert.deepEqual(
      fixture.asked.map(({ safeguard, effect }) => [safeguard, effect]),
      [["typeName", "destroy"]],
    );
  });

  it("does nothing if the person declines", async () => {
    fixture.guardLevel = "ask";
    fixture.agrees = false;
    const finished = await fixture.runAll(["a", on("locked", "readOnly", "x"), "b"]);
    assert.deepEqual(ends(finished), ["a: declined", "b: declined", "x: readOnly"]);
    assert.deepEqual([fixture.calls.made, fixture.shown, fixture.finished], [[], [], []]);
  });

  it("skips read-only panels and acts on the others", async () => {
    const finished = await fixture.runAll([on("locked", "readOnly", "a"), "b", on("locked", "readOnly", "c")]);
    assert.deepEqual(ends(finished), ["b: done", "a: readOnly", "c: readOnly"]);
    assert.deepEqual(fixture.shown, [["b"]]);
    assert.deepEqual(sent(fixture), ["b"]);
  });

  it("neither asks nor shows progress if there is nothing to do", async () => {
    assert.deepEqual(ends(await fixture.runAll([on("locked", "readOnly", "a")])), ["a: readOnly"]);
    assert.deepEqual(await fixture.runAll([]), []);
    assert.deepEqual([fixture.asked, fixture.shown, fixture.calls.made], [[], [], []]);
  });

  it("continues after a failure", async () => {
    const { handlers } = fixture.calls;
    fixture.calls.handlers = {
      ...handlers,
      "java.restart": (params) => {
        if (params.project === "a") throw new PanelError({ kind: "rejected", message: "no" });
        return handlers["java.restart"]?.(params) ?? issued();
      },
    };
    const finished = await fixture.runAll(["a", "gone", "b"]);
    assert.deepEqual(ends(finished), ["a: failed", "gone: gone", "b: done"]);
    assert.deepEqual(
      fixture.finished.map(({ target, outcome }) => `${target.key}: ${outcome.kind}`),
      ["a: failed", "gone: gone", "b: done"],
    );
  });

  it("continues after a panel that does not answer", async () => {
    const silent = failing({ kind: "network", code: "ECONNREFUSED" });
    const elsewhere = new RunnerFixture({ "java.list": silent });
    const finished = await fixture.runAll([{ panel: { ...elsewhere.request.panel, id: "p2" } }, "a"]);
    assert.deepEqual(ends(finished), ["demo: failed", "a: done"]);
  });

  it("continues after a defect, and keeps the outcomes before it", async () => {
    const { handlers } = fixture.calls;
    fixture.onPhase = (phase, index) => {
      const breaks = phase === "checking" && index === 1;
      fixture.calls.handlers = breaks
        ? { ...handlers, "java.list": () => Promise.reject(new TypeError("a defect")) }
        : handlers;
    };
    const finished = await fixture.runAll(["a", "b", "c"]);
    assert.deepEqual(ends(finished), ["a: done", "b: failed", "c: done"]);
    assert.deepEqual(
      fixture.defects.map((error) => String(error)),
      ["TypeError: a defect"],
    );
  });

  it("skips the targets whose turn has not come when it is stopped", async () => {
    fixture.onPhase = (phase, index) => {
      if (index === 1 && phase === "verifying") fixture.cancelling.abort();
    };
    const finished = await fixture.runAll(["a", "b", "c", "d"]);
    assert.deepEqual(ends(finished), ["a: done", "b: sent", "c: skipped", "d: skipped"]);
    assert.deepEqual(finished[1]?.outcome, { kind: "sent", why: "stopped", evidence: undefined });
    assert.deepEqual(finished[2]?.outcome, { kind: "skipped", cause: { kind: "cancelled" } });
    assert.deepEqual(sent(fixture), ["a", "b"]);
    assert.deepEqual(
      fixture.finished.map(({ target }) => target.key),
      ["a", "b"],
    );
  });

  it("sends nothing if it is stopped at once", async () => {
    fixture.cancelling.abort();
    const finished = await fixture.runAll(["a", "b"]);
    assert.deepEqual(ends(finished), ["a: failed", "b: skipped"]);
    assert.deepEqual(finished[0]?.outcome, { kind: "failed", failure: { kind: "cancelled" } });
    assert.deepEqual(fixture.calls.made, []);
  });

  it("skips panels that became read-only meanwhile", async () => {
    const levels: Record<string, GuardLevel> = { a: "trusted", b: "trusted" };
    const request = (key: string): Partial<ActionRequest> => ({
      target: { key, label: key },
      panel: {
        ...fixture.request.panel,
        id: key,
        get guardLevel(): GuardLevel {
          return levels[key] ?? "ask";
        },
      },
    });
    fixture.onPhase = (phase) => {
      if (phase === "verifying") levels["b"] = "readOnly";
    };
    const finished = await fixture.runAll([request("a"), request("b")]);
    assert.deepEqual(ends(finished), ["a: done", "b: readOnly"]);
    assert.deepEqual(sent(fixture), ["a"]);
  });
});

describe("the action runner, asked twice", () => {
  it("does one thing at a time to one target", async () => {
    const answered = Promise.withResolvers<{ readonly msg: undefined }>();
    const fixture = new RunnerFixture({ ...obedient("demo", "other"), "java.restart": () => answered.promise });
    const first = fixture.run();
    // the first action is sending
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(fixture.phases, ["checking", "sending"]);
    assert.deepEqual(await fixture.run({ verb: "stop" }), { kind: "busy" });
    assert.deepEqual(await fixture.run(), { kind: "busy" });
    assert.equal(fixture.calls.count("java.stop") + fixture.calls.count("java.list"), 1);
    assert.deepEqual(fixture.finished, []);
    const panel = { ...fixture.request.panel, id: "p2" };
    assert.deepEqual(await fixture.run({ verb: "start", panel }), { kind: "already" });
    assert.equal((await fixture.run({ verb: "stop", target: { key: "other", label: "x" } })).kind, "done");
    answered.resolve({ msg: undefined });
    assert.equal((await first).kind, "sent");
    assert.equal((await fixture.run({ verb: "stop" })).kind, "done");
  });

  it("distinguishes kinds with the same key", async () => {
    const answered = Promise.withResolvers<{ readonly msg: undefined }>();
    const fixture = new RunnerFixture({
      ...obedient("1"),
      "java.restart": () => answered.promise,
      "site.list": ({ page }) => listOf(page === 1 ? [siteRow({ id: 1, name: "a", type: "PHP", running: true })] : []),
    });
    const target = { key: "1", label: "1" };
    const first = fixture.run({ target });
    await new Promise((resolve) => setImmediate(resolve));
    const row = siteRow({ id: 1, name: "a" });
    assert.deepEqual(await fixture.run({ target, kind: "site", verb: "start", row }), { kind: "already" });
    answered.resolve({ msg: undefined });
    await first;
  });

  it("counts a busy target among several", async () => {
    const answered = Promise.withResolvers<{ readonly msg: undefined }>();
    const handlers = obedient("a", "b");
    const fixture = new RunnerFixture({
      ...handlers,
      "java.restart": (params) =>
        params.project === "a" ? answered.promise : (handlers["java.restart"]?.(params) ?? issued()),
    });
    const first = fixture.runAll(["a"]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(ends(await fixture.runAll(["a", "b"])), ["a: busy", "b: done"]);
    answered.resolve({ msg: undefined });
    await first;
  });
});
