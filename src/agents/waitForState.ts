import { watch } from "../actions/watch.ts";
import { withOneDeadline } from "../connection/callDeadline.ts";
import type { FollowedLog } from "../followedLogs/followedLog.ts";
import { followFromNow } from "../followedLogs/followFromNow.ts";
import type { LogEnding } from "../followedLogs/logEnding.ts";
import type { LogEvent } from "../followedLogs/logFollower.ts";
import type { LogTailsOptions } from "../followedLogs/logTails.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { failureText } from "../texts/failureTexts.ts";
import { listItems } from "../tree/listItems.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { failureOrLogged, PanelError, type PanelFailure, throwIfEnded } from "../wire/answers/failure.ts";
import type { ResourceState } from "../resources/resource.ts";
import type { AgentHandler, AgentServices } from "./agentServices.ts";
import type { AgentToolInput } from "./agentTools.ts";
import { itemNamed, panelNamed } from "./named.ts";
import { NewLines } from "./newLines.ts";
import { nextAfter } from "./nextAfter.ts";
import { logMeant, nameInLogs } from "./readLog.ts";
import { resourceData } from "./resourceData.ts";
import { ToolProblem, type Data, type ToolResult } from "./toolResult.ts";

/** How long is waited unless the agent says otherwise. */
const USUAL_SECONDS = 30;

/** What is waited for. */
type Wanted = ResourceState | WantedLine;

interface WantedLine {
  readonly text: string;
  readonly log: Pick<FollowedLog, "kind" | "which">;
  /** Whether a line counts that was there before. */
  readonly includesEarlier: boolean;
}

