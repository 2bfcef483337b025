import assert from "node:assert/strict";
import { project } from "../../../src/resources/project.ts";
import { FakeCalls, failing, type Handlers } from "../../fakes/fakeCall.ts";
import { javaRow, listOf } from "../../fakes/rows.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

type Listed = Awaited<ReturnType<NonNullable<Handlers["project.listGo"]>>>;

const rows = (...names: readonly string[]) =>
  listOf(names.map((name) => javaRow({ name, pids: [1], listening: [80], port: "80" }))) as unknown as Listed;

const calling = (handlers: Handlers) => new FakeCalls(handlers).callFor();

describe("projects beside those of Java", () => {
  it("are listed with their type, on the first page", async () => {
    const call = calling({
      "project.listNode": () => rows("web"),
      "project.listPython": () => rows("web"),
      "project.listGo": () => rows("api"),
      "project.listOther": failing({ kind: "unsupported" }),
    });
    const { rows: found, total } = await project.list(call, 1);
    assert.deepEqual(found.map(project.key), ["node:web", "python:web", "go:api"]);
    assert.deepEqual(
      found.map((row) => project.facts(row, 0)[0]?.value),
      ["Node.js", "Python", "Go"],
    );
    assert.equal(total, 3);
    assert.deepEqual((await project.list(call, 2)).rows, []);
  });

  it("of a type that the panel lacks are none, whichever way it says so", async () => {
    for (const failure of [
      { kind: "unsupported" },
      { kind: "rejected", message: "指定模块不存在" },
      { kind: "rejected", message: "Specified module go does not exist" },
      { kind: "page", status: 404 },
    ] as const) {
      const { rows: found } = await project.list(
        calling({ "project.listGo": () => rows("api"), "project.listNode": failing(failure) }),
        1,
      );
      assert.deepEqual(found.map(project.key), ["go:api"]);
    }
  });

  it("are never none where a list could not be read", async () => {
    const none = { "project.listNode": () => rows() } as const;
    for (const failure of [
      { kind: "rejected", message: "No space left on device" },
      { kind: "page", status: 404 },
      { kind: "page", status: 500 },
    ] as const)
      await assert.rejects(async () => project.list(calling({ ...none, "project.listGo": failing(failure) }), 1));
    await assert.rejects(async () =>
      project.list(
        calling({
          "project.listNode": () => rows("web"),
          "project.listGo": failing({ kind: "rejected", message: "Traceback" }),
        }),
        1,
      ),
    );
  });

  it("are not listed at all while the panel is silent", async () => {
    const call = calling({ "project.listPython": failing({ kind: "timeout", afterMs: 1 }) });
    await assert.rejects(async () => project.list(call, 1));
  });

  it("are acted on by the way of their type", async () => {
    const calls = new FakeCalls({
      "project.restartPython": () => ({ msg: "" }),
      "project.stopOther": () => ({ msg: "" }),
      "project.startGo": () => ({ msg: "" }),
    });
    const { restart, stop, start } = project.actions;
    for (const [action, key] of [
      [restart, "python:web:1"],
      [stop, "other:x"],
      [start, "go:api"],
    ] as const)
      await action?.send(calls.callFor(), { key, label: "" }, {}, undefined);
    assert.deepEqual(calls.made, [
      ["project.restartPython", { project: "web:1" }],
      ["project.stopOther", { project: "x" }],
      ["project.startGo", { project: "api" }],
    ]);
  });

  it("count as restarted by process and port", async () => {
    const calls = new FakeCalls({ "project.listGo": () => rows("api") });
    const verifier = await verifierOf(project.actions.restart?.verification, calls, { key: "go:api", label: "api" });
    assert.equal((await verifier.check(calls.callFor(), 1_000)).verdict, "pending");
    calls.handlers = {
      "project.listGo": () => listOf([javaRow({ name: "api", pids: [2], listening: [80], port: "80" })]),
    };
    assert.equal((await verifier.check(calls.callFor(), 2_000)).verdict, "settling");
    assert.equal((await verifier.check(calls.callFor(), 6_000)).verdict, "done");
  });

  it("of Go and others are not started where nobody knows whether they run", async () => {
    const found = (
      await project.list(calling({ "project.listGo": () => rows("api"), "project.listNode": () => rows("web") }), 1)
    ).rows;
    const [node, go] = found.map((row) => project.actions.start?.missingField?.({ ...row, pids: undefined }));
    assert.deepEqual([node, go], [undefined, "run"]);
  });
});
