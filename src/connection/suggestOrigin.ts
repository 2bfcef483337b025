import { causeOf, type PanelFailure } from "../wire/answers/failure.ts";
import { otherScheme, type Probe } from "./probeCandidates.ts";

/**
 * The same place under the other scheme, where a failure looks like http for https or the reverse and something
 * answers there (docs/protocol.md 5.9: panels close a plain connection to their TLS port without a word).
 *
 * @param isStored never http: whoever answers in plain text for a panel that was kept with https may be in between,
 * and would get the signatures
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
