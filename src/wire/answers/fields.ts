import * as v from "valibot";
import { visibleText } from "../../characters/plainText.ts";
import { isObject } from "./isObject.ts";

/** Longest path; nothing longer is a name, a path or a state. */
const LONGEST_TEXT = 4_096;

/** Shown texts are cut far shorter, but may be full of tags. */
const LONGEST_RAW_TEXT = 8_192;

const LONGEST_LABEL = 200;

/** Most values of one field, such as domains: they are shown on one line. */
const MOST_OF_A_FIELD = 100;

/** Text that some panels send as a number, of any length. */
export const anyText: v.GenericSchema<unknown, string> = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);

/** Exact, so that it can be compared and sent back; shown only by `visibleText`. */
export const text = exactText(LONGEST_TEXT);

/** `text` with another limit; anything longer is unreadable. */
export function exactText(longest: number): v.GenericSchema<unknown, string> {
  return v.pipe(anyText, v.maxLength(longest));
}

/**
 * A name that requests send back. If it has characters that nobody can see, its row is unreadable: shown without
 * them, it would look like another one.
 */
export const key: v.GenericSchema<unknown, string> = v.pipe(
  text,
  v.check((name) => visibleText(name) === name),
);

/** Text that is only shown: on one line, without invisible characters. */
export const label: v.GenericSchema<unknown, string> = v.pipe(
  anyText,
  v.transform((value) => visibleText(value, LONGEST_LABEL)),
);

/** The beginning of a text that is only shown, as it came: for `plainText`. */
export const rawText: v.GenericSchema<unknown, string> = v.pipe(
  anyText,
  v.transform((value) => value.slice(0, LONGEST_RAW_TEXT)),
);

/** An answer that holds nothing but the panel's sentence. */
export const sentence = v.object({ msg: maybe(rawText) });

/** The first elements of a field that is only shown. */
export function firstItems<Value>(schema: v.GenericSchema<unknown, Value>): v.GenericSchema<unknown, Value[]> {
  return v.pipe(
    v.custom<readonly unknown[]>(Array.isArray),
    v.transform((elements) => elements.slice(0, MOST_OF_A_FIELD)),
    v.array(schema),
  );
}

/** `firstItems` for an object whose keys come from the panel. */
export function firstEntries<Value>(
  schema: v.GenericSchema<unknown, Value>,
): v.GenericSchema<unknown, readonly (readonly [string, Value])[]> {
  return v.pipe(
    v.custom<Readonly<Record<string, unknown>>>(isObject),
    v.transform((object) => Object.entries(object).slice(0, MOST_OF_A_FIELD)),
    v.array(v.tuple([v.pipe(v.string(), v.maxLength(LONGEST_TEXT)), schema])),
  );
}

/** A whole number that some panels send as text (docs/protocol.md 2.9). */
export const integer: v.GenericSchema<unknown, number> = v.union([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.maxLength(32), v.regex(/^\s*-?\d{1,15}\s*$/), v.transform(Number)),
]);

/** The end of the year 9999, after which dates are written in other ways, or not at all. */
const LAST_SECOND = 253_402_300_799;

/** A time in seconds since the epoch; `undefined` where there is none, or one that no calendar has. */
export const time: v.GenericSchema<unknown, number | undefined> = v.fallback(
  maybe(v.pipe(v.union([v.number(), integer]), v.minValue(0), v.maxValue(LAST_SECOND))),
  undefined,
);

/** A boolean that some panels send as 0 or 1, or as the text of either. */
export const flag: v.GenericSchema<unknown, boolean> = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([0, 1, "0", "1"]),
    v.transform((value) => Number(value) === 1),
  ),
]);

/** An absent or null field. Panels leave fields out, or send null, for no visible reason. */
export function maybe<Value>(schema: v.GenericSchema<unknown, Value>): v.GenericSchema<unknown, Value | undefined> {
  return v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
}

/** A non-empty text parameter. Half a surrogate pair would be sent as another name, or not at all. */
export const nonEmptyParam = v.pipe(
  v.string(),
  v.minLength(1),
  v.check((value) => value.isWellFormed()),
);
