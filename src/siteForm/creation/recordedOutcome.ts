import type { Outcome } from "../../actions/outcome.ts";
import type { CreatedSite, Resumed, Submitted } from "./creationResult.ts";

/** What became of a submitted site as an outcome of the runner, which the activity keeps. */
export function recordedOutcome(creation: Submitted): Outcome {
  switch (creation.kind) {
    case "created":
      return isComplete(creation.site) ? done(creation.site) : { ...done(creation.site), why: "incomplete" };
    case "partly":
      return { ...done(creation.site), why: "unanswered", cause: creation.cause };
    case "existed":
      return { kind: "already", why: "sentBefore" };
    case "missing": {
      const failed = { kind: "failed", failure: creation.cause } as const;
      return creation.isEarlier === true ? { ...failed, why: "sentBefore" } : failed;
    }
    case "uncertain": {
      const { cause, notListed } = creation;
      if (cause === "unlisted") return { kind: "sent", why: "timedOut", evidence: undefined };
      if (cause === "sentBefore")
        return { kind: "uncertain", cause: undefined, why: notListed ? "sentBeforeNotListed" : "sentBefore" };
      return notListed ? { kind: "uncertain", cause, why: "notListed" } : { kind: "uncertain", cause };
    }
    case "failed":
      return creation;
    default:
      return creation satisfies never;
  }
}

/** The outcome of an abandoned creation of which nothing can be found out. */
export const NOT_KNOWN = { kind: "uncertain", cause: undefined, why: "abandoned" } as const satisfies Outcome;

/** The outcome of a creation whose window was closed, as the activity keeps it. */
export function resumedOutcome(resumed: Resumed): Outcome {
  switch (resumed.kind) {
    case "partly":
    case "existed":
      return { ...done(resumed.site), why: "abandoned" };
    case "missing":
      return { kind: "failed", failure: resumed.cause };
    case "uncertain":
      return { ...NOT_KNOWN, evidence: resumed.notListed ? { name: "state", value: "unlisted" } : undefined };
    default:
      return resumed satisfies never;
  }
}

function done({ id }: Pick<CreatedSite, "id">): Extract<Outcome, { kind: "done" }> {
  return { kind: "done", evidence: id === undefined ? undefined : { name: "id", value: String(id) } };
}

function isComplete({ ftp, database, missingDomains }: CreatedSite): boolean {
  return ftp !== "failed" && database !== "failed" && missingDomains.length === 0;
}
