import { basename } from "node:path";
import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { isEverywhere, type EndedServers } from "../../deployments/several/deployWaves.ts";
import { mustAllHave } from "../../deployments/window/onAllServers.ts";
import { showRolledBack, showServers } from "../../deployments/window/deploySeveral.ts";
import type { ServerMeant } from "../../deployments/window/severalPanels.ts";
import type { Finished } from "../../actions/actionRunner.ts";
import type { Agent } from "../../actions/agent.ts";
import { outcomeKinds } from "../../actions/outcomeKinds.ts";
import { outcomeResult } from "../outcomeResult.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { hasFile } from "../../deployments/deployFile.ts";
import { targetOf } from "../../deployments/place.ts";
import { countsOf, isUpToDate, sentBytes } from "../../deployments/preparedDeployment.ts";
import type { PlannedRelease } from "../../deployments/releases/plannedRelease.ts";
import { releaseSettingOf } from "../../deployments/releases/releaseFields.ts";
import { runPathText } from "../../texts/releaseTexts.ts";
import { isAgreedTo, workingDirectory } from "../../deployments/steps/stepAgreement.ts";
import { targetKindFor, targetNameIn } from "../../deployments/targetKinds.ts";
import type { DeployTo } from "../../deployments/targetNow.ts";
import { StepsNotAgreed } from "../../deployments/window/askSteps.ts";
import { isOfFolder, statedDeployments, type KnownDeployments } from "../../deployments/window/chooseDeployment.ts";
import { planFolder } from "../../deployments/window/prepareFolder.ts";
import { latestFile, planFile } from "../../deployments/window/prepareFile.ts";
import type { DeployingFolders, RunningScript } from "../../deployments/window/deployServices.ts";
import { endFirst } from "../../deployments/window/endUnfinished.ts";
import { serveLost } from "../../deployments/window/releases/lostRelease.ts";
import { targetNamed, withFile } from "../../deployments/window/foundPlace.ts";
import { isFirstRelease } from "../../deployments/window/releases/releaseRows.ts";
import { servedBefore, switchBackTo } from "../../deployments/window/releases/switchBack.ts";
import { placeNamed, type NamedDeployment } from "../../deployments/window/placeNamed.ts";
import { areAllBack, rollBackLatest, type RolledBack } from "../../deployments/window/rollBackSeveral.ts";
import { readRollBackState } from "../../deployments/window/rollBackState.ts";
import { rollBackThese } from "../../deployments/window/rollBackCommands.ts";
import {
  deploymentNamed,
  deployNamed,
  deployServers,
  serversNamed,
  stepsMustBeAgreed,
} from "../../deployments/window/deployNamed.ts";
import { withoutCredentials } from "../../redaction/withoutCredentials.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { NamedSteps } from "../../texts/stepTexts.ts";
import { wantsToDeployText } from "../../texts/agentTexts.ts";
import type { AgentHandler } from "../agentServices.ts";
import { ToolProblem, type Data, type ToolResult } from "../toolResult.ts";
import type { Acting } from "../../commands/context/acting.ts";
import { actingWith, toldResult } from "./actServices.ts";

/** Deploying for an agent, and telling the person what did not go well. */
export interface DeployingForAgents extends Acting, DeployingFolders {}

/** What a person turned away before anything was sent. */
const DECLINED: ToolResult = {
  says: {
    happened: "no",
    outcome: "declined",
    next: "The user declined, and nothing was sent. Do not ask again unless they tell you to.",
  },
};

/** The most that an agent gets of what steps write, from its end. */
const MOST_OUTPUT = 2_000;

/** How much of that is looked through for secrets: what tells one may stand long before its end, as with a key of many lines. */
const LOOKED_THROUGH = 64 * 1024;

/** What an agent does where it has nothing to decide: about steps, and which panel is meant. */
const ASK_ONCE = "Ask them to deploy it once by the command Deploy….";

/** What an agent does after something on several servers that did not end well on all. */
const HOW_EACH_ENDED = "Tell the user how each server has ended. Do not repeat it by yourself.";

