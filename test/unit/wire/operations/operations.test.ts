import assert from "node:assert/strict";
import {
  type AnyOperation,
  operations,
  type OperationId,
  type OperationIdOf,
} from "../../../../src/wire/operations/operations.ts";
import { samples, unsampled } from "../../samples/samples.ts";

const LIST = { page: "", data: [] };
const FAILED = { status: false, msg: "参数错误", data: null, code: 0, timestamp: 1795223568 };
const NO_SUCH_CONTAINER = '404 Client Error for http+docker://localhost: Not Found ("No such container: x")';

/** Answers that a row takes for success, and others that it does not, on all wires but those of aaPanel alone. */
const RULES: Readonly<
  Record<OperationIdOf<"baota">, { readonly yes: readonly unknown[]; readonly no: readonly unknown[] }>
> = {
  "system.total": {
    yes: [{ memTotal: 1 }, { memTotal: null, status: true }, { memTotal: 1, status: 0 }],
    no: [{}, { cpuNum: 2 }, { memTotal: 1, status: false }],
  },
  "system.edition": {
    yes: [{ status: 0, timestamp: 1, message: { memTotal: 1 } }],
    no: [
      {},
      { memTotal: 1 },
      { status: 0, message: { memTotal: 1 } },
      { status: -1, timestamp: 1, message: {} },
      FAILED,
    ],
  },
  "system.details": { yes: [{ network: {} }, { network: null, disk: [] }], no: [{}, [], { load: {} }, FAILED] },
  "site.list": {
    yes: [LIST, { ...LIST, status: true }],
    no: [{}, { page: "" }, FAILED, { container_list: [] }],
  },
  "site.domains": wholeList(),
  "site.ftpUsers": { yes: [LIST], no: [{}, { page: "" }, FAILED] },
  "site.databases": { yes: [LIST], no: [{}, { page: "" }, FAILED] },
  "file.stat": wholeList(),
  "file.attributes": { yes: [{ st_uid: 0 }, { st_uid: 0, mode: "644" }], no: [{}, { uid: 0 }, FAILED] },
  "file.hash": {
    yes: [{ sha1: "0a".repeat(20), md5: "" }],
    no: [{}, { md5: "" }, { sha1: "" }, { sha1: null }, FAILED],
  },
  "file.text": issued(),
  "file.list": {
    yes: [{ PATH: "/", DIR: [], FILES: [] }],
    no: [{}, { DIR: [], FILES: [] }, { PATH: "/", DIR: [] }, { PATH: "/", DIR: [], FILES: null }, FAILED],
  },
  "file.binned": { yes: [{ list: [] }, { list: [{}], status: false }], no: [{}, { list: null }, { list: {} }, FAILED] },
  "file.read": { yes: [{ bytes: new Uint8Array() }], no: [{}, { bytes: "" }, { status: true }, FAILED] },
  // a number between two pieces
  "file.upload": { yes: [0, 1, 5_242_880, { status: true }], no: [{}, { status: 0 }, "5", -1, 0.5, FAILED] },
  "file.createDirectory": issued(),
  "file.move": issued(),
  "file.remove": issued(),
  "file.removeDirectory": issued(),
  "file.setAccess": issued(),
  "site.phpVersions": wholeList(),
  "site.types": wholeList(),
  "site.accessLog": issued(),
  "site.errorLog": issued(),
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
  "container.log": {
    yes: ["", { logs: "", id: "web" }, { logs: "", size: 0 }, { logs: "a" }, { logs: null, size: 0 }],
    no: [{}, { size: 1 }, { logs: "" }, FAILED],
  },
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
  "certificateOrder.renew": renewed(),
  "certificate.renew": renewed(),
  "certificateOrder.order": {
    yes: [{ status: true, cert: "", private_key: "" }],
    no: [
      {},
      { cert: "" },
      { status: true },
      { status: true, cert: "" },
      { status: false, cert: "", private_key: "" },
      { status: false, msg: ["no", {}] },
      FAILED,
    ],
  },
  "certificate.install": issued(),
  "certificateOrder.remove": issued(),
  "composer.version": issued(),
  "composer.update": issued(),
  "project.listNode": { yes: [LIST], no: [{}, { page: "" }, FAILED] },
  "project.listPython": { yes: [LIST], no: [{}, { page: "" }, FAILED] },
  "project.listGo": { yes: [LIST], no: [{}, { page: "" }, FAILED] },
  "project.listOther": { yes: [LIST], no: [{}, { page: "" }, FAILED] },
  "project.startNode": issued(),
  "project.startPython": issued(),
  "project.startGo": issued(),
  "project.startOther": issued(),
  "project.stopNode": issued(),
  "project.stopPython": issued(),
  "project.stopGo": issued(),
  "project.stopOther": issued(),
  "project.restartNode": issued(),
  "project.restartPython": issued(),
  "project.restartGo": issued(),
  "project.restartOther": issued(),
  "project.logNode": issued(),
  "project.logPython": issued(),
  "project.logGo": issued(),
  "project.logOther": issued(),
  "scheduledTask.list": wholeList(),
  "scheduledTask.run": issued(),
  "scheduledTask.toggle": issued(),
  "scheduledTask.add": issued(),
  "scheduledTask.remove": issued(),
  "scheduledTask.log": issued(),
  "backup.list": { yes: [LIST], no: [{}, { page: "" }, FAILED] },
  "database.backUp": issued(),
  "site.setPhp": issued(),
  "site.setRunPath": issued(),
  "site.addDomain": {
    yes: [{ domains: [] }, { domains: [{ status: true }] }, { status: true, msg: "" }],
    no: [{}, { domains: [{ status: true }, { status: false, msg: "no" }] }, { domains: [1] }, { domains: {} }, FAILED],
  },
  "site.removeDomain": issued(),
  "site.redirectToHttps": issued(),
  "site.serveHttp": issued(),
  "site.runPath": {
    yes: [{ runPath: {} }, { runPath: { runPath: "/" }, status: true }],
    no: [{}, { runPath: {}, status: false }, FAILED],
  },
  "site.setLastDay": issued(),
  "site.setNote": issued(),
  "php.settings": wholeList(),
  "php.setMemory": issued(),
  "php.setUploadSize": issued(),
  "php.setTime": issued(),
  "site.backUp": issued(),
  "service.list": {
    yes: [{ web: {} }, { web: null, status: 0 }],
    no: [{}, { php: [] }, { web: {}, status: false }, FAILED],
  },
  "service.control": issued(),
  "runtime.upgradeLog": issued(),
  "runtime.startUpgrade": issued(),
};

