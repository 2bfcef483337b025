import assert from "node:assert/strict";
import { hasSameAccess, PanelConnection } from "../../../src/connection/panelConnection.ts";
import { tryKey } from "../../../src/connection/tryKey.ts";
import { failureOf, PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import { panelRecord } from "../../fakes/rows.ts";

const NEVER = new AbortController().signal;
const REFUSAL = { body: '{"status":false,"msg":"密钥校验失败"}', contentType: "text/html; charset=utf-8" };
const UNSUPPORTED = { body: '{"status":false,"msg":"指定参数无效!"}' };

const fails = (failure: PanelFailure) => (error: unknown) => {
  assert.deepEqual(failureOf(error), failure);
  return true;
};

describe("panel connection", () => {
  let fixture: ConnectionFixture;
  beforeEach(() => (fixture = new ConnectionFixture()));

  const connect = (given: Parameters<typeof panelRecord>[0] = {}) => new PanelConnection(panelRecord(given), fixture);
  const total = (connection: PanelConnection, signal = NEVER) => connection.callFor(signal)("system.total", {});

  it("signs with the panel's key, at its address, and logs the call", async () => {
    const connection = connect();
    const { version } = await total(connection);
    assert.equal(version, "11.7.0");
    const [request] = fixture.transports[0]?.sent ?? [];
    assert.equal(request?.url.href, "https://192.0.2.1:8888/system");
    const fields = Object.fromEntries(request?.fields ?? []);
    assert.equal(fields["request_token"], "615a4f4eacc9786689a56061ec8aae13");
    assert.deepEqual(fixture.keysAsked, ["key-1"]);
    const logged = { operation: "system.total", effect: "read", route: "system", milliseconds: 0, outcome: "ok" };
    assert.deepEqual(fixture.logged, [["web 1", logged]]);
  });

  it("signs with the key that there is at the time of the call", async () => {
    const connection = connect();
    await total(connection);
    await total(connection);
    fixture.key = "another key";
    await total(connection);
    const tokens = fixture.transports[0]?.sent.map(({ fields }) => Object.fromEntries(fields)["request_token"]);
    assert.equal(tokens?.[0], tokens?.[1]);
    assert.equal(new Set(tokens).size, 2);
  });

  it("sends nothing without a key", async () => {
    fixture.key = undefined;
    await assert.rejects(total(connect()), fails({ kind: "keyNeeded" }));
    assert.deepEqual(fixture.sent, []);
  });

  it("sends nothing over plain http that others can listen to, unless that was agreed to", async () => {
    for (const address of ["http://192.0.2.1:8888", "http://panel.example.com", "http://[2001:db8::1]:8888"]) {
      await assert.rejects(total(connect({ address })), fails({ kind: "consentNeeded" }));
      assert.deepEqual([fixture.sent, fixture.keysAsked], [[], []]);
    }
    await total(connect({ address: "http://192.0.2.1:8888", httpConsent: true }));
    await total(connect({ address: "http://127.0.0.1:8888" }));
    await total(connect({ address: "http://localhost:8888" }));
    assert.equal(fixture.sent.length, 3);
  });

  it("finds out the way to an area by reading, and keeps it", async () => {
    fixture.answer = ({ url }) =>
      url.pathname.includes("/btdocker") ? UNSUPPORTED : { body: '{"status":true,"msg":"容器重启成功!"}' };
    const call = connect().callFor(NEVER);
    await call("container.restart", { container: "c" });
    assert.deepEqual(fixture.sent, [
      // for the edition, which such a panel cannot tell
      "POST /system",
      "POST /btdocker/container/get_list",
      "POST /v2/btdocker/container/get_list",
      "GET /xdocker/container/restart",
    ]);
    fixture.answer = ({ url }) => (url.pathname === "/data" ? { body: '{"page":"","data":[]}' } : UNSUPPORTED);
    const sites = connect();
    await sites.callFor(NEVER)("site.list", { page: 1, limit: 200 });
    await sites.callFor(NEVER)("site.list", { page: 2, limit: 200 });
    assert.deepEqual(
      fixture.transports[1]?.sent.map(({ url }) => url.pathname),
      // without a total, a documented read shows whether the key is taken
      ["/system", "/xterm", "/datalist/data/get_data_list", "/data", "/system", "/xterm", "/data"],
    );
  });

  it("tries the preferred way again where a page may have meant this once only", async () => {
    fixture.answer = ({ url }) =>
      url.pathname === "/data"
        ? { body: '{"page":"","data":[]}' }
        : { body: "", status: 404, contentType: "text/html" };
    const sites = connect();
    await sites.callFor(NEVER)("site.list", { page: 1, limit: 200 });
    await sites.callFor(NEVER)("site.list", { page: 2, limit: 200 });
    // the total, and whether anything documented is answered
    const asked = ["/system", "/xterm", "/system"];
    assert.deepEqual(
      fixture.transports[0]?.sent.map(({ url }) => url.pathname),
      [...asked, "/datalist/data/get_data_list", "/data", ...asked, "/datalist/data/get_data_list", "/data"],
    );
  });

  it("is cancelled by the caller's signal", async () => {
    const controller = new AbortController();
    controller.abort();
    await assert.rejects(total(connect(), controller.signal), fails({ kind: "cancelled" }));
    assert.deepEqual(fixture.sent, []);
    const later = new AbortController();
    fixture.answer = ({ init }) => {
      later.abort();
      assert.equal(init.signal.aborted, true);
      throw new PanelError({ kind: "cancelled" });
    };
    await assert.rejects(total(connect(), later.signal), fails({ kind: "cancelled" }));
  });

  it("ends with its transport, also calls that are in flight", async () => {
    const connection = connect();
    fixture.answer = ({ init }) => {
      connection.dispose();
      assert.equal(init.signal.aborted, true);
      throw new PanelError({ kind: "cancelled" });
    };
    await assert.rejects(total(connection), fails({ kind: "cancelled" }));
    assert.equal(fixture.transports[0]?.disposed, 1);
    await assert.rejects(total(connection), fails({ kind: "cancelled" }));
    assert.equal(fixture.sent.length, 1);
  });

  it("takes over changes that leave address, key and pin", async () => {
    const connection = connect();
    assert.equal(connection.adopt(panelRecord({ name: "renamed", guardLevel: "trusted" })), true);
    assert.deepEqual([connection.name, connection.guardLevel], ["renamed", "trusted"]);
    await total(connection);
    assert.equal(fixture.logged[0]?.[0], "renamed");
    for (const given of [{ address: "https://192.0.2.2" }, { keyRef: "key-2" }, { pin: "AB" }, { httpConsent: true }]) {
      assert.equal(connection.adopt(panelRecord({ name: "other", ...given })), false);
      assert.equal(hasSameAccess(panelRecord(), panelRecord(given)), false);
    }
    assert.equal(connection.name, "renamed");
    assert.equal(hasSameAccess(panelRecord(), panelRecord({ name: "x", order: 9, tags: ["a"] })), true);
  });

  it("pins the certificate of its panel", () => {
    connect({ pin: "AB:CD" });
    connect();
    assert.deepEqual(
      fixture.pins.map((pin) => pin()),
      ["AB:CD", undefined],
    );
  });
});

describe("verifying a panel", () => {
  it("makes one signed call with the key given, and leaves nothing open", async () => {
    const fixture = new ConnectionFixture();
    fixture.key = "another key that is stored";
    const failure = await tryKey(fixture, panelRecord(), "PaneLLabKey0123456789abcdefABCDE", NEVER);
    assert.equal(failure, undefined);
    assert.deepEqual(fixture.sent, ["POST /system"]);
    const fields = Object.fromEntries(fixture.transports[0]?.sent[0]?.fields ?? []);
    assert.equal(fields["request_token"], "615a4f4eacc9786689a56061ec8aae13");
    assert.deepEqual([fixture.keysAsked, fixture.transports[0]?.disposed], [[], 1]);
  });

  it("reports the failure", async () => {
    const fixture = new ConnectionFixture();
    fixture.answer = () => REFUSAL;
    const failure = await tryKey(fixture, panelRecord(), "wrong key", NEVER);
    assert.deepEqual(failure, { kind: "refused", reason: "key", at: fixture.clock.wallTime() });
    assert.equal(fixture.transports[0]?.disposed, 1);
  });

  it("throws defects, and leaves nothing open", async () => {
    const fixture = new ConnectionFixture();
    fixture.answer = () => Promise.reject(new TypeError("a defect"));
    await assert.rejects(tryKey(fixture, panelRecord(), "a key", NEVER), TypeError);
    assert.equal(fixture.transports[0]?.disposed, 1);
  });
});
