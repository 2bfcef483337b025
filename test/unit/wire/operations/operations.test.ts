import assert from "node:assert/strict";
import { type AnyOperation, operations, type OperationId } from "../../../../src/wire/operations/table.ts";
import { samples } from "../../samples/samples.ts";

const LIST = { page: "", data: [] };
const FAILED = { status: false, msg: "参数错误", data: null, code: 0, timestamp: 1795223568 };
const NO_SUCH_CONTAINER = '404 Client Error for http+docker://localhost: Not Found ("No such container: x")';

/** Answers that a row takes for success, and others that it does not. */
const RULES: Readonly<Record<OperationId, { readonly yes: readonly unknown[]; readonly no: readonly unknown[] }>> = {
  "system.total": {
    yes: [{ memTotal: 1 }, { memTotal: null, status: true }, { memTotal: 1, status: 0 }],
    no: [{}, { cpuNum: 2 }, { memTotal: 1, status: false }],
  },
  "site.list": {
    yes: [LIST, { ...LIST, status: true }],
    no: [{}, { page: "" }, FAILED, { container_list: [] }],
  },
  "site.domains": wholeList(),
  "site.phpVersions": wholeList(),
  "site.types": wholeList(),
  "site.create": {
    yes: [{ siteStatus: true }, { siteStatus: true, ftpStatus: false, databaseStatus: false }],
    no: [{}, { status: true }, { siteStatus: false }, { siteStatus: 1 }, { siteId: 4 }, FAILED],
  },
  "site.delete": issued(),
  "site.start": issued(),
  "site.stop": issued(),
  "java.list": {
    yes: [LIST, { ...LIST, status: true }],
    no: [{}, { page: "" }, FAILED, { container_list: [] }],
  },
  "container.list": {
    yes: [{ container_list: [] }, { container_list: null }],
    no: [{}, LIST, { status: false, container_list: [] }],
  },
  "container.info": {
    yes: [{ State: {} }, { Id: "x", State: null }],
    no: [{ Id: "x" }, { status: false, State: {} }, NO_SUCH_CONTAINER],
  },
  "java.restart": issued(),
  "java.start": issued(),
  "java.stop": issued(),
  "java.log": issued(),
  "java.changeLogPath": issued(),
  "container.restart": issued(),
  "container.start": issued(),
  "container.stop": issued(),
  "container.pause": issued(),
  "container.unpause": issued(),
  "container.remove": issued(),
  // an empty text where Docker keeps no file for it
  "container.log": { yes: ["", { logs: "" }, { logs: null, size: 0 }], no: [{}, { size: 1 }, FAILED] },
  "terminal.settings": {
    yes: [{ ai_shell: true }, { use_completion: null }, { status: true }, { status: false, msg: "未启用" }],
    no: [{}, { msg: "启用中" }, { status: false, msg: "指定参数无效!" }, { ai_shell: true, status: false }],
  },
  "terminal.setCompletion": issued(),
  "terminal.setTheme": issued(),
  "terminal.setAiShell": issued(),
  "terminal.setAiAnalysis": issued(),
  "terminal.hosts": wholeList(),
  "terminal.commands": wholeList(),
  "certificateOrder.list": wholeList(),
  "certificateOrder.remove": issued(),
  "composer.version": issued(),
  "composer.update": issued(),
  "runtime.upgradeLog": issued(),
  "runtime.startUpgrade": issued(),
};

