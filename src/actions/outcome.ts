import type { Fact } from "../resources/facts.ts";
import type { Part, PartAfter } from "../resources/resource.ts";
import type { CreatedSite, FoundSite } from "../siteForm/createdSite.ts";
import type { FileProblem } from "../serverFiles/fileError.ts";
import type { Removal } from "../serverFiles/recycleBin.ts";
import type { WebServer } from "../serverFiles/riskyPaths.ts";
import type { BrokenConfiguration } from "../serverFiles/webServerCheck.ts";
import type { DeploymentEnd } from "./deploymentEnd.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";

/**
 * Why an accepted action is not confirmed. `noWay`: the panel offers no read; `timedOut`: no change was seen;
 * `partly`: only a part of the change was seen; `failing`: it failed, but may still come up; `unreadable`: every read
 * failed; `stopped`: the person stopped waiting.
 */
export type WhyUnconfirmed = "noWay" | "timedOut" | "partly" | "failing" | "unreadable" | "stopped";

/** The last look at a target that was not confirmed. */
export interface LastSeen<Why extends WhyUnconfirmed = WhyUnconfirmed> {
  readonly why: Why;
  readonly evidence: Fact | undefined;
  /** Why it could no longer be read at the end. */
  readonly silence?: PanelFailure;
}

/**
 * Why a target was stopped, but not started again. Not seen to stop: `stillRuns` after `waitedMs`; `stopUnseen`: it
 * could not be read; `stopLeft`: the person stopped waiting; `stopLost`: any of these after a stop that failed with
 * `cause`, and may not have happened. Seen to stop: `leftStopped`: the person cancelled; `runsAgain`: somebody else
 * has started or changed it; `startFailed`: with `cause`; `abandoned`: its window was closed before it ran again.
 */
export type WhyHalfway =
  "stillRuns" | "stopUnseen" | "stopLeft" | "stopLost" | "leftStopped" | "runsAgain" | "startFailed" | "abandoned";

/** Nothing was sent, because another window or an earlier form had already sent the same. */
interface SentBefore {
  readonly why?: "sentBefore";
}

/** For a creation whose end is unknown: when the latest request was sent, in milliseconds since the epoch. */
interface SentAt {
  readonly sentAt?: number;
}

/**
 * The outcome of an action, with the end of a deployment or roll back, what a changed file has broken, which web server accepts
 * it and has to be reloaded for it, or where a deleted file is. Only `done` was seen to have happened.
 */
export type Outcome = OutcomeOfAction & {
  readonly deployment?: DeploymentEnd;
  readonly broken?: BrokenConfiguration;
  readonly accepted?: WebServer;
  readonly removal?: Removal;
};

type OutcomeOfAction =
  /**
   * `isGone`: the target is no longer there, though that was not the aim. `unanswered`: the call failed with `cause`,
   * but the change was found; `incomplete`: something requested with it is missing; `abandoned`: its window was
   * closed first. `parts`: everything that was to be deleted with it, as seen afterwards.
   */
  | {
      readonly kind: "done";
      readonly evidence: Fact | undefined;
      readonly isGone?: true;
      readonly why?: SentBefore["why"] | "unanswered" | "incomplete" | "abandoned" | "broken" | "unchecked";
      readonly cause?: PanelFailure;
      readonly parts?: readonly PartAfter[];
      readonly site?: CreatedSite;
    }
  | ({ readonly kind: "sent" } & LastSeen & SentAt)
  /**
   * The call failed with `cause` (`undefined`: in another window), and no look confirmed the change. `notListed`: a
   * creation is not in the list so far. `repeated`: the panel refused it, perhaps because an earlier attempt did it. `abandoned`: its window was closed and may not have sent it; `evidence` is
   * the state of the target afterwards.
   */
  | ({
      readonly kind: "uncertain";
      readonly cause: PanelFailure | undefined;
    } & SentAt &
      (
        | {
            readonly why?: SentBefore["why"] | "notListed" | "sentBeforeNotListed" | "repeated" | "abandoned";
            readonly evidence?: Fact | undefined;
          }
        | LastSeen<"partly" | "failing">
      ))
  /** The panel accepted it, but looks showed that it failed. */
  | { readonly kind: "wentWrong"; readonly evidence: Fact | undefined }
  /** Of a deployment or a roll back, a part is there: the end of it says which. */
  | { readonly kind: "partly"; readonly evidence: Fact | undefined; readonly why?: "abandoned" }
  /** A deployment was in place, and has gone back, because of what was seen then, or where a call failed with `cause`. */
  | {
      readonly kind: "rolledBack";
      readonly evidence: Fact | undefined;
      readonly why?: "abandoned";
      readonly cause?: PanelFailure;
    }
  /** The action finished without any effect. */
  | { readonly kind: "unchanged"; readonly evidence: Fact | undefined }
  /**
   * `startedAgain`: the target was stopped for the failed step, and runs again. `sentAt`: the panel ended the call of
   * a creation without a result, and does not list the new item.
   */
  | ({
      readonly kind: "failed";
      readonly failure: PanelFailure;
      readonly why?: SentBefore["why"] | "startedAgain";
    } & SentAt)
  /** A file or what stands in its way kept it from being changed. Nothing was changed, unless the problem says so. */
  | { readonly kind: "prevented"; readonly problem: FileProblem }
  /** The panel no longer has the target; nothing was sent. */
  | { readonly kind: "gone" }
  /** The panel now has another target under the key, or other parts would be deleted with it; nothing was sent. */
  | { readonly kind: "changed"; readonly now: string | readonly Part[] }
  /** A typed name may mean another target, and the panel offers no way to check; nothing was sent. */
  | { readonly kind: "ambiguous" }
  /** Halfway through a detour or an abandoned restart: stopped, but not started again. */
  | {
      readonly kind: "halfway";
      readonly why: WhyHalfway;
      readonly cause?: PanelFailure;
      readonly waitedMs?: number;
    }
  /** Already in the wanted state. `refused`: the panel refused the change for that reason. */
  | { readonly kind: "already"; readonly why?: SentBefore["why"] | "refused"; readonly site?: FoundSite }
  /** Another action on the same target is under way; nothing was sent. */
  | { readonly kind: "busy" }
  | { readonly kind: "declined" }
  /** Not begun, as one of several: the person cancelled, or its panel had failed with `cause`; nothing was sent. */
  | { readonly kind: "skipped"; readonly cause: PanelFailure }
  | { readonly kind: "readOnly" };

/** Phases of a deployment or a roll back. */
export type DeploymentPhase =
  "packing" | "uploading" | "comparing" | "exchanging" | "runningSteps" | "settling" | "goingBack" | "checkingAddress";

/** The phase of an action, for its progress notification; `stopping` begins a detour of two steps. */
export type Phase = "checking" | "sending" | "stopping" | "awaitingStop" | "starting" | "verifying" | DeploymentPhase;
