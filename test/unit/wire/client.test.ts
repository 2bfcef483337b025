import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { createPanelClient, type CallRecord, type PanelClient } from "../../../src/wire/client.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import type { OperationId, ParamsOf, RouteOf } from "../../../src/wire/operations/operations.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { FakeTransport } from "../../fakes/fakeTransport.ts";

const KEY = "PaneLLabKey0123456789abcdefABCDE";
const TOKEN = "615a4f4eacc9786689a56061ec8aae13";
const SIGNED = { request_time: "1700000000", request_token: TOKEN };
const ORIGIN = "https://192.0.2.1:8888";
const NEVER = new AbortController().signal;

interface Expected {
  readonly route?: RouteOf<OperationId>;
  readonly sent: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly change?: boolean;
}

/** Every wire as it must look to the panel (docs/protocol.md 1.6). */
const WIRES: readonly (readonly [OperationId, object, Expected])[] = [
  ["system.total", {}, { sent: "POST /system", fields: { action: "GetSystemTotal" } }],
  ["system.details", {}, { sent: "POST /system", fields: { action: "GetNetWork" } }],
  ["system.edition", {}, { sent: "POST /v2/system", fields: { action: "GetSystemTotal" } }],
  [
    "site.list",
    { page: 3, limit: 50 },
    {
      sent: "POST /datalist/data/get_data_list",
      fields: { table: "sites", p: "3", limit: "50", type: "-1" },
    },
  ],
  [
    "site.list",
    { page: 3, limit: 50 },
    {
      route: "getData",
      sent: "POST /data",
      fields: { action: "getData", table: "sites", p: "3", limit: "100", type: "-1" },
    },
  ],
  [
    "java.list",
    { page: 2, limit: 200 },
    { sent: "POST /mod/java/project/project_list/stype", fields: { p: "2", limit: "200" } },
  ],
  ["java.restart", { project: "项目 a&b" }, java("GET", "restart")],
  ["java.start", { project: "项目 a&b" }, java("POST", "start")],
  ["java.stop", { project: "项目 a&b" }, java("POST", "stop")],
  ["container.list", {}, { sent: "POST /btdocker/container/get_list" }],
  [
    "container.info",
    { container: "b3081bed5636" },
    { sent: "POST /btdocker/container/get_container_info", fields: { id: "b3081bed5636" } },
  ],
  ["container.restart", { container: "web+1=%" }, containerRestart("btdocker")],
  ["container.restart", { container: "web+1=%" }, { ...containerRestart("xdocker"), route: "xdocker" }],
  ["container.restart", { container: "web+1=%" }, { ...containerRestart("btdocker"), route: "mod" }],
];

function java(method: string, verb: string): Expected {
  const sent = `${method} /mod/java/project/${verb}_project/stype`;
  return { sent, fields: { project_name: "项目 a&b" }, change: true };
}

function containerRestart(route: string): Expected {
  return { sent: `GET /${route}/container/restart`, fields: { id: "web+1=%" }, change: true };
}

