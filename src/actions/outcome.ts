import type { CreatedSite, FoundSite } from "../siteForm/createdSite.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { Fact } from "../resources/facts.ts";
import type { Part, PartAfter } from "../resources/resource.ts";

/**
 * Why an accepted action is not confirmed. `noWay`: nothing can be re-read; `timedOut`: no change was seen; `partly`:
 * some change was seen; `failing`: it was seen to have gone wrong, and may still come up; `unreadable`: every attempt to
 * look failed; `stopped`: the person stopped waiting.
 */
export type WhyUnconfirmed = "noWay" | "timedOut" | "partly" | "failing" | "unreadable" | "stopped";

/** The last that was seen of a target. */
export interface LastSeen<Why extends WhyUnconfirmed = WhyUnconfirmed> {
  readonly why: Why;
  readonly evidence: Fact | undefined;
  /** Why it could not be read any more at the end. */
  readonly silence?: PanelFailure;
}

/**
 * Why what had to stop, to be started again, was not started. `stillRuns`: nobody saw it stop in `waitedMs`; `stopUnseen`:
 * it could not be read afterwards; `stopLeft`: the person stopped waiting for its end; `stopLost`: one of these,
 * where the stop itself was not answered, by `cause`, and may not have happened. The others are of one that was seen to have
 * stopped: `leftStopped`: the person stopped there; `runsAgain`: it no longer was stopped, or no longer the same;
 * `startFailed`: by `cause`; `abandoned`: its window was closed before it was seen to run again.
 */
export type WhyHalfway =
  "stillRuns" | "stopUnseen" | "stopLeft" | "stopLost" | "leftStopped" | "runsAgain" | "startFailed" | "abandoned";

/** Another window or an earlier form has sent the same before, and nothing was sent now. */
interface SentBefore {
  readonly why?: "sentBefore";
}

/** For a creation without a known end: when the latest request that it is about was sent, in milliseconds since the epoch. */
interface SentAt {
  readonly sentAt?: number;
}

/** What became of an action. Only `done` was seen to be so. */
export type Outcome =
  /**
   * `isGone`: the target is no longer there, though removing it was not the aim. `unanswered`: what came was no answer,
   * which is `cause`, and the change was found; `incomplete`: not all that was asked for came with it; `abandoned`: its window
   * was closed before it knew. `parts`: what was to be deleted with it, as it was seen afterwards.
   */
  | {
      readonly kind: "done";
      readonly evidence: Fact | undefined;
      readonly isGone?: true;
      readonly why?: SentBefore["why"] | "unanswered" | "incomplete" | "abandoned";
      readonly cause?: PanelFailure;
      readonly parts?: readonly PartAfter[];
      readonly site?: CreatedSite;
    }
  | ({ readonly kind: "sent" } & LastSeen & SentAt)
  /**
   * What came was no answer, and re-reading did not show it done. `undefined`: what came to another window is not known.
   * `notListed`: the list could be read, and what was to be created was not in it so far. `abandoned`: its window was closed
   * before it knew, and may not have sent it; `evidence` is how the target was afterwards.
   */
  | ({
      readonly kind: "uncertain";
      readonly cause: PanelFailure | undefined;
    } & SentAt &
      (
        | {
            readonly why?: SentBefore["why"] | "notListed" | "sentBeforeNotListed" | "abandoned";
            readonly evidence?: Fact | undefined;
          }
        | LastSeen<"partly" | "failing">
      ))
  /** The panel accepted it and it was seen to have gone wrong. */
  | { readonly kind: "wentWrong"; readonly evidence: Fact | undefined }
  /** It ended and made no difference. */
  | { readonly kind: "unchanged"; readonly evidence: Fact | undefined }
  /**
   * `startedAgain`: it was stopped for what failed then, and runs again. `sentAt`: the panel ended the call of a creation
   * without a result, and does not list what was to be created.
   */
  | ({
      readonly kind: "failed";
      readonly failure: PanelFailure;
      readonly why?: SentBefore["why"] | "startedAgain";
    } & SentAt)
  /** The panel no longer has the target; nothing was sent. */
  | { readonly kind: "gone" }
  /**
   * The panel has another one under its key, which is told by `now`, or what was to be deleted with it is now these parts;
   * nothing was sent.
   */
  | { readonly kind: "changed"; readonly now: string | readonly Part[] }
  /** A name that was typed may be that of another one, and the panel offers no way to look; nothing was sent. */
  | { readonly kind: "ambiguous" }
  /** Of two steps the second was not done. */
  | {
      readonly kind: "halfway";
      readonly why: WhyHalfway;
      readonly cause?: PanelFailure;
      readonly waitedMs?: number;
    }
  /** It was as wanted before anything was sent; `inVain`: what was sent was refused, and it was seen to be so. */
  | { readonly kind: "already"; readonly why?: SentBefore["why"] | "inVain"; readonly site?: FoundSite }
  /** Something is being done to the same target; nothing was sent. */
  | { readonly kind: "busy" }
  | { readonly kind: "declined" }
  /**
   * It was one of several and its turn never came; nothing was sent. `cancelled`: the person stopped; else the failure of
   * its panel that an earlier one met and that this one would have met again.
   */
  | { readonly kind: "skipped"; readonly cause: PanelFailure }
  | { readonly kind: "readOnly" };

/** What the runner is doing, for a progress notification; with `stopping` begins the way of two steps. */
export type Phase = "checking" | "sending" | "stopping" | "awaitingStop" | "starting" | "verifying";
