import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PanelError } from "../panel/failure.ts";
import type { Clock } from "./ports.ts";
import type { StoreFiles } from "./storeFiles.ts";

/** Gives a lock back; never rejects. */
export type Release = () => Promise<void>;

export interface LockOptions {
  /** Made when needed; may hold other locks and files. */
  readonly directory: string;
  /** Letters, digits, `-` and `_`. */
  readonly name: string;
  /** After this time others take the lock, whatever became of its holder. */
  readonly holdMs: number;
  readonly files: StoreFiles;
  readonly clock: Clock;
}

/** A ticket that runs longer than this was written by a clock that was wrong. */
const LONGEST_HOLD_MS = 3_600_000;

const POLL_MS = 20;

/**
 * Takes a lock between processes, or resolves to `undefined` while somebody else has it or wants it at this moment.
 *
 * A holder is a file with a name of its own that says when it expires. Whoever wants the lock creates its file
 * exclusively and *then* looks for others; of two, the later always sees the earlier and withdraws. So nobody ever
 * has to take over a file under a shared name: an expired one is deleted by its unique name, by anybody, any number
 * of times, and two windows cannot both inherit from a holder that died.
 */
export async function tryLock(options: LockOptions): Promise<Release | undefined> {
  const { directory, name, holdMs, files, clock } = options;
  if (await isHeld(options)) return undefined;
  const ticket = `${name}.${clock.now() + holdMs}.${process.pid}.${randomUUID()}.lock`;
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
  let held = false;
  for (const file of await files.list(directory)) {
    const [lock, expires, , , extension] = file.split(".");
    if (lock !== name || extension !== "lock" || file === own) continue;
    const remaining = Number(expires) - clock.now();
    if (remaining > 0 && remaining <= LONGEST_HOLD_MS) held = true;
    // somebody else may have deleted it, or will
    else await files.remove(join(directory, file)).catch(() => undefined);
  }
  return held;
}
