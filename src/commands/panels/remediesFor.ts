import type { PanelFailure } from "../../wire/answers/failure.ts";

/** Remedies for a failed call; `copy`: copies the address that is missing on the panel's allowlist. */
export type Remedy = "copy" | "browse" | "retry" | "address" | "key";

/**
 * Remedies, the likeliest first. The first never repeats a call that would count as another refusal: twenty of them
 * lock this computer out (docs/protocol.md 3.4).
 */
export function remediesFor(failure: PanelFailure): readonly Remedy[] {
  switch (failure.kind) {
    case "refused":
      return remediesForRefusal(failure);
    case "page":
      // its API may be off, or this is another port
      return ["browse", "address", "retry"];
    case "network":
    case "timeout":
      return ["retry", "address", "browse"];
    case "tls":
      return ["retry", "address", "browse"];
    case "keyNeeded":
      return ["key"];
    case "uncertain":
      return remediesFor(failure.cause);
    case "cancelled":
    case "unsupported":
    case "malformed":
    case "tooLarge":
    case "invalid":
    case "rejected":
    case "consentNeeded":
    case "storage":
    case "defect":
      return ["retry"];
    default:
      return failure satisfies never;
  }
}

function remediesForRefusal({ reason, clientAddress }: Extract<PanelFailure, { kind: "refused" }>): readonly Remedy[] {
  switch (reason) {
    case "key":
    case "unknown":
      return ["key", "browse", "retry"];
    case "ip":
      return clientAddress === undefined ? ["browse", "retry"] : ["copy", "browse", "retry"];
    case "locked":
      // restarting the panel lifts it, and another key keeps it from coming back
      return ["browse", "key", "retry"];
    default:
      return reason satisfies never;
  }
}
