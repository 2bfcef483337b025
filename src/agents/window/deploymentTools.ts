import { posix } from "node:path";
import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { isEverywhere, type EndedServers } from "../../deployments/several/runInOrder.ts";
import { mustAllHave } from "../../deployments/window/onAllServers.ts";
import { showRolledBack, showServers } from "../../deployments/window/showServers.ts";
import type { Finished } from "../../actions/actionRunner.ts";
import type { Agent } from "../../actions/agent.ts";
import { outcomeKinds } from "../../actions/outcomeKinds.ts";
import { outcomeResult } from "../outcomeResult.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { targetOf } from "../../deployments/place.ts";
import { isFolder, isThere } from "../../deployments/prepared.ts";
import { countsOf, sentBytes, type PreparedDeployment } from "../../deployments/preparedDeployment.ts";
import type { PlannedRelease } from "../../deployments/releases/plannedRelease.ts";
import { releaseSettingOf } from "../../deployments/releases/releaseFields.ts";
import { runPathText } from "../../texts/releaseTexts.ts";
import { isAgreedTo, workingDirectory } from "../../deployments/steps/stepAgreement.ts";
import { broughtAs, targetKindFor } from "../../deployments/targetKinds.ts";
import type { DeployTo } from "../../deployments/targetNow.ts";
import { StepsNotAgreed } from "../../deployments/window/askSteps.ts";
import { statedDeployments, type KnownDeployments } from "../../deployments/window/chooseDeployment.ts";
import type { DeployingFolders } from "../../deployments/window/deployServices.ts";
import { serverOf, type DeploymentServer, type DeploymentServers } from "../../deployments/window/deploymentServer.ts";
import { planOn } from "../../deployments/window/deployToServers.ts";
import { endFirst } from "../../deployments/window/endUnfinished.ts";
import { serveLost } from "../../deployments/window/releases/lostRelease.ts";
import { isFirstRelease } from "../../deployments/window/releases/releaseRows.ts";
import { servedBefore, switchBackTo } from "../../deployments/window/releases/switchBack.ts";
import { placeNamed } from "../../deployments/window/placeNamed.ts";
import { areAllBack, rollBackLatest, type RolledBack } from "../../deployments/window/rollBackSeveral.ts";
import { readRollBackState } from "../../deployments/window/rollBackState.ts";
import { rollBackThese } from "../../deployments/window/rollBackCommands.ts";
import { deployNamed, serversNamed, stepsMustBeAgreed } from "../../deployments/window/deployNamed.ts";
import { sourceOf } from "../../deployments/window/sources/sourceOf.ts";
import { withoutCredentials } from "../../redaction/withoutCredentials.ts";
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
export const planDeployment: AgentHandler<"plan_panel_deployment", DeployingForAgents> = async (given, input, call) => {
  const { services } = actingWith(given, call);
  const { agent } = call;
  const servers = known(services, input.deployment);
  const [server, ...others] = servers;
  if (others.length > 0) return planServers(services, servers, agent);
  const { task } = server.deployment;
  const { prepared, steps, to, alsoServes, shownPath } = await planOn(services, sourceOf(server), server, agent);
  const { says, data, next } = await plannedSteps(services, steps);
  const before = task === undefined ? [] : ["The task may still change the files: it runs with the deployment."];
  const build = task === undefined ? {} : { task_runs_first: task };
  const { nameField } = targetKindFor(server.deployment);
  const { place, state } = prepared;
  const common = {
    says: { up_to_date: isThere(prepared), unfinished_before: state.unfinished !== undefined },
    last: { ...says, next: nextOf([...before, ...next]) },
    data: { panel: to.panel.name, [nameField]: to.target.label },
  };
  if (!isFolder(prepared)) {
    const { called } = broughtAs(targetKindFor(server.deployment), "file");
    return {
      says: { ...common.says, ...common.last },
      data: {
        ...common.data,
        [`${called}_on_server`]: targetOf(place),
        bytes_on_server: prepared.before.size,
        [`${called}_here`]: posix.basename(shownPath),
        bytes_here: prepared.local.size,
        ...build,
        ...data,
      },
    };
  }
  const { plan, source, release } = prepared;
  const { offset = 0 } = input;
  const files = plannedFiles(prepared);
  return {
    says: {
      ...common.says,
      ...countsOf(plan),
      bytes: sentBytes(plan),
      left_out: source.leftOut.length,
      ...common.last,
    },
    data: {
      ...common.data,
      directory: targetOf(place),
      also_root_of: alsoServes,
      ...plannedRelease(release),
      ...build,
      ...data,
    },
    rows: { name: "files", items: files.slice(offset), offset, total: files.length },
  };
};

