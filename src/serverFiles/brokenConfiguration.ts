import * as v from "valibot";

/** What a service says of its configuration: in its own words, without the place and what is said around it. */
export const brokenSchema = v.object({
  text: v.string(),
  /** The service that says so, by the panel's name for it; absent: the web server. */
  by: v.exactOptional(v.string()),
  place: v.exactOptional(v.object({ path: v.string(), line: v.number() })),
  /** It starts all the same, without what is wrong: PHP leaves out the rest of a `php.ini` that it cannot read. */
  startsWithout: v.exactOptional(v.literal(true)),
});
export type BrokenConfiguration = Readonly<v.InferOutput<typeof brokenSchema>>;

/** What a check of a configuration has shown; `unknown`: it could not be checked. */
export type ConfigurationCheck = BrokenConfiguration | "fine" | "unknown";
