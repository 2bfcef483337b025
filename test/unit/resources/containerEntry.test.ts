import assert from "node:assert/strict";
import { container } from "../../../src/resources/container.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { ResultOf } from "../../../src/wire/operations/operations.ts";
import { FakeCalls, failing } from "../../fakes/fakeCall.ts";
import { containerRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

type Inspected = ResultOf<"container.info">;

const ID = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";
const NOT_THERE: PanelFailure = { kind: "rejected", message: "容器不存在！" };

describe("a container added by hand", () => {
  const PROXY: Inspected = { id: ID, name: "web-proxy", status: "running", running: true, startedAt: "t", ports: [] };
  /** Looks a container up as Docker does: by id, name, or any first digits. */
  function docker(seen: Inspected = PROXY): RunnerFixture {
    const find = (key: string) => {
      if (seen.name !== key && seen.id?.startsWith(key) !== true) failing(NOT_THERE)();
      return seen;
    };
    const words = ({ container: key }: { readonly container: string }) => ({ msg: find(key).name });
    return new RunnerFixture({
      "container.info": ({ container: key }) => find(key),
      "container.list": () => ({ rows: [containerRow({ id: seen.id, name: seen.name })], unreadable: [], total: 1 }),
      "container.restart": words,
      "container.start": words,
      "container.stop": words,
      "container.log": ({ container: key }) => ({ text: `log of ${find(key).name ?? "?"}`, size: undefined }),
    });
  }
  const VERBS = ["restart", "start", "stop"] as const;
  const sentBy = ({ calls }: RunnerFixture) =>
    calls.made.filter(([id]) => !["container.info", "container.list"].includes(id));

  it("has no actions if its name is the start of another id", async () => {
    for (const verb of VERBS)
      for (const key of [ID.slice(0, 3), ID.slice(0, 11), "web"]) {
        const fixture = docker();
        const outcome = await fixture.run({ kind: "container", verb, target: { key, label: key }, state: "manual" });
        assert.deepEqual([outcome.kind, sentBy(fixture)], ["gone", []], `${verb} ${key}`);
      }
  });

  it("is sent as the full id that was found", async () => {
    for (const key of ["web-proxy", ID, ID.slice(0, 12)])
      for (const verb of VERBS) {
        const fixture = docker({ ...PROXY, running: verb !== "start" });
        await fixture.run({ kind: "container", verb, target: { key, label: key }, state: "manual" });
        assert.deepEqual(sentBy(fixture), [[`container.${verb}`, { container: ID }]], `${verb} ${key}`);
      }
  });

  it("is sent by name if the panel cannot read it", async () => {
    const fixture = docker();
    fixture.calls.handlers = { ...fixture.calls.handlers, "container.info": failing({ kind: "unsupported" }) };
    const target = { key: "web-proxy", label: "web-proxy" };
    await fixture.run({ kind: "container", verb: "restart", target, state: "manual" });
    assert.deepEqual(sentBy(fixture), [["container.restart", { container: "web-proxy" }]]);
  });

  it("is refused there if Docker could take the name for the start of an id", async () => {
    for (const key of ["db", "cafe", ID.slice(0, 12), ID.slice(0, 63)])
      for (const failure of [{ kind: "unsupported" }, { kind: "page", status: 404 }] as const) {
        const fixture = docker();
        fixture.calls.handlers = { ...fixture.calls.handlers, "container.info": failing(failure) };
        const target = { key, label: key };
        const outcome = await fixture.run({ kind: "container", verb: "restart", target, state: "manual" });
        assert.deepEqual([outcome, sentBy(fixture)], [{ kind: "ambiguous" }, []], key);
      }
  });

  it("is sent there by a full id", async () => {
    const fixture = docker();
    fixture.calls.handlers = { ...fixture.calls.handlers, "container.info": failing({ kind: "unsupported" }) };
    await fixture.run({ kind: "container", verb: "restart", target: { key: ID, label: ID }, state: "manual" });
    assert.deepEqual(sentBy(fixture), [["container.restart", { container: ID }]]);
  });

  it("always requires a question, because nobody has seen it", async () => {
    const fixture = docker();
    fixture.guardLevel = "trusted";
    fixture.agrees = false;
    const target = { key: "web-proxy", label: "web-proxy" };
    const outcome = await fixture.run({ kind: "container", verb: "start", target, state: "manual" });
    assert.deepEqual([outcome.kind, fixture.asked.map(({ safeguard }) => safeguard)], ["declined", ["ask"]]);
    assert.deepEqual(fixture.calls.made, []);
  });

  it("is not done if another container has its name afterwards", async () => {
    const fixture = docker();
    fixture.onPhase = (phase) => {
      const anew = { ...PROXY, id: "0".repeat(64), startedAt: "t2" };
      if (phase === "verifying") fixture.calls.handlers = { "container.info": () => anew };
    };
    const target = { key: "web-proxy", label: "web-proxy" };
    const outcome = await fixture.run({ kind: "container", verb: "restart", target, state: "manual" });
    assert.deepEqual(outcome, { kind: "sent", why: "unreadable", evidence: undefined });
  });

  it("is not gone if Docker's answer is about an unknown container", async () => {
    for (const seen of [
      { ...PROXY, id: undefined, name: undefined },
      { ...PROXY, id: "0".repeat(64), name: "other" },
    ]) {
      const fixture = docker();
      fixture.calls.handlers = { ...fixture.calls.handlers, "container.info": () => seen };
      const target = { key: "web-proxy", label: "web-proxy" };
      const outcome = await fixture.run({ kind: "container", verb: "stop", target, state: "manual" });
      assert.deepEqual(outcome, { kind: "failed", failure: { kind: "malformed", fields: ["Id"] } });
    }
  });

  it("prefers a name to the start of an id", async () => {
    const key = ID.slice(0, 12);
    const rows = [containerRow({ id: ID, name: "web" }), containerRow({ id: "0".repeat(64), name: key })];
    const calls = new FakeCalls({
      "container.list": () => ({ rows, unreadable: [], total: 2 }),
      "container.remove": () => ({ msg: undefined }),
    });
    const rule = container.actions.remove?.verification;
    assert.ok(rule !== undefined);
    const { before } = await verifierOf(rule, calls, { key, label: key });
    assert.equal(before, rows[1]);
  });

  it("shows no log of another container", async () => {
    const read = (key: string) => container.log?.read(docker().calls.callFor(), key);
    assert.deepEqual(await read(ID.slice(0, 3)), "gone");
    assert.deepEqual(await read("web-proxy"), { text: "log of web-proxy" });
    assert.deepEqual(await read(ID), { text: "log of web-proxy" });
    const called = docker({ ...PROXY, name: "cafe" });
    assert.deepEqual(await container.log?.read(called.calls.callFor(), "cafe"), { text: "log of cafe" });
  });
});

describe("a container that was renamed in its panel", () => {
  const chosen = containerRow({ id: ID, name: "网页" });
  const target = { key: ID, label: "网页" };
  let starts = 0;
  const renamed = () =>
    new RunnerFixture({
      "container.list": () => ({ rows: [chosen], unreadable: [], total: 1 }),
      "container.info": () => ({
        id: ID,
        name: "q18q7f51",
        status: "running",
        running: true,
        startedAt: `t${starts}`,
        ports: [],
      }),
      "container.restart": () => {
        starts++;
        return { msg: undefined };
      },
    });

  it("is the one that the list shows", async () => {
    const outcome = await renamed().run({ kind: "container", verb: "restart", target, state: "running", row: chosen });
    assert.equal(outcome.kind, "done");
  });

  it("is another one if the list shows another name", async () => {
    const row = containerRow({ id: ID, name: "web" });
    const outcome = await renamed().run({ kind: "container", verb: "restart", target, state: "running", row });
    assert.deepEqual(outcome, { kind: "changed", now: "网页" });
  });
});
