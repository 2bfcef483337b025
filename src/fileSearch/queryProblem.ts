import { findArguments } from "./findArguments.ts";
import { UnreadableGlob } from "./globs.ts";
import { searchedText } from "./searchText.ts";
import type { QueryProblem, SearchQuery } from "./searchQuery.ts";
import { MOST_GROUPS, TooManyGroups, UnsupportedPart } from "./serverExpression.ts";

/** Longest text or expression, and longest globs, in characters. */
const MOST_CHARACTERS = 10_000;

/** Why a query cannot be searched for; `undefined` if it can. What only a server can refuse, it refuses when it is searched. */
export function queryProblem(query: SearchQuery): QueryProblem | undefined {
  const { text, include, exclude, isRegExp } = query;
  if (text === "") return { kind: "empty" };
  const all = [text, include, exclude];
  if (all.some((each) => each.length > MOST_CHARACTERS)) return { kind: "tooLong", most: MOST_CHARACTERS };
  if (all.some((each) => /[\r\n]/.test(each))) return { kind: "lineBreak" };
  if (all.some((each) => each.includes("\0"))) return { kind: "nul" };
  return (isRegExp ? expressionProblem(text) : undefined) ?? partProblem(query);
}

function expressionProblem(text: string): QueryProblem | undefined {
  try {
    void new RegExp(text);
    return undefined;
  } catch (error) {
    return { kind: "expression", message: error instanceof Error ? error.message : "" };
  }
}

function partProblem(query: SearchQuery): QueryProblem | undefined {
  try {
    searchedText(query);
    findArguments(query, "");
    return undefined;
  } catch (error) {
    if (error instanceof UnsupportedPart) return { kind: "unsupported", part: error.part };
    if (error instanceof TooManyGroups) return { kind: "nested", most: MOST_GROUPS };
    if (error instanceof UnreadableGlob) return { kind: "glob", glob: error.glob };
    throw error;
  }
}
