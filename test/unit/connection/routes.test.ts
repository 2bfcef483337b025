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

/** What calls, one after the other, make of a panel: its edition and failures, the calls, and what is sent. */
const FOUND: Readonly<
  Record<string, readonly [Edition, Readonly<Record<string, PanelFailure>>, readonly OperationId[], readonly string[]]>
> = {
  "are of no matter where there is one way only": [
    "unknown",
    {},
    ["java.restart", "system.total"],
    ["java.restart mod", "system.total system"],
  ],
  "of Java projects on an aaPanel are those on which its list answers": [
    "aapanel",
    { "java.list v2project": page },
    ["java.stop", "java.moveLogOfStopped"],
    [
      "java.list v2project",
      "java.list v2mod",
      "java.stop v2mod",
      "java.list v2project",
      "java.list v2mod",
      "java.moveLogOfStopped v2mod",
    ],
  ],
  "of Java projects on an aaPanel are usually the plain ones": [
    "aapanel",
    {},
    ["java.log"],
    ["java.list v2project", "java.log v2project"],
  ],
  "of sites on an aaPanel are its plain one, for the other shows every site as static": [
    "aapanel",
    {},
    ["site.list"],
    ["site.list getData"],
  ],
  "of a read whose area has no such list are tried by itself while the edition is unknown, and kept": [
    "unknown",
    { "site.errorLog site": unsupported },
    ["site.errorLog", "site.errorLog"],
    ["site.errorLog site", "site.errorLog v2site", "site.errorLog v2site"],
  ],
  "are learned from the list and kept, for each area apart": [
    "unknown",
    { "site.list datalist": unsupported },
    ["site.list", "site.list", "container.list", "container.info"],
    [
      "site.list datalist",
      "site.list getData",
      "site.list getData",
      "container.list btdocker",
      "container.info btdocker",
    ],
  ],
  "of another edition are found by its list": [
    "unknown",
    { "container.list btdocker": unsupported },
    ["container.restart", "container.list"],
    [
      "container.list btdocker",
      "container.list v2btdocker",
      "container.restart v2btdocker",
      "container.list v2btdocker",
    ],
  ],
  "are learned from a list that has one alone, for changes that have more": [
    "baota",
    {},
    ["container.list", "container.restart"],
    ["container.list btdocker", "container.restart btdocker"],
  ],
  "prefer the first that answers": [
    "unknown",
    {},
    ["site.list", "site.list"],
    ["site.list datalist", "site.list datalist"],
  ],
  "fall back where the panel has no such page either": [
    "unknown",
    { "site.list datalist": page },
    ["site.list"],
    ["site.list datalist", "site.list getData"],
  ],
  "of a change are found out by a read, never by the change": [
    "unknown",
    {},
    ["container.restart", "container.restart", "container.info"],
    ["container.list btdocker", "container.restart btdocker", "container.restart btdocker", "container.info btdocker"],
  ],
};

describe("routes", () => {
  for (const [title, [edition, failures, calls, made]] of Object.entries(FOUND))
    it(title, async () => {
      const panel = new Panel(failures, edition);
      for (const id of calls) await panel.call(id);
      assert.deepEqual(panel.made, made);
    });

  it("are learned by at most one read of an area, with parameters that its row accepts", () => {
    const rows = Object.entries(operations) as readonly (readonly [OperationId, Operation<unknown, unknown>])[];
    const probes = rows.filter(([, { probe }]) => probe !== undefined);
    assert.deepEqual(
      probes.map(([id, { effect }]) => [id, effect]),
      [
        ["site.list", "read"],
        ["java.list", "read"],
        ["container.list", "read"],
      ],
    );
    for (const [, { params, probe }] of probes) assert.equal(v.safeParse(params, probe).success, true);
  });

  it("do not exist for an operation that the edition lacks, and nothing is sent", async () => {
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
    const other = new Panel({}, "baota");
    await assert.rejects(other.call("java.moveLogOfStopped"), fails("unsupported"));
    assert.deepEqual([panel.made, other.made], [[], []]);
  });

  it("throw the preferred route's error if none answers, and learn nothing", async () => {
    const panel = new Panel({ "site.list datalist": unsupported, "site.list getData": page });
    await assert.rejects(panel.call("site.list"), fails("unsupported"));
    panel.failures = {};
    await panel.call("site.list");
    assert.deepEqual(panel.made.slice(2), ["site.list datalist"]);
  });

  it("are not tried further after a failure that has another cause", async () => {
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

  it("of containers are the documented ones if there is no list", async () => {
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

  it("are learned by one short page", async () => {
    const asked: unknown[] = [];
    const routes = new Routes(operations, () => "unknown");
    await routed(routes, "container.restart", { container: "c" }, async (id, params) => asked.push([id, params]));
    assert.deepEqual(asked, [
      ["container.list", {}],
      ["container.restart", { container: "c" }],
    ]);
  });

  it("are learned anew once forgotten", async () => {
    const panel = new Panel({ "site.list datalist": unsupported });
    await panel.call("site.list");
    panel.failures = {};
    panel.routes.forget();
    await panel.call("site.list");
    assert.deepEqual(panel.made.slice(2), ["site.list datalist"]);
  });

  it("are the requested one, and no other if it fails", async () => {
    const panel = new Panel({ "site.list getData": page });
    await panel.call("site.list", { page: 1, limit: 9 });
    await assert.rejects(panel.call("site.list", { page: 2, limit: 9, route: "getData" }), fails("page"));
    assert.deepEqual(panel.made, ["site.list datalist", "site.list getData"]);
  });
});
