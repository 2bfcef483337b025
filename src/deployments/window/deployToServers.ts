import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { RequestGroup } from "../../actions/actionRequest.ts";
import { visibleText } from "../../characters/plainText.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { numberText } from "../../texts/numberTexts.ts";
import type { Deployment } from "../deploymentSetting.ts";
import type { EndedServers } from "../several/runInOrder.ts";
import type { DeployTo } from "../targetNow.ts";
import { agree } from "./agree.ts";
import { isOfFolder, rememberPanel } from "./chooseDeployment.ts";
import { askedBy, turnedAway, type DeployingFolders, type Deputy, type Ended } from "./deployServices.ts";
import { serverOf, type DeploymentServer, type DeploymentServers } from "./deploymentServer.ts";
import type { ComparedServer, DeploymentSource, FoundTarget, LocalSource } from "./sources/deploymentSource.ts";
import { isWholeAgain } from "./endUnfinished.ts";
import { targetOfServer } from "./foundPlace.ts";
import { mustAllHave, onServer, together } from "./onAllServers.ts";
import { runBefore } from "./runBefore.ts";
import { runOnServers } from "./runOnServers.ts";
import { endWaiting, hasToWait } from "./waitingDeployment.ts";
import { keepLast } from "./earlier/deployedLast.ts";

/** A server of a deployment, with what is deployed to there. */
interface FoundServer<Local extends LocalSource> extends FoundTarget<Local> {
  readonly server: DeploymentServer;
  readonly to: DeployTo;
}

/** How a deployment has ended on its only server. */
export interface EndedOn extends Ended {
  /** The deployment with what was left out of its folder meanwhile. */
  readonly deployment: Deployment;
}

/** How a deployment has ended: on its only server, or on each of several. */
export type DeploymentResult = EndedOn | EndedServers<Ended>;

/**
 * Deploys to one server or several, in this order (docs/architecture.md): all servers are found, what is brought is read once, and each
 * server is compared with it. What was cut off there before is ended first. A person agrees to all at once. Then files are exchanged on the
 * first server alone and on the others side by side. Where one of them cannot be deployed to, nothing is sent to any.
 * @returns `undefined`: the person turned away; `choosePanel`: they want another panel for the only server
 */
export async function deployToServers<Local extends LocalSource>(
  services: DeployingFolders,
  source: DeploymentSource<Local>,
  servers: DeploymentServers,
  deputy: Partial<Deputy> = {},
): Promise<DeploymentResult | "choosePanel" | undefined> {
  const [first] = servers;
  const { task } = first.deployment;
  await mustAllHave(services, servers, "deploy");
  const found = await findServers(services, source, servers);
  for (const server of servers)
    // a file that the settings do not have is deployed once
    if (server.isNew !== true || isOfFolder(server)) await rememberPanel(services.memento, server, server.panel);
  // what builds the folder is no part of a file
  if (task !== undefined && source.part === undefined) await runBefore(services, first, task);
  // by the wall clock: other windows have deployed, too
  if (source.part === undefined) await keepLast(services.memento, first, services.clock.wallTime());
  const local = await source.read(services, first, deputy);
  if (local === undefined) return undefined;
  const run = randomUUID();
  const compare = async () => compareServers(services, found, local, { ...askedBy(deputy.by), run });
  let compared = await compare();
  try {
    for (let waiting = waitingIn(compared); waiting !== undefined; waiting = waitingIn(compared)) {
      await discard(services, compared);
      const ended = await endWaitingOn(services, waiting, deputy);
      if (!isWholeAgain(ended?.outcome)) return ended;
      compared = await compare();
    }
    const agreed = await agree(services, compared, deputy);
    if (agreed === undefined || agreed === "choosePanel") return agreed;
    const ended = await runOnServers(services, agreed, deputy);
    if ("servers" in ended) return ended;
    return { ...ended, deployment: local.deployment };
  } finally {
    await discard(services, compared);
  }
}

