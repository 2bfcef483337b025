import assert from "node:assert/strict";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { resourceOf } from "../../../src/resources/resources.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { Listing } from "../../../src/wire/answers/listing.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { actionSamples } from "./actionSamples.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { issued } from "./javaPanel.ts";
import { listOf } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const broken = { index: 0, fields: ["id"] };
const LOST: PanelFailure = { kind: "page", status: 404 };

const other = { id: 8, index: "0b", name: "other.example.com" };

/** Lists without the row that do not tell that it is not there, whatever else they list. */
const LISTS: Readonly<Record<string, Listing<object>>> = {
  "has a row that cannot be read": { rows: [], unreadable: [broken], total: 1 },
  "has fewer rows than there are": { rows: [], unreadable: [], total: 1 },
  "has more rows than there are": { rows: [other], unreadable: [], total: 0 },
  "has a row without its key": listOf([{}]),
  "does not say how many there are": { rows: [], unreadable: [], total: undefined },
};

const REMOVALS = {
  site: "site.delete",
  certificateOrder: "certificateOrder.remove",
  container: "container.remove",
} as const;

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

  /** Removes it on a panel that lists it before and this afterwards. */
  async function remove(after: Listing<object>, send: () => unknown): Promise<Outcome> {
    const fixture: RunnerFixture = new RunnerFixture({
      ...reads(listOf([shown]), "remove"),
      [operation]: () => {
        fixture.calls.handlers = { ...fixture.calls.handlers, ...reads(after, "remove") };
        return send();
      },
    });
    return fixture.run(request);
  }

  describe(`removing a ${kind}`, () => {
    for (const [name, list] of Object.entries(LISTS)) {
      it(`is not told as done where the list ${name}`, async () => {
        const outcome = await remove(list, issued);
        assert.equal(outcome.kind, "sent");
        assert.deepEqual(await remove(list, failing(LOST)), { kind: "uncertain", cause: LOST });
      });

      it(`does not say that it is gone where the list ${name}`, async () => {
        const fixture = new RunnerFixture(reads(list, "remove"));
        assert.equal((await fixture.run(request)).kind, "failed");
        assert.equal(fixture.calls.count(operation), 0);
      });
    }
  });
}
