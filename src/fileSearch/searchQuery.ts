/** What a person searches files for, as it was typed. */
export interface SearchQuery {
  readonly text: string;
  /** The text is a regular expression as the server's `grep -P` takes it. */
  readonly isRegExp: boolean;
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
  /** Globs as VS Code reads them, with commas between; empty: all files. `./` begins in the directory that is searched. */
  readonly include: string;
  readonly exclude: string;
  /** Globs of the person's settings `files.exclude` and `search.exclude`. */
  readonly usuallyExclude: readonly string[];
}

/** Why a query cannot be searched for. */
export type QueryProblem =
  | { readonly kind: "empty" }
  /** It has more than so many characters. */
  | { readonly kind: "tooLong"; readonly most: number }
  /** It has a line break: servers are searched line by line. */
  | { readonly kind: "lineBreak" }
  | { readonly kind: "nul" }
  /** A glob that cannot be read, as it was typed. */
  | { readonly kind: "glob"; readonly glob: string };
