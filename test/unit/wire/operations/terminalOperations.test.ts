import assert from "node:assert/strict";
import type { OperationId } from "../../../../src/wire/operations/operations.ts";
import { accepts, decodeBody, failureOfBody } from "../../samples/decodeBody.ts";
import { sampleOf } from "../../samples/samples.ts";

const UNKNOWN = { completion: undefined, theme: undefined, aiShell: undefined, aiAnalysis: undefined };

describe("terminal operations", () => {
  describe("settings", () => {
    const answers: readonly (readonly [string, unknown, object])[] = [
      [
        "as sent",
        { use_completion: false, terminal_theme: false, ai_shell: false, ai_shell_analyze: true },
        { completion: false, theme: false, aiShell: false, aiAnalysis: true },
      ],
      [
        "where the theme was never set",
        { ai_shell: true, use_completion: false, ai_shell_analyze: true },
        { completion: false, theme: undefined, aiShell: true, aiAnalysis: true },
      ],
      ["of one setting only", { terminal_theme: true }, { ...UNKNOWN, theme: true }],
      ["as numbers", { use_completion: 1, ai_shell: "0" }, { ...UNKNOWN, completion: true, aiShell: false }],
      ["of an old panel, on", { status: true, msg: "启用中" }, { ...UNKNOWN, completion: true }],
      ["of an old panel, off", { status: false, msg: "未启用" }, { ...UNKNOWN, completion: false }],
    ];
    for (const [name, body, expected] of answers)
      it(`are read ${name}`, () => assert.deepEqual(decoded("terminal.settings", body), expected));

    it("are unsupported or refused as the panel answers", () => {
      assert.deepEqual(failure("terminal.settings", { status: false, msg: "指定参数无效!" }), { kind: "unsupported" });
      assert.deepEqual(failure("terminal.settings", { status: false, msg: "x" }), { kind: "rejected", message: "x" });
      assert.deepEqual(failure("terminal.settings", []), { kind: "malformed", fields: ["(whole)"] });
      assert.deepEqual(failure("terminal.settings", { ai_shell: "yes" }), { kind: "malformed", fields: ["ai_shell"] });
    });
  });

  const SETTERS = {
    "terminal.setCompletion": "set_completion_tool_status",
    "terminal.setTheme": "set_terminal_theme",
    "terminal.setAiShell": "set_ai_shell_status",
    "terminal.setAiAnalysis": "set_ai_shell_analyze",
  } as const;
  for (const [id, action] of Object.entries(SETTERS) as [OperationId, string][])
    it(`${id} sends an integer, and takes nothing but a boolean`, () => {
      const sample = sampleOf(id, "xterm");
      const { wire } = sample;
      assert.deepEqual([wire.method, wire.path, wire.action], ["POST", "/xterm", action]);
      assert.deepEqual(wire.encode({ on: true }), { status: "1" });
      assert.deepEqual(wire.encode({ on: false }), { status: "0" });
      for (const params of [{}, { on: 1 }, { on: "true" }, { on: null }])
        assert.equal(accepts(sample, params), false, JSON.stringify(params));
      const offline = "开启失败，获取补全插件包失败，无法打开，请检查网络环境后再重试";
      assert.deepEqual(failure(id, { status: false, msg: offline }), { kind: "rejected", message: offline });
      assert.deepEqual(failure(id, { status: false, msg: "指定参数无效!" }), { kind: "unsupported" });
    });

  describe("hosts", () => {
    const endpoints: readonly (readonly [string, number | undefined, string, number | undefined])[] = [
      ["192.0.2.10_22", 22, "192.0.2.10", 22],
      ["192.0.2.10_2222", undefined, "192.0.2.10", 2222],
      ["192.0.2.10", 2222, "192.0.2.10", 2222],
      ["192.0.2.10", undefined, "192.0.2.10", undefined],
      ["192.0.2.10_22", 2222, "192.0.2.10", 2222],
      ["2001:db8::1_22", 22, "2001:db8::1", 22],
      ["2001:db8::1", 22, "2001:db8::1", 22],
      ["db_1.example.com_22", 22, "db_1.example.com", 22],
      ["db_1", 22, "db_1", 22],
      ["localhost_22", 22, "localhost", 22],
      ["_22", 22, "_22", 22],
      ["a_123456", 22, "a_123456", 22],
    ];
    for (const [host, port, address, expectedPort] of endpoints)
      it(`"${host}" and port ${port} are ${address} and ${expectedPort}`, () => {
        const list = decoded("terminal.hosts", [{ host, port, ps: "web", sort: 3 }]);
        const row = { id: host, address, port: expectedPort, note: "web", position: 3 };
        assert.deepEqual(list, { rows: [row], unreadable: [], total: 1 });
      });

    it("come without anything that opens them", () => {
      const secrets = { username: "root", password: "hunter2", pkey: "KEY", pkey_passwd: "hunter3" };
      const list = decoded("terminal.hosts", [{ host: "192.0.2.1_22", port: "22", ps: "a", sort: "0", ...secrets }]);
      assert.doesNotMatch(JSON.stringify(list), /root|hunter|KEY/);
    });

    it("may lack everything, and one that cannot be read hides no other", () => {
      const list = decoded("terminal.hosts", [{}, "x", { host: "192.0.2.1", port: [] }]) as Listed;
      assert.deepEqual(list.rows, [
        { id: undefined, address: undefined, port: undefined, note: undefined, position: undefined },
      ]);
      assert.deepEqual(list.unreadable, [
        { index: 1, fields: ["(whole)"] },
        { index: 2, fields: ["port"] },
      ]);
      assert.deepEqual(decoded("terminal.hosts", []), { rows: [], unreadable: [], total: 0 });
    });
  });

  it("commands keep their lines", () => {
    const list = decoded("terminal.commands", [{ title: "a", shell: "one\ntwo\n" }, { title: 7 }]) as Listed;
    assert.deepEqual(list.rows, [
      { title: "a", command: "one\ntwo\n" },
      { title: "7", command: undefined },
    ]);
  });
});

interface Listed {
  readonly rows: readonly unknown[];
  readonly unreadable: readonly unknown[];
}

function decoded(id: OperationId, body: unknown): unknown {
  return decodeBody(sampleFor(id), body);
}

function failure(id: OperationId, body: unknown) {
  return failureOfBody(sampleFor(id), body);
}

function sampleFor(id: OperationId) {
  return sampleOf(id, "xterm");
}
