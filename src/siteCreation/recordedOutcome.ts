import type { Outcome } from "../actions/outcome.ts";
import type { CreatedSite, CreationResult } from "./creationResult.ts";

/** The result of a creation as an outcome of the runner, which the activity keeps. */
export function recordedOutcome(creation: CreationResult): Outcome {
  switch (creation.kind) {
    case "created":
      return isComplete(creation.site) ? done(creation.site) : { ...done(creation.site), why: "incomplete" };
    case "partly": {
      const { site, cause } = creation;
      return { ...done(site), why: "unanswered", ...(typeof cause === "string" ? {} : { cause }) };
    }
    case "existed":
      return { kind: "already", why: "sentBefore" };
    case "missing": {
      const failed = { kind: "failed", failure: creation.cause } as const;
      return creation.isEarlier === true ? { ...failed, why: "sentBefore" } : failed;
    }
    case "uncertain": {
      const { cause } = creation;
      if (cause === "unlisted") return { kind: "sent", why: "timedOut", evidence: undefined };
      return typeof cause === "string"
        ? { kind: "uncertain", cause: undefined, why: "sentBefore" }
        : { kind: "uncertain", cause };
    }
    case "failed":
    case "readOnly":
    case "declined":
    case "busy":
      return creation;
    default:
      return creation satisfies never;
  }
}

function done({ id }: CreatedSite): Extract<Outcome, { kind: "done" }> {
  return { kind: "done", evidence: id === undefined ? undefined : { name: "id", value: String(id) } };
}

function isComplete({ ftp, database, missingDomains }: CreatedSite): boolean {
  return ftp !== "failed" && database !== "failed" && missingDomains.length === 0;
}
