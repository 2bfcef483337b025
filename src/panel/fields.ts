import * as v from "valibot";

/** Text that some panels send as a number. */
export const text: v.GenericSchema<unknown, string> = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);

/** A whole number that some panels send as text (panel-reference.md 3, "Field-type traps"). */
export const whole: v.GenericSchema<unknown, number> = v.union([
  v.pipe(v.number(), v.integer()),
  v.pipe(v.string(), v.regex(/^\s*-?\d{1,15}\s*$/), v.transform(Number)),
]);

/** A boolean that some panels send as 0 or 1, or as the text of either. */
export const flag: v.GenericSchema<unknown, boolean> = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([0, 1, "0", "1"]),
    v.transform((value) => Number(value) === 1),
  ),
]);

/** An absent or null field. Panels leave fields out, or send null, without telling why. */
export function maybe<Value>(schema: v.GenericSchema<unknown, Value>): v.GenericSchema<unknown, Value | undefined> {
  return v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
}

/** A non-empty text parameter. Half a surrogate pair would be sent as another name, or not at all. */
export const named = v.pipe(
  v.string(),
  v.minLength(1),
  v.check((value) => value.isWellFormed()),
);
