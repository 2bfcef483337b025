import type { ActionRecord } from "../actions/actionRunner.ts";
import type { Outcome } from "../actions/outcome.ts";
import { outcomeKinds } from "../actions/outcomeKinds.ts";
import type { ActivityLog } from "../activity/activityLog.ts";
import type { FollowedLog, FollowedStart } from "../followedLogs/followedLog.ts";
import { groupKindOf, type ResourceKind } from "../resources/resources.ts";
import type { Verb } from "../resources/verbs.ts";
import { type ConfiguredService, serviceCalled, traitsOf } from "../serverFiles/configuredServices.ts";
import { refusalOf } from "../serverFiles/webServerCheck.ts";
import type { ServiceConfigurations } from "../serverFiles/serviceConfigurations.ts";
import type { Clock, Log } from "../storage/ports.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { groupNodeId } from "../tree/treeNodes.ts";

export interface AfterAction {
  readonly clock: Pick<Clock, "wallTime">;
  readonly panelName: (panelId: string) => string | undefined;
  readonly log: Pick<Log, "info">;
  readonly activity: Pick<ActivityLog, "append">;
  readonly configurations: Pick<ServiceConfigurations, "loaded" | "saw">;
  /** Told of each service that was started anew, or should have been. */
  readonly started: (panelId: string, service: ConfiguredService, isFailed: boolean) => void;
  readonly follow: (log: FollowedLog, how: { readonly start: FollowedStart }) => void;
  readonly tree: Pick<PanelTree, "isLoaded" | "reload" | "showSeen">;
}

/** Logs and records an action, follows its log, and shows the result in the tree. Resolves when it is recorded. */
export async function afterAction(
  { clock, panelName, log, activity, configurations, started, follow, tree }: AfterAction,
  record: ActionRecord,
): Promise<void> {
  const { panelId, kind, verb, target, by, outcome, milliseconds } = record;
  const name = panelName(panelId) ?? panelId;
  const asker = by === undefined ? "" : " by an agent";
  log.info(`${name}: ${verb} ${kind} ${target.label}${asker}: ${outcome.kind}, ${Math.round(milliseconds)} ms`);
  // by the wall clock: compared with times of other windows
  noteConfiguration({ configurations, started }, record, clock.wallTime() - milliseconds);
  const recorded = activity.append(record, name);
  followWhatStarted(follow, record);
  // the directories of changed files are read again by whoever has changed them
  if (kind !== "file" && mayHaveChanged(outcome)) showInTree(tree, kind, record);
  await recorded;
}

/** Shows what has become of a resource that may have changed. */
function showInTree(
  tree: AfterAction["tree"],
  kind: ResourceKind,
  { panelId, verb, target: { key }, rows }: ActionRecord,
): void {
  const group = groupNodeId(panelId, groupKindOf(kind));
  if (rows !== undefined) tree.showSeen(panelId, { kind, key, rows });
  // not sent after a refusal, like every automatic call
  else if (tree.isLoaded(group)) void tree.reload(group, "automatic", "fresh");
  // websites come and go with their databases
  const databases = groupNodeId(panelId, groupKindOf("database"));
  const isWithDatabase = kind === "site" && (verb === "create" || verb === "remove");
  if (isWithDatabase && tree.isLoaded(databases)) void tree.reload(databases, "automatic", "fresh");
}

/** How certain the start of an upgrade is: only one that was seen has surely emptied the log. `undefined`: there is nothing to follow. */
function startAfter({ kind }: Outcome): FollowedStart | undefined {
  if (kind === "done") return "accepted";
  if (kind === "already") return "none";
  if (outcomeKinds[kind].again === "unsafe") return "sent";
  return undefined;
}

/** Follows the log of an upgrade that was just started, before the other actions of the run have ended. */
function followWhatStarted(
  follow: AfterAction["follow"],
  { panelId, kind, verb, target, outcome }: ActionRecord,
): void {
  if (kind !== "runtime" || verb !== "upgrade") return;
  const start = startAfter(outcome);
  if (start !== undefined) follow({ panelId, kind, ...target }, { start });
}

/** Verbs after which a service runs with the configuration that it has. */
const LOADING: readonly Verb[] = ["reload", "restart", "start"];

/** Notes what an action has shown of the configuration of a service; changes of files note it themselves. */
function noteConfiguration(
  { configurations, started }: Pick<AfterAction, "configurations" | "started">,
  { panelId, kind, verb, target, outcome }: ActionRecord,
  begunAt: number,
): void {
  const service = kind === "service" && LOADING.includes(verb) ? serviceCalled(target.key) : undefined;
  if (service !== undefined && outcome.kind === "done") {
    if (traitsOf(service).mayRunBroken !== true) configurations.saw(panelId, service, "fine");
    configurations.loaded(panelId, service, begunAt);
  }
  if (service !== undefined) started(panelId, service, outcome.kind === "failed" || outcome.kind === "wentWrong");
  const refusal = outcome.kind === "failed" ? refusalOf({ kind, target }, outcome.failure) : undefined;
  if (refusal !== undefined) configurations.saw(panelId, refusal.server, refusal.broken);
}

function mayHaveChanged(outcome: Outcome): boolean {
  const isStartedAgain = outcome.kind === "failed" && outcome.why === "startedAgain";
  return isStartedAgain || outcomeKinds[outcome.kind].target === "perhapsChanged";
}
