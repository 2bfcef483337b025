import assert from "node:assert/strict";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { tryKey } from "../../../src/connection/tryKey.ts";
import { groupsOn, kindsIn } from "../../../src/resources/feature.ts";
import { actionsOf, resourceKinds, resourceOf } from "../../../src/resources/resources.ts";
import { isOn } from "../../../src/resources/feature.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { operations, type AnyOperation, type OperationId } from "../../../src/wire/operations/operations.ts";
import { hasOperation } from "../../../src/wire/operations/wiresFor.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import type { FakeAnswer, SentRequest } from "../../fakes/fakeTransport.ts";
import { panelRecord } from "../../fakes/rows.ts";

const NEVER = new AbortController().signal;

const PAGE: FakeAnswer = { status: 404, contentType: "text/html", body: "<html>" };

const WAYS: Readonly<Record<string, FakeAnswer>> = {
  "a page": PAGE,
  "the sentence of running panels": { body: '{"status":false,"msg":"指定参数无效!"}' },
  JSON: { status: 404, body: '{"status":false,"msg":"No such operation"}' },
  "the page of older panels": {
    contentType: "text/html",
    body: "<html><title>安全入口校验失败</title><p>/etc/init.d/bt default</p>",
  },
};

/** Some of the document, by `action` or path. */
const DOCUMENT: Readonly<Record<string, string>> = {
  completion_tool_status: '{"use_completion":true}',
  upgrade_env_log: '{"status":true,"msg":"","data":{"env_update_running":false,"log":""}}',
  get_host_list: "[]",
  update_composer: '{"status":true,"msg":"当前已经是最新版本"}',
  "/xdocker/container/restart": '{"status":true,"msg":"done"}',
  "/mod/java/project/restart_project/stype": '{"status":true,"msg":"done"}',
};

/** The total of a panel that tells nothing of itself. */
const NO_TOTAL = { version: undefined, machine: undefined };

const kindOf = (error: unknown) => failureOf(error)?.kind;
const askedIn = ({ url, fields }: SentRequest) => Object.fromEntries(fields)["action"] ?? url.pathname;

for (const [way, notThere] of Object.entries(WAYS))
  describe(`a panel of the document alone, which says with ${way} that it lacks something`, () => {
    let fixture: ConnectionFixture;
    let fault: FakeAnswer | undefined;
    let closed: boolean;

    beforeEach(() => {
      fixture = new ConnectionFixture();
      fault = undefined;
      closed = false;
      fixture.answer = (request) => {
        if (fault !== undefined) return fault;
        if (closed) return PAGE;
        const body = DOCUMENT[askedIn(request)];
        return body === undefined ? notThere : { body };
      };
    });

    const connect = () => new PanelConnection(panelRecord(), fixture);
    const sent = () => fixture.transports.flatMap((transport) => transport.sent.splice(0).map(askedIn));

    it("accepts a key by a documented read", async () => {
      assert.equal(await tryKey(fixture, panelRecord(), "a key", NEVER), undefined);
    });

    it("refuses a wrong key, in whichever form it says so", async () => {
      for (const contentType of ["text/html", "application/json"]) {
        fixture.answer = (request) => {
          if (DOCUMENT[askedIn(request)] === undefined) return notThere;
          return { contentType, body: '{"status":false,"msg":"密钥校验失败"}' };
        };
        assert.equal((await tryKey(fixture, panelRecord(), "a key", NEVER))?.kind, "refused");
      }
    });

    it("is no proof of the key where it says no in words that nobody knows", async () => {
      fixture.answer = (request) => {
        if (DOCUMENT[askedIn(request)] === undefined) return notThere;
        return { body: '{"status":false,"msg":"no"}' };
      };
      const failure = await tryKey(fixture, panelRecord(), "a key", NEVER);
      assert.deepEqual(failure, { kind: "rejected", message: "no" });
    });

    it("is asked once for what is not there, and answers what the document has", async () => {
      const connection = connect();
      const call = connection.callFor(NEVER);
      await assert.rejects(call("java.list", { page: 1, limit: 9 }), (error) => kindOf(error) === "unsupported");
      assert.equal(connection.edition, "documented");
      assert.deepEqual(sent(), ["GetSystemTotal", "completion_tool_status", "GetConcifInfo"]);
      await call("java.restart", { project: "order-service" });
      await call("container.restart", { container: "c" });
      await call("composer.update", {});
      assert.deepEqual(sent(), [
        "/mod/java/project/restart_project/stype",
        "/xdocker/container/restart",
        "update_composer",
      ]);
      for (const lacking of ["site.list", "container.list", "file.list", "service.list", "site.stop"] as const)
        await assert.rejects(call(lacking, {} as never), (error) => kindOf(error) === "unsupported");
      assert.deepEqual(sent(), []);
    });

    it("shows by a documented read whether it still answers", async () => {
      const connection = connect();
      const total = async () => connection.callFor(NEVER)("system.total", {});
      assert.deepEqual(await total(), NO_TOTAL);
      sent();
      assert.deepEqual(await total(), NO_TOTAL);
      assert.deepEqual(sent(), ["completion_tool_status"]);
      closed = true;
      await assert.rejects(total(), (error) => kindOf(error) === "page");
    });

    it("is asked for its total again once it has not answered, and stays what it was found to be meanwhile", async () => {
      const connection = connect();
      const total = async () => connection.callFor(NEVER)("system.total", {});
      await total();
      fault = { status: 502, contentType: "text/html", body: "<html>" };
      await assert.rejects(total(), (error) => kindOf(error) === "page");
      assert.equal(connection.edition, "documented");
      fault = undefined;
      sent();
      assert.deepEqual(await total(), NO_TOTAL);
      assert.deepEqual(sent(), ["GetSystemTotal", "completion_tool_status", "GetConcifInfo"]);
    });

    it("is not asked for its total again because a person has canceled", async () => {
      const connection = connect();
      await connection.callFor(NEVER)("system.total", {});
      await assert.rejects(connection.callFor(AbortSignal.abort())("system.total", {}));
      sent();
      await connection.callFor(NEVER)("system.total", {});
      assert.deepEqual(sent(), ["completion_tool_status"]);
    });

    it("is asked for its total again after ten minutes, as it may have been upgraded without anybody seeing it", async () => {
      const connections = [connect(), connect()];
      const total = async (connection: PanelConnection) => connection.callFor(NEVER)("system.total", {});
      for (const connection of connections) await total(connection);
      const answer = fixture.answer;
      fixture.answer = (request) => {
        if (askedIn(request) === "GetSystemTotal" && request.url.pathname === "/system")
          return { body: '{"memTotal":1,"version":"11.7.0"}' };
        return answer(request);
      };
      for (const connection of connections) {
        assert.deepEqual(await total(connection), NO_TOTAL);
        assert.equal(connection.edition, "documented");
      }
      await fixture.clock.pass(600_000);
      for (const connection of connections) {
        assert.equal((await total(connection)).version, "11.7.0");
        assert.notEqual(await connection.learnEdition(NEVER), "documented");
      }
      assert.deepEqual([...fixture.documentAlone], []);
    });
  });

