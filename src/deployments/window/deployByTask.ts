import * as l10n from "@vscode/l10n";
import { relative } from "node:path";
import type { Finished } from "../../actions/actionRunner.ts";
import { ErrorWithPanel } from "../../commands/context/askPanel.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import type { Services } from "../../commands/context/services.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { findItem } from "../../tasks/findItem.ts";
import { waitingText, type DeployingTask } from "../../tasks/runTask.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { throwIfEnded } from "../../wire/answers/failure.ts";
import type { JarDeployment } from "../deploymentSetting.ts";
import { chosenPanel, statedDeployments, type StatedDeployment } from "./chooseDeployment.ts";
import { deployWebsite, runBefore, type ByTask, type Ended } from "./deployCommands.ts";
import { deployJarTo, matchingJars } from "./deployJarCommands.ts";

/** A deployment by a task of a tasks.json; a sentence if it did not begin. Throws `PanelError` before anything was sent. */
export async function deployByTask(services: Services, name: string, task: DeployingTask): Promise<Finished | string> {
  const { say, signal, showProgress } = task;
  const waits = () => say(waitingText());
  const dialogs: Services["dialogs"] = {
    ...services.dialogs,
    async ask(...question) {
      waits();
      return services.dialogs.ask(...question);
    },
    async progress(title, read) {
      say(title);
      try {
        return await read(signal, () => undefined);
      } catch (error) {
        throwIfEnded(signal);
        throw error;
      }
    },
  };
  try {
    const ended = await deployStated({ ...services, dialogs }, name, { showProgress, waits }, say);
    return ended ?? l10n.t("Declined. Nothing was sent.");
  } catch (error) {
    const cause = error instanceof ErrorWithPanel ? error.cause : error;
    if (cause instanceof CommandAborted) return cause.message;
    throw cause;
  }
}

async function deployStated(
  services: Services,
  name: string,
  byTask: ByTask,
  say: (sentence: string) => void,
): Promise<Ended | undefined> {
  const stated = statedDeployments(services).find(({ deployment }) => deployment.name === name);
  if (stated === undefined) throw new CommandAborted(l10n.t("There is no deployment “{0}” in the settings.", name));
  const panel = chosenPanel(services, stated);
  if (panel === undefined)
    throw new CommandAborted(l10n.t("Deploy “{0}” once by its command: that asks which panel it means.", name));
  const { folder, deployment } = stated;
  return "website" in deployment
    ? deployWebsite(services, { folder, deployment, panel, name: deployment.website }, byTask)
    : deployLatestJar(services, panel, { folder, deployment }, byTask, say);
}

/** Deploys the latest jar that matches, and says which one that is. */
async function deployLatestJar(
  services: Services,
  panel: PanelRecord,
  stated: StatedDeployment<JarDeployment>,
  byTask: ByTask,
  say: (sentence: string) => void,
): Promise<Ended | undefined> {
  const { connections, dialogs, clock } = services;
  const { folder, deployment } = stated;
  const { project, jar: glob } = deployment;
  await mustHave(services, panel, { kind: "javaProject", verb: "deploy" });
  const found = await dialogs.progress(l10n.t("Looking for “{0}”…", project), async (signal) =>
    // by the wall clock: days until a date of the panel
    findItem(panel, "javaProject", project, connections.of(panel).callFor(signal), () => clock.wallTime()),
  );
  if (typeof found === "string") throw new CommandAborted(found);
  if (deployment.task !== undefined) await runBefore(services, stated, deployment.task);
  const files = await matchingJars(services, [folder], glob);
  const [latest, ...older] = files;
  const path = relative(folder.path, latest);
  say(
    older.length === 0
      ? l10n.t("The jar is {0}.", path)
      : l10n.t("The jar is {0}, the latest of {1} that match {2}.", path, numberText(files.length), glob),
  );
  return deployJarTo(services, found.item, { name: deployment.name, file: latest, deployment }, byTask);
}
