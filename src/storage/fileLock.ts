import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { endedBy } from "../wire/answers/failure.ts";
import { ClaimFiles } from "./claimFiles.ts";
import { ageOf } from "./moment.ts";
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
  /** Its holder says anew that it holds it, each time after so long; absent: `holdMs` is the longest. */
  readonly renewMs?: number;
  /** A word about what it is held for, which others can read. */
  readonly says?: string;
  readonly files: FileSystem;
  readonly clock: Clock;
}

/** No ticket is believed to be good for longer. */
const LONGEST_HOLD_MS = 3_600_000;

const POLL_MS = 20;

/** The end of a ticket's name: since when, for how long, and what for. */
const TICKET = /\.(?<since>\d+)\.(?<lasts>\d+)\.\d+\.[\da-f-]+(?:\.(?<says>\w+))?\.lock$/;

/** By path, when this process first saw a ticket, as `monotonic` time: how old it is whatever the clock was set to. */
const firstSeen = new Map<string, number>();

/**
 * Takes a lock between processes, or resolves to `undefined` while somebody else has it or wants it at this moment.
 *
 * A holder is a claim whose name says since when and for how long. Whoever wants the lock makes one and *then*
 * looks for others; of two, the later always sees the earlier and withdraws. So nobody ever has to take over a file under
 * a shared name, and two windows cannot both inherit from a holder that died.
 */
export async function tryLock(options: LockOptions): Promise<Release | undefined> {
  const tickets = ticketsOf(options);
  if (await isHeld(options, tickets)) return undefined;
  const ticket = newTicket(options);
  // what cannot be deleted now expires
  const withdraw = (one: string) => tickets.remove(one).catch(() => undefined);
  try {
    await tickets.create(ticket);
    if (!(await isHeld(options, tickets, ticket))) return renewed(options, tickets, ticket, withdraw);
  } catch (error) {
    await withdraw(ticket);
    throw error;
  }
  await withdraw(ticket);
  return undefined;
}

/** The lock as it is held, by tickets that follow each other; until the result is called. */
function renewed(
  options: LockOptions,
  tickets: ClaimFiles,
  first: string,
  withdraw: (ticket: string) => Promise<void>,
): Release {
  const { directory, renewMs, clock } = options;
  const released = new AbortController();
  let held = [first];
  const renew = async (everyMs: number) => {
    for (;;) {
      await clock.sleep(everyMs, released.signal);
      const [last = first] = held;
      const hasLapsed = isOver(join(directory, last), clock);
      const ticket = newTicket(options);
      const isMade = await tickets.create(ticket).then(
        () => true,
        () => false,
      );
      // the next attempt may do, for as long as the last ticket counts
      if (!isMade) continue;
      // this process has slept: it goes on only where nobody has taken the lock meanwhile
      if (hasLapsed && (await isHeld(options, tickets, ticket).catch(() => true))) {
        await withdraw(ticket);
        return;
      }
      held = [ticket, ...held];
      // who is reading the directory at this moment must see one of them: the one before is kept
      const [, , ...old] = held;
      for (const one of old) await withdraw(one);
      held = held.slice(0, 2);
    }
  };
  // it ends with the signal
  const renewing = renewMs === undefined ? undefined : renew(renewMs).catch(() => undefined);
  return async () => {
    released.abort();
    await renewing;
    for (const ticket of held) await withdraw(ticket);
  };
}

/** What those say who hold the locks of a directory, by the names of these. */
export async function heldLocks(
  options: Pick<LockOptions, "directory" | "files" | "clock">,
): Promise<ReadonlyMap<string, string>> {
  const { directory } = options;
  const { live, expired } = await ticketsOf(options).list((file) => file.endsWith(".lock"));
  forgetGone((path) => dirname(path) === join(directory), directory, [...live, ...expired]);
  return new Map(live.map((file) => [file.slice(0, file.indexOf(".")), TICKET.exec(file)?.groups?.["says"] ?? ""]));
}

function newTicket({ name, holdMs, says, clock }: Pick<LockOptions, "name" | "holdMs" | "says" | "clock">): string {
  const saying = says === undefined ? "" : `.${says}`;
  // by the wall clock: in the name of a file, which other processes read
  return `${name}.${clock.wallTime()}.${Math.ceil(holdMs)}.${process.pid}.${randomUUID()}${saying}.lock`;
}

/** Waits until the lock is free. Rejects with a `PanelError` when the signal aborts. */
export async function waitForLock(options: LockOptions, signal: AbortSignal): Promise<Release> {
  for (;;) {
    const release = await tryLock(options);
    if (release !== undefined) return release;
    await pauseBetweenTries(options.clock, signal);
  }
}

/** A pause, of random length so that those who withdrew together do not meet again; cancelled with the signal. */
export async function pauseBetweenTries(
  clock: Clock,
  signal: AbortSignal,
  milliseconds = POLL_MS * (1 + Math.random()),
): Promise<void> {
  try {
    await clock.sleep(milliseconds, signal);
  } catch (error) {
    throw signal.aborted ? endedBy(signal) : error;
  }
}

function ticketsOf({ directory, files, clock }: Pick<LockOptions, "directory" | "files" | "clock">): ClaimFiles {
  return new ClaimFiles({ directory, files, isLive: (ticket) => !isOver(join(directory, ticket), clock) });
}

async function isHeld({ directory, name }: LockOptions, tickets: ClaimFiles, own?: string): Promise<boolean> {
  const { live, expired } = await tickets.list((file) => file !== own && isTicketOf(name, file));
  forgetGone((path) => isTicketOf(join(directory, name), path), directory, [...live, ...expired]);
  // somebody else may have deleted it, or will
  for (const ticket of expired) await tickets.remove(ticket).catch(() => undefined);
  return live.length > 0;
}

/** Forgets when those tickets were first seen that are no longer there. */
function forgetGone(isMeant: (path: string) => boolean, directory: string, there: readonly string[]): void {
  const paths = new Set(there.map((file) => join(directory, file)));
  for (const path of firstSeen.keys()) if (isMeant(path) && !paths.has(path)) firstSeen.delete(path);
}

function isTicketOf(name: string, file: string): boolean {
  return file.startsWith(`${name}.`) && file.endsWith(".lock");
}

/** Whether a ticket was held for as long as its holder said, by its own time or by how long this process has seen it. */
function isOver(path: string, clock: Clock): boolean {
  const { since, lasts } = TICKET.exec(path)?.groups ?? {};
  const seen = firstSeen.get(path) ?? clock.monotonic();
  firstSeen.set(path, seen);
  const held = Math.max(ageOf(Number(since), clock), clock.monotonic() - seen);
  // also where it has neither number
  return !(held < Math.min(Number(lasts), LONGEST_HOLD_MS));
}
