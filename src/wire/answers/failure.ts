import * as v from "valibot";
import { failureKinds } from "./failureKinds.ts";

/** The fields of a server's certificate; dates are ISO 8601, the fingerprint is `AB:CD:…` over SHA-256. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly fingerprint256: string;
}

type Kind = keyof typeof failureKinds;

/** What a failure has only as long as it is shown: no record keeps it. */
interface Unrecorded {
  readonly tls: {
    readonly certificate?: CertificateFacts;
    /** The fingerprint that was expected, where `problem` is `changed`. */
    readonly pinned?: string;
  };
  readonly refused: {
    /** Time of the refusal, in milliseconds since the epoch; set by the lockout guard. */
    readonly at?: number;
  };
  readonly uncertain: { readonly cause: PanelFailure };
}

type FailureOf<K extends Kind> = { readonly kind: K } & Readonly<v.InferOutput<(typeof failureKinds)[K]["facts"]>> &
  (K extends keyof Unrecorded ? Unrecorded[K] : unknown);

/** Why a call to a panel has no result; `src/texts` puts it into words. A closed union: `failureKinds` has a row for each kind. */
export type PanelFailure = { readonly [K in Kind]: FailureOf<K> }[Kind];

const recordedKinds = Object.entries(failureKinds).map(([kind, { facts }]): v.GenericSchema => {
  const entries: v.ObjectEntries = { kind: v.literal(kind), ...facts.entries };
  if (kind === "uncertain") return v.object({ ...entries, cause: v.lazy(() => recordedFailure) });
  return v.object(entries);
});

/** A failure as records keep it. */
export const recordedFailure = v.union(recordedKinds) as v.GenericSchema<unknown, PanelFailure>;

/** An error that says why something could not be done. All else that is thrown is a defect of ours, which must not be swallowed. */
export class ExpectedError extends Error {}

/** The error of `src/wire`. Its message is the kind alone, so that no log of it can leak. */
export class PanelError extends ExpectedError {
  readonly failure: PanelFailure;

  constructor(failure: PanelFailure) {
    super(failure.kind);
    this.name = "PanelError";
    this.failure = failure;
  }
}

/** The failure behind anything thrown by `src/wire`; `undefined` for a defect of ours, which must not be swallowed. */
export function failureOf(error: unknown): PanelFailure | undefined {
  if (error instanceof PanelError) return error.failure;
  return undefined;
}

/** The failure behind anything thrown by `src/wire`; throws a defect of ours again. */
export function panelFailureOf(error: unknown): PanelFailure {
  if (error instanceof PanelError) return error.failure;
  throw error;
}

/** The failure behind anything thrown by `src/wire`; throws a defect of ours again, and a cancel, after which nobody waits. */
export function failureUnlessCancelled(error: unknown): PanelFailure {
  const failure = panelFailureOf(error);
  if (failure.kind === "cancelled") throw error;
  return failure;
}

/** The failure behind anything thrown; a defect of ours is reported, and is a failure too. */
export function failureOrDefect(error: unknown, report: (defect: unknown) => void = () => undefined): PanelFailure {
  const failure = failureOf(error);
  if (failure === undefined) report(error);
  return failure ?? { kind: "defect" };
}

/** The same, with the log for the report. */
export function failureOrLogged(error: unknown, log: { readonly error: (message: string) => void }): PanelFailure {
  return failureOrDefect(error, (defect) => log.error(traceOf(defect)));
}

/** Throws an error again if it is a defect of ours. */
export function rethrowDefect(error: unknown): void {
  if (!(error instanceof ExpectedError)) throw error;
}

/** Acts where nothing hangs on it, such as to tidy up; `undefined` where that has failed. Throws defects of ours. */
export async function unlessFailing<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    rethrowDefect(error);
    return undefined;
  }
}

/** The stack of anything thrown, for the log. */
export function traceOf(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}

/**
 * The error that a call fails with when its signal aborts: the signal's reason, which is its timeout where that was
 * it.
 */
export function endedBy(signal: AbortSignal): PanelError {
  if (signal.reason instanceof PanelError) return signal.reason;
  return new PanelError({ kind: "cancelled" });
}

export function throwIfEnded(signal: AbortSignal): void {
  if (signal.aborted) throw endedBy(signal);
}

/** Whether the call never reached an answer and may succeed later without anything being changed. */
export function isTransient({ kind }: PanelFailure): boolean {
  return failureKinds[kind].passes === "byItself";
}

/**
 * Whether only a look at the server tells what is true now: no answer came, or the panel refuses what has happened already, or what is
 * not there yet.
 */
export function needsLook(failure: PanelFailure): boolean {
  return isTransient(failure) || failure.kind === "rejected";
}

/** Whether every call of the panel would fail like this until a person does something about it. */
export function needsPerson({ kind }: PanelFailure): boolean {
  return failureKinds[kind].passes === "byPerson";
}

/** Whether a panel that fails like this may answer another time, perhaps after a person has done something about it. */
export function mayAnswerLater({ kind }: PanelFailure): boolean {
  return failureKinds[kind].passes !== "never";
}

/** Whether something has answered, and does not keep us out, so that other calls of the panel may still succeed. */
export function isAnswer({ kind }: PanelFailure): boolean {
  return failureKinds[kind].answer === "unclear" || isSignedAnswer({ kind });
}

/** Whether only a panel that accepts the signature of a call answers like this. */
export function isSignedAnswer({ kind }: Pick<PanelFailure, "kind">): boolean {
  return failureKinds[kind].answer === "signed";
}

/** Whether it is pointless to ask the panel for anything else now: nothing has answered, something else has, or it keeps us out. */
export function isSilence(failure: PanelFailure): boolean {
  return !isAnswer(failure) || isTransient(failure);
}

/** Whether what lies on the way to the panel may be at fault, or that something else answers in its place. */
export function isOfConnection(failure: PanelFailure): boolean {
  return isTransient(failure) || needsPerson(failure) || failureKinds[failure.kind].answer === "unclear";
}

/** Whether the other calls of the same work are pointless: they would fail like this too, or nobody waits for them. */
export function endsOtherCalls(failure: PanelFailure): boolean {
  return failure.kind === "cancelled" || needsPerson(failure);
}

/** The cause of an `uncertain` failure; any other failure itself. */
export function causeOf(failure: PanelFailure): PanelFailure {
  if (failure.kind === "uncertain") return failure.cause;
  return failure;
}

/** Whether a change that failed like this may have happened. */
export function mayHaveHappened({ kind }: PanelFailure): boolean {
  return failureKinds[kind].mayHaveHappened;
}

/**
 * Whether the panel itself has ended the call, so that nothing of it is still running. Panels answer with the page of
 * `isNotFoundPage` where a handler threw (docs/protocol.md 4.12); pages of other statuses, 500 among them, also come
 * from gateways that gave up on a panel which is still at work.
 */
export function hasPanelEnded(failure: PanelFailure): boolean {
  return failure.kind === "malformed" || isNotFoundPage(failure);
}

/** What panels send for everything that they do not do: a page (docs/protocol.md 4.1, 4.6, 4.14), or JSON in its place. */
export function isNotFoundPage(failure: PanelFailure): boolean {
  if (failure.kind !== "page") return false;
  return failure.status === 404 || failure.form === "entrance" || failure.form === "exception";
}

/** Whether the panel has no such operation, as far as a single call shows: it says so, or sends the page of `isNotFoundPage`. */
export function isMissing(failure: PanelFailure): boolean {
  return failure.kind === "unsupported" || isNotFoundPage(failure);
}
