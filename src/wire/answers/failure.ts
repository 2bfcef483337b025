import type { Redirect } from "./redirect.ts";

/** The fields of a server's certificate; dates are ISO 8601, the fingerprint is `AB:CD:…` over SHA-256. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly fingerprint256: string;
}

/**
 * Why a call to a panel has no result. A closed union: retry, wording and buttons follow from it by exhaustive
 * switch. It carries facts and never sentences, URLs, keys or tokens; `src/texts` puts it into words.
 */
export type PanelFailure =
  | { readonly kind: "cancelled" }
  | { readonly kind: "timeout"; readonly afterMs: number }
  /**
   * `code` is Node's, such as `ECONNREFUSED` or `ENOTFOUND`. `answeredBefore`: there was an answer from this address
   * over the same transport, so scheme and port are those of the panel.
   */
  | { readonly kind: "network"; readonly code: string; readonly answeredBefore?: true }
  | {
      readonly kind: "tls";
      /** `notTls`: the port answered something else than TLS, as a panel without SSL does. */
      readonly problem: "untrusted" | "changed" | "notTls" | "other";
      readonly code: string;
      readonly certificate?: CertificateFacts;
      /** The fingerprint that was expected, where `problem` is `changed`. */
      readonly pinned?: string;
    }
  | {
      readonly kind: "refused";
      readonly reason: "key" | "ip" | "locked" | "unknown";
      /** Our address as the panel sees it, if its answer has it (docs/protocol.md 3.3). */
      readonly clientAddress?: string;
      /** Latest end of a lockout, in milliseconds since the epoch; set by the lockout guard. */
      readonly lockedUntil?: number;
      /** Time of the refusal, in milliseconds since the epoch; set by the lockout guard. */
      readonly at?: number;
    }
  /** Something else than JSON; `status` is HTTP's. Never holds the page itself, nor the address of a redirect. */
  | { readonly kind: "page"; readonly status: number; readonly redirect?: Redirect }
  /** The panel does not have this operation (docs/protocol.md 2.7). */
  | { readonly kind: "unsupported" }
  /** JSON that is not an answer to this operation; `fields` are dotted paths of what could not be read. */
  | { readonly kind: "malformed"; readonly fields: readonly string[] }
  | { readonly kind: "tooLarge"; readonly limitBytes: number }
  /** A parameter that we refuse, so nothing was sent. `value`: the part at fault, if a person must see it. */
  | { readonly kind: "invalid"; readonly field: string; readonly rule: InvalidRule; readonly value?: string }
  /** The panel's own words as plain text (see `plainText`). Untrusted: show as text, never as Markdown. */
  | { readonly kind: "rejected"; readonly message: string }
  /** No API key is stored for the panel; nothing was sent. */
  | { readonly kind: "keyNeeded" }
  /** Signing over plain http was not agreed to: a captured URL is a permanent credential there. Nothing was sent. */
  | { readonly kind: "consentNeeded" }
  /** A failure of this computer's own storage; nothing was sent. `code` is Node's. */
  | { readonly kind: "storage"; readonly problem: "secretsUnavailable" | "fileFailed"; readonly code?: string }
  /** A bug in the extension; the log has its stack. */
  | { readonly kind: "defect" }
  /** A change was sent and no answer came: it may have happened. */
  | { readonly kind: "uncertain"; readonly cause: PanelFailure };

/**
 * Why a parameter is not sent: its shape, or that it makes the URL longer than panels accept (docs/protocol.md 5.1);
 * `file`: of a directory, `value` is a file on the server; `foreign`: the panel did not order this certificate.
 */
export type InvalidRule = "shape" | "tooLong" | "file" | "foreign";

/** The error of `src/wire`. Its message is the kind alone, so that no log of it can leak. */
export class PanelError extends Error {
  readonly failure: PanelFailure;

  constructor(failure: PanelFailure) {
    super(failure.kind);
    this.name = "PanelError";
    this.failure = failure;
  }
}

/** The failure behind anything thrown by `src/wire`; `undefined` for a defect of ours, which must not be swallowed. */
export function failureOf(error: unknown): PanelFailure | undefined {
  return error instanceof PanelError ? error.failure : undefined;
}

/** The failure behind anything thrown by `src/wire`; throws a defect of ours again. */
export function panelFailureOf(error: unknown): PanelFailure {
  if (error instanceof PanelError) return error.failure;
  throw error;
}

/** The failure behind anything thrown; a defect of ours is reported, and is a failure too. */
export function failureOrDefect(error: unknown, report: (defect: unknown) => void = () => undefined): PanelFailure {
  const failure = failureOf(error);
  if (failure === undefined) report(error);
  return failure ?? { kind: "defect" };
}

/** The stack of anything thrown, for the log. */
export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * The error that a call fails with when its signal aborts: the signal's reason, which is its timeout where that was
 * it.
 */
export function endedBy(signal: AbortSignal): PanelError {
  return signal.reason instanceof PanelError ? signal.reason : new PanelError({ kind: "cancelled" });
}

export function throwIfEnded(signal: AbortSignal): void {
  if (signal.aborted) throw endedBy(signal);
}

/** Whether the call never reached an answer and may succeed later without anything being changed. */
export function isTransient(failure: PanelFailure): boolean {
  switch (failure.kind) {
    case "timeout":
    case "network":
    case "page":
    case "uncertain":
      return true;
    case "cancelled":
    case "tls":
    case "refused":
    case "unsupported":
    case "malformed":
    case "tooLarge":
    case "invalid":
    case "rejected":
    case "keyNeeded":
    case "consentNeeded":
    case "storage":
    case "defect":
      return false;
    default:
      return failure satisfies never;
  }
}

/** Whether every call of the panel would fail like this until a person does something about it. */
export function needsPerson({ kind }: PanelFailure): boolean {
  return kind === "refused" || kind === "tls" || kind === "keyNeeded" || kind === "consentNeeded";
}

/** Whether what lies on the way to the panel may be at fault, or that something else answers in its place. */
export function isOfConnection(failure: PanelFailure): boolean {
  return isTransient(failure) || needsPerson(failure) || failure.kind === "malformed" || failure.kind === "tooLarge";
}

/** Whether a panel that fails like this may answer another time, perhaps after a person has done something about it. */
export function mayAnswerLater(failure: PanelFailure): boolean {
  return isTransient(failure) || needsPerson(failure) || failure.kind === "cancelled" || failure.kind === "storage";
}

/** The cause of an `uncertain` failure; any other failure itself. */
export function causeOf(failure: PanelFailure): PanelFailure {
  return failure.kind === "uncertain" ? failure.cause : failure;
}

/**
 * Whether a change that failed like this may have happened: it can be followed by a page or by an answer that cannot
 * be read (docs/protocol.md 4.2).
 */
export function mayHaveHappened({ kind }: PanelFailure): boolean {
  return kind === "uncertain" || kind === "page" || kind === "malformed" || kind === "tooLarge";
}

/**
 * Whether the panel itself has ended the call, so that nothing of it is still running. Panels answer with the page of
 * `isNotFoundPage` where a handler threw (docs/protocol.md 4.12); pages of other statuses, 500 among them, also come
 * from gateways that gave up on a panel which is still at work.
 */
export function hasPanelEnded(failure: PanelFailure): boolean {
  return failure.kind === "malformed" || isNotFoundPage(failure);
}

/** The page that panels send for everything that they do not do (docs/protocol.md 4.1). */
export function isNotFoundPage(failure: PanelFailure): boolean {
  return failure.kind === "page" && failure.status === 404;
}