/** What changes nothing on the panel, what a person is asked before, and how long each may take. */
const PROPERTIES: Readonly<Record<OperationId, readonly [effect: string, deadlineMs: number, documented?: string]>> = {
  "system.total": ["read", 30_000],
  "site.list": ["read", 30_000],
  "site.domains": ["read", 30_000],
  "site.phpVersions": ["read", 30_000],
  "site.types": ["read", 30_000],
  "site.create": ["change", 120_000, "5"],
  "site.delete": ["destroy", 120_000],
  "site.start": ["change", 60_000],
  "site.stop": ["disrupt", 60_000],
  "java.list": ["read", 20_000],
  "java.restart": ["disrupt", 60_000, "1"],
  "java.start": ["change", 60_000],
  "java.stop": ["disrupt", 60_000],
  "java.log": ["read", 30_000],
  "java.changeLogPath": ["disrupt", 60_000, "2"],
  "container.list": ["read", 20_000],
  "container.info": ["read", 20_000],
  "container.restart": ["disrupt", 90_000, "3"],
  "container.start": ["change", 60_000],
  "container.stop": ["disrupt", 90_000],
  "container.pause": ["disrupt", 60_000],
  "container.unpause": ["change", 60_000],
  "container.remove": ["destroy", 90_000],
  "container.log": ["read", 30_000],
  "terminal.settings": ["read", 20_000, "4"],
  "terminal.setCompletion": ["change", 300_000, "4"],
  "terminal.setTheme": ["change", 30_000, "4"],
  "terminal.setAiShell": ["change", 30_000, "4"],
  "terminal.setAiAnalysis": ["change", 30_000, "4"],
  "terminal.hosts": ["read", 20_000, "4"],
  "terminal.commands": ["read", 20_000, "4"],
  "certificateOrder.list": ["read", 20_000],
  "certificateOrder.remove": ["destroy", 30_000, "6"],
  "composer.version": ["read", 20_000],
  "composer.update": ["change", 600_000, "7"],
  "runtime.upgradeLog": ["read", 30_000, "8"],
  "runtime.startUpgrade": ["disrupt", 60_000],
};

describe("operations", () => {
  for (const [id, { yes, no }] of Object.entries(RULES)) {
    const { succeeded } = operations[id as OperationId];

    it(`${id} tells success from failure`, () => {
      for (const body of yes) assert.equal(succeeded(body), true, JSON.stringify(body));
      // an answer can be anything at HTTP 200 (docs/protocol.md 2.5)
      const isList = yes.some(Array.isArray);
      const arrays = isList ? [] : [[], [{ status: true }]];
      const anything = [null, "", "Traceback (most recent call last):", 0, 1, true, ...arrays];
      for (const body of [...no, ...anything.filter((value) => !yes.includes(value))])
        assert.equal(succeeded(body), false, JSON.stringify(body));
    });
  }

  it("have the effect, deadline and documentation that is known of them", () => {
    for (const [id, { effect, deadlineMs, documented }] of Object.entries(operations) as [OperationId, Known][])
      assert.deepEqual(
        documented === undefined ? [effect, deadlineMs] : [effect, deadlineMs, documented],
        PROPERTIES[id],
        id,
      );
  });

  it("are asked by POST, but for the three changes that are documented as GET", () => {
    for (const [id, { effect, documented, wires }] of Object.entries(operations) as [OperationId, AnyOperation][]) {
      const isGet = documented !== undefined && ["1", "2", "3"].includes(documented);
      for (const { route, method } of wires) assert.equal(method, isGet ? "GET" : "POST", `${id}, ${route}`);
      // what is asked again and again must not put its signature into a URL
      if (effect === "read") assert.equal(isGet, false, id);
    }
  });

  it("have a sample for every wire that their success rule takes", () => {
    for (const { name, row, body } of samples) assert.equal(row.succeeded(body()), true, name);
  });
});

interface Known {
  readonly effect: string;
  readonly deadlineMs: number;
  readonly documented?: string;
}

/** Rows that merely say that the command was issued. */
function issued() {
  return {
    yes: [{ status: true }, { status: true, msg: "操作已执行", data: null, code: 0 }],
    no: [{}, { msg: "操作已执行" }, { status: 1 }, { status: "true" }, { status: 0 }, FAILED, NO_SUCH_CONTAINER],
  };
}

/** Rows that answer with a bare array. */
function wholeList() {
  return { yes: [[], [{}], ["a"], [null]], no: [{}, { data: [] }, { "0": {} }, FAILED, NO_SUCH_CONTAINER] };
}