/** A deployment as its question shows it, without the task that runs before it. Nothing of it stays on the server. */
export async function planOn<Local extends LocalSource>(
  services: DeployingFolders,
  source: DeploymentSource<Local>,
  server: DeploymentServer,
  by: Deputy["by"],
): Promise<ComparedServer> {
  await mustAllHave(services, [server], "deploy");
  const found = await findServers(services, source, [server]);
  const local = await source.read(services, server, { by });
  if (local === undefined) throw new TypeError("only a person turns away");
  const compared = await compareServers(services, found, local, askedBy(by));
  await discard(services, compared);
  const [planned] = compared;
  if (planned === undefined) throw new TypeError("a server was compared");
  return planned;
}

async function findServers<Local extends LocalSource>(
  services: DeployingFolders,
  source: DeploymentSource<Local>,
  servers: readonly DeploymentServer[],
): Promise<readonly FoundServer<Local>[]> {
  const title = l10n.t("Looking at {0} servers…", numberText(servers.length));
  const found = await together(services, title, servers, async (own, server): Promise<FoundServer<Local>> => {
    const to = await targetOfServer(own, server);
    return { server, to, ...(await source.find(own, server, to)) };
  });
  assertDifferent(found);
  return found;
}

/** Ends the command where two servers are the same: it would be deployed to twice. */
function assertDifferent(found: readonly Pick<FoundServer<LocalSource>, "server" | "to">[]): void {
  const known = new Map<string, string>();
  for (const { server, to } of found) {
    const role = server.deployment.server?.role ?? "";
    const key = [to.panel.id, to.targetKind, to.target.key].join("\n");
    const other = known.get(key);
    if (other !== undefined)
      throw new CommandAborted(
        l10n.t(
          "“{0}” and “{1}” mean the same: “{2}” on “{3}”. Nothing was sent. Choose Panel of a Deployment Again… gives one of them another panel.",
          visibleText(other),
          visibleText(role),
          to.target.label,
          to.panel.name,
        ),
      );
    known.set(key, role);
  }
}

/** Compares all servers at once. Where one of them cannot be compared, nothing of the others stays on them. */
async function compareServers<Local extends LocalSource>(
  services: DeployingFolders,
  found: readonly FoundServer<Local>[],
  local: Local,
  { by, run }: Pick<DeployTo, "by"> & { readonly run?: string },
): Promise<readonly ComparedServer[]> {
  const compared = new Map<DeploymentServer, ComparedServer>();
  const servers = found.map(({ server }) => server);
  const title = l10n.t("Comparing with {0} servers…", numberText(found.length));
  const { shownPath } = local;
  try {
    await together(services, title, servers, async (own, server) => {
      const one = found.find((each) => each.server === server);
      if (one === undefined) throw new TypeError("each server was found");
      const { alsoServes } = one;
      const group = run !== undefined && servers.length > 1 ? { group: groupOf(server, run) } : {};
      const to: DeployTo = { ...one.to, ...group, ...(by && { by }) };
      const { prepared, steps } = await one.compare(own, to, local);
      compared.set(server, { server, to, alsoServes, shownPath, startsStopped: false, prepared, steps });
    });
  } catch (error) {
    await discard(services, [...compared.values()]);
    throw error;
  }
  return servers.flatMap((server) => compared.get(server) ?? []);
}

/** What the activity shows as one. */
function groupOf(server: DeploymentServer, id: string): RequestGroup {
  const { role, roles } = serverOf(server);
  return { id, deployment: server.deployment.name, role, roles };
}

function waitingIn(compared: readonly ComparedServer[]): ComparedServer | undefined {
  return compared.find(({ prepared }) => hasToWait(prepared));
}

/** Ends what a server waits for, as the person wants it; `undefined`: they turned away. */
async function endWaitingOn(
  services: DeployingFolders,
  { server, to: { group, ...to }, prepared }: ComparedServer,
  deputy: Partial<Deputy>,
): Promise<EndedOn | undefined> {
  const { place } = prepared;
  const { deployment } = server;
  const end = async () => endWaiting(services, to, place, prepared, deputy);
  // it is none of this run, which the activity shows as one
  const ended = await (group === undefined ? end() : onServer(server, end));
  return ended && { ...ended, to, place, deployment };
}

/** Removes what the comparisons have left on the servers. */
async function discard(services: DeployingFolders, compared: readonly ComparedServer[]): Promise<void> {
  await Promise.all(compared.map(async ({ to, prepared }) => turnedAway(services, to, prepared)));
}
