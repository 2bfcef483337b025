import type { Fact } from "../resources/facts.ts";
import type { Part, PartAfter } from "../resources/resource.ts";
import type { CreatedSite, FoundSite } from "../siteForm/createdSite.ts";
import type { FileProblem } from "../serverFiles/fileError.ts";
import type { Removal } from "../serverFiles/recycleBin.ts";
import type { ConfiguredService } from "../serverFiles/configuredServices.ts";
import type { BrokenConfiguration } from "../serverFiles/brokenConfiguration.ts";
import type { DeploymentEnd } from "./deploymentEnd.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";

/**
 * Why an accepted action is not confirmed. `noWay`: the panel offers no read; `timedOut`: no change was seen;
 * `partly`: only a part of the change was seen; `failing`: it failed, but may still come up; `unreadable`: every read
 * failed; `stopped`: the person stopped waiting.
 */
export type WhyUnconfirmed = "noWay" | "timedOut" | "partly" | "failing" | "unreadable" | "stopped";

/** What was last seen of a target whose change was not confirmed. */
export interface LastSeen<Why extends WhyUnconfirmed = WhyUnconfirmed> {
  readonly why: Why;
  readonly evidence: Fact | undefined;
  /** Why it could no longer be read at the end. */
  readonly silence?: PanelFailure;
}

/**
 * Why a target was stopped, but not started again. If it was not seen to stop, `stillRuns`: it still ran after `waitedMs`;
 * `stopUnseen`: it could not be read; `stopLeft`: the person stopped waiting; `stopLost`: any of these, and the call that
 * stops it failed with `cause`, so that it may not have been stopped at all. If it was seen to stop, `leftStopped`: the
 * person cancelled; `runsAgain`: somebody else has started or changed it; `startFailed`: the start failed with `cause`;
 * `abandoned`: the window was closed before the target ran again.
 */
export type WhyHalfway =
  "stillRuns" | "stopUnseen" | "stopLeft" | "stopLost" | "leftStopped" | "runsAgain" | "startFailed" | "abandoned";

/**
 * The outcome of an action. Some actions add a field: how a deployment or roll back ended, what a changed file has broken,
 * which service accepts a changed file and has to be reloaded or restarted, or where a deleted file is. `done` is the only kind that
 * means that the change was seen.
 */
export type Outcome = OutcomeOfAction & {
  readonly deployment?: DeploymentEnd;
  readonly broken?: BrokenConfiguration;
  readonly accepted?: ConfiguredService;
  readonly removal?: Removal;
};

type OutcomeOfAction =
  /**
   * `isGone`: the target is no longer there, though that was not the aim. `unanswered`: the call failed with `cause`,
   * but the change was found; `incomplete`: something requested with it is missing; `abandoned`: its window was
   * closed before the change was seen. `parts`: everything that was to be deleted with the target, as seen afterwards.
   */
  | {
      readonly kind: "done";
      readonly evidence: Fact | undefined;
      readonly isGone?: true;
      readonly why?: "unanswered" | "incomplete" | "abandoned" | "broken" | "unchecked";
      readonly cause?: PanelFailure;
      readonly parts?: readonly PartAfter[];
      readonly site?: CreatedSite;
    }
  /** Where the panel offers no way to check it, `said`: its own words; `site`: the website that it says it has created. */
  | ({ readonly kind: "sent"; readonly said?: string; readonly site?: CreatedSite } & LastSeen)
  /**
   * The call failed with `cause` (`undefined`: another window sent it), and no look confirmed the change. `notListed`: the
   * new item is not in the list so far. `abandoned`: its window was closed and may not have sent it; `evidence` is the state of the target afterwards.
   */
  | ({
      readonly kind: "uncertain";
      readonly cause: PanelFailure | undefined;
    } & (
      | {
          readonly why?: "notListed" | "abandoned";
          readonly evidence?: Fact | undefined;
        }
      | LastSeen<"partly" | "failing">
    ))
  /**
   * The panel accepted it, but looks showed that it failed. `notPutBack`: the web server refuses its configuration, or the panel has
   * refused the change with `cause`, and the files of before could not be put back, for `unwritten` if the panel has failed, else for `problem`.
   */
  | {
      readonly kind: "wentWrong";
      readonly evidence: Fact | undefined;
      readonly why?: "abandoned" | "notPutBack";
      readonly cause?: PanelFailure;
      readonly unwritten?: PanelFailure;
      readonly problem?: FileProblem;
    }
  /** Only a part of a deployment or a roll back is in place; `deployment` tells which part. */
  | { readonly kind: "partly"; readonly evidence: Fact | undefined; readonly why?: "abandoned" }
  /**
   * It was in place, and was taken back because of what was seen then, or because a call failed with `cause`. Of what a web server
   * loads: `brokeWebServer`: it refused its configuration, and accepts the one of before; `brokenBefore`: it refuses this one, too;
   * `putBackUnchecked`: that could not be checked; `refusedHalfway`: the panel had refused it and changed files all the same.
   */
  | {
      readonly kind: "rolledBack";
      readonly evidence: Fact | undefined;
      readonly why?: "abandoned" | "brokeWebServer" | "brokenBefore" | "putBackUnchecked" | "refusedHalfway";
      readonly cause?: PanelFailure;
    }
  /** The action finished without any effect. */
  | { readonly kind: "unchanged"; readonly evidence: Fact | undefined }
  /**
   * `startedAgain`: the target was stopped for the failed step, and runs again. `isUnlisted`: the
   * panel ended the call of a creation without a result, and does not list the new item.
   */
  | {
      readonly kind: "failed";
      readonly failure: PanelFailure;
      readonly why?: "startedAgain";
      readonly isUnlisted?: true;
    }
  /**
   * A file could not be changed because of what it is, or what is in its way. Nothing was changed, unless the problem
   * says so. `notKept`: it could not be read before a change that may replace it, which was not sent.
   */
  | { readonly kind: "prevented"; readonly problem: FileProblem; readonly why?: "notKept" }
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
  /** The target was in the wanted state already. `refused`: the panel refused the change for that reason. */
  | { readonly kind: "already"; readonly why?: "refused"; readonly site?: FoundSite }
  /** Another action on the same target is under way; nothing was sent. */
  | { readonly kind: "busy" }
  | { readonly kind: "declined" }
  /**
   * One of several actions, which was not begun: the person cancelled, or its panel had failed with `cause`; nothing
   * was sent.
   */
  | { readonly kind: "skipped"; readonly cause: PanelFailure }
  | { readonly kind: "readOnly" };

/** Phases of a deployment or a roll back. */
export type DeploymentPhase =
  | "packing"
  | "uploading"
  | "comparing"
  | "exchanging"
  | "runningSteps"
  | "switching"
  | "settling"
  | "unpacking"
  | "placing"
  | "goingBack"
  | "checkingAddress"
  | "watching";

/**
 * The phase of an action, for its progress notification; `stopping` begins a detour of two steps, in `staying` the change
 * was seen and may not last.
 */
export type Phase =
  "checking" | "sending" | "stopping" | "awaitingStop" | "starting" | "verifying" | "staying" | DeploymentPhase;
