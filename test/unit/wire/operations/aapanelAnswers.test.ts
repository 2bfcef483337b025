import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { OperationId } from "../../../../src/wire/operations/operations.ts";
import { aapanelProject, presence } from "../../../fakes/labRows.ts";
import { decodeBody, failureOfBody } from "../../samples/decodeBody.ts";
import { sampleOf, samples } from "../../samples/samples.ts";

const RUNNING = { ...aapanelProject, startTimes: { 299: 1_795_297_388 } };

const STOPPED = { ...aapanelProject, pids: [], listening: [] };

const SAID = { msg: "starting success!" };

const REQUEST = `127.0.0.1 - - [21/Nov/2026:21:00:00 +0000] "GET /?a=<b>&c="d" HTTP/1.1" 200 5 "-" "curl '8'"`;
const SITE_LOG = { text: `${REQUEST}\n${REQUEST}` };

/** What each wire's sample is read as. */
const READ: readonly (readonly [OperationId, string, unknown])[] = [
  ["file.stat", "v2files", { rows: presence, unreadable: [], total: 3 }],
  ["java.list", "v2project", { rows: [RUNNING, STOPPED], unreadable: [], total: 1 }],
  [
    "java.list",
    "v2mod",
    { rows: [{ ...RUNNING, pids: [2144], startTimes: { 2144: 1_795_296_149.56 } }], unreadable: [], total: 1 },
  ],
  ["java.start", "v2project", { msg: "Started successfully" }],
  ["java.start", "v2mod", { msg: "操作已执行" }],
  ["java.stop", "v2project", { msg: "Started successfully" }],
  ["java.stop", "v2mod", { msg: "操作已执行" }],
  ["java.moveLogOfStopped", "v2project", { msg: "Project log path modified successfully" }],
  ["java.moveLogOfStopped", "v2mod", { msg: "操作已执行" }],
  ...["v2project", "v2mod"].map((route) => ["java.log", route, javaLog()] as const),
  [
    "container.list",
    "v2btdocker",
    {
      rows: [
        {
          id: "0e81cc0f88489a2fb83ed802fbb5fbae6cb482e4922e725d74b2222763adc55d",
          name: "quick1",
          status: "running",
          image: "lab/busybox:1",
          createdSeconds: 1795295920,
          ports: [],
        },
        {
          id: "d70a57fd689490c8aac63b19e23b402d9560da7e2cfa87744bdc3da650901198",
          name: "gone1",
          status: "exited",
          image: "lab/busybox:1",
          createdSeconds: 1795295303,
          ports: [],
        },
      ],
      unreadable: [],
      total: 2,
    },
  ],
  [
    "container.info",
    "v2btdocker",
    {
      id: "0e81cc0f88489a2fb83ed802fbb5fbae6cb482e4922e725d74b2222763adc55d",
      name: "quick1",
      status: "running",
      running: true,
      startedAt: "2026-11-21T21:22:40.984882019Z",
      ports: [],
    },
  ],
  ["container.restart", "v2btdocker", SAID],
  ["container.start", "v2btdocker", SAID],
  ["container.stop", "v2btdocker", SAID],
  ["container.pause", "v2btdocker", SAID],
  ["container.unpause", "v2btdocker", SAID],
  ["container.remove", "v2btdocker", SAID],
  ["container.log", "v2btdocker", { text: "line 329\nline 330", size: 41074 }],
  ["site.accessLog", "v2site", SITE_LOG],
  ["site.errorLog", "v2site", SITE_LOG],
];

/** What an aaPanel answers on the wires that both editions have, and what it is read as. */
const SHARED: readonly (readonly [OperationId, string, unknown, unknown])[] = [
  [
    "system.total",
    "system",
    { memTotal: 24105, memRealUsed: 1165, cpuNum: 2, cpuRealUsed: 57, time: "0 Day(s)", version: "8.10.0" },
    {
      version: "8.10.0",
      machine: {
        system: undefined,
        uptime: { count: 0, unit: "day" },
        memoryMegabytes: 24105,
        memoryUsedMegabytes: 1165,
        processors: 2,
        processorPercent: 57,
      },
    },
  ],
  ["site.types", "site", [{ id: 0, name: "Default category" }], list([{ id: 0, name: "Default category" }])],
  [
    "site.phpVersions",
    "site",
    [
      { version: "00", name: "Static" },
      { version: "82", name: "PHP-82" },
    ],
    list([
      { code: "00", name: "Static", installed: undefined },
      { code: "82", name: "PHP-82", installed: undefined },
    ]),
  ],
  [
    "site.domains",
    "data",
    [{ id: 20, pid: 17, name: "s3.example.com", port: 80, addtime: "2026-11-21 21:22:47" }],
    list([{ name: "s3.example.com", port: 80 }]),
  ],
  [
    "site.create",
    "site",
    { siteStatus: true, siteId: 15, ftpStatus: false, databaseStatus: false, ssl: false, redirect: true },
    { id: 15, ftp: false, database: false, git: undefined, credentials: undefined },
  ],
  ...(["site.start", "site.stop", "site.delete"] as const).map((id) => said(id, "site", "Site stopped")),
  said("certificateOrder.remove", "acme", "Order deleted successfully!"),
  ["composer.version", "files", { status: true, msg: "2.5.5" }, { version: "2.5.5" }],
  [
    "composer.update",
    "files",
    { status: true, msg: "Currently the latest version, no upgrade required!" },
    { kind: "latest" },
  ],
  [
    "terminal.hosts",
    "xterm",
    [{ host: "192.0.2.10_22", port: 22, ps: "web", sort: 0 }],
    list([{ id: "192.0.2.10_22", address: "192.0.2.10", port: 22, note: "web", position: 0 }]),
  ],
  ["terminal.commands", "xterm", [{ title: "disk1", shell: "df -h" }], list([{ title: "disk1", command: "df -h" }])],
];

