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
  /** Created when needed; may hold other locks and files. */
  readonly directory: string;
  /** Letters, digits, `-` and `_`. */
  readonly name: string;
  /** Time after which others take the lock, even if its holder is still at work. */
  readonly holdMs: number;
  /** Interval at which its holder renews it; absent: `holdMs` is the longest. */
  readonly renewMs?: number;
  /** The purpose of the lock in a word, which others can read. */
  readonly says?: string;
  readonly files: FileSystem;
  readonly clock: Clock;
}

/** Longest time for which a ticket is valid, whatever its name says. */
const LONGEST_HOLD_MS = 3_600_000;

const POLL_MS = 20;

/** The end of a ticket's name: its start, duration and purpose. */
const TICKET = /\.(?<since>\d+)\.(?<lasts>\d+)\.\d+\.[\da-f-]+(?:\.(?<says>\w+))?\.lock$/;

/**
 * When this process first saw a ticket, by path, as `monotonic` time: a lower limit of its age that no change of the
 * clock affects.
 */
const firstSeen = new Map<string, number>();

/**
 * Takes a lock between processes; `undefined` while somebody else has it or takes it.
 *
 * A ticket is a claim whose name has its start and duration. Whoever wants the lock creates one and *then* looks for
 * others; of two, the later always sees the earlier and withdraws. So nobody takes over a file under a shared name,
 * and two windows cannot both inherit from a holder that died.
 */
export async function tryLock(options: LockOptions): Promise<Release | undefined> {
  const tickets = ticketsOf(options);
  if (await isHeld(options, tickets)) return undefined;
  const ticket = newTicket(options);
  // what cannot be deleted now expires
  const withdraw = (oldTicket: string) => tickets.remove(oldTicket).catch(() => undefined);
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
  firstTicket: string,
  withdraw: (ticket: string) => Promise<void>,
): Release {
  const { directory, renewMs, clock } = options;
  const released = new AbortController();
  let heldTickets = [firstTicket];
  const renew = async (everyMs: number) => {
    for (;;) {
      await clock.sleep(everyMs, released.signal);
      const [last = firstTicket] = heldTickets;
      const hasLapsed = isOver(join(directory, last), clock);
      const ticket = newTicket(options);
      const isMade = await tickets.create(ticket).then(
        () => true,
        () => false,
      );
      // the next attempt may succeed while the last ticket is valid
      if (!isMade) continue;
      // this process has slept: it goes on only if nobody has taken the lock meanwhile
      if (hasLapsed && (await isHeld(options, tickets, ticket).catch(() => true))) {
        await withdraw(ticket);
        return;
      }
      heldTickets = [ticket, ...heldTickets];
      // a process that is reading the directory must see one of them: the one before is kept
      const [, , ...old] = heldTickets;
      for (const oldTicket of old) await withdraw(oldTicket);
      heldTickets = heldTickets.slice(0, 2);
    }
  };
  // the renewal ends with the signal
  const renewing = renewMs === undefined ? undefined : renew(renewMs).catch(() => undefined);
  return async () => {
    released.abort();
    await renewing;
    for (const ticket of heldTickets) await withdraw(ticket);
  };
}

/** The purposes of the locks that are held in a directory, by the names of the locks. */
export async function heldLocks(
  options: Pick<LockOptions, "directory" | "files" | "clock">,
): Promise<ReadonlyMap<string, string>> {
  const { directory } = options;
  const { live, expired } = await ticketsOf(options).list((file) => file.endsWith(".lock"));
  forgetGone((path) => dirname(path) === join(directory), directory, [...live, ...expired]);
  return new Map(live.map((file) => [file.slice(0, file.indexOf(".")), TICKET.exec(file)?.groups?.["says"] ?? ""]));
}

function newTicket({ name, holdMs, says, clock }: LockOptions): string {
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

/** Pauses for a random time, so that processes which withdrew together do not meet again; ends with the signal. */
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

async function isHeld({ directory, name }: LockOptions, tickets: ClaimFiles, ownTicket?: string): Promise<boolean> {
  const { live, expired } = await tickets.list((file) => file !== ownTicket && isTicketOf(name, file));
  forgetGone((path) => isTicketOf(join(directory, name), path), directory, [...live, ...expired]);
  // others may have deleted it, or will
  for (const ticket of expired) await tickets.remove(ticket).catch(() => undefined);
  return live.length > 0;
}

/** Forgets the tickets that no longer exist. */
function forgetGone(isMeant: (path: string) => boolean, directory: string, existing: readonly string[]): void {
  const paths = new Set(existing.map((file) => join(directory, file)));
  for (const path of firstSeen.keys()) if (isMeant(path) && !paths.has(path)) firstSeen.delete(path);
}

function isTicketOf(name: string, file: string): boolean {
  return file.startsWith(`${name}.`) && file.endsWith(".lock");
}

/** Whether a ticket has expired, by the time in its name or by the time since this process first saw it. */
function isOver(path: string, clock: Clock): boolean {
  const { since, lasts } = TICKET.exec(path)?.groups ?? {};
  const firstSeenAt = firstSeen.get(path) ?? clock.monotonic();
  firstSeen.set(path, firstSeenAt);
  const heldMs = Math.max(ageOf(Number(since), clock), clock.monotonic() - firstSeenAt);
  // also if it has neither number
  return !(heldMs < Math.min(Number(lasts), LONGEST_HOLD_MS));
}
