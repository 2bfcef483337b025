import assert from "node:assert/strict";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { resourceOf } from "../../../src/resources/resources.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { Listing } from "../../../src/wire/answers/listing.ts";
import type { Account } from "../../../src/wire/operations/accounts.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { actionSamples } from "./actionSamples.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { issued } from "./javaPanel.ts";
import { containerRow, listOf, orderRow, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const broken = { index: 0, fields: ["id"] };
const LOST: PanelFailure = { kind: "page", status: 404 };

const other = { id: 8, index: "0b", name: "other.example.com" };

/** Lists without the row that do not prove its absence. */
const LISTS: Readonly<Record<string, Listing<object>>> = {
  "has a row that cannot be read": { rows: [], unreadable: [broken], total: 1 },
  "has fewer rows than there are": { rows: [], unreadable: [], total: 1 },
  "has more rows than there are": { rows: [other], unreadable: [], total: 0 },
  "has a row without its key": listOf([{}]),
  "does not say how many there are": { rows: [], unreadable: [], total: undefined },
};

/** Another row of each list. */
const OTHERS = {
  site: siteRow({ id: 8, name: "other.example.com", type: "PHP" }),
  certificateOrder: orderRow({ index: "0b", domains: ["other.example.com"] }),
  container: containerRow({ id: "0".repeat(64), name: "other" }),
};

const REMOVALS = {
  site: "site.delete",
  certificateOrder: "certificateOrder.remove",
  container: "container.remove",
} as const;

describe("a part to be deleted with a website", () => {
  const SHOP = siteRow({ id: 7, name: "shop.example.com", type: "PHP" });
  const users = listOf([{ id: 1, site: 7, name: "shop_ftp", user: undefined, server: undefined }]);

  /** The state of the part if the panel lists these users after the deletion. */
  async function seenOf(...lists: readonly Listing<Account>[]) {
    let left = [SHOP];
    let count = 0;
    const fixture = new RunnerFixture({
      "site.list": () => listOf(left),
      "site.ftpUsers": () => (left.length > 0 ? users : (lists[Math.min(count++, lists.length - 1)] ?? users)),
      "site.delete": () => {
        left = [];
        return issued();
      },
    });
    const target = { key: "7", label: "shop.example.com" };
    const input = { with: [{ kind: "ftp", name: "shop_ftp" }] } as const;
    const outcome = await fixture.run({ kind: "site", verb: "remove", row: SHOP, target, input });
    return outcome.kind === "done" ? outcome.parts?.map(({ state }) => state) : outcome;
  }

  it("is gone if two looks miss it, and there if one finds it", async () => {
    assert.deepEqual(await seenOf(listOf([])), ["gone"]);
    assert.deepEqual(await seenOf(listOf([]), users), ["there"]);
    assert.deepEqual(await seenOf(listOf([]), { rows: [], unreadable: [broken], total: 1 }), ["unknown"]);
  });
});

for (const [kind, operation] of Object.entries(REMOVALS) as [keyof typeof REMOVALS, OperationId][]) {
  const { shownFor, reads } = actionSamples[kind] ?? assert.fail(`no sample of ${kind}`);
  const shown = shownFor("remove");
  const { key, label } = resourceOf(kind);
  const request: Partial<ActionRequest> = {
    kind,
    verb: "remove",
    row: shown,
    target: { key: key(shown) ?? assert.fail("no key"), label: label(shown) },
  };

  /** Deletes the row; the panel then returns one list, and another one once time has passed. */
  async function remove(after: Listing<object>, send: () => unknown, later = after): Promise<Outcome> {
    const fixture: RunnerFixture = new RunnerFixture({
      ...reads(listOf([shown]), "remove"),
      [operation]: () => {
        fixture.calls.handlers = { ...fixture.calls.handlers, ...reads(after, "remove") };
        fixture.clock.onSlept = () => {
          fixture.calls.handlers = { ...fixture.calls.handlers, ...reads(later, "remove") };
        };
        return send();
      },
    });
    return fixture.run(request);
  }

  describe(`deleting a ${kind}`, () => {
    const without = listOf([OTHERS[kind]]);

    for (const [name, send] of [
      ["was answered", issued],
      ["was not answered", failing(LOST)],
    ] as const) {
      it(`is done if two looks miss it, and it ${name}`, async () => {
        assert.deepEqual(await remove(without, send), { kind: "done", evidence: undefined });
      });

      it(`is not done if only one look misses it, and it ${name}`, async () => {
        assert.notEqual((await remove(without, send, listOf([shown]))).kind, "done");
      });

      it(`is not done if one look misses it and the next fails, and it ${name}`, async () => {
        assert.notEqual((await remove(without, send, { rows: [], unreadable: [broken], total: 1 })).kind, "done");
      });
    }

    // of containers it proves nothing, because Docker may be down
    if (kind !== "container")
      it("is done if two looks find an empty list, but only if it was answered", async () => {
        assert.equal((await remove(listOf([]), issued)).kind, "done");
        // nothing is said of a look that is itself in doubt
        assert.deepEqual(await remove(listOf([]), failing(LOST)), { kind: "uncertain", cause: LOST });
      });

    it("is said to be still listed where it was not answered and stays in the list", async () => {
      const evidence = { name: "state", value: "listed" };
      assert.deepEqual(await remove(listOf([shown]), failing(LOST)), { kind: "uncertain", cause: LOST, evidence });
    });

    it("goes on if only the first of two looks before it misses the target", async () => {
      const fixture: RunnerFixture = new RunnerFixture({ ...reads(without, "remove"), [operation]: issued });
      fixture.clock.onSlept = () => {
        const now = fixture.calls.count(operation) === 0 ? listOf([shown]) : without;
        fixture.calls.handlers = { ...fixture.calls.handlers, ...reads(now, "remove") };
      };
      await fixture.run(request);
      assert.equal(fixture.calls.count(operation), 1);
    });

    for (const [name, list] of Object.entries(LISTS)) {
      it(`is not done if the list ${name}`, async () => {
        const outcome = await remove(list, issued);
        assert.equal(outcome.kind, "sent");
        assert.deepEqual(await remove(list, failing(LOST)), { kind: "uncertain", cause: LOST });
      });

      it(`is not gone if the list ${name}`, async () => {
        const fixture = new RunnerFixture(reads(list, "remove"));
        assert.equal((await fixture.run(request)).kind, "failed");
        assert.equal(fixture.calls.count(operation), 0);
      });
    }
  });
}
