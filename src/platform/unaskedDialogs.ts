import * as l10n from "@vscode/l10n";
import { QuestionUnanswered } from "../actions/confirmation.ts";
import type { Dialogs } from "../ports/dialogs.ts";
import type { Clock } from "../storage/ports.ts";
import { numberText } from "../texts/numberTexts.ts";
import { throwIfEnded } from "../wire/answers/failure.ts";

/** How long a question waits for somebody. */
const WAIT_MINUTES = 10;

/** Who asks without having been clicked. */
export interface Asker {
  /** Says who asks what. */
  readonly sentence: (question: string) => string;
  /** Ends with what asks. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Called whenever a notification waits for somebody. */
  readonly waits?: () => void;
  /** Called with each answer, before anything follows from it; what it throws, the question rejects with. */
  readonly onAnswer?: () => void;
}

/**
 * The dialogs of what no click has begun, such as an agent's action: a question takes the keyboard from nobody. A notification
 * says who asks what, and the question comes when a person follows it. What comes right after an answer needs no notification;
 * what takes time shows progress. Questions reject with `QuestionUnanswered` if nobody answers in time, and with `PanelError`
 * if the signal ends.
 */
export function unaskedDialogs(dialogs: Dialogs, { sentence, signal, clock, waits, onAnswer }: Asker): Dialogs {
  let isPersonHere = false;

  /** Asks until there is an answer, which may be that the notification was turned away. */
  async function asking<T>(
    question: string,
    turnedAway: T,
    ask: (over: AbortSignal) => Promise<T | undefined>,
  ): Promise<T> {
    const late = new AbortController();
    const stop = clock.after(WAIT_MINUTES * 60_000, () => late.abort());
    const over = AbortSignal.any([signal, late.signal]);
    const throwIfOver = () => {
      throwIfEnded(signal);
      if (late.signal.aborted)
        throw new QuestionUnanswered(
          l10n.t("Nobody answered within {0} minutes. Nothing was sent.", numberText(WAIT_MINUTES)),
        );
    };
    try {
      for (let answer: T | undefined; ; isPersonHere = false) {
        throwIfOver();
        if (!isPersonHere) {
          waits?.();
          isPersonHere = await dialogs.announce(sentence(question), over);
          throwIfOver();
          if (!isPersonHere) return turnedAway;
        }
        const asked = ask(over);
        answer = await Promise.race([asked, ended(over)]);
        if (over.aborted) void asked.then(tellTooLate);
        throwIfOver();
        if (answer === undefined) continue;
        onAnswer?.();
        return answer;
      }
    } finally {
      stop();
    }
  }

  /** VS Code cannot take an open modal question away. */
  function tellTooLate(answer: unknown): void {
    if (answer !== true) return;
    const message = l10n.t("Nothing was done: the answer came too late.");
    dialogs.notify({ severity: "warning", message }, async () => undefined);
  }

  return {
    ...dialogs,
    ask: async (message, detail, button) => asking(message, false, async () => dialogs.decide(message, detail, button)),
    async live<T>(list: Parameters<typeof dialogs.live<T>>[0]) {
      const { taken } = await asking<{ readonly taken: T | undefined }>(
        list.title,
        { taken: undefined },
        async (over) => ({
          taken: await dialogs.live({ ...list, signal: over }),
        }),
      );
      return taken;
    },
    async progress(...shown) {
      isPersonHere = false;
      return dialogs.progress(...shown);
    },
  };
}

async function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
    if (signal.aborted) resolve(undefined);
  });
}
