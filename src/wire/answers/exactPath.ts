import * as v from "valibot";
import { htmlEntity } from "../../characters/htmlEntities.ts";
import { PanelError } from "./failure.ts";
import { askedPath, serverPath, unquotedPath } from "./serverPath.ts";

const SLASHES = /\/\/|\\/;

/** Panels show a link as `name -> target`, and take a path that looks like one back. */
const ARROW = /->/;

const BAR = /\|/;

const BLANK_ENDS = /^\s|\s$/;

const PERCENTS = /%[\da-fA-F]{2}/;

/** Quotes are escaped, and come back with a `;` too many. */
const QUOTES = /["']/;

const NULL_DIRECTORIES = /\/(?:rewrite|vhost)\/null\//;

/** What panels read as something else in a field before any action sees it, by its name (docs/protocol.md 16.21). */
const FIELDS = {
  path: [SLASHES, ARROW, htmlEntity],
  filename: [htmlEntity],
  /** Also `dfile`. */
  sfile: [SLASHES, htmlEntity],
} as const satisfies Readonly<Record<string, readonly RegExp[]>>;

/** How a path reaches a file in one use of it. */
interface Reading {
  /** What one of the editions, at least, reads as something else. */
  readonly misread: readonly RegExp[];
  /** Whether a shell, to which panels hand the path, takes it for one word. */
  readonly isPlain?: (path: string) => boolean;
}

const isQuotable = (path: string) => !path.includes("'");

/** Panels unlock each path with these words in it, with a command. */
const unlocked = (isPlain: (path: string) => boolean) => (path: string) => !path.includes(".user.ini") || isPlain(path);

/** What panels do with a path in each use that we have for one, field and action together (docs/protocol.md 16.21). */
const USES = {
  list: { misread: FIELDS.path },
  attributes: { misread: [...FIELDS.filename, BLANK_ENDS], isPlain: (path) => v.is(askedPath, path) },
  hash: { misread: FIELDS.filename },
  read: { misread: [BAR, htmlEntity] },
  text: { misread: [...FIELDS.path, PERCENTS, QUOTES, NULL_DIRECTORIES] },
  /** The directory of an upload. */
  upload: { misread: [], isPlain: unlocked((path) => v.is(unquotedPath, path)) },
  createDirectory: { misread: FIELDS.path, isPlain: (path) => v.is(unquotedPath, path) },
  /** Source or target of a move. */
  transfer: { misread: FIELDS.sfile },
  remove: { misread: [...FIELDS.path, BLANK_ENDS], isPlain: unlocked(isQuotable) },
  removeDirectory: { misread: FIELDS.path, isPlain: (path) => v.is(unquotedPath, path) },
  access: { misread: FIELDS.filename, isPlain: isQuotable },
} as const satisfies Readonly<Record<string, Reading>>;

/** What an operation does with a path. */
export type PathUse = keyof typeof USES;

/** All of them. */
export const pathUses = Object.keys(USES) as readonly PathUse[];

/** A path that panels of both editions take for itself in this use. `isExact` and `exactPath` alone make one. */
export type ExactPath<Use extends PathUse> = string & v.Brand<Use>;

/** Whether a panel takes a path for another one: either edition, because which one answers may not be known yet. */
export function isMisread(use: PathUse, path: string): boolean {
  const { misread }: Reading = USES[use];
  return misread.some((signs) => signs.test(path));
}

/** Whether panels take a path for itself. */
export function isExact<Use extends PathUse>(use: Use, path: string): path is ExactPath<Use> {
  const { isPlain = () => true }: Reading = USES[use];
  return v.is(serverPath, path) && isPlain(path) && !isMisread(use, path);
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
