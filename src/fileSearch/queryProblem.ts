import { findArguments } from "./findArguments.ts";
import { UnreadableGlob } from "./globs.ts";
import type { QueryProblem, SearchQuery } from "./searchQuery.ts";

/** Longest text or expression, and longest globs, in characters. */
const MOST_CHARACTERS = 10_000;

/** Why a query cannot be searched for; `undefined` if it can. Whether an expression is one, the server says when it is searched. */
export function queryProblem(query: SearchQuery): QueryProblem | undefined {
  const { text, include, exclude } = query;
  if (text === "") return { kind: "empty" };
  const all = [text, include, exclude];
  if (all.some((each) => each.length > MOST_CHARACTERS)) return { kind: "tooLong", most: MOST_CHARACTERS };
  if (all.some((each) => /[\r\n]/.test(each))) return { kind: "lineBreak" };
  if (all.some((each) => each.includes("\0"))) return { kind: "nul" };
  return globProblem(query);
}

function globProblem(query: SearchQuery): QueryProblem | undefined {
  try {
    findArguments(query, []);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableGlob) return { kind: "glob", glob: error.glob };
    throw error;
  }
}
