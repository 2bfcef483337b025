import type { Finished, RunOptions, ShowProgress } from "../../actions/actionRunner.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import { createConfirm, showActionProgress } from "../../platform/confirm.ts";
import { unaskedDialogs } from "../../platform/unaskedDialogs.ts";
import { isReached } from "../../actions/outcomeKinds.ts";
import { asksText } from "../../texts/agentTexts.ts";
import type { AllowedCall } from "../agentServices.ts";
import { outcomeResult } from "../outcomeResult.ts";
import type { ToolResult } from "../toolResult.ts";
import type { Dialogs, Talking } from "../../ports/dialogs.ts";
import type { Timed } from "../../storage/ports.ts";
import type { Acting } from "../../commands/context/acting.ts";

/** What the agent is told while an answer of the person is needed, and after it. */
const WAITS = "Waits for the user, who is asked in the editor. Nothing is sent before they answer.";
const WORKS = "Works on it.";

interface ActingForAgent<Needed> extends Required<Pick<RunOptions, "confirm" | "showProgress">> {
  readonly services: Needed;
}

/**
 * The services with which an agent's tool acts. Its progress is shown to the person, and the call's signal cancels the task too. Its
 * questions wait until the person opens them, and an answer counts only while the user still lets agents do this.
 */
export function actingWith<Needed extends Talking & Timed>(
  services: Needed,
  { signal, agent, tell, assertAllowed }: AllowedCall,
): ActingForAgent<Needed> {
  const progressing: Dialogs = {
    ...services.dialogs,
    async progress(title, task, place) {
      tell(WORKS);
      return services.dialogs.progress(
        title,
        async (own, report) => task(AbortSignal.any([own, signal]), report),
        place,
      );
    },
  };
  const dialogs = unaskedDialogs(progressing, {
    sentence: (question) => asksText(agent, question),
    waits: () => tell(WAITS),
    onAnswer: assertAllowed,
    clock: services.clock,
    signal,
  });
  const showProgress: ShowProgress = showActionProgress(dialogs);
  return { services: { ...services, dialogs }, showProgress, confirm: createConfirm(dialogs) };
}

/**
 * The result of an action as an agent gets it. An action that did not go well is also shown to the person, with its fixes,
 * whatever the model makes of the result.
 */
export function toldResult(services: Acting, finished: Finished): ToolResult {
  const { outcome } = finished;
  if (!isReached(outcome) && outcome.kind !== "declined")
    void showFinished(services, finished, { fixes: [] }).catch((error: unknown) => services.log.error(String(error)));
  return outcomeResult(finished);
}