/** Previews a deployment, without the task that runs before it. */
export const planDeployment: AgentHandler<
  "plan_panel_deployment",
  KeepingPanels & KnownDeployments & RunningScript
> = async (given, input, call) => {
  const { services } = actingWith(given, call);
  const meant = knownServers(services, input.deployment);
  if (meant !== undefined) return planServers(services, meant);
  const { deployment, folder, panel } = known(services, input.deployment);
  const build = deployment.task === undefined ? {} : { task_runs_first: deployment.task };
  const task =
    deployment.task === undefined ? [] : ["The task may still change the files: it runs with the deployment."];
  const targetKind = targetKindFor(deployment);
  const stated = { folder, deployment };
  const name = targetNameIn(deployment);
  if (!isOfFolder(stated)) {
    const to = await targetNamed(services, panel, targetKind, name);
    const { brought } = withFile(to);
    const { called } = brought;
    const { file } = await latestFile(services, stated, brought);
    const { prepared, steps } = await planFile(services, to, { name: deployment.name, file, stated });
    const { place, local, before, state } = prepared;
    const { says, data, next } = await plannedSteps(services, steps);
    return {
      says: {
        up_to_date: hasFile(prepared),
        unfinished_before: state.unfinished !== undefined,
        ...says,
        next: nextOf([...task, ...next]),
      },
      data: {
        panel: panel.name,
        [targetKind.nameField]: to.target.label,
        [`${called}_on_server`]: targetOf(place),
        bytes_on_server: before.size,
        [`${called}_here`]: basename(file),
        bytes_here: local.size,
        ...build,
        ...data,
      },
    };
  }
  const { prepared, alsoServes, steps } = await planFolder(services, { ...stated, panel, name });
  const { says, data, next } = await plannedSteps(services, steps);
  const { plan, place, state, source, release } = prepared;
  const { offset = 0 } = input;
  const files: Data[] = [
    ...plan.added.map(({ path, size }) => ({ file: path, change: "new", bytes: size })),
    ...plan.changed.map(({ path, size, isOurs }) => ({
      file: path,
      change: "replaced",
      bytes: size,
      ...(!isOurs && { changed_on_server: true }),
    })),
    ...plan.removed.map(({ path }) => ({
      file: path,
      change: release === undefined ? "removed" : "not in the release",
    })),
    ...plan.kept.map((path) => ({ file: path, change: "kept" })),
  ];
  return {
    says: {
      up_to_date: isUpToDate(prepared),
      unfinished_before: state.unfinished !== undefined,
      ...countsOf(plan),
      bytes: sentBytes(plan),
      left_out: source.leftOut.length,
      ...says,
      next: nextOf([...task, ...next]),
    },
    data: {
      panel: panel.name,
      [targetKind.nameField]: name,
      directory: targetOf(place),
      also_root_of: alsoServes,
      ...plannedRelease(release),
      ...build,
      ...data,
    },
    rows: { name: "files", items: files.slice(offset), offset, total: files.length },
  };
};

/** The release that a deployment makes, for an agent. */
function plannedRelease(release: PlannedRelease | undefined): Readonly<Record<string, Data>> {
  if (release === undefined) return {};
  const { from, runPath, shared, keep, lost, added } = release;
  return {
    release: {
      run_path: runPath,
      run_path_now: runPathText(from.runPath),
      ...(isFirstRelease(release) && { present_files: "stay where they are, and are no longer served" }),
      ...(lost && {
        lost_run_path: "the panel no longer serves the last release; the user is asked to serve it first",
      }),
      ...(added && { added_files_not_taken_over: added.count, ...(added.mayBeMore && { may_be_more: true }) }),
      shared: shared.map(({ path, becomes }): Data => ({ path, becomes })),
      older_ones_kept: keep,
    },
  };
}

