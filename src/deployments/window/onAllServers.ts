import { ErrorWithPanel } from "../../commands/context/askPanel.ts";
import { CommandAborted, PanelIsReadOnly } from "../../commands/context/commandAborted.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { stoppedText } from "../../texts/waveTexts.ts";
import { failureOf } from "../../wire/answers/failure.ts";
import type { DeployingFolders } from "./deployServices.ts";
import { serverOf, type ServerMeant } from "./severalPanels.ts";

/** Does something on all servers at once, with one progress. Where it fails on one, ends the command and says on which. */
export async function together<Result>(
  services: DeployingFolders,
  title: string,
  meant: readonly ServerMeant[],
  act: (services: DeployingFolders, one: ServerMeant) => Promise<Result>,
): Promise<readonly Result[]> {
  return services.dialogs.progress(
    title,
    async (signal) => {
      const own = quiet(services, signal);
      const all = meant.map(async (one) => onServer(serverOf(one).role, one.panel, async () => act(own, one)));
      const settled = await Promise.allSettled(all);
      return settled.map((each) => {
        if (each.status === "rejected") throw each.reason;
        return each.value;
      });
    },
    "beforeQuestion",
  );
}

/** Says of which server a sentence is that ends the command. */
export async function onServer<Result>(role: string, panel: PanelRecord, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const cause = error instanceof ErrorWithPanel ? error.cause : error;
    if (cause instanceof PanelIsReadOnly) throw cause;
    if (cause instanceof CommandAborted) throw new CommandAborted(stoppedText(role, panel.name, cause.message));
    const failure = failureOf(cause);
    if (failure === undefined || failure.kind === "cancelled") throw cause;
    throw new CommandAborted(stoppedText(role, panel.name, failureText(failure, panel.address)));
  }
}

/** Services whose progress is part of another one. */
export function quiet<Needed extends Talking>(services: Needed, signal: AbortSignal): Needed {
  return {
    ...services,
    dialogs: { ...services.dialogs, progress: async (_title, task) => task(signal, () => undefined) },
  };
}