/** Where it is waited for, and how long. */
interface Waiting {
  readonly services: AgentServices;
  readonly panel: PanelRecord;
  readonly item: ItemNode;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** What was seen by the end of a wait. */
interface Waited {
  /** `unknown`: what was waited for may have come unseen. */
  readonly seen: "yes" | "no" | "unknown";
  readonly says?: ToolResult["says"];
  readonly data: { readonly [name: string]: Data };
  /** Why it could not be read at the end. */
  readonly failure?: PanelFailure;
}

/** Waits until a resource is in a state, or a line with a text comes into its log, and no longer than it may. Changes nothing. */
export const waitForState: AgentHandler<"wait_for_panel_state"> = async (services, input, { signal, tell }) => {
  const { clock } = services;
  const wanted = wantedIn(input);
  const panel = panelNamed(services, input.panel);
  const { item } = await itemNamed(services, panel, input, signal);
  const began = clock.monotonic();
  const seconds = input.seconds ?? USUAL_SECONDS;
  // many programs give up a call that is silent for a minute
  tell(`Waits for it, for at most ${seconds} seconds.`);
  const waiting = { services, panel, item, waitMs: seconds * 1000, signal };
  const isState = typeof wanted === "string";
  const { seen, says, data, failure } = await (isState ? waitForItem(waiting, wanted) : waitForLine(waiting, wanted));
  throwIfEnded(signal);
  return {
    says: {
      kind: item.kind,
      seen,
      seconds_waited: Math.round((clock.monotonic() - began) / 1000),
      ...says,
      next: nextOf(seen, failure),
    },
    data: {
      panel: panel.name,
      ...data,
      ...(failure !== undefined && { message: failureText(failure, panel.address) }),
    },
  };
};

function wantedIn(input: AgentToolInput<"wait_for_panel_state">): Wanted {
  const { kind, state, text, log, include_earlier: includesEarlier = false } = input;
  if (state !== undefined && text === undefined) return state;
  if (text !== undefined && state === undefined) return { text, log: logMeant(kind, log), includesEarlier };
  throw new ToolProblem("It waits for one thing: a state, or a text in a log.", "Give either state or text.");
}

function nextOf(seen: Waited["seen"], failure: PanelFailure | undefined): string | undefined {
  if (failure !== undefined) return `It is unknown, for it could not be read. ${nextAfter(failure)}`;
  if (seen === "unknown") return "Lines were missed meanwhile: read the log with read_panel_log.";
  if (seen === "no")
    return "It was not seen within the time, and may still come. Tell the user, or look for the cause.";
  return undefined;
}

/** Waits for a state as it is waited for the end of an action: by looks that become rarer. */
async function waitForItem({ services, panel, item, waitMs, signal }: Waiting, state: ResourceState): Promise<Waited> {
  const { clock, connections, log } = services;
  const about = (found: ItemNode | undefined) => ({
    resource: found === undefined ? { name: item.label, is_listed: false } : resourceData(found),
  });
  if (item.state === state) return { seen: "yes", says: { already: true }, data: about(item) };
  let latest: ItemNode | undefined = item;
  let failure: PanelFailure | undefined;
  const { end } = await watch({
    verifier: {
      async check(call) {
        // by the wall clock: days until dates that the panel tells
        const listed = await listItems(panel, item.kind, withOneDeadline(call, clock), () => clock.wallTime());
        const found = sameItem(listed.items, item);
        if (found === undefined && listed.failure !== undefined) throw new PanelError(listed.failure);
        latest = found;
        failure = undefined;
        return { verdict: found?.state === state ? "done" : "pending", evidence: undefined };
      },
      atEnd: () => "pending",
    },
    // a person has asked for the first look, and not for each of these
    call: connections.of(panel).callFor(signal, "automatic"),
    signal,
    clock,
    sentAt: clock.monotonic(),
    waitMs,
    isAnswered: true,
    failureIn(error) {
      failure = failureOrLogged(error, log);
      return failure;
    },
  });
  if (end === "done") return { seen: "yes", data: about(latest) };
  if (failure !== undefined) return { seen: "unknown", data: about(latest), failure };
  return { seen: "no", data: about(latest) };
}

/** The item as it is now; one that was made anew has another key. */
function sameItem(items: readonly ItemNode[], { key, label }: ItemNode): ItemNode | undefined {
  const same = items.find((item) => item.key === key);
  if (same !== undefined) return same;
  const [found, ...others] = items.filter((item) => item.label === label);
  if (others.length > 0) return undefined;
  return found;
}

/** What a log has shown so far. */
interface Sight {
  /** The line that was waited for. */
  line?: string;
  /** Whether it was there before. */
  isOld?: boolean;
  /** Lines may have come that were not read. */
  isMissing?: true;
  /** Why it cannot be read now. */
  silence?: PanelFailure;
  ending?: LogEnding;
}

/** Waits for a line of a log that comes from now on, or was there, where the agent asks for that. */
async function waitForLine({ services, panel, item, waitMs, signal }: Waiting, wanted: WantedLine): Promise<Waited> {
  const { clock, connections, panels, redactor } = services;
  const name = nameInLogs(item);
  const { key, label } = item;
  const log: FollowedLog = { ...wanted.log, panelId: panel.id, key, label, ...(name !== undefined && { name }) };
  const lines = new NewLines(wanted.text, (text) => redactor.redact(text));
  const found = new AbortController();
  const sight: Sight = {};
  const handle = (event: LogEvent, isOld: boolean): void => {
    if (sight.line !== undefined) return;
    if (event.kind === "state") delete sight.silence;
    if (event.kind === "reconnecting") sight.silence = event.failure;
    if (event.kind === "maybeMissing" && !isOld) sight.isMissing = true;
    if (event.kind === "ended") sight.ending = event.ending;
    if (event.kind !== "lines") return;
    const line = lines.add(event);
    if (line === undefined || (isOld && !wanted.includesEarlier)) return;
    Object.assign(sight, { line, isOld });
    found.abort();
  };
  const callFor: LogTailsOptions["callFor"] = (panelId, ...given) => {
    const now = panels().find(({ id }) => id === panelId);
    return now && connections.of(now).callFor(...given);
  };
  const followed = followFromNow(log, { callFor, clock }, handle, AbortSignal.any([signal, found.signal]));
  const stopTimer = clock.after(waitMs, followed.finish);
  try {
    await followed.done;
  } finally {
    stopTimer();
  }
  const { line, isOld, isMissing, silence, ending } = sight;
  if (line !== undefined)
    return { seen: "yes", ...(isOld === true && { says: { already: true } }), data: { resource: label, line } };
  const data = { resource: label };
  if (ending?.kind === "unreadable") return { seen: "unknown", data, failure: ending.failure };
  if (silence !== undefined) return { seen: "unknown", data, failure: silence };
  return {
    seen: isMissing === true ? "unknown" : "no",
    ...(ending !== undefined && { says: { log_ended: ending.kind } }),
    data,
  };
}