/** The files of a deployment with what becomes of each, for an agent. */
function plannedFiles({ plan, release }: PreparedDeployment): readonly Data[] {
  return [
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
}

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
  // read once: an agent may change the settings while the question is open
  const servers = known(services, input.deployment);
  // nobody is asked about a panel that may not be changed
  await mustAllHave(services, servers, "deploy");
  await mustBeAgreedTo(services, servers);
  if (!(await mayRunTask(services, servers[0].deployment, agent))) return DECLINED;
  const ended = await deployNamed(services, servers, deputy);
  if (ended === undefined) return DECLINED;
  return output.addTo("servers" in ended ? serversResult(given, ended) : toldResult(given, ended));
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
async function mustBeAgreedTo(services: DeployingFolders, servers: DeploymentServers): Promise<void> {
  await stepsMustBeAgreed(services, servers).catch((error: unknown) => {
    if (!(error instanceof StepsNotAgreed)) throw error;
    throw new ToolProblem("The user has not agreed to the steps of this deployment.", ASK_ONCE);
  });
}

/** Whether the task that runs before a deployment may run: an agent may have written what it runs. */
async function mayRunTask(
  { dialogs }: Talking,
  { name, task }: DeploymentServer["deployment"],
  agent: Agent,
): Promise<boolean> {
  if (task === undefined) return true;
  return dialogs.ask(
    l10n.t("Run the task “{0}” for an agent?", visibleText(task)),
    wantsToDeployText(agent, name),
    l10n.t("Run Task"),
  );
}

/** The servers of a deployment, each with its counts; of its files and steps an agent sees those of a server by its own preview. */
async function planServers(
  services: DeployingForAgents,
  servers: DeploymentServers,
  agent: Agent,
): Promise<ToolResult> {
  const items: Data[] = [];
  const unagreed: string[] = [];
  let changing = 0;
  for (const server of servers) {
    const { prepared, steps, to, shownPath } = await planOn(services, sourceOf(server), server, agent);
    const { says, data } = await plannedSteps(services, steps);
    const { role } = serverOf(server);
    const isUpToDate = isThere(prepared);
    if (!isUpToDate) changing += 1;
    if (says.steps_agreed === false) unagreed.push(role);
    const { nameField } = targetKindFor(server.deployment);
    const common = { role, panel: to.panel.name, [nameField]: to.target.label };
    const directory = targetOf(prepared.place);
    const planned = isFolder(prepared)
      ? {
          directory,
          up_to_date: isUpToDate,
          ...countsOf(prepared.plan),
          bytes: sentBytes(prepared.plan),
          ...plannedRelease(prepared.release),
        }
      : {
          file: directory,
          file_here: posix.basename(shownPath),
          bytes: prepared.local.size,
          up_to_date: isUpToDate,
        };
    items.push({ ...common, ...planned, ...says, ...data });
  }
  return {
    says: {
      servers: servers.length,
      servers_that_change: changing,
      next: unagreed.length === 0 ? undefined : `The user has not agreed to its steps. ${ASK_ONCE}`,
    },
    rows: { name: "servers", items, offset: 0, total: items.length },
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
  const servers = known(services, input.deployment);
  const [named, ...others] = servers;
  if (others.length > 0) {
    const ended = await rollBackLatest(services, servers, { by: call.agent, showProgress, confirm });
    if (ended === undefined) return DECLINED;
    return "servers" in ended ? rolledBackResult(given, ended) : toldResult(given, ended);
  }
  await mustAllHave(services, servers, "rollBack");
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

/** The servers of the deployment of a name. Throws `ToolProblem` with the names that there are, or where no panel was chosen. */
function known(services: KnownDeployments, name: string): DeploymentServers {
  const stated = statedDeployments(services);
  const names = [...new Set(stated.map(({ deployment }) => deployment.name))];
  if (!names.includes(name))
    throw new ToolProblem(
      "The settings of the workspace have no deployment of this name.",
      names.length === 0 ? "Ask the user to deploy once by the command Deploy…, and to save it." : "Use one of these.",
      { deployments: names },
    );
  try {
    return serversNamed(services, name);
  } catch (error) {
    if (!(error instanceof CommandAborted)) throw error;
    const isForSeveral = stated.some(({ deployment }) => deployment.name === name && deployment.server !== undefined);
    throw new ToolProblem(
      isForSeveral
        ? "The user has not chosen a panel for each server of this deployment yet."
        : "The user has not chosen a panel for this deployment yet.",
      ASK_ONCE,
      { message: error.message },
    );
  }
}
