import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "../../src/demoPanel/http.ts";

/** A model route that the panel does not have (docs/protocol.md 1.6). */
export interface UnknownModel {
  /** Such as `/mod/java/project`. */
  readonly module: string;
  readonly name: string;
  /** Other names of its module are known. */
  readonly isKnownModule: boolean;
}

/** What an edition says and sends outside of its operations. */
export interface EditionReplies {
  /** Stands for nearly every error (docs/protocol.md 4.1, 4.11). */
  readonly notFoundPage: Answer;
  /** For a panel that is bound to another name (docs/protocol.md 4.4). */
  readonly forbiddenPage: Answer;
  /** The panel's own browser application, which it sends for GET on modules that are also pages of it. */
  readonly applicationPage: Answer;
  /** Paths of action routes, also of those that no operation is in the table for. */
  readonly modules: readonly string[];
  /** Those of `modules` that are also pages: GET never runs an action there (docs/protocol.md 1.9). */
  readonly pages: ReadonlySet<string>;
  /** What is said to an address that is not allowed (docs/protocol.md 3.1). */
  readonly addressRefused: (clientAddress: string) => string;
  /** What a module says to an action that it does not have (docs/protocol.md 2.7). */
  readonly unknownAction: string;
  /** `undefined`: it is answered with the page. */
  readonly unknownModel: (model: UnknownModel) => string | undefined;
  /** What is said where a model's path ends in `html`, and `json` gives text; `undefined`: any end will do (docs/protocol.md 1.8). */
  readonly missingTemplate: string | undefined;
  /** docs/protocol.md 2.13. */
  readonly unsafePath: string;
  /** In bytes (docs/protocol.md 5.2). */
  readonly largestBody: number;
  /** JSON bodies count like forms (docs/protocol.md 1.5). */
  readonly readsJson: boolean;
  /** Whom the panel takes for its client (docs/protocol.md 3.11). */
  readonly clientAddress: (socketAddress: string, headers: IncomingHttpHeaders) => string;
  readonly cookie: {
    /** What follows name and value of the session cookie. @param now milliseconds since the epoch */
    readonly attributes: (now: number) => string;
    /** Pages that stand for errors set it too. */
    readonly onErrorPages: boolean;
  };
}
