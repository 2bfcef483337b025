import { findArguments } from "./findArguments.ts";
import type { SearchQuery } from "./searchQuery.ts";
import { searchedText } from "./searchText.ts";

/** How `find` writes a file's path. */
const PATH = String.raw`%p\0`;

/** What has `find` write the paths of files that `grep` reads in one go, and those of all others to its sixth file. */
const BY_SIZE = ["(", "-size", "-64", "-printf", PATH, "-o", "-fprintf", "/dev/fd/6", PATH, ")"];

/** The files beside the script, as it describes them. @param directories in the order of its output */
export function searchInputs(query: SearchQuery, directories: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const { isCaseSensitive, isWholeWord, isRegExp } = query;
  const { text, expression } = searchedText(query);
  const cases = isCaseSensitive ? "" : "i";
  const isWord = isRegExp && isWholeWord;
  return new Map<string, Uint8Array>([
    ["directories", Buffer.from(directories.map((directory) => `${directory}/\0`).join(""))],
    ["find", findArguments(query, BY_SIZE)],
    text === undefined ? ["expression", Buffer.from(`${expression}\n`)] : ["text", text],
    ["beyond", Buffer.from(`${beyond(`(?${cases}:${isWord ? asWord(expression) : expression})`)}\n`)],
    ...(isCaseSensitive ? [] : [["any-case", Buffer.alloc(0)] as const]),
    ...(isWord ? [["whole-word", Buffer.alloc(0)] as const] : []),
  ]);
}

/** An expression as `grep -w` finds it. */
function asWord(expression: string): string {
  return String.raw`(?<!\w)(?:${expression})(?!\w)`;
}

/**
 * The first match that has 400 bytes of its line before it, with 60 of them and the rest of the line. It passes over what has none in blocks,
 * because PCRE gives up after so many steps from one place.
 */
function beyond(expression: string): string {
  const skip = "(*SKIP)(*FAIL)";
  return [
    String.raw`^[^\n]{1,340}${skip}`,
    String.raw`(?![^\n]{60,260}?${expression})[^\n]{1,200}${skip}`,
    String.raw`[^\n]{60}${expression}[^\n]*`,
  ].join("|");
}
