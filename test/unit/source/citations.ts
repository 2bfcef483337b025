/** A citation of a document of `docs`, with its numbers. */
export interface Citation {
  /** Such as `src/wire/decode.ts:16`. */
  readonly place: string;
  /** From the repository's root. */
  readonly document: string;
  /** As `3.2`, or `6` for a whole chapter; `A` is the appendix. */
  readonly numbers: readonly string[];
}

const NUMBER = String.raw`(?:\d+|A)(?:\.\d+)?\b`;
// a comment may break its line there
const SPACE = String.raw`(?: |\n\s*(?:(?:\*|\/\/) )?)`;
const SEPARATOR = String.raw`(?:[,;]${SPACE}(?:(?:and|or)${SPACE})?|${SPACE}(?:and|or)${SPACE}| ?– ?)`;
const NUMBERS = `${NUMBER}(?:${SEPARATOR}${NUMBER})*`;
const CITATION = new RegExp(String.raw`\b(docs\/[\w-]+\.md)((?:${SPACE}${NUMBERS})?)`, "g");
// a chapter alone looks like any other number
const CROSS_REFERENCE = new RegExp(String.raw`(?<=\()(?=(?:\d+|A)\.)${NUMBERS}(?=[),:;]|$)`, "gm");

/** Finds every citation of a text, in order. */
export function citationsOf(path: string, text: string): readonly Citation[] {
  return [...text.matchAll(CITATION)].map(({ index, 1: document = "", 2: numbers = "" }) => ({
    place: placeOf(path, text, index),
    document,
    numbers: numbersIn(numbers),
  }));
}

/** Finds a document's references to its own numbers, such as `(6.12)` or `(4.3, 4.4)`. */
export function crossReferencesOf(path: string, text: string): readonly Citation[] {
  return [...text.matchAll(CROSS_REFERENCE)].map(({ index, 0: numbers }) => ({
    place: placeOf(path, text, index),
    document: path,
    numbers: numbersIn(numbers),
  }));
}

function numbersIn(text: string): readonly string[] {
  return text.match(/[\dA.]+/g) ?? [];
}

/** Finds cited numbers and documents that do not exist. @param documents with their numbers */
export function wrongNumbersIn(
  citations: readonly Citation[],
  documents: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return citations.flatMap(({ place, document, numbers }) => {
    const given = documents.get(document);
    if (given === undefined) return [`${place}: ${[document, ...numbers].join(" ")}`];
    return numbers.filter((number) => !given.includes(number)).map((number) => `${place}: ${document} ${number}`);
  });
}

/** Returns the numbers of a document's chapters (`## 3 Title`) and facts (`- **3.2** Text`), in order. */
export function numbersOf(markdown: string): readonly string[] {
  const given = markdown.matchAll(/^(?:## (\d+|A)|- \*\*((?:\d+|A)\.\d+)\*\*) /gm);
  return [...given].map(([, chapter, fact]) => chapter ?? fact ?? "");
}

function placeOf(path: string, text: string, index: number): string {
  return `${path}:${text.slice(0, index).split("\n").length}`;
}
