import pLimit from "p-limit";
import { isDemo } from "../panels/isDemo.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { isOn } from "../resources/feature.ts";
import type { Call } from "../resources/resource.ts";
import { groupAbove, groupKindOf, listedKinds, type ResourceKind } from "../resources/resources.ts";
import { troubleOf, troubleRank } from "../resources/trouble.ts";
import { failureText } from "../texts/failureTexts.ts";
import { listItems, type ListedItems } from "../tree/listItems.ts";
import {
  endsOtherCalls,
  failureOrLogged,
  needsPerson,
  type PanelFailure,
  panelFailureOf,
} from "../wire/answers/failure.ts";
import type { Machine } from "../wire/answers/machine.ts";
import type { Edition } from "../wire/answers/operation.ts";
import type { AgentHandler, AgentServices } from "./agentServices.ts";
import { agentKinds } from "./agentTools.ts";
import { panelNamed } from "./named.ts";
import { nextAfter } from "./nextAfter.ts";
import { resourceData } from "./resourceData.ts";
import type { Data } from "./toolResult.ts";

/** How many panels are asked at the same time. */
const AT_ONCE = 8;

/** How long one panel may take to tell its state. */
const STATE_MS = 20_000;

/** How long one panel may take to tell everything that needs attention. */
const PROBLEMS_MS = 90_000;

/** Lists the panels, from the offset on, and asks each of them for its present state. */
export const listPanels: AgentHandler<"list_panels"> = async (services, { offset = 0 }, { signal }) => {
  const panels = services.panels();
  const items = await askEach(panels.slice(offset), async (panel) => {
    const { id, name, guardLevel, tags } = panel;
    const isShared = panels.filter((other) => other.name === name).length > 1;
    const known = {
      name,
      ...(isShared && { id }),
      protection: guardLevel,
      ...(tags.length > 0 && { tags }),
      ...(isDemo(panel) && { demo: true }),
    };
    const state = await askWithin(services, panel, STATE_MS, signal, async (call, edition) => {
      const { version, machine } = await call("system.total", {});
      return { state: "answering", edition: await edition(), version, ...(machine && figuresOf(machine)) };
    });
    return { ...known, ...("failure" in state ? failureData(panel, state.failure) : state.value) };
  });
  return {
    says: panels.length === 0 ? { next: "Ask the user to add a panel in the Server Panel side bar." } : {},
    rows: { name: "panels", items, offset, total: panels.length },
  };
};

/**
 * The kinds that may be in trouble: their groups are directly under a panel. Kinds below another, such as saved hosts,
 * never are.
 */
const watchedKinds = listedKinds.filter(
  (kind) => agentKinds.includes(kind) && groupAbove(groupKindOf(kind)) === undefined,
);

interface Problem {
  /** The lower, the worse. */
  readonly rank: number;
  readonly data: Data;
}

/** Lists what needs attention, and what could not be read. */
export const listProblems: AgentHandler<"list_panel_problems"> = async (
  services,
  { panel: name, offset = 0 },
  { signal },
) => {
  const panels = name === undefined ? services.panels() : [panelNamed(services, name)];
  const unread: Data[] = [];
  const found = await askEach(panels, async (panel) => {
    const problems: Problem[] = [];
    const read = await askWithin(services, panel, PROBLEMS_MS, signal, async (call, editionOf) => {
      problems.push(...(await fullDisks(services, panel, call)));
      const edition = await editionOf();
      for (const kind of watchedKinds.filter((each) => isOn(edition, { kind: each }))) {
        const { items, failure, missing } = await itemsOf(services, panel, kind, call);
        const limits = services.limits();
        for (const item of items) {
          const trouble = troubleOf(item.state, item.facts, limits);
          if (trouble === undefined) continue;
          const rank = troubleRank(item.state, item.facts, limits);
          problems.push({ rank, data: { panel: panel.name, kind, problem: trouble, ...resourceData(item) } });
        }
        if (failure === undefined && missing > 0) unread.push({ panel: panel.name, kind, rows: missing });
        if (failure === undefined || failure.kind === "unsupported") continue;
        unread.push({ panel: panel.name, kind, ...failureData(panel, failure) });
        if (needsPerson(failure)) return;
      }
    });
    if ("failure" in read) unread.push({ panel: panel.name, ...failureData(panel, read.failure) });
    return problems;
  });
  const items = found.flat().toSorted((one, other) => one.rank - other.rank);
  return {
    says: {
      panels_asked: panels.length,
      ...(unread.length > 0 && { unread: unread.length, next: "What is unread is unknown: say so to the user." }),
    },
    data: { unread: unread.slice(0, MOST_UNREAD) },
    rows: { name: "problems", items: items.slice(offset).map(({ data }) => data), offset, total: items.length },
  };
};

