import { ErrorWithPanel } from "../../commands/context/askPanel.ts";
import { CommandAborted, PanelIsReadOnly } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { stoppedText } from "../../texts/serversTexts.ts";
import { failureOf } from "../../wire/answers/failure.ts";
import { targetKindFor } from "../targetKinds.ts";
import type { DeployingFolders } from "./deployServices.ts";
import { serverOf, type DeploymentServer } from "./deploymentServer.ts";

/** What was to be done on all servers. */
type WantedVerb = "deploy" | "rollBack";

/** A server on which something failed. */
interface FailedOn {
  readonly one: DeploymentServer;
  readonly error: unknown;
}

/**
 * Does something on all servers at once, with one progress. Where it fails on some, ends the command and says why on each. What is done on
 * one server alone shows its own progress and fails by itself.
 */
export async function together<Result>(
  services: DeployingFolders,
  title: string,
  meant: readonly DeploymentServer[],
  act: (services: DeployingFolders, one: DeploymentServer) => Promise<Result>,
  verb: WantedVerb = "deploy",
): Promise<readonly Result[]> {
  const [only, ...others] = meant;
  if (only !== undefined && others.length === 0) return [await act(services, only)];
  return services.dialogs.progress(
    title,
    async (signal) => {
      const own = quiet(services, signal);
      const settled = await Promise.allSettled(meant.map(async (one) => act(own, one)));
      const failed = settled.flatMap((each, index): readonly FailedOn[] => {
        const one = meant[index];
        return each.status === "rejected" && one !== undefined ? [{ one, error: each.reason }] : [];
      });
      throwIfFailed(failed, verb);
      return settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    },
    "beforeQuestion",
  );
}

/** Ends the command if panels lack what a deployment needs, or are read-only, and says so of each. */
export async function mustAllHave(
  services: KnownPanels & Talking,
  meant: readonly DeploymentServer[],
  verb: WantedVerb,
): Promise<void> {
  const failed: FailedOn[] = [];
  for (const one of meant) {
    try {
      await mustHave(services, one.panel, { kind: targetKindFor(one.deployment).kind, verb });
    } catch (error) {
      failed.push({ one, error });
    }
  }
  throwIfFailed(failed, verb);
}

/** Says of which server a sentence is that ends the command. */
export async function onServer<Result>(
  one: DeploymentServer,
  act: () => Promise<Result>,
  verb: WantedVerb = "deploy",
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throwIfFailed([{ one, error }], verb);
    throw error;
  }
}

/** Ends the command with the sentence of each server; what no server is to blame for, such as a cancel, is thrown as it is. */
function throwIfFailed(failed: readonly FailedOn[], verb: WantedVerb): void {
  const [first, ...others] = failed;
  if (first === undefined) return;
  // only by itself it has the button that leads to its protection
  if (others.length === 0 && causeIn(first) instanceof PanelIsReadOnly) throw causeIn(first);
  if (first.one.deployment.server === undefined) throw first.error;
  const stopped = failed.map((each) => {
    const sentence = sentenceOf(each);
    if (sentence === undefined) throw causeIn(each);
    return { role: serverOf(each.one).role, panel: each.one.panel.name, sentence };
  });
  throw new CommandAborted(stoppedText(stopped, verb));
}

function causeIn({ error }: FailedOn): unknown {
  return error instanceof ErrorWithPanel ? error.cause : error;
}

/** What a person is told; `undefined`: it is a cancel or a defect. */
function sentenceOf(failed: FailedOn): string | undefined {
  const cause = causeIn(failed);
  if (cause instanceof CommandAborted) return cause.message;
  const failure = failureOf(cause);
  if (failure === undefined || failure.kind === "cancelled") return undefined;
  return failureText(failure, failed.one.panel.address);
}

/** Services whose progress is part of another one. */
export function quiet<Needed extends Talking>(services: Needed, signal: AbortSignal): Needed {
  return {
    ...services,
    dialogs: { ...services.dialogs, progress: async (_title, task) => task(signal, () => undefined) },
  };
}
