import { causeOf, type PanelFailure } from "../wire/answers/failure.ts";
import type { Probe } from "./probeCandidates.ts";

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
  const other = otherScheme(origin);
  const answer = await probe(other, signal).catch(() => undefined);
  return answer === undefined || answer.kind === "failed" ? undefined : other;
}

/** A port that is not the default of its scheme stays. */
function otherScheme(origin: string): string {
  const { protocol, host } = new URL(origin);
  return new URL(`${protocol === "https:" ? "http:" : "https:"}//${host}`).origin;
}
