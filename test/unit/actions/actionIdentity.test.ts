import assert from "node:assert/strict";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import type { Verb } from "../../../src/resources/verbs.ts";
import {
  actionsOf,
  groupKindOf,
  resourceKinds,
  resourceOf,
  type ResourceKind,
} from "../../../src/resources/resources.ts";
import { operations } from "../../../src/wire/operations/operations.ts";
import { actionSamples, type ActionSample } from "./actionSamples.ts";
import { failing, type Handlers } from "../../fakes/fakeCall.ts";
import { checkedPair } from "../certificates/pairs.ts";
import { issued } from "./javaPanel.ts";
import { javaRow, listOf } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { PANEL, TreeFixture } from "../../fakes/treeFixture.ts";

/** The calls that change something. */
const sentBy = ({ calls }: RunnerFixture) =>
  calls.made.map(([id]) => id).filter((id) => operations[id].effect !== "read");

/** Performs the action on the row that was shown. */
function requestOf(kind: ResourceKind, verb: Verb, row: object): Partial<ActionRequest> {
  const { key, label } = resourceOf(kind);
  const input = sampleOf(kind).inputs?.[verb];
  return {
    kind,
    verb,
    row,
    ...(input && { input }),
    target: { key: key(row) ?? assert.fail("no key"), label: label(row) },
  };
}

/** A panel that accepts every change. */
const everyChange: Handlers = {
  ...(Object.fromEntries(Object.keys(operations).map((id) => [id, issued])) as Handlers),
  "certificateOrder.order": () => checkedPair(Date.now()),
};

/** What ends an action that itself looks at its target between two changes. */
const endsBetween: Partial<Record<Verb, Outcome>> = {
  orderCertificate: { kind: "failed", failure: { kind: "invalid", field: "certificate", rule: "kept" } },
};

// a kind without a sample fails below, instead of stopping the whole tier
const actions = resourceKinds
  .filter((kind) => actionSamples[kind] !== undefined)
  .flatMap((kind) => actionsOf(kind).map(([verb]) => [kind, verb] as const));
const sampleOf = (kind: ResourceKind): ActionSample => actionSamples[kind] ?? assert.fail(`no sample of ${kind}`);

for (const [kind, verb] of actions)
  describe(`${kind} ${verb}`, () => {
    const { shownFor, another, reads } = sampleOf(kind);
    const shown = shownFor(verb);
    const request = requestOf(kind, verb, shown);

    it("is sent to the target that was shown", async () => {
      const fixture = new RunnerFixture(reads(listOf([shown]), verb));
      await fixture.run(request);
      assert.equal(sentBy(fixture).length, 1);
    });

    if (another === undefined) {
      it("is sent if only the key identifies the target", () =>
        assert.deepEqual(resourceOf(kind).identity(shown), [request.target?.key]));
      return;
    }
    const other = { ...shown, ...another.row };

    it("is not sent if the panel has another target under the key", async () => {
      const fixture = new RunnerFixture(reads(listOf([other]), verb));
      assert.deepEqual(await fixture.run(request), { kind: "changed", now: another.now });
      assert.deepEqual(sentBy(fixture), []);
      assert.deepEqual(fixture.finished[0]?.outcome.kind, "changed");
    });

    it("is not sent if the panel no longer sends the identity", async () => {
      const silent = Object.fromEntries(Object.keys(another.row).map((name) => [name, undefined]));
      const fixture = new RunnerFixture(reads(listOf([{ ...shown, ...silent }]), verb));
      assert.deepEqual(await fixture.run(request), {
        kind: "failed",
        failure: { kind: "malformed", fields: ["(identity)"] },
      });
      assert.deepEqual(sentBy(fixture), []);
    });

    it("is not sent if the panel no longer has the read for it", async () => {
      for (const failure of [{ kind: "unsupported" }, { kind: "page", status: 404 }] as const) {
        const handlers = Object.keys(reads(listOf([]), verb)).map((id) => [id, failing(failure)]);
        const fixture = new RunnerFixture(Object.fromEntries(handlers));
        assert.deepEqual(await fixture.run(request), { kind: "failed", failure });
        assert.deepEqual(sentBy(fixture), []);
      }
    });

    it("is neither offered nor sent if two targets share the key", async () => {
      const twins = listOf([shown, other]);
      const tree = new TreeFixture();
      tree.answer(reads(twins, verb));
      const group = `group:${PANEL.id}/${groupKindOf(kind)}`;
      await tree.open(group);
      const types = (await tree.tree.children(group)).map((id) => tree.tree.node(id)?.type);
      assert.deepEqual(types, ["unreadable", "unreadable"]);
      // Docker is asked for a container by its id
      if (kind === "container" && verb !== "remove") return;
      const fixture = new RunnerFixture(reads(twins, verb));
      assert.deepEqual(await fixture.run(request), {
        kind: "failed",
        failure: { kind: "malformed", fields: ["(key)"] },
      });
      assert.deepEqual(sentBy(fixture), []);
    });

    it("is not done if another target has the key afterwards", async () => {
      const fixture = new RunnerFixture(reads(listOf([shown]), verb));
      const opposite = verb === "start" ? "stop" : "start";
      const later = reads(listOf([{ ...shownFor(opposite), ...another.row }]), opposite);
      fixture.onPhase = (phase) => {
        if (phase === "sending") fixture.calls.handlers = { ...everyChange, ...later };
      };
      const unread: Outcome = { kind: "sent", why: "unreadable", evidence: undefined };
      assert.deepEqual(await fixture.run(request), endsBetween[verb] ?? unread);
    });
  });

describe("the identity that was shown", () => {
  it("is compared for each of several targets", async () => {
    const rows = ["a", "b"].map((name) => javaRow({ name, type: "neizhi", pids: [] }));
    const fixture = new RunnerFixture({ ...everyChange, "java.list": () => listOf(rows) });
    const stop = (name: string, type: string) => requestOf("javaProject", "stop", { name, type });
    const finished = await fixture.runAll([stop("a", "springboot"), stop("b", "neizhi")]);
    assert.deepEqual(
      finished.map(({ outcome }) => outcome.kind),
      ["changed", "already"],
    );
  });

  it("is only the key if the row is missing, for kinds without entries by hand", async () => {
    const { shownFor, reads } = sampleOf("site");
    const fixture = new RunnerFixture(reads(listOf([shownFor("stop")]), "stop"));
    const { target } = requestOf("site", "stop", shownFor("stop"));
    const outcome = await fixture.run({ kind: "site", verb: "stop", target, row: undefined } as Partial<ActionRequest>);
    assert.deepEqual([outcome.kind, sentBy(fixture)], ["changed", []]);
  });

  it("has a sample for every kind with actions", () => {
    const kinds = resourceKinds.filter((kind) => actionsOf(kind).length > 0);
    assert.deepEqual(new Set(Object.keys(actionSamples)), new Set(kinds));
  });
});
