import { heldLocks } from "../storage/fileLock.ts";
import type { FileSystem } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import { watchDirectory } from "../storage/watchDirectory.ts";

export interface WatchClaimsOptions {
  /** Created if needed. */
  readonly directory: string;
  readonly files: FileSystem;
  readonly clock: Clock;
  /** Receives the current claims of all processes: each verb by the claim's name. */
  readonly onLooked: (claims: ReadonlyMap<string, string>) => void;
  /** Called once when claims become unreadable; they then count as none. */
  readonly onFailure?: (error: unknown) => void;
  readonly watchDirectory?: typeof watchDirectory;
}

/** The pause between looks: the claim of a dead process ends without a change of the directory. */
const LOOK_MS = 5_000;

/** Reads the claims whenever they change, until the signal aborts. Rejects if the directory cannot be created. */
export async function watchClaims(options: WatchClaimsOptions, signal: AbortSignal): Promise<void> {
  const { directory, files, clock, onLooked, onFailure } = options;
  await files.makeDirectory(directory);
  let isFailing = false;
  const look = async () => {
    try {
      const claims = await heldLocks({ directory, files, clock });
      isFailing = false;
      return claims;
    } catch (error) {
      if (!isFailing) onFailure?.(error);
      isFailing = true;
      return new Map<string, string>();
    }
  };
  let changed = Promise.withResolvers<void>();
  const watcher = (options.watchDirectory ?? watchDirectory)({
    directory,
    clock,
    onChange: () => changed.resolve(),
    // the watcher then falls back to intervals
    onFailure: () => undefined,
  });
  signal.addEventListener("abort", () => changed.resolve(), { once: true });
  try {
    while (!signal.aborted) {
      changed = Promise.withResolvers();
      const claims = await look();
      if (isAborted(signal)) return;
      onLooked(claims);
      const waited = claims.size === 0 && !isFailing ? [] : [clock.sleep(LOOK_MS, signal).catch(() => undefined)];
      await Promise.race([changed.promise, ...waited]);
    }
  } finally {
    watcher.dispose();
  }
}

function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}
