import { isNotFoundPage, type PanelFailure } from "../wire/answers/failure.ts";
import type { Step } from "./finding.ts";

/** Where a signed call was lost. */
export interface Loss {
  readonly step: Step;
  readonly failure: PanelFailure;
  /** Whether the panel has taken the call as far as this step, so that those before it are as they should be. */
  readonly provesEarlier: boolean;
  /** The panel answered as it answers strangers, which it does while its API is off (docs/protocol.md 4.1). */
  readonly isAsStranger: boolean;
}

/**
 * The step at which a signed call failed. Panels look at their API's switch, the lock, the address and the key in this
 * order (docs/protocol.md 3.7). @param isLikePanel whether the unsigned answer before was one of panels
 */
export function lossOf(failure: PanelFailure, isLikePanel: boolean): Loss {
  const loss = (step: Step, provesEarlier = false, isAsStranger = false): Loss => ({
    step,
    failure,
    provesEarlier,
    isAsStranger,
  });
  switch (failure.kind) {
    case "refused":
      // whoever is locked out is not allowed, whatever the key
      if (failure.reason === "ip" || failure.reason === "locked") return loss("allowed", true);
      return loss("key", failure.reason === "key");
    case "keyNeeded":
    case "storage":
      return loss("key");
    case "page":
      // the API of older panels is off, or an entry of the list of addresses cannot be read (docs/protocol.md 3.9, 4.3)
      if (failure.redirect === "login") return loss("api");
      if (!isLikePanel) return loss("panel");
      // a panel with a password of its own asks for it where it does not take the signature (docs/protocol.md 3.12)
      if (failure.status === 401) return loss("key");
      return loss("api", false, isNotFoundPage(failure));
    case "rejected":
    case "unsupported":
      // only a call whose signature was taken is answered like this
      return loss("edition", true);
    case "malformed":
    case "tooLarge":
    case "invalid":
    case "defect":
      return loss("edition");
    case "timeout":
    case "network":
    case "tls":
    case "consentNeeded":
    case "cancelled":
    case "uncertain":
      return loss("api");
    default:
      return failure satisfies never;
  }
}
