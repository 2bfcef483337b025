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

/** A path that panels hand without quotes to a shell which changes files: no sign of it means anything there. */
export const unquotedPath = v.pipe(serverPath, v.regex(/^(?:[\w./@+=:,%-]|[^ -~])+$/u));

/**
 * A path that panels hand without quotes to a shell which reads attributes (docs/protocol.md 16.3): at worst it reads none, or
 * other files' attributes, but no tree's.
 */
export const askedPath = v.pipe(serverPath, v.regex(/^(?!.* -[A-Za-z]*R)[^;&|<>`$"'\\*]*$/u));

/** As `askedPath`; the attributes that it reads are the path's own. */
export const ownAttributesPath = v.pipe(serverPath, v.regex(/^(?:[\w./@+=:,%()[\]~#!^-]|[^ -~]| (?=[\w(]|[^ -~]))+$/u));
