import { causeOf, panelFailureOf, PanelError } from "../wire/answers/failure.ts";
import type { CertificateFacts, PanelFailure } from "../wire/answers/failure.ts";
import { formOf, rawAnswerOf, type RawAnswer } from "../wire/decode.ts";
import type { WholeAnswer } from "../wire/http/exchange.ts";
import type { Transport } from "../wire/http/transport.ts";
import type { Clock } from "../storage/ports.ts";
import { CallDeadline } from "./callDeadline.ts";

/** The answer to an unsigned request to an origin. */
export type ProbeAnswer =
  /** The answer of panels to strangers; other servers may answer alike. */
  | { readonly kind: "panelLike" }
  /** It speaks TLS with a certificate that the system does not trust; nothing was sent. */
  | { readonly kind: "tls"; readonly certificate?: CertificateFacts }
  | { readonly kind: "other" };

/** Asks an origin without signing; throws `PanelError` where there is no answer. */
export type Probe = (origin: string, signal: AbortSignal) => Promise<ProbeAnswer>;

export interface ProbeResult {
  /** Choices for a person, the likeliest first. */
  readonly answered: readonly { readonly origin: string; readonly answer: ProbeAnswer }[];
  /** Failures in the order of the candidates. */
  readonly failed: readonly { readonly origin: string; readonly failure: PanelFailure }[];
}

const LIKELIHOOD: Readonly<Record<ProbeAnswer["kind"], number>> = { panelLike: 0, tls: 1, other: 2 };

const DEADLINE_MS = 8_000;

/** Asks origins for a page that panels refuse to strangers. Nothing is signed; the caller disposes the transport. */
export function createUnsignedProbe(transport: Transport, clock: Clock): Probe {
  return async (origin, signal) => {
    try {
      return recogniseAnswer(rawAnswerOf(await askUnsigned(transport, clock, origin, signal), origin));
    } catch (error) {
      const failure = panelFailureOf(error);
      if (failure.kind !== "tls" || failure.problem !== "untrusted") throw error;
      const { certificate } = failure;
      return { kind: "tls", ...(certificate && { certificate }) };
    }
  };
}

/**
 * Asks an origin for the page once; throws `PanelError`. @param onConnected called once the connection stands and its
 * certificate is verified
 */
export async function askUnsigned(
  transport: Transport,
  clock: Clock,
  origin: string,
  outer: AbortSignal,
  onConnected?: () => void,
): Promise<WholeAnswer> {
  const deadline = new CallDeadline({ clock, deadlineMs: DEADLINE_MS, outer });
  deadline.start();
  try {
    const init = { method: "GET", change: false, signal: deadline.signal, onConnected } as const;
    return await transport.fetchFrom(origin)("/system", init);
  } finally {
    deadline.dispose();
  }
}

/** Asks all candidates at once. Throws `PanelError` of kind `cancelled` when the signal aborts. */
export async function probeCandidates(
  origins: readonly string[],
  probe: Probe,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const answered: { origin: string; answer: ProbeAnswer }[] = [];
  const failedOrigins: { origin: string; failure: PanelFailure }[] = [];
  const results = await Promise.allSettled(origins.map(async (origin) => probe(origin, signal)));
  if (signal.aborted) throw new PanelError({ kind: "cancelled" });
  for (const [index, origin] of origins.entries()) {
    const result = results[index];
    if (result?.status === "fulfilled") answered.push({ origin, answer: result.value });
    else failedOrigins.push({ origin, failure: panelFailureOf(result?.reason) });
  }
  return {
    answered: answered.toSorted((a, b) => LIKELIHOOD[a.answer.kind] - LIKELIHOOD[b.answer.kind]),
    failed: failedOrigins,
  };
}

/** Classifies the answer to an unsigned request (docs/protocol.md 4.10). */
export function recogniseAnswer({ status, contentType, body, redirect }: RawAnswer): ProbeAnswer {
  const isShortPage = status === 404 && contentType.startsWith("text/html") && body.length < 200;
  const signs = [
    isShortPage && body.includes("<center>nginx</center>"),
    status === 401 && body === "",
    formOf({ status, body }) === "entrance",
    status === 302 && redirect !== undefined && redirect !== "other",
    /^\s*\{"status":\s*false,\s*"msg":/.test(body),
  ];
  return { kind: signs.includes(true) ? "panelLike" : "other" };
}

/**
 * The origin with http for https or the reverse, where a failure looks like the wrong scheme and something answers
 * under the other one. Panels close a plain connection to their TLS port without a word (docs/protocol.md 5.9).
 * @param isStored never suggest http: somebody in between who answers without encryption would get the signatures
 */
export async function suggestOrigin(
  failure: PanelFailure,
  origin: string,
  isStored: boolean,
  probe: Probe,
  signal: AbortSignal,
): Promise<string | undefined> {
  const cause = causeOf(failure);
  const looksLikeTls =
    origin.startsWith("http://") && cause.kind === "network" && /^(ECONNRESET|EPIPE|HPE_)/.test(cause.code);
  const looksLikePlain = !isStored && cause.kind === "tls" && cause.problem === "notTls";
  if (!looksLikeTls && !looksLikePlain) return undefined;
  const otherOrigin = otherScheme(origin);
  return probe(otherOrigin, signal).then(
    () => otherOrigin,
    () => undefined,
  );
}

/** A port that is not the default of its scheme stays. */
function otherScheme(origin: string): string {
  const { protocol, host } = new URL(origin);
  const scheme = protocol === "https:" ? "http" : "https";
  return new URL(`${scheme}://${host}`).origin;
}
