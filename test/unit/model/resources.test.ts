import assert from "node:assert/strict";
import { facts } from "../../../src/model/facts.ts";
import { container } from "../../../src/model/resources/container.ts";
import { javaProject } from "../../../src/model/resources/javaProject.ts";
import { site } from "../../../src/model/resources/site.ts";
import { actionsOf, resourceKinds, resourceOf } from "../../../src/model/resources/table.ts";
import { FakeCalls } from "../fakes/fakeCall.ts";
import { containerRow, javaRow, listOf, siteRow } from "../fakes/rows.ts";

const ID = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";

describe("resources", () => {
  it("are shown in this order, with these actions in these states", () => {
    const running = ["running", "starting", "unknown"];
    const offered = resourceKinds.map((kind) => [
      kind,
      actionsOf(kind).map(([verb, action]) => [verb, action.operation, action.offered]),
    ]);
    assert.deepEqual(offered, [
      ["site", []],
      [
        "javaProject",
        [
          ["restart", "java.restart", running],
          ["start", "java.start", ["stopped", "unknown"]],
          ["stop", "java.stop", running],
        ],
      ],
      ["container", [["restart", "container.restart", ["running", "starting", "stopped", "paused", "unknown"]]]],
    ]);
  });

  it("list page by page", async () => {
    const calls = new FakeCalls({
      "site.list": () => listOf([siteRow({ id: 1 })]),
      "java.list": () => listOf([javaRow({ name: "a" })]),
      "container.list": () => ({ ...listOf([containerRow({ id: "c" })]), total: 1 }),
    });
    for (const kind of resourceKinds)
      assert.equal((await resourceOf(kind).list(calls.callFor(), 3)).rows.length, 1, kind);
    assert.deepEqual(calls.made, [
      ["site.list", { page: 3, limit: 200 }],
      ["java.list", { page: 3, limit: 200 }],
      ["container.list", {}],
    ]);
  });

  it("send what their operation takes", async () => {
    const ok = () => ({ msg: undefined });
    const handlers = { "java.restart": ok, "java.start": ok, "java.stop": ok, "container.restart": ok };
    const calls = new FakeCalls(handlers);
    for (const kind of resourceKinds)
      for (const [, { send }] of actionsOf(kind)) await send(calls.callFor(), { key: "the key", label: "the label" });
    assert.deepEqual(calls.made, [
      ["java.restart", { project: "the key" }],
      ["java.start", { project: "the key" }],
      ["java.stop", { project: "the key" }],
      ["container.restart", { container: "the key" }],
    ]);
  });
});

describe("facts", () => {
  it("are those that have a value, as text", () => {
    const found = facts({ type: "PHP", port: undefined, php: "", certificateDays: 0, root: "/www" });
    assert.deepEqual(found, [
      { name: "type", value: "PHP" },
      { name: "certificateDays", value: "0" },
      { name: "root", value: "/www" },
    ]);
  });
});

describe("site", () => {
  it("has its id for a key and its name for a label", () => {
    assert.equal(site.key(siteRow({ id: 14 })), "14");
    assert.equal(site.key(siteRow({ name: "a" })), undefined);
    assert.equal(site.label(siteRow({ id: 14, name: "a.example.com" })), "a.example.com");
    assert.equal(site.label(siteRow({ id: 14 })), "14");
  });

  it("runs, is stopped, or does not tell", () => {
    const states = [true, false, undefined].map((running) => site.state(siteRow({ running })));
    assert.deepEqual(states, ["running", "stopped", "unknown"]);
  });

  it("tells what is known of it, its note as plain text", () => {
    const certificate = { daysLeft: 89, validTo: "2027-02-19", issuer: "R11" };
    const row = siteRow({ type: "PHP", php: "8.2", certificate, root: "/www/a", note: "&lt;b&gt;<br>x" });
    assert.deepEqual(site.facts(row), [
      { name: "php", value: "8.2" },
      { name: "certificateDays", value: "89" },
      { name: "root", value: "/www/a" },
      { name: "note", value: "<b> x" },
    ]);
    assert.deepEqual(site.facts(siteRow({ certificate: "none" })), []);
  });

  it("tells the type of what is not PHP, and no PHP version with it", () => {
    assert.deepEqual(site.facts(siteRow({ type: "Java", php: "static" })), [{ name: "type", value: "Java" }]);
  });
});

describe("Java project", () => {
  it("runs when it has a process, whatever else the panel says", () => {
    const cases = [
      [{}, "unknown"],
      [{ starting: true }, "unknown"],
      [{ pids: [] }, "stopped"],
      [{ pids: [], starting: true }, "stopped"],
      [{ pids: [1] }, "running"],
      [{ pids: [1], starting: false }, "running"],
      [{ pids: [1, 2], starting: true }, "starting"],
    ] as const;
    for (const [given, state] of cases) assert.equal(javaProject.state(javaRow(given)), state, JSON.stringify(given));
  });

  it("has its name for key and label", () => {
    assert.equal(javaProject.key(javaRow({ name: "demo" })), "demo");
    assert.equal(javaProject.label(javaRow({ name: "demo" })), "demo");
    assert.equal(javaProject.key(javaRow()), undefined);
    assert.equal(javaProject.label(javaRow()), "");
  });

  it("tells what is known of it", () => {
    const row = javaRow({
      type: "springboot",
      port: "18080",
      pids: [3518, 3520],
      listening: [18080, 18081],
      logPath: "/l",
      domains: ["a", "b"],
      note: "n",
    });
    assert.deepEqual(
      javaProject.facts(row).map(({ name, value }) => `${name}=${value}`),
      [
        "type=springboot",
        "port=18080",
        "pid=3518, 3520",
        "listening=18080, 18081",
        "logPath=/l",
        "domains=a, b",
        "note=n",
      ],
    );
    assert.deepEqual(javaProject.facts(javaRow({ pids: [], listening: [], domains: [] })), []);
  });

  it("of type neizhi shares its Tomcat with the others of that type", () => {
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
});

describe("container", () => {
  it("has the state of Docker's word", () => {
    const words = ["running", "restarting", "created", "exited", "dead", "paused", "removing", "", undefined];
    assert.deepEqual(
      words.map((status) => container.state(containerRow({ status }))),
      ["running", "starting", "stopped", "stopped", "stopped", "paused", "unknown", "unknown", "unknown"],
    );
  });

  it("is not taken in by words that every object knows", () => {
    for (const status of ["constructor", "toString", "__proto__"])
      assert.equal(container.state(containerRow({ status })), "unknown", status);
  });

  it("has its id for a key and its name for a label", () => {
    assert.equal(container.key(containerRow({ id: ID })), ID);
    assert.equal(container.label(containerRow({ id: ID, name: "web" })), "web");
    assert.equal(container.label(containerRow({ id: ID })), "b3081bed5636");
    assert.equal(container.label(containerRow()), "");
  });

  it("tells what is known of it", () => {
    const row = containerRow({ id: ID, image: "nginx:1", ports: ["8080→80/tcp", "53/udp"] });
    assert.deepEqual(container.facts(row), [
      { name: "image", value: "nginx:1" },
      { name: "ports", value: "8080→80/tcp, 53/udp" },
      { name: "id", value: "b3081bed5636" },
    ]);
    assert.deepEqual(container.facts(containerRow()), []);
  });
});
