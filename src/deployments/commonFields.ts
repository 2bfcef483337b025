import * as v from "valibot";
import { LONGEST_WATCH, SHORTEST_WATCH, shortName, text } from "./deploymentFields.ts";
import { steps } from "./steps/stepFields.ts";

const address = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s@/?#]+(?:[/?#]\S*)?$/i),
  v.check((typed) => URL.canParse(typed)),
);

/** The fields that every entry of the setting has. */
export const commonFields = {
  name: shortName,
  /** A task to run before, by its name. */
  task: v.exactOptional(text),
  /** An address to ask afterwards. */
  check: v.exactOptional(address),
  /** For how many seconds it is watched afterwards. */
  watch: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(SHORTEST_WATCH), v.maxValue(LONGEST_WATCH))),
  rollBack: v.exactOptional(v.picklist(["ask", "auto"]), "ask"),
  /** Whether a task may replace what somebody has changed on the server. */
  replaceChanged: v.exactOptional(v.boolean(), false),
  /** Commands that the server runs before and after the files are exchanged. */
  steps: v.exactOptional(steps, []),
};
