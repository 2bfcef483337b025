import type { RawAnswer } from "../wire/decode.ts";
import { failureOf, PanelError, type CertificateFacts, type PanelFailure } from "../wire/answers/failure.ts";

/** The result of an unsigned request to an origin. */
export type ProbeAnswer =
  /** The answer of panels to strangers; other servers may answer alike. */
  | { readonly kind: "panelLike" }
  /** A server with TLS whose certificate the system does not trust; nothing was sent. */
  | { readonly kind: "tls"; readonly certificate?: CertificateFacts }
  | { readonly kind: "other" }
  | { readonly kind: "failed"; readonly failure: PanelFailure };

/** Asks an origin without signing; may throw `PanelError`. */
export type Probe = (origin: string, signal: AbortSignal) => Promise<ProbeAnswer>;

/** An origin with what it answered. */
export interface Probed {
  readonly origin: string;
  readonly answer: ProbeAnswer;
}

export interface ProbeResult {
  /** Choices for a person, the likeliest first. */
  readonly answered: readonly Probed[];
  /** Failures in the order of the candidates. */
  readonly failed: readonly { readonly origin: string; readonly failure: PanelFailure }[];
}

const LIKELIHOOD: Readonly<Record<Exclude<ProbeAnswer["kind"], "failed">, number>> = { panelLike: 0, tls: 1, other: 2 };

/** Asks all candidates at once. Throws `PanelError` of kind `cancelled` when the signal aborts. */
export async function probeCandidates(
  origins: readonly string[],
  probe: Probe,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const probed = await Promise.all(
    origins.map(async (origin) => ({ origin, answer: await ask(origin, probe, signal) })),
  );
  if (signal.aborted) throw new PanelError({ kind: "cancelled" });
  return {
    answered: probed
      .filter(({ answer }) => answer.kind !== "failed")
      .toSorted((a, b) => likelihood(a.answer) - likelihood(b.answer)),
    failed: probed.flatMap(({ origin, answer }) =>
      answer.kind === "failed" ? [{ origin, failure: answer.failure }] : [],
    ),
  };
}

/** Classifies the answer to an unsigned request (docs/protocol.md 4.10). */
export function recogniseAnswer({ status, contentType, body, redirect }: RawAnswer): ProbeAnswer {
  const isPanelLike =
    (status === 404 &&
      contentType.startsWith("text/html") &&
      body.length < 200 &&
      body.includes("<center>nginx</center>")) ||
    (status === 401 && body === "") ||
    (status === 302 && redirect !== undefined && redirect !== "other") ||
    /^\s*\{"status":\s*false,\s*"msg":/.test(body);
  return { kind: isPanelLike ? "panelLike" : "other" };
}

async function ask(origin: string, probe: Probe, signal: AbortSignal): Promise<ProbeAnswer> {
  try {
    return await probe(origin, signal);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { kind: "failed", failure };
  }
}

function likelihood(answer: ProbeAnswer): number {
  return answer.kind === "failed" ? Infinity : LIKELIHOOD[answer.kind];
}