describe("panel client", () => {
  let transport: FakeTransport;
  let records: CallRecord[];
  let clock: LeapingClock;
  let client: PanelClient;

  beforeEach(() => {
    transport = new FakeTransport(() => ({ body: '{"status":true,"msg":"ok"}' }));
    records = [];
    clock = new LeapingClock(1_700_000_000_999);
    client = createPanelClient({ origin: ORIGIN, apiKey: KEY, transport, clock });
  });

  it("reports each token before it is sent", async () => {
    const events: string[] = [];
    const signing = createPanelClient({
      origin: ORIGIN,
      apiKey: KEY,
      transport: new FakeTransport(({ fields }) => {
        events.push(`sent ${new Map(fields).get("request_token") ?? ""}`);
        return { body: '{"status":true}' };
      }),
      clock,
      onSecrets: ({ token }) => events.push(`sign ${token}`),
    });
    for (const project of ["a", "b"]) {
      await signing.call("java.restart", { project }, { signal: NEVER });
      clock.time += 1_000;
    }
    const tokens = events.map((event) => event.slice(5));
    assert.deepEqual(
      events.map((event) => event.slice(0, 4)),
      ["sign", "sent", "sign", "sent"],
    );
    assert.deepEqual([tokens[0], tokens[2]], [tokens[1], tokens[3]]);
    assert.equal(new Set(tokens).size, 2);
  });

  const onCall = (record: CallRecord) => records.push(record);
  const restart = (project: string) => client.call("java.restart", { project }, { signal: NEVER, onCall });

  for (const [id, params, { route, sent, fields, change = false }] of WIRES) {
    it(`sends ${id}${route === undefined ? "" : ` for ${route}`}`, async () => {
      const { signal } = new AbortController();
      await client.call(id, params as ParamsOf<OperationId>, { signal, route }).catch(() => undefined);
      const [request] = transport.sent;
      assert.ok(request !== undefined && transport.sent.length === 1);
      assert.equal(`${request.method} ${request.url.pathname}`, sent);
      assert.equal(request.url.origin, ORIGIN);
      assert.deepEqual(Object.fromEntries(request.fields), { ...fields, ...SIGNED });
      assert.equal(request.fields.length, Object.keys({ ...fields, ...SIGNED }).length);
      assert.deepEqual({ change: request.init.change, signal: request.init.signal }, { change, signal });
      const isPost = request.method === "POST";
      assert.equal(request.url.search === "", isPost);
      assert.equal(request.init.body !== undefined, isPost);
    });
  }

  it("signs each call with the time of the call", async () => {
    await restart("a");
    clock.time += 5_000;
    await restart("a");
    const md5 = (text: string) => createHash("md5").update(text).digest("hex");
    assert.deepEqual(
      transport.sent.map(({ url }) => [url.searchParams.get("request_time"), url.searchParams.get("request_token")]),
      [
        ["1700000000", TOKEN],
        ["1700000005", md5(`1700000005${md5(KEY)}`)],
      ],
    );
  });

  it("reads the answer, with status, type and redirect", async () => {
    assert.deepEqual(await restart("a"), { msg: "ok" });
    transport.answer = () => ({ body: "<html>", status: 302, contentType: "text/html", location: "/login" });
    await assert.rejects(restart("a"), failsWith({ kind: "page", status: 302, redirect: "login" }));
    transport.answer = () => ({ body: '{"status":false,"msg":"密钥校验失败"}', contentType: "text/html" });
    await assert.rejects(restart("a"), failsWith({ kind: "refused", reason: "key" }));
    transport.answer = () => ({ body: "", status: 401, contentType: "" });
    await assert.rejects(restart("a"), failsWith({ kind: "page", status: 401 }));
  });

  it("lets others run between the steps in which it works on a long answer", async () => {
    const stepsOf = async (length: number) => {
      let steps = 0;
      let isOver = false;
      const count = () => {
        steps += 1;
        if (!isOver) setImmediate(count);
      };
      transport.answer = () => {
        setImmediate(count);
        return { body: JSON.stringify({ status: true, msg: "x".repeat(length) }) };
      };
      await client.call("site.accessLog", { name: "shop.example.com" }, { signal: NEVER });
      isOver = true;
      return steps;
    };
    assert.deepEqual([await stepsOf(10_000), (await stepsOf(1_000_000)) >= 3], [0, true]);
  });

  it("never sends twice, whatever the answer", async () => {
    for (const status of [404, 408, 425, 429, 500, 502, 503, 504]) {
      transport.sent.length = 0;
      transport.answer = () => ({ body: "", status });
      await assert.rejects(client.call("java.list", { page: 1, limit: 1 }, { signal: NEVER }));
      assert.equal(transport.sent.length, 1, String(status));
    }
  });

  describe("sent to the page that binds a panel", () => {
    const bound = { body: "<!doctype html>", status: 302, contentType: "text/html", location: "/bind" };
    const list = () => client.call("java.list", { page: 1, limit: 1 }, { signal: NEVER, onCall });

    it("asks once more", async () => {
      transport.answer = () => {
        clock.time += 3_000;
        return transport.sent.length === 1 ? bound : { body: '{"page":"","data":[]}' };
      };
      assert.deepEqual((await list()).rows, []);
      assert.deepEqual(
        records.map(({ outcome, milliseconds }) => [outcome, milliseconds]),
        [["ok", 6_000]],
      );
    });

    it("asks no third time, and only there", async () => {
      transport.answer = () => bound;
      await assert.rejects(list(), failsWith({ kind: "page", status: 302, redirect: "bind" }));
      assert.equal(transport.sent.length, 2);
      for (const location of ["/login", "/close", "/error", "/modify_password", "/elsewhere/bind"]) {
        transport.sent.length = 0;
        transport.answer = () => ({ ...bound, location });
        await assert.rejects(list());
        assert.equal(transport.sent.length, 1, location);
      }
    });

    it("never sends a change again", async () => {
      transport.answer = () => bound;
      await assert.rejects(restart("a"), failsWith({ kind: "page", status: 302, redirect: "bind" }));
      await assert.rejects(client.call("java.start", { project: "a" }, { signal: NEVER }));
      assert.equal(transport.sent.length, 2);
    });
  });

  it("rethrows the transport's error, without the URL", async () => {
    for (const thrown of [new PanelError({ kind: "network", code: "ECONNRESET" }), new TypeError("a defect")]) {
      transport.sent.length = 0;
      transport.answer = () => {
        throw thrown;
      };
      await assert.rejects(restart("a"), (error) => error === thrown);
      assert.equal(transport.sent.length, 1);
    }
  });

  it("logs each call without address, field or token", async () => {
    transport.answer = () => {
      clock.time += 120;
      return { body: '{"status":true}' };
    };
    await restart("secret project");
    transport.answer = () => ({ body: '{"status":false,"msg":"项目不存在"}' });
    await assert.rejects(restart("secret project"));
    await assert.rejects(restart(""));
    transport.answer = () => {
      throw new TypeError("a defect");
    };
    await assert.rejects(restart("secret project"));
    const call = { operation: "java.restart", effect: "disrupt", route: "mod" };
    assert.deepEqual(records, [
      { ...call, milliseconds: 120, outcome: "ok" },
      { ...call, milliseconds: 0, outcome: "rejected" },
      { ...call, milliseconds: 0, outcome: "invalid" },
      { ...call, milliseconds: 0, outcome: "defect" },
    ]);
  });

  it("takes no route that no row has", async () => {
    // @ts-expect-error the rows' routes are a type
    await client.call("java.restart", { project: "a" }, { signal: NEVER, route: "elsewhere" });
    assert.equal(transport.sent[0]?.url.pathname, "/mod/java/project/restart_project/stype");
  });

  it("asks for a page on no route that its row does not have", async () => {
    // @ts-expect-error the routes of a list are a type too
    const asking = client.call("site.list", { page: 2, limit: 9, route: "mod" }, { signal: NEVER });
    await assert.rejects(asking, failsWith({ kind: "invalid", field: "route", rule: "shape" }));
    assert.deepEqual(transport.sent, []);
  });

  it("refuses parameters of another shape before sending", async () => {
    await assert.rejects(restart(""), failsWith({ kind: "invalid", field: "project", rule: "shape" }));
    const page = client.call("java.list", { page: 1.5, limit: 1 }, { signal: NEVER });
    await assert.rejects(page, failsWith({ kind: "invalid", field: "page", rule: "shape" }));
    const nothing = client.call("java.stop", undefined as never, { signal: NEVER });
    await assert.rejects(nothing, failsWith({ kind: "invalid", field: "(whole)", rule: "shape" }));
    assert.equal(transport.sent.length, 0);
  });

  it("names the field that makes a URL longer than 1024 characters, and sends nothing", async () => {
    await assert.rejects(
      restart("x".repeat(2_000)),
      failsWith({ kind: "invalid", field: "project_name", rule: "tooLong" }),
    );
    await assert.rejects(
      restart("项".repeat(120)),
      failsWith({ kind: "invalid", field: "project_name", rule: "tooLong" }),
    );
    assert.equal(transport.sent.length, 0);
    await client.call("java.stop", { project: "x".repeat(2_000) }, { signal: NEVER });
    assert.equal(transport.sent.length, 1);
  });

  it("sends every URL that fits and none that does not", async () => {
    const room = 1024 - (await lengthWith("x")) + 1;
    assert.equal(await lengthWith("x".repeat(room)), 1024);
    await assert.rejects(
      restart("x".repeat(room + 1)),
      failsWith({ kind: "invalid", field: "project_name", rule: "tooLong" }),
    );
  });

  async function lengthWith(project: string): Promise<number> {
    await restart(project);
    return transport.sent.at(-1)?.url.href.length ?? 0;
  }

  it("throws nothing but PanelError for any name that a panel may have sent", async () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 5 }), async (project) => {
        transport.sent.length = 0;
        try {
          await restart(project);
          assert.equal(transport.sent[0]?.url.searchParams.get("project_name"), project);
        } catch (error) {
          assert.ok(failureOf(error) !== undefined, String(error));
        }
      }),
      { examples: [["\ud800"], ["a\udfff"]] },
    );
  });
});

function failsWith(failure: object): (error: unknown) => boolean {
  return (error) => {
    assert.deepEqual(failureOf(error), failure);
    return true;
  };
}
