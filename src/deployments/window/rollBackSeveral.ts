import * as l10n from "@vscode/l10n";
import type { Finished, ShowProgress } from "../../actions/actionRunner.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { stepText } from "../../texts/actionTexts.ts";
import { aboutServer, backQuestion, rollingBackText, type StayingServer } from "../../texts/serversTexts.ts";
import { releaseSettingOf } from "../releases/releaseFields.ts";
import { backOn, placedOn, type BackEnd, type EndedServers } from "../several/runInOrder.ts";
import { latestRun } from "../several/latestRun.ts";
import type { PastDeployment } from "../siteState.ts";
import { serveLost } from "./releases/lostRelease.ts";
import { placeNamed } from "./placeNamed.ts";
import { askedBy, type DeployingFolders, type Deputy, type Ended } from "./deployServices.ts";
import { endFirst } from "./endUnfinished.ts";
import { mustAllHave, onServer, quiet, together } from "./onAllServers.ts";
import { placedBy, rollBackServer, type Placed } from "./rollBackServer.ts";
import { readRollBackState, type RollBackState } from "./rollBackState.ts";
import { serverOf, type DeploymentServer } from "./deploymentServer.ts";
import { servedBefore } from "./releases/switchBack.ts";

/** How a roll back on several servers has ended. */
export interface RolledBack {
  readonly deployment: string;
  /** Those on which it was to go back, in the order of the settings. */
  readonly servers: readonly BackEnd[];
  /** Those that were left alone. */
  readonly staying: readonly StayingServer[];
}

/** A server on which something goes back. */
interface GoingBack {
  readonly role: string;
  /** Name of its panel. */
  readonly panel: string;
  readonly placed: Placed;
  /** What the server knows of it. */
  readonly past: Partial<Pick<PastDeployment, "at" | "computer" | "counts">>;
}

/** What a server has, as it was read. */
interface StateOn {
  readonly one: DeploymentServer;
  readonly to: Placed["to"];
  readonly place: Placed["place"];
  readonly state: RollBackState;
  /** The latest first: of releases from the one that is served. */
  readonly history: readonly PastDeployment[];
}

/** Rolls back what a deployment has put onto its servers, after a question. `undefined`: the person turned away. */
export async function rollBackEverywhere(
  services: DeployingFolders,
  { deployment, servers }: EndedServers<Ended>,
): Promise<RolledBack | undefined> {
  const going = placedOn(servers).map(({ role, panel, ended }): GoingBack => {
    const { counts } = ended.outcome.deployment ?? {};
    return { role, panel, placed: placedBy(ended), past: { ...(counts && { counts }) } };
  });
  return askAndRollBack(services, deployment, { going: going.toReversed(), staying: [] });
}

/**
 * Rolls back the latest deployment to all servers in a person's place, on those that have it, after a question. An end alone is that of
 * something that was cut off there before, or of a release that its panel had lost. `undefined`: the person turned away.
 */
