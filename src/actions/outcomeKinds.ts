import * as l10n from "@vscode/l10n";
import type { Outcome } from "./outcome.ts";

/** How the Activity view shows an outcome: a codicon, its tone and a word or two. */
interface OutcomeRecord {
  readonly icon: string;
  readonly tone: "fine" | "warning" | "wrong" | "quiet";
  readonly words: () => string;
}

/** What the end of an action means for everybody who shows it, reports it or acts on it. */
export interface OutcomeKind {
  /** Whether what was wanted was seen. An agent is told this word, and a task's exit code follows from it. */
  readonly happened: "yes" | "no" | "unknown";
  /**
   * What the action has done to its target. `nothing`: its turn did not come; `lookedAt`: it is as it was, as far as is known;
   * `perhapsChanged`: it, or what is shown of it, may be another one now.
   */
  readonly target: "nothing" | "lookedAt" | "perhapsChanged";
  /**
   * What another try would do. `safe`: the change can no longer happen by itself, and may succeed another time; `unsafe`: it may still
   * happen, and would then happen twice; `pointless`: there is nothing more to do, or it would end in the same way.
   */
  readonly again: "safe" | "unsafe" | "pointless";
  /** Whether something was sent, and its target may now be as nobody wants it: a person has to see that. */
  readonly needsPerson: boolean;
  /** Absent where nothing was begun: it is not recorded. */
  readonly record?: OutcomeRecord;
  /** What an agent is told to do next, in English; absent where the aim is reached. */
  readonly next?: string;
}

/** The kinds of outcomes: the one place that says what each means. The sentences for people are in `src/texts/actionTexts.ts`. */
export const outcomeKinds: Readonly<Record<Outcome["kind"], OutcomeKind>> = {
  done: {
    happened: "yes",
    target: "perhapsChanged",
    again: "pointless",
    needsPerson: false,
    record: { icon: "pass", tone: "fine", words: () => l10n.t("done") },
  },
  already: {
    happened: "yes",
    target: "perhapsChanged",
    again: "pointless",
    needsPerson: false,
    record: { icon: "pass", tone: "quiet", words: () => l10n.t("already in that state") },
  },
  sent: {
    happened: "unknown",
    target: "perhapsChanged",
    again: "unsafe",
    needsPerson: true,
    record: { icon: "send", tone: "warning", words: () => l10n.t("sent, not confirmed") },
    next: "It was sent, but not seen to happen. Do not repeat it: look with get_panel_resource.",
  },
  uncertain: {
    happened: "unknown",
    target: "perhapsChanged",
    again: "unsafe",
    needsPerson: true,
    record: { icon: "question", tone: "warning", words: () => l10n.t("result unknown") },
    next: "It may or may not have happened. Do not repeat it: look with get_panel_resource.",
  },
  halfway: {
    happened: "unknown",
    target: "perhapsChanged",
    again: "safe",
    needsPerson: true,
    record: { icon: "error", tone: "wrong", words: () => l10n.t("not started again") },
    next: "It was told to stop and not started again. Look with get_panel_resource; if it is stopped, it can be started.",
  },
  // a panel that failed to download an update calls the old version the latest
  unchanged: {
    happened: "unknown",
    target: "perhapsChanged",
    again: "safe",
    needsPerson: false,
    record: { icon: "dash", tone: "warning", words: () => l10n.t("unchanged") },
    next: "It ended and made no difference. Repeat it only if the user asks you to.",
  },
  wentWrong: {
    happened: "no",
    target: "perhapsChanged",
    again: "safe",
    needsPerson: true,
    record: { icon: "error", tone: "wrong", words: () => l10n.t("accepted, but failed") },
    next: "The panel accepted it, but it failed, and may be down now. Look with get_panel_resource and read its log.",
  },
  partly: {
    happened: "no",
    target: "perhapsChanged",
    again: "pointless",
    needsPerson: true,
    record: { icon: "warning", tone: "warning", words: () => l10n.t("only a part was done") },
    next: "Only a part of it happened. Do not repeat it: tell the user what the message says.",
  },
  rolledBack: {
    happened: "no",
    target: "perhapsChanged",
    again: "pointless",
    needsPerson: true,
    record: { icon: "discard", tone: "wrong", words: () => l10n.t("rolled back") },
    next: "It was in place, and was taken back. Tell the user what the message says.",
  },
  failed: {
    happened: "no",
    target: "lookedAt",
    again: "safe",
    needsPerson: false,
    record: { icon: "error", tone: "wrong", words: () => l10n.t("failed") },
    next: "Tell the user what the message says. Where the resource has a log, read_panel_log may explain it.",
  },
  prevented: {
    happened: "no",
    target: "perhapsChanged",
    again: "pointless",
    needsPerson: false,
    record: { icon: "circle-slash", tone: "warning", words: () => l10n.t("not done") },
    next: "Something on the server stood in the way. Tell the user what the message says.",
  },
  gone: {
    happened: "no",
    target: "perhapsChanged",
    again: "pointless",
    needsPerson: false,
    record: { icon: "circle-slash", tone: "quiet", words: () => l10n.t("no longer there") },
    next: "It is no longer there, and nothing was sent. List the resources again.",
  },
  changed: {
    happened: "no",
    target: "perhapsChanged",
    again: "pointless",
    needsPerson: false,
    record: { icon: "circle-slash", tone: "quiet", words: () => l10n.t("had changed") },
    next: "It is no longer what was listed, and nothing was sent. List again, and ask the user.",
  },
  ambiguous: {
    happened: "no",
    target: "perhapsChanged",
    again: "pointless",
    needsPerson: false,
    record: { icon: "circle-slash", tone: "quiet", words: () => l10n.t("ambiguous name") },
    next: "Nothing was sent. Use the full ID.",
  },
  busy: {
    happened: "no",
    target: "nothing",
    again: "safe",
    needsPerson: false,
    record: { icon: "circle-slash", tone: "warning", words: () => l10n.t("busy") },
    next: "Nothing was sent: another operation on it is running. Look again later with get_panel_resource.",
  },
  declined: {
    happened: "no",
    target: "nothing",
    again: "pointless",
    needsPerson: false,
    next: "The user declined, and nothing was sent. Do not ask again unless they tell you to.",
  },
  skipped: { happened: "no", target: "nothing", again: "pointless", needsPerson: false, next: "Nothing was sent." },
  readOnly: {
    happened: "no",
    target: "nothing",
    again: "pointless",
    needsPerson: false,
    next: "The panel is read only, and nothing was sent. Only the user can change that: do not ask them to.",
  },
};

/** Whether what was wanted was seen. */
export function isReached({ kind }: Outcome): boolean {
  return outcomeKinds[kind].happened === "yes";
}