describe("aaPanel's answers", () => {
  for (const [id, route, expected] of READ) {
    const sample = sampleOf(id, route);
    it(`${id} by ${route} is read whole`, () => assert.deepEqual(decodeBody(sample, sample.body()), expected));
  }

  it("are read on every wire that only aaPanel has", () => {
    const own = samples.filter(({ wire }) => wire.edition === "aapanel");
    assert.deepEqual(READ.map(([id, route]) => `${id} by ${route}`).toSorted(), own.map(({ name }) => name).toSorted());
  });

  for (const [id, route, body, expected] of SHARED)
    it(`${id} by ${route} is read as BaoTa's`, () => assert.deepEqual(decodeBody(sampleOf(id, route), body), expected));

  it("tell static sites from those with PHP, and have WordPress among them", () => {
    const path = join(import.meta.dirname, "../../samples/aapanel/siteList.json");
    const sites = decodeBody(sampleOf("site.list", "getData"), JSON.parse(readFileSync(path, "utf8"))) as ListOf;
    assert.equal(sites.total, 9);
    assert.deepEqual(
      sites.rows.map(({ name, type, php, running }) => [name, type, php, running]),
      [
        ["wp.example.com", "WP", "static", true],
        ["s3.example.com", "PHP", "8.2", true],
      ],
    );
  });

  it("say in their second envelope also on a plain route that they failed", () => {
    const refused = { message: { result: "webname is required" }, status: -1, timestamp: 1795297509 };
    for (const { name, ...sample } of samples)
      assert.deepEqual(
        failureOfBody({ name, ...sample }, refused),
        { kind: "rejected", message: "webname is required" },
        name,
      );
  });

  it("of a change are a success by true or by 0 with a timestamp, and by nothing that is merely true", () => {
    const own = samples.filter(({ row, wire }) => row.effect !== "read" && wire.edition === "aapanel");
    assert.ok(own.length >= 12);
    const values = fc.constantFrom<unknown>(
      true,
      false,
      0,
      -1,
      1,
      2,
      "0",
      "1",
      "ok",
      "true",
      null,
      undefined,
      [],
      {},
      0.5,
    );
    const words = fc.constantFrom<unknown>(
      "ok",
      "",
      "Restarted successfully",
      null,
      undefined,
      { result: "ok" },
      {},
      1,
    );
    const body = fc.oneof(
      fc.record({ status: values, timestamp: values, message: words, msg: words }, { requiredKeys: [] }),
      values,
      words,
    );
    for (const sample of own)
      fc.assert(
        fc.property(body, (sent) => {
          const given = JSON.parse(JSON.stringify(sent ?? null)) as Readonly<Record<string, unknown>> | null;
          const isStamped = given?.["status"] === 0 && typeof given["timestamp"] === "number";
          const isClassic = given?.["status"] === true;
          const isMalformed = isClassic && given["msg"] instanceof Object;
          const failure = failureOfBody(sample, sent ?? null);
          if (!isMalformed) assert.equal(failure === undefined, isStamped || isClassic, JSON.stringify(sent));
        }),
      );
  });

  it("of unknown containers are no success where the panel says nothing of the kind", () => {
    const text = '404 Client Error for http+docker://localhost/v1.41/containers/nope/json: Not Found ("nope")';
    for (const id of ["container.restart", "container.pause", "container.unpause"] as const)
      assert.deepEqual(failureOfBody(sampleOf(id, "v2btdocker"), text), { kind: "rejected", message: text });
    assert.deepEqual(failureOfBody(sampleOf("container.start", "v2btdocker"), null), {
      kind: "malformed",
      fields: ["(whole)"],
    });
    const stopped = { status: 0, timestamp: 1, message: { result: "Container stopped and deleted" } };
    assert.deepEqual(decodeBody(sampleOf("container.stop", "v2btdocker"), stopped), {
      msg: "Container stopped and deleted",
    });
    const gone = { status: -1, timestamp: 1, message: { result: "The container doesn't exist!" } };
    assert.deepEqual(failureOfBody(sampleOf("container.log", "v2btdocker"), gone), {
      kind: "rejected",
      message: "The container doesn't exist!",
    });
  });
});

interface ListOf {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number | undefined;
}

function list(rows: readonly unknown[]) {
  return { rows, unreadable: [], total: rows.length };
}

function said(id: OperationId, route: string, msg: string) {
  return [id, route, { status: true, msg }, { msg }] as const;
}

function javaLog() {
  return {
    text: 'Exception in thread "main" java.net.BindException: Address already in use\nstarted <app> & port 19080',
    file: "/www/wwwlogs/java/newlogs/demo.log",
    size: "913.00 b",
  };
}