/** How many things that could not be read are listed: more would leave no room for what was read. */
const MOST_UNREAD = 20;

/** The rank of a full disk, which is as bad as a resource that is dead. */
const DISK_RANK = 0;

async function fullDisks({ limits }: AgentServices, panel: PanelRecord, call: Call): Promise<readonly Problem[]> {
  // the panel must be asked for its state first (docs/protocol.md 13.3), which also shows whether it answers
  await call("system.total", {});
  const { disks } = await call("system.details", {}).catch((error: unknown) => {
    const failure = panelFailureOf(error);
    if (endsOtherCalls(failure)) throw error;
    return { disks: [] };
  });
  return disks.flatMap(({ path, usedPercent }) =>
    usedPercent === undefined || usedPercent < limits().diskPercent
      ? []
      : [
          {
            rank: DISK_RANK,
            data: { panel: panel.name, kind: "disk", problem: "full", name: path, used_percent: usedPercent },
          },
        ],
  );
}

/**
 * The items of a kind. An answer that cannot be understood is a failure of this kind only. Throws if it is cancelled.
 */
async function itemsOf(
  { clock, log }: AgentServices,
  panel: PanelRecord,
  kind: ResourceKind,
  call: Call,
): Promise<Pick<ListedItems, "failure" | "items" | "missing">> {
  try {
    // by the wall clock: states depend on the days until dates that the panel tells
    return await listItems(panel, kind, call, () => clock.wallTime());
  } catch (error) {
    const failure = failureOrLogged(error, log);
    if (failure.kind === "cancelled") throw error;
    return { items: [], failure, missing: 0 };
  }
}

/**
 * Asks a panel with a time limit of its own. A panel that hangs, or whose answer cannot be understood, delays no other.
 */
async function askWithin<T>(
  { clock, connections, log }: AgentServices,
  panel: PanelRecord,
  milliseconds: number,
  signal: AbortSignal,
  read: (call: Call, edition: () => Promise<Edition>) => Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: PanelFailure }> {
  const late = new AbortController();
  const dispose = clock.after(milliseconds, () => late.abort());
  const either = AbortSignal.any([signal, late.signal]);
  const connection = connections.of(panel);
  try {
    return { value: await read(connection.callFor(either), async () => connection.learnEdition(either)) };
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = failureOrLogged(error, log);
    return { failure: late.signal.aborted ? { kind: "timeout", afterMs: milliseconds } : failure };
  } finally {
    dispose();
  }
}

async function askEach<T>(
  panels: readonly PanelRecord[],
  ask: (panel: PanelRecord) => Promise<T>,
): Promise<readonly T[]> {
  const limit = pLimit(AT_ONCE);
  return Promise.all(panels.map(async (panel) => limit(ask, panel)));
}

function failureData({ address }: PanelRecord, failure: PanelFailure) {
  return { state: "failing", failure: failure.kind, message: failureText(failure, address), next: nextAfter(failure) };
}

function figuresOf({ system, uptime, memoryMegabytes, memoryUsedMegabytes, processorPercent }: Machine) {
  const memory =
    memoryMegabytes === undefined || memoryUsedMegabytes === undefined
      ? undefined
      : Math.round((100 * memoryUsedMegabytes) / memoryMegabytes);
  return {
    system,
    up: uptime && `${uptime.count} ${uptime.unit}`,
    cpu_percent: processorPercent,
    memory_percent: memory,
  };
}
