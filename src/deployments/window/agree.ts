import type { ActionRequest } from "../../actions/actionRequest.ts";
import { questionFor } from "../../actions/confirmation.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { createConfirm } from "../../platform/confirm.ts";
import { serverRemarks } from "../../texts/sourceRemarkTexts.ts";
import { replacedText, sharedText, wouldReplaceText } from "../../texts/plannedDeploymentTexts.ts";
import { serverLine, stoppedText } from "../../texts/serversTexts.ts";
import { checksOf } from "../checkStage.ts";
import { deploymentInput } from "../deploymentInput.ts";
import { foreignPathsIn, isFolder, isPlainPart, isThere } from "../prepared.ts";
import { isStoppedProcess } from "../targetKinds.ts";
import { askStepsOfAll } from "./askSteps.ts";
import { compareFile } from "./compareFile.ts";
import type { DeployingFolders, Deputy } from "./deployServices.ts";
import type { ComparedServer } from "./sources/deploymentSource.ts";
import { previewDeployment } from "./previewList.ts";
import { askStart } from "./processQuestions.ts";
import { previewSeveral, type ServerPreview } from "./severalPreview.ts";
import { foreignIn } from "../preparedDeployment.ts";

/**
 * Asks all that there is to ask, once for all servers, before anything is sent. A task has no preview: whoever starts it knows what it does.
 * @returns the servers with what was answered; `undefined`: the person turned away; `choosePanel`: they want another panel
 */
export async function agree(
  services: DeployingFolders,
  compared: readonly ComparedServer[],
  { by, say, confirm = createConfirm(services.dialogs) }: Partial<Deputy>,
): Promise<readonly ComparedServer[] | "choosePanel" | undefined> {
  const asked: ComparedServer[] = [];
  for (const each of compared) {
    const isAsked = by === undefined && !isThere(each.prepared) && isStoppedProcess(each.to);
    const startsStopped = isAsked ? await askStart(services, each.to) : false;
    if (startsStopped === undefined) return undefined;
    asked.push({ ...each, startsStopped });
  }
  const open = asked.filter(({ prepared }) => !isThere(prepared));
  if (open.length === 0) return asked;
  if (by === "task") {
    tellReplaced(open, say);
  } else {
    const choice = await preview(services, asked);
    if (choice !== "deploy") return choice;
  }
  // the runner asks by itself where there is one server
  if (asked.length > 1 && !(await isConfirmed(open, by, confirm))) return undefined;
  if (by !== undefined) return asked;
  const isAgreed = await askStepsOfAll(
    services,
    open.flatMap(({ steps }) => steps ?? []),
  );
  return isAgreed ? asked : undefined;
}

/** Shows what is done on each server, again after each comparison of a file. What takes the place of one file is its own question. */
async function preview(
  services: DeployingFolders,
  compared: readonly ComparedServer[],
): Promise<"deploy" | "choosePanel" | undefined> {
  const [only, ...others] = compared;
  if (only === undefined) return undefined;
  // who sends a file has said by that what is done
  if (compared.every((each) => isPlainPart(each.prepared))) return "deploy";
  if (others.length > 0) return previewAll(services, compared);
  const { to, prepared, alsoServes, shownPath, startsStopped, server } = only;
  if (!isFolder(prepared)) return "deploy";
  if (prepared.isPart === true) {
    const [foreign] = foreignIn(prepared.plan);
    if (foreign !== undefined) await compareFile(services, to, prepared, foreign);
  }
  const { deployment } = server;
  const checks = checksOf(deployment);
  const shown = { prepared, to, alsoServes, shownPath, startsStopped, server: deployment.server, checks };
  for (;;) {
    const choice = await previewDeployment(services.dialogs, shown);
    if (typeof choice !== "object") return choice;
    await compareFile(services, to, prepared, choice.compare);
  }
}

async function previewAll(
  services: DeployingFolders,
  compared: readonly ComparedServer[],
): Promise<"deploy" | undefined> {
  const shown = compared.map((each) => previewOf(each));
  const name = compared[0]?.server.deployment.name ?? "";
  for (;;) {
    const choice = await previewSeveral(services.dialogs, name, shown);
    if (typeof choice !== "object") return choice;
    const at = compared.find(({ server }) => server.deployment.server?.role === choice.role);
    if (at !== undefined && isFolder(at.prepared)) await compareFile(services, at.to, at.prepared, choice.compare);
  }
}

function previewOf({ server, to, alsoServes, prepared, shownPath, startsStopped }: ComparedServer): ServerPreview {
  const { deployment } = server;
  const head = { role: deployment.server?.role ?? "", to, isUpToDate: isThere(prepared) };
  const shown = { shownPath, startsStopped, checks: checksOf(deployment) };
  if (isFolder(prepared)) return { ...head, shown: { ...shown, prepared, to, alsoServes } };
  return { ...head, shown: { ...shown, prepared } };
}

/**
 * Asks about several servers at once, as the most careful of the panels says. A person has seen each file of a folder in the preview; what
 * replaces a program is asked once more.
 */
async function isConfirmed(
  open: readonly ComparedServer[],
  by: Deputy["by"] | undefined,
  confirm: Deputy["confirm"],
): Promise<boolean> {
  const isSeen = open.every(({ prepared }) => isFolder(prepared));
  const isCareful = open.some(({ to, prepared }) => isPlainPart(prepared) && to.panel.guardLevel === "typeName");
  if (by === undefined && isSeen && !isCareful) return true;
  const question = questionFor(open.map(requestOf));
  return question === undefined || confirm(question);
}

/** A server's deployment as the question of the guard level names it. */
function requestOf({ to, prepared, shownPath, startsStopped, server }: ComparedServer): ActionRequest {
  const shown = { shownPath, startsStopped, ...checksOf(server.deployment) };
  const deployment = { ...deploymentInput(to, prepared, shown), targetKind: to.targetKind };
  return { ...to, verb: "deploy", input: { deployment } };
}

/**
 * Says what a task replaces although nobody here has placed it, and who else runs a program that it replaces. Ends the command where the
 * settings do not allow the former.
 */
function tellReplaced(open: readonly ComparedServer[], say: Deputy["say"] = () => undefined): void {
  const replacing = open.flatMap(({ server, prepared }) => {
    const paths = foreignPathsIn(prepared);
    return paths.length === 0 ? [] : [{ server, paths }];
  });
  const stopped = replacing.flatMap(({ server, paths }) => {
    const { deployment, panel } = server;
    if (deployment.replaceChanged) return [];
    return [{ role: deployment.server?.role, panel: panel.name, sentence: wouldReplaceText(paths) }];
  });
  const [first] = stopped;
  if (first !== undefined) {
    const onRoles = stopped.flatMap(({ role, ...each }) => (role === undefined ? [] : [{ role, ...each }]));
    throw new CommandAborted(onRoles.length === 0 ? first.sentence : stoppedText(onRoles));
  }
  for (const { server, prepared } of open)
    if (isFolder(prepared)) for (const line of serverRemarks(prepared)) say(sentenceOn(server, line));
  for (const { server, paths } of replacing) say(sentenceOn(server, replacedText(paths)));
  for (const { server, prepared } of open)
    if (!isFolder(prepared) && prepared.sharedBy.length > 0) say(sentenceOn(server, sharedText(prepared.sharedBy)));
}

/** A sentence with its server, where there are several. */
function sentenceOn({ deployment: { server } }: ComparedServer["server"], sentence: string): string {
  return server === undefined ? sentence : serverLine(server.role, sentence);
}
