import assert from "node:assert/strict";
import * as v from "valibot";
import { Routes } from "../../../src/connection/routes.ts";
import { failureOf, PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { Operation } from "../../../src/wire/answers/operation.ts";
import type { Edition } from "../../../src/wire/answers/operation.ts";
import { operations, type OperationId } from "../../../src/wire/operations/operations.ts";
import { routed } from "../../fakes/guarded.ts";

const page: PanelFailure = { kind: "page", status: 404 };
const unsupported: PanelFailure = { kind: "unsupported" };

/** A panel on which some operations fail on some routes. */
class Panel {
  readonly routes = new Routes(operations, () => this.edition);
  readonly made: string[] = [];
  failures: Readonly<Record<string, PanelFailure>>;
  readonly edition: Edition;

  constructor(failures: Readonly<Record<string, PanelFailure>> = {}, edition: Edition = "unknown") {
    this.failures = failures;
    this.edition = edition;
  }

  call(id: OperationId, params: object = {}): Promise<unknown> {
    return routed(this.routes, id, params, async (operation, sent, route) => {
      const call = `${operation} ${route}`;
      this.made.push(call);
      const failure = this.failures[call];
      if (failure !== undefined) throw new PanelError(failure);
      return { call, sent };
    });
  }
}

const fails = (kind: PanelFailure["kind"]) => (error: unknown) => failureOf(error)?.kind === kind;

describe("routes", () => {
  it("are of no matter where there is one way only", async () => {
    const panel = new Panel();
    await panel.call("java.restart", { project: "a" });
    await panel.call("system.total");
    assert.deepEqual(panel.made, ["java.restart mod", "system.total system"]);
  });

  it("are found out by one read of an area at most, which its row accepts", () => {
    const probes = (Object.values(operations) as readonly Operation<unknown, unknown>[]).filter(
      ({ probe }) => probe !== undefined,
    );
    assert.deepEqual(
      probes.map(({ area, effect }) => [area, effect]),
      [
        ["site", "read"],
        ["java", "read"],
        ["container", "read"],
      ],
    );
    for (const { params, probe } of probes) assert.equal(v.safeParse(params, probe).success, true);
  });

  it("of Java projects on an aaPanel are those on which its list answers", async () => {
    const panel = new Panel({ "java.list v2project": page }, "aapanel");
    await panel.call("java.stop", { project: "a" });
    await panel.call("java.moveLogOfStopped", { project: "a", path: "/a" });
    assert.deepEqual(panel.made.slice(2), [
      "java.stop v2mod",
      "java.list v2project",
      "java.list v2mod",
      "java.moveLogOfStopped v2mod",
    ]);
    const usual = new Panel({}, "aapanel");
    await usual.call("java.log", { project: "a" });
    assert.deepEqual(usual.made, ["java.list v2project", "java.log v2project"]);
  });

  it("of sites on an aaPanel are its plain one, for the other shows every site as static", async () => {
    const panel = new Panel({}, "aapanel");
    await panel.call("site.list", { page: 1, limit: 9 });
    assert.deepEqual(panel.made, ["site.list getData"]);
  });

  it("of a read whose area has no such list are tried by itself while the edition is unknown, and kept", async () => {
    const panel = new Panel({ "site.errorLog site": unsupported });
    await panel.call("site.errorLog", { name: "shop.example.com" });
    await panel.call("site.errorLog", { name: "shop.example.com" });
    assert.deepEqual(panel.made, ["site.errorLog site", "site.errorLog v2site", "site.errorLog v2site"]);
  });

  it("of what an aaPanel lacks are none, and nothing is sent", async () => {
    const panel = new Panel({}, "aapanel");
    for (const id of [
      "java.restart",
      "java.changeLogPath",
      "terminal.settings",
      "terminal.setTheme",
      "runtime.upgradeLog",
      "runtime.startUpgrade",
    ] as const)
      await assert.rejects(panel.call(id), fails("unsupported"), id);
    assert.deepEqual(panel.made, []);
  });

  it("are learned from the list and kept", async () => {
    const panel = new Panel({ "site.list datalist": unsupported });
    assert.deepEqual(await panel.call("site.list", { page: 2, limit: 9 }), {
      call: "site.list getData",
      sent: { page: 2, limit: 9 },
    });
    await panel.call("site.list", { page: 3, limit: 9 });
    assert.deepEqual(panel.made, ["site.list datalist", "site.list getData", "site.list getData"]);
  });

  it("are learned from a list that has one alone, for changes that have more", async () => {
    const panel = new Panel({}, "baota");
    await panel.call("container.list");
    await panel.call("container.restart");
    assert.deepEqual(panel.made, ["container.list btdocker", "container.restart btdocker"]);
  });

  it("prefer the first that answers", async () => {
    const panel = new Panel();
    await panel.call("site.list", { page: 1, limit: 9 });
    await panel.call("site.list", { page: 2, limit: 9 });
    assert.deepEqual(panel.made, ["site.list datalist", "site.list datalist"]);
  });

  it("fall back where the panel has no such page either", async () => {
    const panel = new Panel({ "site.list datalist": page });
    await panel.call("site.list");
    assert.equal(panel.made.at(-1), "site.list getData");
  });

  it("throw what the preferred one threw where none answers, and learn nothing", async () => {
    const panel = new Panel({ "site.list datalist": unsupported, "site.list getData": page });
    await assert.rejects(panel.call("site.list"), fails("unsupported"));
    panel.failures = {};
    await panel.call("site.list");
    assert.deepEqual(panel.made.slice(2), ["site.list datalist"]);
  });

  it("are not tried further when a failure says nothing of them", async () => {
    const others: readonly PanelFailure[] = [
      { kind: "network", code: "ECONNRESET" },
      { kind: "refused", reason: "key" },
      { kind: "rejected", message: "x" },
      { kind: "timeout", afterMs: 1 },
      { kind: "malformed", fields: [] },
      // a gateway's or a closed panel's: only 404 says that there is no such address
      ...[200, 302, 401, 403, 500, 502, 503, 504].map((status) => ({ kind: "page", status }) as const),
    ];
    for (const failure of others) {
      const panel = new Panel({ "site.list datalist": failure, "container.list btdocker": failure });
      await assert.rejects(panel.call("site.list"), fails(failure.kind));
      await assert.rejects(panel.call("container.restart"), fails(failure.kind));
      assert.deepEqual(panel.made, ["site.list datalist", "container.list btdocker"]);
    }
  });

  it("are the one that is asked for, and no other where that one fails", async () => {
    const panel = new Panel({ "site.list getData": page });
    await panel.call("site.list", { page: 1, limit: 9 });
    await assert.rejects(panel.call("site.list", { page: 2, limit: 9, route: "getData" }), fails("page"));
    assert.deepEqual(panel.made, ["site.list datalist", "site.list getData"]);
  });

  it("of a change are found out by a read, never by the change", async () => {
    const panel = new Panel();
    assert.deepEqual(await panel.call("container.restart", { container: "c" }), {
      call: "container.restart btdocker",
      sent: { container: "c" },
    });
    await panel.call("container.restart", { container: "c" });
    await panel.call("container.info", { container: "c" });
    assert.deepEqual(panel.made, [
      "container.list btdocker",
      "container.restart btdocker",
      "container.restart btdocker",
      "container.info btdocker",
    ]);
  });

  it("of containers are the documented ones where there is no list", async () => {
    for (const failure of [page, unsupported]) {
      const panel = new Panel({ "container.list btdocker": failure }, "baota");
      await panel.call("container.restart");
      panel.failures = {};
      await panel.call("container.restart");
      // the list may have failed for another reason, so it is asked again
      assert.deepEqual(panel.made, [
        "container.list btdocker",
        "container.restart xdocker",
        "container.list btdocker",
        "container.restart btdocker",
      ]);
    }
  });

  it("ask for one short page to find out", async () => {
    const asked: unknown[] = [];
    const routes = new Routes(operations, () => "unknown");
    await routed(routes, "container.restart", { container: "c" }, async (id, params) => asked.push([id, params]));
    assert.deepEqual(asked, [
      ["container.list", {}],
      ["container.restart", { container: "c" }],
    ]);
  });

  it("are found out anew once forgotten", async () => {
    const panel = new Panel({ "site.list datalist": unsupported });
    await panel.call("site.list");
    panel.failures = {};
    panel.routes.forget();
    await panel.call("site.list");
    assert.deepEqual(panel.made.slice(2), ["site.list datalist"]);
  });

  it("of two areas are learned apart", async () => {
    const panel = new Panel({ "site.list datalist": unsupported });
    await panel.call("site.list");
    await panel.call("container.list");
    await panel.call("container.info");
    assert.deepEqual(panel.made.slice(2), ["container.list btdocker", "container.info btdocker"]);
  });
});
