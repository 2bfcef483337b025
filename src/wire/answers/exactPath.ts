import { decodeHTML } from "entities/decode";
import * as v from "valibot";
import { PanelError } from "./failure.ts";
import { type KnownEdition, knownEditions } from "./operation.ts";
import { askedPath, serverPath, unquotedPath } from "./serverPath.ts";

/** What a panel makes of a path before it looks for the file. */
type Rewrite = (path: string) => string;

const slashes: Rewrite = (path) => path.replaceAll("//", "/").replaceAll("\\", "/");

/** Those that HTML knows without `;` also without it: of `&ampb` panels make `&b`. */
const entities: Rewrite = (path) => decodeHTML(path);

const trimmed: Rewrite = (path) => path.trim();

/** Panels show a link as `name -> target`, and take a path that looks like one back. */
const beforeArrow: Rewrite = (path) => {
  const arrowIndex = path.indexOf("->");
  if (arrowIndex === -1) return path;
  return trimmed(path.slice(0, arrowIndex));
};

const afterBar: Rewrite = (path) => path.split("|")[1] ?? path;

const percents: Rewrite = (path) =>
  path.replace(/%[\da-f]{2}/gi, (encoded) => String.fromCharCode(Number.parseInt(encoded.slice(1), 16)));

/** Quotes are escaped, and come back with a `;` too many. */
const quotes: Rewrite = (path) => path.replace(/["']/g, "$&;");

const nullDirectories: Rewrite = (path) => path.replace(/\/(rewrite|vhost)\/null\//g, "/$1/nginx/");

/** What panels do to a field before any action sees it, by its name (docs/protocol.md 16.21). */
const FIELDS = {
  path: [slashes, beforeArrow, entities],
  filename: [entities],
  /** Also `dfile`. */
  sfile: [slashes, entities],
} as const satisfies Readonly<Record<string, readonly Rewrite[]>>;

/** How a path reaches a file in one use of it. */
interface Reading {
  /** In the order in which panels apply them. */
  readonly rewrites: readonly Rewrite[];
  /** Those of one edition alone, after the others. */
  readonly further?: Readonly<Partial<Record<KnownEdition, readonly Rewrite[]>>>;
  /** Whether a shell, to which panels hand the path, takes it for one word. */
  readonly isPlain?: (path: string) => boolean;
}

const isQuotable = (path: string) => !path.includes("'");

/** Panels unlock each path with these words in it, with a command. */
const unlocked = (isPlain: (path: string) => boolean) => (path: string) => !path.includes(".user.ini") || isPlain(path);

/** What panels do with a path in each use that we have for one, field and action together (docs/protocol.md 16.21). */
const USES = {
  list: { rewrites: [...FIELDS.path, entities] },
  attributes: { rewrites: [...FIELDS.filename, trimmed], isPlain: (path) => v.is(askedPath, path) },
  hash: { rewrites: FIELDS.filename },
  read: { rewrites: [afterBar, entities] },
  text: { rewrites: [...FIELDS.path, percents, quotes, nullDirectories] },
  /** The directory of an upload. */
  upload: { rewrites: [], isPlain: unlocked((path) => v.is(unquotedPath, path)) },
  createDirectory: { rewrites: FIELDS.path, isPlain: (path) => v.is(unquotedPath, path) },
  /** Source or target of a move. */
  transfer: { rewrites: FIELDS.sfile },
  remove: { rewrites: FIELDS.path, further: { aapanel: [trimmed] }, isPlain: unlocked(isQuotable) },
  removeDirectory: { rewrites: FIELDS.path, isPlain: (path) => v.is(unquotedPath, path) },
  access: { rewrites: FIELDS.filename, isPlain: isQuotable },
} as const satisfies Readonly<Record<string, Reading>>;

/** What an operation does with a path. */
export type PathUse = keyof typeof USES;

/** All of them. */
export const pathUses = Object.keys(USES) as readonly PathUse[];

/** A path that panels of both editions take for itself in this use. `isExact` and `exactPath` alone make one. */
export type ExactPath<Use extends PathUse> = string & v.Brand<Use>;

/** The path for which a panel takes another one; the same for most. */
export function readAs(use: PathUse, edition: KnownEdition, path: string): string {
  const { rewrites, further }: Reading = USES[use];
  return [...rewrites, ...(further?.[edition] ?? [])].reduce((rewritten, rewrite) => rewrite(rewritten), path);
}

/** Whether panels take a path for itself: either edition, because which one answers may not be known yet. */
export function isExact<Use extends PathUse>(use: Use, path: string): path is ExactPath<Use> {
  const { isPlain = () => true }: Reading = USES[use];
  return (
    v.is(serverPath, path) && isPlain(path) && knownEditions.every((edition) => readAs(use, edition, path) === path)
  );
}

/** A path that is sent; throws `PanelError` for one that panels would take for another. */
export function exactPath<Use extends PathUse>(use: Use, path: string): ExactPath<Use> {
  if (isExact(use, path)) return path;
  throw new PanelError({ kind: "invalid", field: "path", rule: "shape" });
}

/** The parameter of an operation that uses a path. */
export function pathFor<Use extends PathUse>(use: Use): v.GenericSchema<unknown, ExactPath<Use>> {
  return v.custom<ExactPath<Use>>((path) => typeof path === "string" && isExact(use, path));
}
