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

/** Replies of an edition outside of its operations. */
export interface EditionReplies {
  /** The answer to nearly every error (docs/protocol.md 4.1, 4.11). */
  readonly notFoundPage: Answer;
  /** The answer of a panel that is bound to another name (docs/protocol.md 4.4). */
  readonly forbiddenPage: Answer;
  /** The panel's browser application, the answer to GET on modules that are also pages. */
  readonly applicationPage: Answer;
  /** Paths of action routes, also without an operation in the wire table. */
  readonly modules: readonly string[];
  /** The `modules` that are also pages, where GET never runs an action (docs/protocol.md 1.9). */
  readonly pages: ReadonlySet<string>;
  /** The message to an address that is not allowed (docs/protocol.md 3.1). */
  readonly addressRefused: (clientAddress: string) => string;
  /** A module's message about an unknown action (docs/protocol.md 2.7). */
  readonly unknownAction: string;
  /** The message about an unknown model; `undefined` for the 404 page. */
  readonly unknownModel: (model: UnknownModel) => string | undefined;
  /** The message where a model's path ends in `html`, while `json` gives text; `undefined` if any suffix works (docs/protocol.md 1.8). */
  readonly missingTemplate: string | undefined;
  /** The message about an unsafe path (docs/protocol.md 2.13). */
  readonly unsafePath: string;
  /** In bytes (docs/protocol.md 5.2). */
  readonly largestBody: number;
  /** JSON bodies count like forms (docs/protocol.md 1.5). */
  readonly readsJson: boolean;
  /** The address that the panel takes for its client's (docs/protocol.md 3.11). */
  readonly clientAddress: (socketAddress: string, headers: IncomingHttpHeaders) => string;
  readonly cookie: {
    /** Attributes of the session cookie. @param now milliseconds since the epoch */
    readonly attributes: (now: number) => string;
    /** Error pages set the cookie, too. */
    readonly onErrorPages: boolean;
  };
}