/** The steps of a deployment for an agent, and whether the person has agreed to them. */
async function plannedSteps({ store }: KeepingPanels, steps: NamedSteps | undefined) {
  if (steps === undefined) return { says: {}, data: {}, next: [] };
  const isAgreed = await isAgreedTo(store, steps.seen);
  const told = steps.seen.steps.map((step): Data => {
    const { name, when, user, seconds, alsoBack, run } = step;
    return {
      name,
      when: steps.isRelease === true ? `${when} the release is served` : `${when} the files are exchanged`,
      user,
      directory: workingDirectory(steps.seen.base, step),
      most_seconds: seconds,
      ...(alsoBack && { also_if_it_goes_back: true }),
      commands: run.split("\n"),
    };
  });
  return {
    says: { steps_agreed: isAgreed },
    data: { steps: told },
    next: isAgreed ? [] : [`The user has not agreed to its steps. ${ASK_ONCE}`],
  };
}

function nextOf(sentences: readonly string[]): string | undefined {
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

/** Deploys as a person does: with the preview, and the question of the guard level. */
export const runDeploymentForAgent: AgentHandler<"run_panel_deployment", DeployingForAgents> = async (
  given,
  input,
  call,
) => {
  const { services, showProgress, confirm } = actingWith(given, call);
  const { agent } = call;
  const output = new OutputHeard();
  const hearLines = (lines: readonly string[]) => {
    output.add(lines);
  };
  const deputy = { by: agent, say: () => undefined, hearLines, showProgress, confirm } as const;
  const meant = knownServers(services, input.deployment);
  if (meant !== undefined) {
    const [{ deployment } = assertServer()] = meant;
    await mustAllHave(services, meant, "deploy");
    for (const named of meant) await mustBeAgreedTo(services, named);
    if (!(await mayRunTask(services, deployment, agent))) return DECLINED;
    const ended = await deployServers(services, meant, deputy);
    if (ended === undefined) return DECLINED;
    return output.addTo("servers" in ended ? serversResult(given, ended) : toldResult(given, ended));
  }
  // read once: an agent may change the settings while the question is open
  const named = known(services, input.deployment);
  const { deployment, panel } = named;
  // nobody is asked about a panel that may not be changed
  await mustHave(services, panel, { kind: kindOf(named), verb: "deploy" });
  await mustBeAgreedTo(services, named);
  if (!(await mayRunTask(services, deployment, agent))) return DECLINED;
  const ended = await deployNamed(services, named, deputy);
  if (ended === undefined) return DECLINED;
  return output.addTo(toldResult(given, ended));
};

/** What the steps of a deployment and its log have written, of which an agent gets the end. */
class OutputHeard {
  #written = "";

  /** Takes lines in the order in which they were written. */
  add(lines: readonly string[]): void {
    this.#written = [this.#written, ...lines].join("\n").slice(-LOOKED_THROUGH);
  }

  /** A tool's result with the end of what was written. */
  addTo(result: ToolResult): ToolResult {
    // a server wrote it, and a cut may part a secret from what tells it
    const masked = withoutCredentials(this.#written.slice(this.#written.indexOf("\n") + 1));
    const shown = masked.length <= MOST_OUTPUT ? masked : endOf(masked);
    if (shown === "") return result;
    return { ...result, data: { ...result.data, end_of_output: shown.split("\n") } };
  }
}

/** The whole lines at the end of a text, or the end of a line that is longer than all that is shown. */
function endOf(text: string): string {
  const end = text.slice(-MOST_OUTPUT);
  return end.slice(end.indexOf("\n") + 1);
}

/** Ends the tool where the person has not agreed to the steps of a deployment. */
async function mustBeAgreedTo(services: DeployingFolders, named: NamedDeployment): Promise<void> {
  await stepsMustBeAgreed(services, named).catch((error: unknown) => {
    if (!(error instanceof StepsNotAgreed)) throw error;
    throw new ToolProblem("The user has not agreed to the steps of this deployment.", ASK_ONCE);
  });
}

/** Whether the task that runs before a deployment may run: an agent may have written what it runs. */
async function mayRunTask(
  { dialogs }: Talking,
  { name, task }: NamedDeployment["deployment"],
  agent: Agent,
): Promise<boolean> {
  if (task === undefined) return true;
  return dialogs.ask(
    l10n.t("Run the task “{0}” for an agent?", visibleText(task)),
    wantsToDeployText(agent, name),
    l10n.t("Run Task"),
  );
}

/** The servers of a deployment to several; `undefined`: it has one. Throws `ToolProblem` where a role has no panel. */
function knownServers(services: KnownDeployments, name: string): readonly ServerMeant[] | undefined {
  try {
    return serversNamed(services, name);
  } catch (error) {
    if (!(error instanceof CommandAborted)) throw error;
    throw new ToolProblem("The user has not chosen a panel for each server of this deployment yet.", ASK_ONCE, {
      message: error.message,
    });
  }
}

function assertServer(): never {
  throw new TypeError("a deployment to several servers has some");
}

/** The servers of a deployment, each with its counts; of its files and steps an agent sees those of a server by its own preview. */
async function planServers(
  services: KeepingPanels & KnownDeployments & RunningScript,
  meant: readonly ServerMeant[],
): Promise<ToolResult> {
  const servers: Data[] = [];
  const unagreed: string[] = [];
  let changing = 0;
  for (const { panel, ...stated } of meant) {
    const { deployment } = stated;
    const targetKind = targetKindFor(deployment);
    const name = targetNameIn(deployment);
    const role = deployment.server?.role ?? "";
    const common = { role, panel: panel.name, [targetKind.nameField]: name };
    if (isOfFolder(stated)) {
      const { prepared, steps } = await planFolder(services, { ...stated, panel, name });
      const { says, data } = await plannedSteps(services, steps);
      if (!isUpToDate(prepared)) changing += 1;
      if (says.steps_agreed === false) unagreed.push(role);
      const { plan, place, release } = prepared;
      const counts = { ...countsOf(plan), bytes: sentBytes(plan) };
      servers.push({
        ...common,
        directory: targetOf(place),
        up_to_date: isUpToDate(prepared),
        ...counts,
        ...plannedRelease(release),
        ...says,
        ...data,
      });
      continue;
    }
    const to = await targetNamed(services, panel, targetKind, name);
    const { brought } = withFile(to);
    const { file } = await latestFile(services, stated, brought);
    const { prepared, steps } = await planFile(services, to, { name: deployment.name, file, stated });
    const { says, data } = await plannedSteps(services, steps);
    if (!hasFile(prepared)) changing += 1;
    if (says.steps_agreed === false) unagreed.push(role);
    const { place, local } = prepared;
    const own = { file: targetOf(place), file_here: basename(file), bytes: local.size, up_to_date: hasFile(prepared) };
    servers.push({ ...common, ...own, ...says, ...data });
  }
  return {
    says: {
      servers: meant.length,
      servers_that_change: changing,
      next: unagreed.length === 0 ? undefined : `The user has not agreed to its steps. ${ASK_ONCE}`,
    },
    rows: { name: "servers", items: servers, offset: 0, total: servers.length },
  };
}

/** One result for all servers, with a part for each; what did not go well is shown to the person, too. */
function serversResult(services: Acting, ended: EndedServers): ToolResult {
  const { servers } = ended;
  if (!isEverywhere(servers)) showServers(services, ended, []);
  const finished = servers.flatMap(({ ended: each }) => each ?? []);
  const isWell =
    finished.length === servers.length &&
    finished.every(({ outcome }) => outcomeKinds[outcome.kind].happened === "yes");
  const items = servers.map((end): Data => {
    const { role, panel } = end;
    if (end.ended === undefined) return { role, panel, happened: "no", outcome: "not begun" };
    const { says, data } = outcomeResult(end.ended);
    const back = "back" in end && end.back !== undefined ? { taken_back: outcomeResult(end.back).says.happened } : {};
    return { role, panel, happened: says.happened, outcome: says.outcome, ...back, ...data };
  });
  return {
    says: {
      happened: isWell ? "yes" : happenedOf(finished),
      next: isEverywhere(servers) ? undefined : HOW_EACH_ENDED,
    },
    rows: { name: "servers", items, offset: 0, total: items.length },
  };
}

/** One result for all servers on which something was taken back, with a part for each; what did not go well is shown to the person, too. */
function rolledBackResult(services: Acting, ended: RolledBack): ToolResult {
  const { servers, staying } = ended;
  const areAll = areAllBack(ended);
  if (!areAll) showRolledBack(services, ended);
  const items = servers.map(({ role, panel, back }): Data => {
    const { says, data } = outcomeResult(back);
    return { role, panel, happened: says.happened, outcome: says.outcome, ...data };
  });
  const left = staying.map(({ role, panel, latest }): Data => ({
    role,
    panel,
    happened: "no",
    outcome: "left alone: it does not belong to the latest deployment",
    ...(latest && { its_latest_deployment: latest.deployment }),
  }));
  return {
    says: {
      happened: areAll ? "yes" : happenedOf(servers.map(({ back }) => back)),
      next: areAll ? undefined : HOW_EACH_ENDED,
    },
    rows: { name: "servers", items: [...items, ...left], offset: 0, total: items.length + left.length },
  };
}

/** What happened where not all have ended well. */
function happenedOf(finished: readonly Finished[]): "unknown" | "no" {
  const kinds = finished.map(({ outcome }) => outcomeKinds[outcome.kind].happened);
  return kinds.includes("unknown") ? "unknown" : "no";
}

/** Undoes the latest deployment, after its preview; of one to several servers on each, after one question. */
export const rollBackDeployment: AgentHandler<"roll_back_panel_deployment", DeployingForAgents> = async (
  given,
  input,
  call,
) => {
  const { services, showProgress, confirm } = actingWith(given, call);
  const meant = knownServers(services, input.deployment);
  if (meant !== undefined) {
    const ended = await rollBackLatest(services, meant, { by: call.agent, showProgress, confirm });
    if (ended === undefined) return DECLINED;
    return "servers" in ended ? rolledBackResult(given, ended) : toldResult(given, ended);
  }
  const named = known(services, input.deployment);
  const { panel } = named;
  await mustHave(services, panel, { kind: kindOf(named), verb: "rollBack" });
  const found = await placeNamed(services, named);
  const { place } = found;
  const to: DeployTo = { ...found.to, by: call.agent };
  const isRelease = releaseSettingOf(named.deployment) !== undefined;
  const { unfinished, history, releases } = await readRollBackState(services, to, place, isRelease);
  if (unfinished !== undefined) {
    const outcome = await endFirst(services, to, { place, unfinished }, { by: call.agent, showProgress, confirm });
    if (outcome === undefined) return DECLINED;
    return toldResult(given, { request: { ...to, verb: "rollBack" }, outcome });
  }
  if (releases?.lost !== undefined) {
    const ended = await serveLost(services, to, releases, { showProgress });
    return ended === undefined ? DECLINED : toldResult(given, ended);
  }
  const earlier = releases && servedBefore(releases);
  if (releases !== undefined && earlier !== undefined) {
    const ended = await switchBackTo(services, { to, place, releases, earlier }, { showProgress });
    return ended === undefined ? DECLINED : toldResult(given, ended);
  }
  const [latest] = history;
  if (latest === undefined)
    throw new ToolProblem("Nothing was deployed there that can be rolled back.", "Tell the user.", {
      directory: targetOf(place),
    });
  const ended = await rollBackThese(services, to, place, [latest], { showProgress });
  if (ended === undefined) return DECLINED;
  return toldResult(given, ended);
};

function kindOf({ deployment }: NamedDeployment): ResourceKind {
  return targetKindFor(deployment).kind;
}

/** The deployment of a name. Throws `ToolProblem` with the names that there are. */
function known(services: KnownDeployments, name: string): NamedDeployment {
  const names = [...new Set(statedDeployments(services).map(({ deployment }) => deployment.name))];
  if (!names.includes(name))
    throw new ToolProblem(
      "The settings of the workspace have no deployment of this name.",
      names.length === 0 ? "Ask the user to deploy once by the command Deploy…, and to save it." : "Use one of these.",
      { deployments: names },
    );
  try {
    return deploymentNamed(services, name);
  } catch (error) {
    if (!(error instanceof CommandAborted)) throw error;
    throw new ToolProblem("The user has not chosen a panel for this deployment yet.", ASK_ONCE, {
      message: error.message,
    });
  }
}
