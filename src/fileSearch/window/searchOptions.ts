import type { Memento } from "../../storage/ports.ts";

/** How a text is looked for, and in which files. */
export interface SearchOptions {
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly isRegex: boolean;
  /** Globs as in VS Code's own search, separated by commas; empty: all files. */
  readonly include: string;
  /** As `include`; empty: none. */
  readonly exclude: string;
}

/** Key in the global memento for the options of the last search. */
const OPTIONS = "serverPanel.searchOptions";

const FRESH: SearchOptions = { matchCase: false, wholeWord: false, isRegex: false, include: "", exclude: "" };

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

/** Keeps options for the next search. */
export async function rememberOptions(memento: Pick<Memento, "update">, options: SearchOptions): Promise<void> {
  await memento.update(OPTIONS, options);
}
