import assert from "node:assert/strict";
import fc from "fast-check";
import { eachSite, findSite } from "../../../src/resources/eachSite.ts";
import type { Call } from "../../../src/resources/resource.ts";
import { Routes } from "../../../src/connection/routes.ts";
import type { ListPage } from "../../../src/wire/answers/listing.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { operations } from "../../../src/wire/operations/operations.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { siteRow } from "../../fakes/rows.ts";
import { routed } from "../../fakes/guarded.ts";

/** An event when a page is read: the route fails, sites are deleted before, or one is added. */
interface Turn {
  readonly fails: boolean;
  readonly deleted: readonly number[];
  readonly isAdded: boolean;
}

const QUIET: Turn = { fails: false, deleted: [], isAdded: false };

/** A panel with several routes, each with its own page size; the newest site is listed first. */
class PagedPanel {
  readonly asked: string[] = [];
  readonly #routes = new Routes(operations, () => "unknown");
  #ids: readonly number[];
  #next: number;
  readonly #sizes: Readonly<Record<string, number>>;
  readonly #turns: readonly Turn[];
  readonly #kept: number;

  /** @param kept the site that is never deleted */
  constructor(total: number, sizes: Readonly<Record<string, number>>, turns: readonly Turn[], kept: number) {
    this.#ids = Array.from({ length: total }, (_, index) => total - index);
    this.#next = total + 1;
    this.#sizes = sizes;
    this.#turns = turns;
    this.#kept = kept;
  }

  readonly call: Call = async (id, params) =>
    (await routed(this.#routes, id, params as object, async (_id, asked, route) => this.#page(asked, route))) as never;

  #page(params: object, route: string): ListPage<Site> {
    const { page } = params as { readonly page: number };
    const { fails, deleted, isAdded } = this.#turns[this.asked.length] ?? QUIET;
    this.asked.push(`${route} ${page}`);
    this.#ids = this.#ids.filter((id, index) => id === this.#kept || !deleted.includes(index));
    if (isAdded) this.#ids = [this.#next++, ...this.#ids];
    if (fails) throw new PanelError({ kind: "page", status: 404 });
    const size = this.#sizes[route] ?? 1;
    const rows = this.#ids.slice((page - 1) * size, page * size).map((id) => siteRow({ id, name: `${id}` }));
    return { rows, unreadable: [], total: this.#ids.length, route };
  }
}

const SIZES = { datalist: 200, getData: 100 };
const FAILS: Turn = { ...QUIET, fails: true };

/** The ids of a list, or its failure. */
async function listed(panel: PagedPanel) {
  const { sites, isSettled, isComplete } = await eachSite(panel.call);
  return { ids: sites.map(({ id }) => id), isSettled, isComplete };
}

describe("the sites of a panel", () => {
  it("are all read on one route, even if the preferred one fails once", async () => {
    const panel = new PagedPanel(300, SIZES, [FAILS], 1);
    const { ids, isComplete } = await listed(panel);
    assert.deepEqual([new Set(ids).size, isComplete], [300, true]);
    assert.deepEqual(panel.asked, ["datalist 1", "getData 1", "getData 2", "getData 3", "getData 4"]);
  });

  it("are not read on another route if a later page fails", async () => {
    const panel = new PagedPanel(300, SIZES, [QUIET, FAILS], 1);
    await assert.rejects(listed(panel), (error) => failureOf(error)?.kind === "page");
    assert.deepEqual(panel.asked, ["datalist 1", "datalist 2"]);
  });

  it("are read once more if one was deleted between two pages", async () => {
    const panel = new PagedPanel(300, SIZES, [QUIET, { ...QUIET, deleted: [0] }], 1);
    const { ids, isComplete } = await listed(panel);
    assert.deepEqual([ids.length, isComplete], [299, true]);
    assert.deepEqual(
      panel.asked,
      [1, 2, 3, 1, 2, 3].map((page) => `datalist ${page}`),
    );
  });

  it("are incomplete if the list keeps changing", async () => {
    const restless = Array.from({ length: 10 }, () => ({ ...QUIET, deleted: [0] }));
    assert.partialDeepStrictEqual(await listed(new PagedPanel(300, SIZES, restless, 1)), {
      isSettled: false,
      isComplete: false,
    });
  });

  for (const [what, listing] of [
    ["does not tell how many there are", { rows: [siteRow({ id: 1 })], unreadable: [], total: undefined }],
    ["tells of more than it lists", { rows: [siteRow({ id: 1 })], unreadable: [], total: 2 }],
    ["tells of fewer than it lists", { rows: [siteRow({ id: 1 }), siteRow({ id: 2 })], unreadable: [], total: 1 }],
    ["has two of one id", { rows: [siteRow({ id: 1 }), siteRow({ id: 1 })], unreadable: [], total: 2 }],
    ["has one without an id", { rows: [siteRow({ name: "a" })], unreadable: [], total: 1 }],
    ["has one that cannot be read", { rows: [], unreadable: [{ index: 0, fields: ["id"] }], total: 1 }],
  ] as const)
    it(`are not complete if the panel ${what}`, async () => {
      const call: Call = async (_id, params) =>
        ((params as { page?: number }).page === 1 ? listing : { ...listing, rows: [], unreadable: [] }) as never;
      assert.equal((await eachSite(call)).isComplete, false);
      await assert.rejects(findSite(call, "77", undefined), (error) => failureOf(error)?.kind === "malformed");
    });

  it("never lack a site, whatever fails and moves meanwhile", async () => {
    const turn = fc.record({
      fails: fc.boolean(),
      deleted: fc.uniqueArray(fc.nat({ max: 8 }), { maxLength: 2 }),
      isAdded: fc.boolean(),
    });
    const runs = fc.record({
      total: fc.integer({ min: 1, max: 12 }),
      sizes: fc.record({ datalist: fc.integer({ min: 1, max: 4 }), getData: fc.integer({ min: 1, max: 4 }) }),
      turns: fc.array(fc.oneof({ weight: 1, arbitrary: fc.constant(QUIET) }, turn), { maxLength: 30 }),
      kept: fc.nat(),
      last: fc.option(fc.integer({ min: 1, max: 5 })),
    });
    await fc.assert(
      fc.asyncProperty(runs, async ({ total, sizes, turns, kept, last }) => {
        const id = (kept % total) + 1;
        const before = last === null ? undefined : { site: siteRow({ id }), page: last };
        const found = await findSite(new PagedPanel(total, sizes, turns, id).call, String(id), before).catch(
          (error: unknown) => failureOf(error),
        );
        assert.notEqual(found, undefined);
        const all = await eachSite(new PagedPanel(total, sizes, turns, id).call).catch(() => undefined);
        assert.ok(all?.isComplete !== true || all.sites.some((site) => site.id === id));
      }),
      { numRuns: 2_000 },
    );
  });

  it("are complete if nothing fails or moves", async () => {
    const runs = fc.record({
      total: fc.nat({ max: 40 }),
      sizes: fc.record({ datalist: fc.integer({ min: 1, max: 12 }), getData: fc.integer({ min: 1, max: 12 }) }),
      isRouteThere: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(runs, async ({ total, sizes, isRouteThere }) => {
        const panel = new PagedPanel(total, sizes, isRouteThere ? [] : [FAILS], 0);
        const { ids, isSettled, isComplete } = await listed(panel);
        assert.deepEqual([new Set(ids).size, ids.length, isSettled, isComplete], [total, total, true, true]);
        assert.equal(await findSite(panel.call, "999", undefined), undefined);
      }),
    );
  });
});