describe("a panel without a total", () => {
  it("has its API off where it answers nothing else either", async () => {
    const fixture = new ConnectionFixture();
    fixture.answer = () => ({ status: 404, contentType: "text/html", body: "<html>" });
    const failure = await tryKey(fixture, panelRecord(), "a key", NEVER);
    assert.deepEqual(failure, { kind: "page", status: 404 });
  });

  it("is not taken for one of the document alone where it has more: its total has failed", async () => {
    const fixture = new ConnectionFixture();
    fixture.answer = ({ fields }) => {
      const { action } = Object.fromEntries(fields);
      if (action === "GetSystemTotal") return { status: 404, contentType: "text/html", body: "<html>" };
      return { body: '{"status":true,"web":{},"use_completion":true}' };
    };
    const connection = new PanelConnection(panelRecord(), fixture);
    assert.deepEqual(await connection.callFor(NEVER)("system.total", {}), NO_TOTAL);
    assert.equal(connection.edition, "unknown");
    assert.equal(await connection.learnEdition(NEVER), "unknown");
  });

  it("is left where a documented read ends in another way", async () => {
    const fixture = new ConnectionFixture();
    fixture.answer = ({ fields }) => {
      const { action } = Object.fromEntries(fields);
      if (action === "GetSystemTotal") return { status: 404, contentType: "text/html", body: "<html>" };
      throw new PanelError({ kind: "network", code: "ECONNRESET" });
    };
    const failure = await tryKey(fixture, panelRecord(), "a key", NEVER);
    assert.equal(failure?.kind, "network");
  });
});

describe("what a panel of the document alone offers", () => {
  const edition = "documented";

  it("is the fourteen operations", () => {
    const ids = (Object.keys(operations) as OperationId[]).filter((id) => hasOperation(edition, id));
    assert.deepEqual(
      ids,
      (Object.keys(operations) as OperationId[]).filter(
        (id) => (operations[id] as AnyOperation).documented !== undefined,
      ),
    );
    assert.equal(ids.length, 14);
  });

  it("is in the groups that can have anything", () => {
    assert.deepEqual(groupsOn(edition), [
      "site",
      "javaProject",
      "container",
      "dependencyManager",
      "certificateOrder",
      "terminalSetting",
    ]);
    assert.deepEqual(kindsIn(edition, "javaProject"), ["javaProject"]);
    assert.deepEqual(kindsIn(edition, "dependencyManager"), ["dependencyManager", "runtime"]);
  });

  it("is no action beyond the document", () => {
    const offered = resourceKinds.flatMap((kind) => [
      ...actionsOf(kind)
        .filter(([verb]) => isOn(edition, { kind, verb }))
        .map(([verb]) => `${kind}.${verb}`),
      ...Object.keys(resourceOf(kind).procedures ?? {})
        .filter((verb) => isOn(edition, { kind, verb: verb as "create" }))
        .map((verb) => `${kind}.${verb}`),
    ]);
    assert.deepEqual(offered, [
      "site.create",
      "javaProject.restart",
      "javaProject.changeLogPath",
      "container.restart",
      "certificateOrder.remove",
      "terminalSetting.turnOn",
      "terminalSetting.turnOff",
      "dependencyManager.update",
    ]);
  });
});
