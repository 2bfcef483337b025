import type { PanelFailure } from "../wire/answers/failure.ts";

/** What a search has not searched of what it has looked at, but for binary files, in numbers of files or directories. */
export interface LeftOut {
  readonly unreadableDirectories: number;
  readonly unreadableFiles: number;
  /** Files in which `grep` has given up on the regular expression. */
  readonly givenUpFiles: number;
}

/** The most files that are named because they could not be read. */
export const MOST_UNREAD = 20;

/** How the search of one server has ended. Hits that came before stay in any case. */
export type SearchEnd =
  /** As many files were looked at as were listed. */
  | { readonly kind: "whole"; readonly leftOut: LeftOut; readonly unread: readonly string[] }
  /** Programs of the server failed. */
  | {
      readonly kind: "partly";
      readonly leftOut: LeftOut;
      readonly unread: readonly string[];
      /** How many of the files that were listed were not looked at; absent: not all were listed. */
      readonly missing?: number;
    }
  /** So many lines were found that it was ended. */
  | { readonly kind: "tooManyLines"; readonly most: number }
  | { readonly kind: "timedOut"; readonly seconds: number }
  /** The server's output was longer than what is taken. */
  | { readonly kind: "tooMuch" }
  /** The server's `grep` does not take the regular expression; `message` is what it says. */
  | { readonly kind: "refused"; readonly message: string }
  /** The server has no locale with UTF-8, in which regular expressions are tried. */
  | { readonly kind: "noUtf8" }
  /** The server's `grep` or `find` cannot search in this way; `message` is what it says. */
  | { readonly kind: "unable"; readonly message: string }
  /** No process of it is left on the server. */
  | { readonly kind: "canceled" }
  /** Somebody else searches the server. */
  | { readonly kind: "busy" }
  | { readonly kind: "missing"; readonly tools: readonly string[] }
  | { readonly kind: "noSpace" }
  /** Its end was not seen: it may go on until its longest time. */
  | { readonly kind: "unknown" }
  /** The server wrote something else than results. */
  | { readonly kind: "damaged" }
  | { readonly kind: "failed"; readonly failure: PanelFailure };
