import * as v from "valibot";
import { anyText } from "./fields.ts";

/** In characters: twice what is ever shown (see `endOfLog`), for entities among them make a log shorter. */
const LONGEST_LOG = 2 ** 21;

/** The end of a log. */
export const logText: v.GenericSchema<unknown, string> = v.pipe(
  anyText,
  v.transform((log) => {
    if (log.length <= LONGEST_LOG) return log;
    // a part of a string keeps all of it in memory, unless it is copied
    return Buffer.from(log.slice(-LONGEST_LOG), "utf16le").toString("utf16le");
  }),
);
