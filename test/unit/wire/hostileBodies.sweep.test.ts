import assert from "node:assert/strict";
import { decodeAnswer } from "../../../src/wire/decode.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import { assertProportional, shortestOf } from "../../fakes/longestStep.ts";
import { hostileJson, hostileText, shapes, UNITS } from "../../fakes/hostileJson.ts";
import { samples, sampleOf, type Sample } from "../samples/samples.ts";

const IS_FULL = process.env["FUZZ"] === "full";

/** What the transport takes at most, or a quarter of it: what takes too long does so there too. */
const LONGEST = (IS_FULL ? 8 : 2) * 2 ** 20;

/** Of the bodies that go through every row of the table. */
const SIZES = IS_FULL ? [4_000, 2 ** 20, LONGEST] : [4_000];

/** In characters: of texts in answers other than logs. */
const SHORT = IS_FULL ? 8_000_000 : 200_000;

/** What took long on half a megabyte, where patterns were tried on all of it. */
const TELLING = ["Pcount>", "<script", " ", "7"] as const;

/** Rows that are asked for by pages and whole, single values, and logs. */
const LARGE = [
  ["site.list", "datalist"],
  ["container.list", "btdocker"],
  ["container.log", "btdocker"],
] as const;

/** Lists of other things than rows, then those of rows. */
const LIST_SHAPES = ["objects", "keys", "texts", "rows", "brokenRows"] as const;

type Path = readonly string[];

/** Stands for what is put into the text of a sample. */
const PLACE = "\u0001place\u0001";

/** The sample's JSON with something else at a path. */
function bodyWith(sample: Sample, path: Path, json: string): string {
  if (path.length === 0) return json;
  const body = sample.body();
  const holder = path.slice(0, -1).reduce<unknown>((value, part) => Reflect.get(value as object, part), body);
  Reflect.set(holder as object, path.at(-1) ?? "", PLACE);
  return JSON.stringify(body).replace(JSON.stringify(PLACE), () => json);
}

/** Paths of all fields, the whole body first; of a list those of its first row. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return [path, ...entries.flatMap(([name, field]) => pathsIn(field, [...path, name]))];
}

/** Of the list that an answer is, else the answer. */
function rowOf(sample: Sample): unknown {
  const body = sample.body() as { readonly data?: unknown; readonly container_list?: unknown };
  const list = body.data ?? body.container_list ?? body;
  return Array.isArray(list) ? (list as readonly unknown[])[0] : body;
}

function decoded({ row, wire }: Sample, body: string, contentType = "application/json"): unknown {
  return decodeAnswer(row, wire, { status: 200, contentType, body });
}

/** What came of a body holds no more than can be shown. */
function assertSmall(outcome: unknown, what: string): void {
  const failure = failureOf(outcome);
  assert.ok(failure !== undefined || !(outcome instanceof Error), `${what}: ${String(outcome)}`);
  if (failure !== undefined) {
    const messages = JSON.stringify(failure);
    assert.ok(messages.length < 2_000, `${what}: ${messages.length} characters`);
    assert.doesNotMatch(messages, /\\[nru]/, what);
    return;
  }
  const { rows = [], unreadable = [] } = (outcome ?? {}) as {
    readonly rows?: readonly unknown[];
    readonly unreadable?: readonly { readonly fields: readonly string[] }[];
  };
  assert.ok(rows.length <= 5_000 && unreadable.length <= 101, `${what}: ${rows.length} and ${unreadable.length}`);
  for (const { fields } of unreadable) {
    assert.ok(fields.length <= 10, what);
    for (const field of fields) assert.match(field, /^[^\p{Cc}\p{Cf}]{1,80}$/u, what);
  }
}

describe("hostile bodies", () => {
  for (const sample of samples)
    it(`${sample.name}: anything in any field is read within bounds`, function () {
      if (IS_FULL) this.timeout(3_600_000);
      for (const size of SIZES) {
        const paths = size === LONGEST ? [[]] : pathsIn(sample.body());
        for (const path of paths) {
          const texts = UNITS.map((unit) => hostileText(unit, size));
          for (const json of [...texts, ...shapes.map((shape) => hostileJson(shape, size, rowOf(sample)))]) {
            const what = `${path.join(".")} ${json.slice(0, 20)}`;
            const body = bodyWith(sample, path, json);
            try {
              assertSmall(decoded(sample, body), what);
            } catch (error) {
              assertSmall(error, what);
            }
          }
        }
      }
    });

  for (const shape of shapes)
    it(`of ${LONGEST / 2 ** 20} MiB of ${shape} take as long as their JSON`, () => {
      for (const [id, route] of IS_FULL ? LARGE : LARGE.slice(-1)) {
        const sample = sampleOf(id, route);
        const body = hostileJson(shape, LONGEST, rowOf(sample));
        const { ms, outcome } = shortestOf(() => decoded(sample, body, "text/html"));
        assertSmall(outcome, shape);
        assertProportional(`${id} ${shape}`, ms, shortestOf(() => JSON.parse(body) as unknown).ms);
      }
    });

  for (const [id, route, path, size] of [
    ["site.list", "datalist", ["page"], SHORT],
    ["site.list", "datalist", ["data"], SHORT],
    ["site.start", "site", ["msg"], SHORT],
    ["java.list", "mod", ["data", "0", "pid"], SHORT],
    ["java.list", "v2project", ["data", "0", "listen"], SHORT],
    ["container.list", "btdocker", ["container_list", "0", "ports"], SHORT],
    ["container.log", "btdocker", ["logs"], LONGEST - 1_000],
    ["java.log", "project", ["data"], LONGEST - 1_000],
  ] as const)
    it(`${id} with ${path.join(".")} of ${size} characters takes as long as its JSON`, () => {
      const sample = sampleOf(id, route);
      const units = IS_FULL ? UNITS : (["&lt;", "\n", ...(size === SHORT ? TELLING : [])] as const);
      for (const unit of units) {
        const body = bodyWith(sample, path, hostileText(unit, size));
        const yardstick = shortestOf(() => JSON.parse(body) as unknown);
        const { ms, outcome } = shortestOf(() => decoded(sample, body));
        assertSmall(outcome, unit);
        assertProportional(`${id} ${JSON.stringify(unit)}`, ms, yardstick.ms);
      }
    });

  for (const [id, route, path] of [
    ["site.list", "datalist", ["data"]],
    ["certificateOrder.list", "acme", []],
    ["container.list", "btdocker", ["container_list"]],
    ["java.list", "v2project", ["data"]],
  ] as const)
    it(`${id} with as many rows as are read takes as long as its JSON`, () => {
      const sample = sampleOf(id, route);
      for (const shape of IS_FULL ? LIST_SHAPES : LIST_SHAPES.slice(-2)) {
        const size = 100_000 * (shape === "objects" || shape === "texts" ? 3 : 10);
        const body = bodyWith(sample, path, hostileJson(shape, size, rowOf(sample)));
        const yardstick = shortestOf(() => JSON.parse(body) as unknown);
        const { ms, outcome } = shortestOf(() => decoded(sample, body));
        assertSmall(outcome, shape);
        assertProportional(`${id} ${shape}`, ms, yardstick.ms);
      }
    });
});
