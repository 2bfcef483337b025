import * as v from "valibot";
import { windowPositionSchema } from "./logWindow.ts";

const schema = v.object({
  version: v.literal(1),
  window: windowPositionSchema,
  wasRunning: v.boolean(),
});

/** Where the following of a log stands, as JSON of a few kilobytes; holds nothing of the log's text. */
export type LogPosition = v.InferOutput<typeof schema>;

/** A stored position; `undefined` for anything else, such as one of another version. */
export function readLogPosition(value: unknown): LogPosition | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}
