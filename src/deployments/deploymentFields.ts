import { posix } from "node:path";
import * as v from "valibot";
import { visibleText } from "../characters/plainText.ts";
import { isPathBelow, nameProblem } from "../serverFiles/remoteNames.ts";

/** Most characters of a field. */
export const LONGEST_TEXT = 500;

/** Most characters of a name: questions and titles show it whole, beside the website and the panel. */
export const LONGEST_NAME = 60;

/** Shown as it is wherever people decide by it: on one line, without hidden characters. */
export const text = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(LONGEST_TEXT),
  v.check((typed) => visibleText(typed) === typed.replaceAll(/ +/g, " ")),
);

/** How long a deployment may be watched, in seconds. */
export const SHORTEST_WATCH = 10;
export const LONGEST_WATCH = 900;

/** The marks in which questions put names: one with them could pass for more than a name. */
export const QUOTES = /[“”]/g;

/** A name that questions and titles show whole. */
export const shortName = v.pipe(
  text,
  v.maxLength(LONGEST_NAME),
  v.check((typed) => typed.search(QUOTES) < 0),
);

const pathBelow = v.pipe(
  v.string(),
  v.transform((path) => posix.normalize(path.trim().replaceAll("\\", "/")).replace(/^\.?\/|\/$/g, "")),
  v.transform((path) => (path === "." ? "" : path)),
);

/** A path below a directory of a server, with `/`. */
export const below = v.pipe(
  pathBelow,
  v.check((path) => path === "" || nameProblem(path) === undefined),
);

/** A path below a directory of this computer, with `/`: no panel is called with it. */
const belowHere = v.pipe(
  pathBelow,
  v.check((path) => path === "" || isPathBelow(path)),
);

/** The fields of every entry for a folder. */
export const folderFields = {
  /** The source folder, relative to the workspace folder. */
  source: belowHere,
  /** Below the target's own directory. */
  directory: v.exactOptional(below, ""),
  /** In the syntax of .gitignore. */
  exclude: v.exactOptional(v.array(v.string()), []),
};
