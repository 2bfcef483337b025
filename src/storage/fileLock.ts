import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PanelError } from "../wire/answers/failure.ts";
import type { Clock } from "./ports.ts";
import type { FileSystem } from "./fileSystem.ts";

/** Gives a lock back; never rejects. */
export type Release = () => Promise<void>;

export interface LockOptions {
  /** Made when needed; may hold other locks and files. */
  readonly directory: string;
  /** Letters, digits, `-` and `_`. */
  readonly name: string;
  /** After this time others take the lock, whatever became of its holder. */
  readonly holdMs: number;
  readonly files: FileSystem;
  readonly clock: Clock;
}

/** No ticket is believed to be good for longer. */
const LONGEST_HOLD_MS = 3_600_000;

const POLL_MS = 20;

/** By path, when this process first saw a ticket, as its `uptime`: how old it is whatever the clock was set to. */
const firstSeen = new Map<string, number>();

/**
 * Takes a lock between processes, or resolves to `undefined` while somebody else has it or wants it at this moment.
 *
 * A holder is a file with a name of its own that says since when and for how long at most. Whoever wants the lock
 * creates its file exclusively and *then* looks for others; of two, the later always sees the earlier and withdraws.
 * So nobody ever has to take over a file under a shared name: an expired one is deleted by its unique name, by
 * anybody, any number of times, and two windows cannot both inherit from a holder that died.
 */
export async function tryLock(options: LockOptions): Promise<Release | undefined> {
  const { directory, name, holdMs, files, clock } = options;
  if (await isHeld(options)) return undefined;
  const ticket = `${name}.${clock.now()}.${Math.ceil(holdMs)}.${process.pid}.${randomUUID()}.lock`;
  const path = join(directory, ticket);
  // what cannot be deleted now expires
  const release = () => files.remove(path).catch(() => undefined);
  try {
    await files.create(path, "");
    if (!(await isHeld(options, ticket))) return release;
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return undefined;
}

/** Waits until the lock is free. Rejects with `PanelError` of kind `cancelled` when the signal aborts. */
export async function waitForLock(options: LockOptions, signal: AbortSignal): Promise<Release> {
  for (;;) {
    const release = await tryLock(options);
    if (release !== undefined) return release;
    await pauseBetweenTries(options.clock, signal);
  }
}

/** A pause of random length, so that those who withdrew together do not meet again; cancelled with the signal. */
export async function pauseBetweenTries(clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(POLL_MS * (1 + Math.random()), signal);
  } catch (error) {
    throw signal.aborted ? new PanelError({ kind: "cancelled" }) : error;
  }
}

async function isHeld({ directory, name, files, clock }: LockOptions, own?: string): Promise<boolean> {
  const others = (await files.list(directory)).filter((file) => file !== own && isTicketOf(name, file));
  const paths = new Set(others.map((file) => join(directory, file)));
  for (const path of firstSeen.keys())
    if (isTicketOf(join(directory, name), path) && !paths.has(path)) firstSeen.delete(path);
  let held = false;
  for (const path of paths) {
    if (!isOver(path, clock)) held = true;
    // somebody else may have deleted it, or will
    else await files.remove(path).catch(() => undefined);
  }
  return held;
}

function isTicketOf(name: string, file: string): boolean {
  return file.startsWith(`${name}.`) && file.endsWith(".lock");
}

/** Whether a ticket was held for as long as its holder said, by the computer's clock or by what this process saw. */
function isOver(path: string, clock: Clock): boolean {
  const [, since, lasts] = /\.(\d+)\.(\d+)\.\d+\.[\da-f-]+\.lock$/.exec(path) ?? [];
  const seen = firstSeen.get(path) ?? clock.uptime();
  firstSeen.set(path, seen);
  const held = Math.max(clock.now() - Number(since), clock.uptime() - seen);
  // also where it has neither number
  return !(held < Math.min(Number(lasts), LONGEST_HOLD_MS));
}
