/** What a person searches files for, as it was typed. */
export interface SearchQuery {
  readonly text: string;
  /** The text is a regular expression in JavaScript's syntax. */
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
  /** JavaScript does not take it; `message` is what it says. */
  | { readonly kind: "expression"; readonly message: string }
  /** A part of the expression that servers are not asked for, as it was typed. */
  | { readonly kind: "unsupported"; readonly part: string }
  /** The expression has more than so many groups in each other. */
  | { readonly kind: "nested"; readonly most: number }
  /** A glob that cannot be read, as it was typed. */
  | { readonly kind: "glob"; readonly glob: string };
