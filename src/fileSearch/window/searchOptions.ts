import type { Memento } from "../../storage/ports.ts";
import type { SearchQuery } from "../searchQuery.ts";

/** How a text is looked for, and in which files. */
export type SearchOptions = Omit<SearchQuery, "text" | "usuallyExclude">;

/** Key in the global memento for the options of the last search. */
const OPTIONS = "serverPanel.searchOptions";

const FRESH: SearchOptions = {
  isCaseSensitive: false,
  isWholeWord: false,
  isRegExp: false,
  include: "",
  exclude: "",
};

/** The options of the last search, in whatever window it was. */
export function lastOptions(memento: Pick<Memento, "get">): SearchOptions {
  const stored = memento.get(OPTIONS);
  if (typeof stored !== "object" || stored === null) return FRESH;
  const known = Object.entries(FRESH).map(([name, preset]) => {
    const value = (stored as Readonly<Record<string, unknown>>)[name];
    return [name, typeof value === typeof preset ? value : preset];
  });
  return Object.fromEntries(known) as SearchOptions;
}

/** Keeps the options of a search for the next one. */
export async function rememberOptions(memento: Pick<Memento, "update">, options: SearchOptions): Promise<void> {
  const { isCaseSensitive, isWholeWord, isRegExp, include, exclude } = options;
  await memento.update(OPTIONS, { isCaseSensitive, isWholeWord, isRegExp, include, exclude });
}
