import { basename } from "node:path";
import * as l10n from "@vscode/l10n";
import type { LockOwner } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { chooseItem, nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { Handler, Services } from "../../commands/context/services.ts";
import type { WorkspaceFolder } from "../../ports/workspace.ts";
import { bytesText } from "../../texts/deploymentTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { JavaProject } from "../../wire/operations/java.ts";
import { prepareJar } from "../deployJar.ts";
import type { JarDeployment } from "../deploymentSetting.ts";
import { readLocalFile } from "../../serverFiles/localFile.ts";
import { nameProblem } from "../../serverFiles/remoteNames.ts";
import { jarPaths, readState, type StatePaths } from "../remoteState.ts";
import { runFinishUnfinished, runJarDeployment, runJarRollBack, type DeployTo } from "../runDeployment.ts";
import { statedDeployments, type StatedDeployment } from "./chooseDeployment.ts";
import { compared, optionsFor, pastChoice, runBefore } from "./deployCommands.ts";

/** Where builds put jars. */
const LIKELY = "**/{target,build/libs}/*.jar";

/** *Deploy…* on a Java project and in the palette. */
export const deployProject: Handler = async (services, args) => {
  const title = l10n.t("Deploy to Java Project");
  const stated = statedDeployments(services).filter(
    (each): each is StatedDeployment<JarDeployment> => "jar" in each.deployment,
  );
  const node = nodeArgument(services, args);
  const item =
    node?.type === "item" && node.kind === "javaProject"
      ? node
      : await chooseItem(services, args, "javaProject", title);
  if (item === undefined) return;
  const fitting = stated.filter(({ deployment }) => deployment.project === item.label);
  const chosen =
    fitting.length > 1
      ? await services.dialogs.pick(
          title,
          l10n.t("Which deployment?"),
          fitting.map((each) => ({ label: each.deployment.name, description: each.deployment.jar, value: each })),
        )
      : fitting[0];
  if (chosen === undefined && fitting.length > 0) return;
  await mustHave(services, panelOf(services, item.panelId), { kind: "javaProject", verb: "deploy" });
  if (chosen?.deployment.task !== undefined) await runBefore(services, chosen, chosen.deployment.task);
  const file = await chooseJar(services, title, chosen);
  if (file !== undefined) await deployJarTo(services, item, file, chosen?.deployment);
};

/** The jar on this computer: the latest that matches, which the question names. */
async function chooseJar(
  { workspace, dialogs }: Services,
  title: string,
  chosen: StatedDeployment<JarDeployment> | undefined,
): Promise<string | undefined> {
  const folders: readonly WorkspaceFolder[] = chosen === undefined ? workspace.folders() : [chosen.folder];
  const glob = chosen?.deployment.jar ?? LIKELY;
  const files = (await Promise.all(folders.map(async (folder) => workspace.files(folder, glob)))).flat();
  const [only, ...others] = files;
  if (only === undefined) throw new CommandAborted(l10n.t("No jar matches {0}. Nothing was sent.", glob));
  if (chosen !== undefined && others.length === 0) return only;
  const choices = files.map((file, index) => ({
    label: basename(file),
    description: file,
    ...(index === 0 && { detail: l10n.t("the latest") }),
    value: file,
  }));
  return dialogs.pick(title, l10n.t("Which jar?"), choices);
}

async function deployJarTo(
  services: Services,
  item: ItemNode,
  file: string,
  deployment: JarDeployment | undefined,
): Promise<void> {
  const { dialogs } = services;
  const { to, jar, paths } = projectOf(services, item);
  const name = deployment?.name ?? basename(file);
  const local = await dialogs.progress(
    l10n.t("Reading “{0}”…", basename(file)),
    async (signal) => readLocalFile(file, signal),
    "beforeQuestion",
  );
  const reading = l10n.t("Comparing with the server…");
  const prepare = async () =>
    compared(services, to, async (files) => prepareJar(files, { name, local, jar, paths }), reading);
  let prepared = await prepare();
  const options = await optionsFor(services, prepared.state.lock);
  if (prepared.state.unfinished !== undefined) {
    const message = l10n.t("Go back to the jar from before the deployment that was cut off?");
    if (!(await dialogs.ask(message, jar, l10n.t("Go Back")))) return;
    const outcome = await runFinishUnfinished(to, { name, directory: jar }, paths, options);
    if (outcome.kind !== "done") {
      await showFinished(services, { request: { ...to, verb: "rollBack" }, outcome }, []);
      return;
    }
    prepared = await prepare();
  }
  if (prepared.before.sha1 === local.sha1) {
    const message = l10n.t("“{0}” already has this jar ({1}). Nothing was sent.", item.label, bytesText(local.size));
    await dialogs.tell({ severity: "information", message, names: [item.label] });
    return;
  }
  const outcome = await runJarDeployment(to, prepared, {
    ...options,
    alwaysAsk: true,
    address: deployment?.check,
    rollsBack: deployment?.rollBack === "auto",
  });
  const isThere = outcome.deployment?.state === "wanted" && outcome.kind !== "already";
  const back = {
    label: l10n.t("Roll Back"),
    run: async () => rollBackTo(services, to, paths, { name, jar, ids: [outcome.deployment?.id ?? ""] }),
  };
  const again = { label: l10n.t("Deploy Again"), run: async () => deployJarTo(services, item, file, deployment) };
  await showFinished(
    services,
    { request: { ...to, verb: "deploy" }, outcome },
    isThere ? [back] : isFailed(outcome) ? [again] : [],
  );
}

function isFailed({ kind }: Outcome): boolean {
  return kind !== "done" && kind !== "already" && kind !== "declined" && kind !== "readOnly";
}

/** *Roll Back…* on a Java project and in the palette. */
export const rollBackProject: Handler = async (services, args) => {
  const title = l10n.t("Roll Back Java Project");
  const item = await chooseItem(services, args, "javaProject", title);
  if (item === undefined) return;
  await mustHave(services, panelOf(services, item.panelId), { kind: "javaProject", verb: "rollBack" });
  const { to, jar, paths } = projectOf(services, item);
  const reading = l10n.t("Reading the deployments…");
  const { history, lock } = await compared(services, to, async (files) => readState(files, paths), reading);
  if (history.length === 0)
    throw new CommandAborted(l10n.t("Nothing was deployed to “{0}” that can be rolled back.", item.label));
  const choices = history.map((past, index) => ({ ...pastChoice(past), value: index + 1 }));
  const undone = await services.dialogs.pick(title, l10n.t("Go back to before which deployment?"), choices);
  if (undone === undefined) return;
  await rollBackTo(
    services,
    to,
    paths,
    { name: history[undone - 1]?.deployment ?? "", jar, ids: history.slice(0, undone).map(({ id }) => id) },
    lock,
  );
};

async function rollBackTo(
  services: Services,
  to: DeployTo,
  paths: StatePaths,
  { name, jar, ids }: { readonly name: string; readonly jar: string; readonly ids: readonly string[] },
  lock?: LockOwner,
): Promise<void> {
  const options = { ...(await optionsFor(services, lock)), alwaysAsk: true as const };
  const outcome = await runJarRollBack(to, { name, directory: jar, ids }, paths, options);
  await showFinished(services, { request: { ...to, verb: "rollBack" }, outcome }, []);
}

/** A project with its jar on the server. Ends the command if the panel names none that can be handled. */
function projectOf(services: Services, { panelId, kind, key, label, row }: ItemNode) {
  const jar = (row as JavaProject | undefined)?.jar ?? "";
  if (!/^\/\S+\.jar$/.test(jar) || nameProblem(jar.slice(1)) !== undefined)
    throw new CommandAborted(l10n.t("The panel names no jar of “{0}” that can be replaced.", label));
  const panel = services.connections.of(panelOf(services, panelId));
  const to: DeployTo = { panel, kind, target: { key, label }, row };
  return { to, jar, paths: jarPaths(jar) };
}
