import assert from "node:assert/strict";
import { globSync } from "node:fs";
import textmate from "vscode-textmate";
import { shortestOf } from "../fakes/longestStep.ts";
import { loadGrammar, readGrammar } from "./followedLogs/logGrammar.ts";
import { packageJson, root } from "./manifest/packageJson.ts";
import { expressionsIn, textLoopsIn } from "./source/expressions.ts";
import { anybodys, filled, type Hostile, textsAgainst } from "./source/hostileTexts.ts";
import { madeExpressions } from "./source/madeExpressions.ts";
import { readSourceFiles } from "./source/sourceFile.ts";
import { ownLoops, textReaders } from "./source/textReaders.ts";

/**
 * In characters, whoever writes the text: at the last one whatever is not linear is slow, though logs and files may be longer. The
 * shorter ones come first, since what doubles with each character would never come to an end with the last.
 */
const LENGTHS = [30, 300, 3_000, 20_000] as const;

const LONGEST = LENGTHS[3];

/** What is linear takes up to 30 times as long as the yardstick on any text; what is not, from 500 times to for ever. */
const MOST_TIMES = 150;

/** For eight times the text: what is linear takes 8 to 16 times as long, what is not 64 times and more. */
const MOST_GROWTH = 32;

const ordinary = filled({ start: "", unit: "lorem ipsum dolor sit amet, 17 of 42 consectetur. ", end: "" }, LONGEST);

/** Time of the processor for a plain search in plain text, at best. */
const fairMs = Math.min(...Array.from({ length: 20 }, () => shortestOf(() => ordinary.replaceAll(/\w+ \d/g, "")).ms));

/** What is measured: it reads all of a text. */
type Reader = (text: string) => unknown;

/** Time of the processor that a reader takes for a text, in ms. */
function timeOf(reader: Reader, text: string): number {
  return shortestOf(() => reader(text), 1).ms;
}

/** Whether something holds however often it is tried: a busy machine makes what is fast slow now and then, and never the other way. */
function isAlways(holds: () => boolean): boolean {
  return Array.from({ length: 8 }).every(holds);
}

/** Finds a text for which a reader takes longer than so many ms. */
function slowText(reader: Reader, texts: readonly Hostile[], mostMs: number): Hostile | undefined {
  return texts.find((hostile) =>
    LENGTHS.some((length) => {
      const text = filled(hostile, length);
      return isAlways(() => timeOf(reader, text) > mostMs);
    }),
  );
}

/** The slow text of an expression, where it has one. It is run as `replaceAll` and `split` do, of which other calls do a part. */
function faultsOf(place: string, regex: RegExp): readonly string[] {
  const everywhere = new RegExp(regex, `${regex.flags.replaceAll(/[gy]/g, "")}g`);
  const reader: Reader = (text) => text.replaceAll(everywhere, "");
  const slow = slowText(reader, [...textsAgainst(regex), ...anybodys], MOST_TIMES * fairMs);
  return slow === undefined ? [] : [`${place} ${String(regex)}: ${JSON.stringify(slow)}`];
}

/** Finds a text of which eight times as much takes a reader much longer than eight times; only the slowest can be worth it. */
function growingText(reader: Reader, texts: readonly Hostile[], length: number = LONGEST): Hostile | undefined {
  const timed = texts.map((hostile) => {
    const text = filled(hostile, length);
    return { hostile, text, ms: timeOf(reader, text) };
  });
  const slowest = timed.toSorted((one, other) => other.ms - one.ms).slice(0, 3);
  return slowest.find(({ hostile, text }) => {
    const more = filled(hostile, 8 * length);
    return isAlways(() => timeOf(reader, more) > MOST_GROWTH * shortestOf(() => reader(text)).ms);
  })?.hostile;
}

/** Make expressions of what a person has typed: of a text, as it is, or never to be run. */
const OF_TYPED = ["src/fileSearch/foundLines.ts", "src/fileSearch/queryProblem.ts"];

describe("text of strangers", () => {
  const files = readSourceFiles("src");
  const found = files
    .flatMap(expressionsIn)
    .filter(({ place, regex }) => regex !== undefined || !OF_TYPED.some((path) => place.startsWith(`${path}:`)));
  const made = new Map<string, RegExp>();

  /** All of a file, with those that it makes. */
  const expressionsOf = (path: string): readonly RegExp[] =>
    found.flatMap((each) => (each.place.startsWith(`${path}:`) ? (each.regex ?? made.get(each.place) ?? []) : []));

  before(async () => {
    const makers = new Set(
      found.filter(({ regex }) => regex === undefined).map(({ place }) => place.split(":")[0] ?? ""),
    );
    for (const path of makers) for (const [place, regex] of await madeExpressions(path)) made.set(place, regex);
  });

  it("meets no regular expression that takes longer than its length", () => {
    assert.ok(found.length > 250, `only ${found.length} were found`);
    const written = found.flatMap(({ place, regex }) => (regex === undefined ? [] : faultsOf(place, regex)));
    assert.deepEqual(written, []);
  });

  it("meets none that is made of parts, either", () => {
    const places = found.filter(({ regex }) => regex === undefined).map(({ place }) => place);
    assert.ok(places.length > 10, `only ${places.length} were found`);
    // one that is made later is made when the module loads, or added here with what it is made of
    assert.deepEqual([...made.keys()].toSorted(), places.toSorted());
    assert.deepEqual(
      [...made].flatMap(([place, regex]) => faultsOf(place, regex)),
      [],
    );
  });

  it("meets no loop that nobody thought of", () => {
    const known = [...Object.values(textReaders).flatMap(({ loops }) => loops), ...Object.keys(ownLoops)];
    assert.deepEqual(files.flatMap(textLoopsIn).toSorted(), known.toSorted());
  });

  for (const [name, { read, loops }] of Object.entries(textReaders))
    it(`grows no faster than its length where it is ${name}`, () => {
      const paths = new Set(loops.map((loop) => loop.split(" ")[0] ?? ""));
      const texts = [...paths].flatMap(expressionsOf).flatMap(textsAgainst);
      assert.equal(growingText(read, [...texts, ...anybodys]), undefined);
    });

  it("grows no faster than its length to colour where it is a line of a log", async () => {
    const grammars = globSync("media/**/*.tmLanguage.json", { cwd: root });
    assert.equal(grammars.length, packageJson.contributes.grammars.length);
    const grammar = await loadGrammar();
    const { patterns } = JSON.parse(readGrammar()) as { readonly patterns: readonly { readonly match: string }[] };
    const texts = patterns.flatMap(({ match }) => textsAgainst(new RegExp(match)));
    const colour = (line: string) => grammar.tokenizeLine2(line, textmate.INITIAL);
    colour(ordinary);
    // VS Code colours lines of up to 20,000 characters
    assert.equal(growingText(colour, [...texts, ...anybodys], LONGEST / 8), undefined);
  });
});
