import assert from "node:assert/strict";
import { operations } from "../../../src/wire/operations/operations.ts";
import type { ResourceState } from "../../../src/resources/resource.ts";
import type { Verb } from "../../../src/resources/verbs.ts";
import { facts } from "../../../src/resources/facts.ts";
import { container } from "../../../src/resources/container.ts";
import { javaProject } from "../../../src/resources/javaProject.ts";
import {
  actionsOf,
  groupAbove,
  groupKindOf,
  groups,
  nameableKinds,
  resourceKinds,
  resourceOf,
  topGroups,
} from "../../../src/resources/resources.ts";
import { containerRow, javaRow } from "../../fakes/rows.ts";

const NOW = 1_700_000_000_000;
const ID = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";

const actions = resourceKinds.flatMap((kind) => actionsOf(kind).map(([verb, action]) => ({ kind, verb, ...action })));

describe("the resource table", () => {
  it("offers no action in a state that makes it pointless", () => {
    const senseless = {
      start: "running",
      stop: "stopped",
      turnOn: "on",
      turnOff: "off",
    } as const satisfies Readonly<Partial<Record<Verb, ResourceState>>>;
    for (const [verb, state] of Object.entries(senseless)) {
      const all = actions.filter((action) => action.verb === verb);
      assert.ok(all.length > 0, verb);
      for (const { kind, offered } of all) {
        assert.ok(!offered.includes(state), `${kind} ${verb}`);
        // an unknown state must not prevent an action
        assert.ok(offered.includes("unknown"), `${kind} ${verb}`);
      }
    }
  });

  it("has no action that only reads", () => {
    for (const { kind, verb, operation, offered } of actions) {
      assert.notEqual(operations[operation].effect, "read", `${kind} ${verb}`);
      assert.ok(offered.length > 0, `${kind} ${verb}`);
    }
  });

  it("puts each kind into one group, directly under the panel or one level below", () => {
    const shown = topGroups.flatMap((top) => [top, ...(groups[top]?.beside ?? []), ...(groups[top]?.below ?? [])]);
    assert.deepEqual(shown.toSorted(), resourceKinds.toSorted());
    for (const kind of resourceKinds) {
      const top = groupAbove(kind) ?? groupKindOf(kind);
      assert.ok(topGroups.includes(top), kind);
    }
  });

  it("allows entries by hand for kinds with actions on them, but not for sites", () => {
    const manual = new Set(actions.filter(({ offered }) => offered.includes("manual")).map(({ kind }) => kind));
    assert.deepEqual([...manual], nameableKinds);
    assert.ok(!manual.has("site"));
    // a panel without lists has no logs of what is in them
    const followed = resourceKinds.filter((kind) => resourceOf(kind).log?.offered?.includes("manual"));
    assert.deepEqual(followed, []);
  });
});

describe("facts", () => {
  it("are the values that exist, as text", () => {
    const found = facts({ type: "PHP", port: undefined, php: "", certificateDays: 0, root: "/www\u202e\n a" });
    assert.deepEqual(found, [
      { name: "type", value: "PHP" },
      { name: "certificateDays", value: "0" },
      { name: "root", value: "/www a" },
    ]);
  });
});