export async function rollBackLatest(
  services: DeployingFolders,
  meant: readonly DeploymentServer[],
  deputy: Pick<Deputy, "by" | "showProgress" | "confirm">,
): Promise<RolledBack | Ended | undefined> {
  await mustAllHave(services, meant, "rollBack");
  const title = l10n.t("Reading the deployments…");
  const states = await together(services, title, meant, async (own, one) => readState(own, one, deputy), "rollBack");
  for (const { one, to, place, state } of states) {
    const { unfinished, releases } = state;
    if (unfinished === undefined && releases?.lost === undefined) continue;
    const ended = await onServer(
      one,
      async (): Promise<Finished | undefined> => {
        if (unfinished === undefined) return releases && serveLost(services, to, releases, deputy);
        const outcome = await endFirst(services, to, { place, unfinished }, deputy);
        return outcome && { request: { ...to, verb: "rollBack" }, outcome };
      },
      "rollBack",
    );
    return ended && { ...ended, to, place };
  }
  const { name, roles } = namesOf(meant);
  const latest = latestRun(states.map(({ history }) => history));
  if (latest === undefined)
    throw new CommandAborted(l10n.t("Nothing was deployed to all servers of “{0}” that can be rolled back.", name));
  if (latest === "unclear")
    throw new CommandAborted(
      l10n.t(
        "The latest deployments on the servers of “{0}” do not belong together. Use Roll Back… on each of its websites or projects.",
        name,
      ),
    );
  const { run } = latest;
  const going: GoingBack[] = [];
  const staying: StayingServer[] = [];
  for (const { one, to, place, history } of states) {
    const [past] = history;
    const { role } = serverOf(one);
    const panel = one.panel.name;
    if (past === undefined || past.run !== run) {
      staying.push({ role, panel, ...(past && { latest: past }) });
      continue;
    }
    const group = { id: run, deployment: name, role, roles };
    const isRelease = past.release !== undefined;
    const placed: Placed = { to: { ...to, group }, place, id: past.id, deployment: past.deployment, isRelease };
    going.push({ role, panel, placed, past });
  }
  return askAndRollBack(services, name, { going, staying });
}

function namesOf(meant: readonly DeploymentServer[]) {
  const [first] = meant;
  if (first === undefined) throw new TypeError("a deployment to several servers has some");
  return { name: first.deployment.name, roles: serverOf(first).roles };
}

async function readState(
  services: DeployingFolders,
  one: DeploymentServer,
  { by }: Pick<Deputy, "by">,
): Promise<StateOn> {
  const { to: found, place } = await placeNamed(services, one);
  const to = { ...found, ...askedBy(by) };
  const state = await readRollBackState(services, to, place, releaseSettingOf(one.deployment) !== undefined);
  return { one, to, place, state, history: historyIn(state) };
}

/** What can be undone, the latest first: of releases the one that is served, if what was served before it is still there, and older ones. */
function historyIn({ history, releases }: RollBackState): readonly PastDeployment[] {
  if (releases === undefined) return history;
  const { live, releases: kept } = releases;
  if (live === undefined || servedBefore(releases) === undefined) return [];
  return kept.slice(kept.indexOf(live));
}

/** Asks once for all servers, and goes back on one after the other, the last of them first. */
async function askAndRollBack(
  services: DeployingFolders,
  deployment: string,
  { going, staying }: { readonly going: readonly GoingBack[]; readonly staying: readonly StayingServer[] },
): Promise<RolledBack | undefined> {
  const [agent] = going.flatMap(({ placed }) => placed.to.by ?? []);
  const shown = going.map(({ role, panel, placed, past }) => ({
    role,
    panel,
    target: placed.to.target.label,
    isRelease: placed.isRelease,
    past: { deployment: placed.deployment, ...past },
  }));
  const { message, detail } = backQuestion(deployment, { shown, staying, agent });
  if (!(await services.dialogs.ask(message, detail, l10n.t("Roll Back All")))) return undefined;
  const backs = await services.dialogs.progress(rollingBackText(deployment), async (signal, report) =>
    backOn(
      going.toReversed().map(({ role, panel, placed }) => ({
        role,
        panel,
        back: async () => rollBackServer(quiet(services, signal), placed, progressOn(role, signal, report)),
      })),
    ),
  );
  return { deployment, servers: backs.toReversed(), staying };
}

/** Shows what is done on one server, in the one progress of them all. */
function progressOn(role: string, signal: AbortSignal, report: (text: string) => void): ShowProgress {
  return async (requests, task): Promise<readonly Finished[]> =>
    task(signal, (step) => report(aboutServer(role, stepText(requests, { ...step, index: 0 }))));
}

/** Whether it has gone back on all servers on which it was to. */
export function areAllBack({ servers }: RolledBack): boolean {
  return servers.every(({ back }) => back.outcome.kind === "done");
}
