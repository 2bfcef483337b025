import * as v from "valibot";

/**
 * An absolute path on the server. Panels refuse `./` and `..` anywhere in it (docs/protocol.md 2.13); control
 * characters would end up in configuration files.
 */
export const serverPath = v.pipe(
  v.string(),
  v.regex(/^\/[^\p{Cc}]*$/u),
  v.check((path) => path.isWellFormed() && !path.includes("..") && !path.includes("./") && !path.endsWith("/.")),
);
