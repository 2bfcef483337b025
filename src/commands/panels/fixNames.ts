import type { PanelFailure } from "../../wire/answers/failure.ts";

/**
 * The fixes that a failed call may have. A button and a step of adding a panel word each in their own way, and each
 * leaves out those it cannot do. `copy`: copy the address that is missing on the panel's allowlist.
 */
export type FixName = "copy" | "browse" | "retry" | "address" | "key" | "consent" | "certificate" | "log";

/**
 * The fixes of a failure, the likeliest first. The first never repeats a call that would count as another refusal: twenty of
 * them lock this computer out (docs/protocol.md 3.4).
 */
export function fixNamesFor(failure: PanelFailure): readonly FixName[] {
  switch (failure.kind) {
    case "refused":
      return fixNamesForRefusal(failure);
    case "page":
      // its API may be off, or this is another port; 401 may mean the key (docs/protocol.md 3.12)
      if (failure.status === 401) return ["browse", "key", "address", "retry"];
      return ["browse", "address", "retry"];
    case "tls":
      if (isReviewable(failure)) return ["certificate", "retry", "address", "browse"];
      return ["retry", "address", "browse"];
    case "network":
    case "timeout":
      return ["retry", "address", "browse"];
    case "keyNeeded":
      return ["key"];
    case "consentNeeded":
      return ["consent", "retry"];
    case "uncertain":
      return fixNamesFor(failure.cause);
    case "cancelled":
    case "unsupported":
    case "malformed":
    case "tooLarge":
    case "invalid":
    case "rejected":
    case "storage":
    case "defect":
      return ["log", "retry"];
    default:
      return failure satisfies never;
  }
}

/** Whether a person can decide to trust the certificate. */
export function isReviewable({ certificate, problem }: Extract<PanelFailure, { kind: "tls" }>): boolean {
  return certificate !== undefined && (problem === "untrusted" || problem === "changed");
}

function fixNamesForRefusal({ reason, clientAddress }: Extract<PanelFailure, { kind: "refused" }>): readonly FixName[] {
  switch (reason) {
    case "key":
    case "unknown":
      return ["key", "browse", "retry"];
    case "ip":
      if (clientAddress === undefined) return ["browse", "retry"];
      return ["copy", "browse", "retry"];
    case "locked":
      // restarting the panel lifts it, and another key keeps it from coming back
      return ["browse", "key", "retry"];
    default:
      return reason satisfies never;
  }
}
