import type { Agent } from "../../actions/agent.ts";
import type { Finished, RunOptions, Running } from "../../actions/actionRunner.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { leftTasksText, problemText } from "../../texts/deploymentTexts.ts";
import { deploymentProblemOf } from "../deploymentError.ts";
import type { Place } from "../place.ts";
import { turnAway } from "../preparedDeployment.ts";
import type { RunDeploymentOptions } from "../deploymentProcedure.ts";
import type { ScriptContext } from "../serverRun.ts";
import type { ServerScripts } from "../exchange/scriptReader.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Timed } from "../../storage/ports.ts";
import type { Editing } from "../../ports/workbench.ts";
import type { KnownDeployments } from "./chooseDeployment.ts";
import type { ShowingOutput } from "./deploymentOutput.ts";
import type { DeployTo } from "../targetNow.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/** How a deployment ended, and where it went. */
export interface Ended extends Finished {
  readonly to: DeployTo;
  readonly place: Place;
}

/** Who deploys in a person's place. Who starts a task knows what it does, so it has no preview; an agent's is the person's. */
export interface Deputy extends Required<RunBy> {
  readonly by: "task" | Agent;
  /** Tells what a person would see in a dialog. */
  readonly say: (sentence: string) => void;
  /** Shows lines that a step or the log has written. */
  readonly showLines?: (lines: readonly string[]) => void;
  /** Gets them, too, wherever they are shown. */
  readonly hearLines?: (lines: readonly string[]) => void;
}

/** The part of a request that says who asks: nothing for a task, which a person has started. */
export function askedBy(by: Deputy["by"] | undefined): Pick<DeployTo, "by"> {
  return typeof by === "object" ? { by } : {};
}

/** What replaces the runner's own question and progress. */
export type RunBy = Pick<RunOptions, "confirm" | "showProgress">;

/** Running the script for deployments on a server, and saying what may be left of it. */
export interface RunningScript extends Talking, Timed {
  /** The scripts that servers run for deployments, which are read when they are first needed. Rejects with `PanelError`. */
  readonly exchangeScript: () => Promise<ServerScripts>;
  /** The id that tells this installation of VS Code from others. Rejects with `PanelError`. */
  readonly installation: () => Promise<string>;
  /** A directory that all windows share. */
  readonly storageRoot: string;
}

/** Deploying, and taking deployments back. */
export interface Deploying extends Running, RunningScript {
  /** Name of this computer, as other computers show it. */
  readonly computer: string;
}

/** Deploying what a folder has, to the website or project that its settings name, with its steps. */
export interface DeployingFolders extends Deploying, Editing, KeepingPanels, KnownDeployments, ShowingOutput {}

/** Reads from the server before a question. Ends the command with a sentence if that shows a problem. */
export async function compared<Result>(
  services: RunningScript,
  to: DeployTo,
  read: (context: ScriptContext) => Promise<Result>,
  title: string,
): Promise<Result> {
  try {
    return await services.dialogs.progress(
      title,
      async (signal) => readOn(services, to, signal, read),
      "beforeQuestion",
    );
  } catch (error) {
    const problem = deploymentProblemOf(error);
    throw problem === undefined ? error : new CommandAborted(problemText(problem) ?? "");
  }
}

/** Runs the script on the server of a website or project, and says which tasks may be left there, however it ends. */
export async function readOn<Result>(
  { dialogs, clock, exchangeScript, installation, storageRoot: temporary }: RunningScript,
  { panel }: DeployTo,
  signal: AbortSignal,
  act: (context: ScriptContext) => Promise<Result>,
): Promise<Result> {
  const leftTasks = new Set<string>();
  const callFor = (given: AbortSignal) => panel.callFor(given);
  const script = await exchangeScript();
  try {
    return await act({ callFor, clock, signal, script, installation: await installation(), temporary, leftTasks });
  } finally {
    if (leftTasks.size > 0)
      dialogs.notify({ severity: "warning", message: leftTasksText([...leftTasks]) }, async () => undefined);
  }
}

/** What every deployment and roll back of this window is run with. */
export async function optionsFor(services: Deploying): Promise<RunDeploymentOptions> {
  const { runner, computer, exchangeScript, installation, storageRoot: temporary } = services;
  return { runner, computer, temporary, script: await exchangeScript(), installation: await installation() };
}

/** Removes what a preview has on the server, unless it was deployed. */
export async function turnedAway(
  services: RunningScript,
  to: DeployTo,
  prepared: Parameters<typeof turnAway>[0],
): Promise<void> {
  await readOn(services, to, neverAborted, async (context) => turnAway(prepared, context));
}
