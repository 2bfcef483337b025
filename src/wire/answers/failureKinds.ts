import * as v from "valibot";
import { redirects } from "./redirect.ts";

/**
 * What came back of a call. `none`: nothing, or nothing was sent; `refusal`: the panel does not let us in; `unclear`: something that a
 * gateway may also have sent; `signed`: what only a panel answers that accepts the signature.
 */
type Answer = "none" | "refusal" | "unclear" | "signed";

/**
 * How a failure comes to an end. `byItself`: a later call may succeed without anything being changed; `byPerson`: every call of the
 * panel fails like this until a person does something about it; `sometimes`: another call may succeed, and nobody can say when;
 * `never`: the same call fails in the same way.
 */
type Passes = "byItself" | "byPerson" | "sometimes" | "never";

/** What a failure of one kind means, whichever call it ended. */
interface FailureKind {
  /** The facts that each failure of this kind has, and that are kept of it. */
  readonly facts: v.ObjectSchema<v.ObjectEntries, undefined>;
  readonly answer: Answer;
  readonly passes: Passes;
  /**
   * Whether a change that failed like this may have happened: it can be followed by a page or by an answer that cannot be read
   * (docs/protocol.md 4.2).
   */
  readonly mayHaveHappened: boolean;
}

/**
 * Why a parameter is not sent: its shape, or that it makes the URL longer than panels accept (docs/protocol.md 5.1);
 * `file`: of a directory, `value` is a file on the server; `foreign`: the panel did not order this certificate; `missing`: there is no
 * directory at `value`; `last`: a website's only domain; `stopped`: the website has to run; `unit`: the panel would garble a limit that
 * its file gives in another unit; `replaced`: a website has another certificate than was shown; `kept`: it got one while another was
 * ordered for it, and keeps it; `older`: the panel's version would store a private key that no web server loads;
 * `untold`: the panel's version does not tell it.
 */
const invalidRules = [
  "shape",
  "tooLong",
  "file",
  "foreign",
  "missing",
  "last",
  "stopped",
  "unit",
  "replaced",
  "kept",
  "older",
  "untold",
] as const;

/**
 * The kinds of failures: the one place that says what each has and means. Retries, wording and buttons follow from it. No kind holds
 * sentences, URLs, keys or tokens.
 */
export const failureKinds = {
  cancelled: { facts: v.object({}), answer: "none", passes: "sometimes", mayHaveHappened: false },
  timeout: { facts: v.object({ afterMs: v.number() }), answer: "none", passes: "byItself", mayHaveHappened: false },
  /**
   * `code` is Node's, such as `ECONNREFUSED` or `ENOTFOUND`. `answeredBefore`: there was an answer from this address
   * over the same transport, so scheme and port are the panel's.
   */
  network: {
    facts: v.object({ code: v.string(), answeredBefore: v.exactOptional(v.literal(true)) }),
    answer: "none",
    passes: "byItself",
    mayHaveHappened: false,
  },
  /** `notTls`: the port answered something else than TLS, as a panel without SSL does. */
  tls: {
    facts: v.object({ problem: v.picklist(["untrusted", "changed", "notTls", "other"]), code: v.string() }),
    answer: "none",
    passes: "byPerson",
    mayHaveHappened: false,
  },
  /**
   * `clientAddress`: our address as the panel sees it, if its answer has it (docs/protocol.md 3.3); `lockedUntil`: the latest end of a
   * lockout, in milliseconds since the epoch, set by the lockout guard.
   */
  refused: {
    facts: v.object({
      reason: v.picklist(["key", "ip", "locked", "unknown"]),
      clientAddress: v.exactOptional(v.string()),
      lockedUntil: v.exactOptional(v.number()),
    }),
    answer: "refusal",
    passes: "byPerson",
    mayHaveHappened: false,
  },
  /**
   * Something else than an answer; `status` is HTTP's. `form`, where it is no common page: the one of older panels about their security
   * entrance, a panel's report of an exception, or JSON. Never holds the page itself, nor the address of a redirect.
   */
  page: {
    facts: v.object({
      status: v.number(),
      redirect: v.exactOptional(v.picklist(redirects)),
      form: v.exactOptional(v.picklist(["entrance", "exception", "json"])),
    }),
    answer: "unclear",
    passes: "byItself",
    mayHaveHappened: true,
  },
  /** The panel does not have this operation (docs/protocol.md 2.7). */
  unsupported: {
    facts: v.object({
      before: v.exactOptional(v.object({ edition: v.picklist(["baota", "aapanel"]), version: v.string() })),
    }),
    answer: "signed",
    passes: "never",
    mayHaveHappened: false,
  },
  /** JSON that is not an answer to this operation; `fields` are dotted paths of what could not be read. */
  malformed: {
    facts: v.object({ fields: v.pipe(v.array(v.string()), v.readonly()) }),
    answer: "unclear",
    passes: "never",
    mayHaveHappened: true,
  },
  tooLarge: { facts: v.object({ limitBytes: v.number() }), answer: "unclear", passes: "never", mayHaveHappened: true },
  /** A parameter that we refuse, so nothing was sent. `value`: the part at fault, if a person must see it. */
  invalid: {
    facts: v.object({ field: v.string(), rule: v.picklist(invalidRules), value: v.exactOptional(v.string()) }),
    answer: "none",
    passes: "never",
    mayHaveHappened: false,
  },
  /** The panel's own words as plain text (see `plainText`). Untrusted: show as text, never as Markdown. */
  rejected: { facts: v.object({ message: v.string() }), answer: "signed", passes: "never", mayHaveHappened: false },
  /** No API key is stored for the panel; nothing was sent. */
  keyNeeded: { facts: v.object({}), answer: "none", passes: "byPerson", mayHaveHappened: false },
  /** Signing over plain http was not agreed to: a captured URL is a permanent credential there. Nothing was sent. */
  consentNeeded: { facts: v.object({}), answer: "none", passes: "byPerson", mayHaveHappened: false },
  /** A failure of this computer's own storage; nothing was sent. `code` is Node's. */
  storage: {
    facts: v.object({ problem: v.picklist(["secretsUnavailable", "fileFailed"]), code: v.exactOptional(v.string()) }),
    answer: "none",
    passes: "sometimes",
    mayHaveHappened: false,
  },
  /** A bug in the extension; the log has its stack. */
  defect: { facts: v.object({}), answer: "none", passes: "never", mayHaveHappened: false },
  /** A change was sent and no answer came: it may have happened. It also has the `cause`, which is a failure. */
  uncertain: { facts: v.object({}), answer: "none", passes: "byItself", mayHaveHappened: true },
} as const satisfies Readonly<Record<string, FailureKind>>;
