import type { Finished } from "../../actions/actionRunner.ts";
import { changesFiles } from "../../actions/deploymentEnd.ts";

/** One of several servers, with all that was looked at before anything is sent. */
export interface ServerToRun<Ended extends Finished = Finished> {
  readonly role: string;
  /** Name of its panel. */
  readonly panel: string;
  /** Deploys to it. Resolves whatever the panel does. */
  readonly run: () => Promise<Ended>;
  /** Takes back what `run` has placed. Resolves whatever the panel does. */
  readonly back: (ended: Ended) => Promise<Finished>;
}

/** How it has ended on one of several servers. */
export type ServerEnd<Ended extends Finished = Finished> = Begun<Ended> | NotBegun;

/** A server that had its turn. */
interface Begun<Ended extends Finished> extends Pick<ServerToRun, "role" | "panel"> {
  readonly ended: Ended;
  readonly milliseconds: number;
  /** How it was taken back, because of others. */
  readonly back?: Finished;
}

/** A server whose turn did not come. */
interface NotBegun extends Pick<ServerToRun, "role" | "panel"> {
  readonly ended?: undefined;
  /** The role of the one that did not end well; absent: it was cancelled. */
  readonly because?: string;
}

/** How a deployment to several servers has ended, in the order of the settings. */
export interface EndedServers<Ended extends Finished = Finished> {
  readonly deployment: string;
  readonly servers: readonly ServerEnd<Ended>[];
  /** When that was seen, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Deploys to the first server alone, and then to the others side by side. Where the first does not end well, no other begins; of the others
 * each ends by itself.
 */
export async function runInOrder<Ended extends Finished>(
  servers: readonly ServerToRun<Ended>[],
  { isStopped, monotonic }: { readonly isStopped: () => boolean; readonly monotonic: () => number },
): Promise<readonly ServerEnd<Ended>[]> {
  const begin = async ({ role, panel, run }: ServerToRun<Ended>): Promise<Begun<Ended>> => {
    const from = monotonic();
    return { role, panel, ended: await run(), milliseconds: monotonic() - from };
  };
  const notBegun = ({ role, panel }: ServerToRun<Ended>): NotBegun => ({ role, panel });
  const [first, ...others] = servers;
  if (first === undefined || isStopped()) return servers.map(notBegun);
  const begun = await begin(first);
  if (!hasEndedWell(begun.ended))
    return [begun, ...others.map((server) => ({ ...notBegun(server), because: first.role }))];
  if (isStopped()) return [begun, ...others.map(notBegun)];
  return [begun, ...(await Promise.all(others.map(begin)))];
}

/** Whether it has ended well on all servers, and was taken back on none. */
export function isEverywhere(ends: readonly ServerEnd[]): boolean {
  return ends.every((end) => end.ended !== undefined && hasEndedWell(end.ended) && !("back" in end));
}

/** Those on which something new is in its place, the latest first: what can be taken back. */
export function placedOn<Ended extends Finished>(ends: readonly ServerEnd<Ended>[]): readonly Begun<Ended>[] {
  return ends
    .flatMap((end) => (end.ended !== undefined && isPlaced(end.ended) && !("back" in end) ? [end as Begun<Ended>] : []))
    .toReversed();
}

/** Whether files of a deployment are in their place, also where what followed did not end well. */
function isPlaced({ outcome }: Finished): boolean {
  const { state, counts } = outcome.deployment ?? {};
  return state === "wanted" && outcome.kind !== "already" && changesFiles(counts);
}

/** A server on which something is taken back. */
export interface BackServer extends Pick<ServerToRun, "role" | "panel"> {
  /** Resolves whatever the panel does. */
  readonly back: () => Promise<Finished>;
}

/** How something was taken back on a server. */
export interface BackEnd extends Pick<ServerToRun, "role" | "panel"> {
  readonly back: Finished;
}

/** Takes back on some servers, one after the other; one that fails does not keep the others. */
export async function backOn(servers: readonly BackServer[]): Promise<readonly BackEnd[]> {
  const ends: BackEnd[] = [];
  for (const { role, panel, back } of servers) ends.push({ role, panel, back: await back() });
  return ends;
}

/** Takes back what is in its place on some servers, the latest first. */
export async function takeBack<Ended extends Finished>(
  ends: readonly ServerEnd<Ended>[],
  servers: readonly ServerToRun<Ended>[],
): Promise<readonly ServerEnd<Ended>[]> {
  const placed = placedOn(ends).flatMap(({ role, panel, ended }): readonly BackServer[] => {
    const server = servers.find((each) => each.role === role);
    return server === undefined ? [] : [{ role, panel, back: async () => server.back(ended) }];
  });
  const backs = await backOn(placed);
  return ends.map((end) => {
    const back = backs.find(({ role }) => role === end.role)?.back;
    if (end.ended === undefined || back === undefined) return end;
    return { ...end, back };
  });
}

/** Whether a server has it, as far as its own deployment goes. */
export function hasEndedWell({ outcome }: Finished): boolean {
  return outcome.kind === "done" || outcome.kind === "already";
}
