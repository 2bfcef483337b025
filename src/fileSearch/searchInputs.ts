import { findArguments } from "./findArguments.ts";
import type { SearchQuery } from "./searchQuery.ts";
import { searchedText } from "./searchText.ts";

/** The files beside the script, as it describes them. @param directories in the order of its output */
export function searchInputs(query: SearchQuery, directories: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const { text, expression, isAnyCase } = searchedText(query);
  return new Map<string, Uint8Array>([
    ["directories", Buffer.from(directories.map((directory) => `${directory}/\0`).join(""))],
    ["find", findArguments(query, String.raw`%p\0`)],
    ...(text === undefined ? [] : [["text", text] as const]),
    ...(text !== undefined && isAnyCase ? [["any-case", Buffer.alloc(0)] as const] : []),
    ["expression", Buffer.from(`${expression}\n`)],
    ["beyond", Buffer.from(`${beyond(expression)}\n`)],
  ]);
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