describe("Java project", () => {
  it("runs if it has a process", () => {
    const cases = [
      [{}, "unknown"],
      [{ starting: true }, "unknown"],
      [{ pids: [] }, "stopped"],
      [{ pids: [], starting: true }, "stopped"],
      [{ pids: [1] }, "running"],
      [{ pids: [1], starting: false }, "running"],
      [{ pids: [1, 2], starting: true }, "starting"],
    ] as const;
    for (const [given, state] of cases)
      assert.equal(javaProject.state(javaRow(given), NOW), state, JSON.stringify(given));
  });

  it("has its name as key and label", () => {
    assert.equal(javaProject.key(javaRow({ name: "demo" })), "demo");
    assert.equal(javaProject.label(javaRow({ name: "demo" })), "demo");
    assert.equal(javaProject.key(javaRow()), undefined);
    assert.equal(javaProject.label(javaRow()), "");
  });

  it("shows its known facts", () => {
    const row = javaRow({
      type: "springboot",
      port: "18080",
      pids: [3518, 3520],
      listening: [18080, 18081],
      logPath: "/l",
      domains: ["a", "b"],
      note: "&lt;n&gt; &amp; more",
    });
    assert.deepEqual(
      javaProject.facts(row, NOW).map(({ name, value }) => `${name}=${value}`),
      [
        "javaProject.language=Java",
        "type=springboot",
        "port=18080",
        "pid=3518, 3520",
        "listening=18080, 18081",
        "logPath=/l",
        "domains=a, b",
        "note=<n> & more",
      ],
    );
    assert.deepEqual(
      javaProject.facts(javaRow({ pids: [], listening: [], domains: [] }), NOW).map(({ value }) => value),
      ["Java"],
    );
  });

  it("shares the built-in Tomcat with others of its type", () => {
    const rows = [
      javaRow({ name: "a", type: "neizhi" }),
      javaRow({ name: "b", type: "springboot" }),
      javaRow({ name: "c", type: "neizhi" }),
      javaRow({ name: "d", type: "duli" }),
      javaRow({ name: "e" }),
    ];
    const affected = (verb: "restart" | "stop" | "start") =>
      rows.map((row) => javaProject.actions[verb]?.alsoAffects?.(row, rows).map(({ name }) => name));
    assert.deepEqual(affected("restart"), [["c"], [], ["a"], [], []]);
    assert.deepEqual(affected("stop"), [["c"], [], ["a"], [], []]);
    assert.equal(javaProject.actions.start?.alsoAffects, undefined);
  });

  it("can change its log directory if it is of Spring Boot, or of unknown type", () => {
    const applies = (type: string | undefined) => javaProject.actions.changeLogPath?.appliesTo?.(javaRow({ type }));
    assert.deepEqual(["springboot", "duli", "neizhi", undefined].map(applies), [true, false, false, true]);
  });
});

describe("container", () => {
  it("offers the actions that fit its state", () => {
    const offered = (state: ResourceState) =>
      actionsOf("container").flatMap(([verb, action]) => (action.offered.includes(state) ? [verb] : []));
    assert.deepEqual(offered("restarting"), ["restart", "stop", "remove"]);
    assert.deepEqual(offered("dead"), ["remove"]);
    assert.deepEqual(offered("created"), ["start", "remove"]);
  });

  it("has the state of Docker's status", () => {
    const words = ["running", "restarting", "created", "exited", "dead", "paused", "removing", "", undefined];
    assert.deepEqual(
      words.map((status) => container.state(containerRow({ status }), NOW)),
      ["running", "restarting", "created", "stopped", "dead", "paused", "unknown", "unknown", "unknown"],
    );
  });

  it("has no state for names of Object's own members", () => {
    for (const status of ["constructor", "toString", "__proto__"])
      assert.equal(container.state(containerRow({ status }), NOW), "unknown", status);
  });

  it("has its id as key and its name as label", () => {
    assert.equal(container.key(containerRow({ id: ID })), ID);
    assert.equal(container.label(containerRow({ id: ID, name: "web" })), "web");
    assert.equal(container.label(containerRow({ id: ID })), "b3081bed5636");
    assert.equal(container.label(containerRow()), "");
  });

  it("shows its known facts", () => {
    const row = containerRow({ id: ID, image: "nginx:1", ports: ["8080→80/tcp", "53/udp"] });
    assert.deepEqual(container.facts(row, NOW), [
      { name: "image", value: "nginx:1" },
      { name: "ports", value: "8080→80/tcp, 53/udp" },
      { name: "id", value: "b3081bed5636" },
    ]);
    assert.deepEqual(container.facts(containerRow(), NOW), []);
  });
});