const rows = Object.entries(operations) as [OperationId, AnyOperation][];

describe("operations", () => {
  for (const [id, { yes, no }] of Object.entries(RULES)) {
    const wires = (operations[id as OperationId] as AnyOperation).wires.filter(({ edition }) => edition !== "aapanel");
    const succeeded = (body: unknown) => wires.map(({ envelope }) => envelope(body).kind === "success");
    const all = (value: boolean) => wires.map(() => value);

    it(`${id} distinguishes success from failure`, () => {
      for (const body of yes) assert.deepEqual(succeeded(body), all(true), JSON.stringify(body));
      // an answer can be anything at HTTP 200 (docs/protocol.md 2.5)
      const isList = yes.some(Array.isArray);
      const arrays = isList ? [] : [[], [{ status: true }]];
      const anything = [null, "", "Traceback (most recent call last):", 0, 1, true, ...arrays];
      for (const body of [...no, ...anything.filter((value) => !yes.includes(value))])
        assert.deepEqual(succeeded(body), all(false), JSON.stringify(body));
    });
  }

  it("destroy where they delete, and disrupt where they stop", () => {
    for (const [id, { effect }] of rows) {
      assert.equal(effect === "destroy", /\.(?:delete|remove)/.test(id), id);
      if (/\.(?:stop|restart)$/.test(id)) assert.equal(effect, "disrupt", id);
    }
  });

  it("give changes at least as long as any read, except of whole files and directories", () => {
    const deadlines = (isRead: boolean) =>
      rows
        .filter(
          ([id, { effect }]) => (effect === "read") === isRead && !["file.hash", "file.read", "file.list"].includes(id),
        )
        .map(([, { deadlineMs }]) => deadlineMs);
    assert.ok(Math.max(...deadlines(true)) <= Math.min(...deadlines(false)));
    assert.ok(rows.every(([, { deadlineMs }]) => deadlineMs >= 20_000 && deadlineMs <= 600_000));
  });

  it("use POST, except for the three changes that are documented as GET, on BaoTa, and for downloads", () => {
    for (const [id, { effect, documented, wires }] of rows) {
      const isGet = documented !== undefined && ["1", "2", "3"].includes(documented);
      for (const { route, method, edition, isSignedInBody = false } of wires)
        assert.equal(method, isSignedInBody || (isGet && edition !== "aapanel") ? "GET" : "POST", `${id}, ${route}`);
      // what is asked again and again must not put its signature into a URL
      if (effect === "read") assert.equal(isGet, false, id);
    }
  });

  it("have a sample for every wire", () => {
    assert.deepEqual(unsampled(), []);
  });

  it("open every sample as a success", () => {
    for (const { name, wire, body } of samples) assert.equal(wire.envelope(body()).kind, "success", name);
  });
});

/** Rows that merely say that the command was issued. */
function issued() {
  return {
    yes: [{ status: true }, { status: true, msg: "操作已执行", data: null, code: 0 }],
    no: [{}, { msg: "操作已执行" }, { status: 1 }, { status: "true" }, { status: 0 }, FAILED, NO_SUCH_CONTAINER],
  };
}

/** Rows that answer with a certificate. */
function renewed() {
  return {
    yes: [{ status: true }, { status: true, msg: "" }, { cert: {}, private_key: "" }],
    no: [{}, { status: false, cert: {} }, { private_key: "" }, FAILED],
  };
}

/** Rows that answer with a bare array. */
function wholeList() {
  return { yes: [[], [{}], ["a"], [null]], no: [{}, { data: [] }, { "0": {} }, FAILED, NO_SUCH_CONTAINER] };
}
