import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PanelError } from "../wire/answers/failure.ts";
import { ClaimFiles } from "./claimFiles.ts";
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
 * A holder is a claim whose name says since when and for how long at most. Whoever wants the lock makes one and *then*
 * looks for others; of two, the later always sees the earlier and withdraws. So nobody ever has to take over a file under
 * a shared name, and two windows cannot both inherit from a holder that died.
 */
export async function tryLock(options: LockOptions): Promise<Release | undefined> {
  const { name, holdMs, clock } = options;
  const tickets = ticketsOf(options);
  if (await isHeld(options, tickets)) return undefined;
  const ticket = `${name}.${clock.now()}.${Math.ceil(holdMs)}.${process.pid}.${randomUUID()}.lock`;
  // what cannot be deleted now expires
  const release = () => tickets.remove(ticket).catch(() => undefined);
  try {
    await tickets.create(ticket);
    if (!(await isHeld(options, tickets, ticket))) return release;
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

function ticketsOf({ directory, files, clock }: LockOptions): ClaimFiles {
  return new ClaimFiles({ directory, files, isLive: (ticket) => !isOver(join(directory, ticket), clock) });
}

async function isHeld({ directory, name }: LockOptions, tickets: ClaimFiles, own?: string): Promise<boolean> {
  const { live, expired } = await tickets.list((file) => file !== own && isTicketOf(name, file));
  const paths = new Set([...live, ...expired].map((file) => join(directory, file)));
  for (const path of firstSeen.keys())
    if (isTicketOf(join(directory, name), path) && !paths.has(path)) firstSeen.delete(path);
  // somebody else may have deleted it, or will
  for (const ticket of expired) await tickets.remove(ticket).catch(() => undefined);
  return live.length > 0;
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
