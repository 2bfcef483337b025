import { heldLocks } from "../storage/fileLock.ts";
import type { FileSystem } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import { watchDirectory } from "../storage/watchDirectory.ts";

export interface WatchClaimsOptions {
  /** Made where it is not there. */
  readonly directory: string;
  readonly files: FileSystem;
  readonly clock: Clock;
  /** What is claimed now, by any process: what for, by name. */
  readonly onLooked: (claims: ReadonlyMap<string, string>) => void;
  /** What keeps them from being read, once until they can be; then none is known. */
  readonly onFailure?: (error: unknown) => void;
  readonly watchDirectory?: typeof watchDirectory;
}

/** A claim whose process has died ends without any change of the directory. */
const LOOK_MS = 5_000;

/** Looks whenever claims come or go, until the signal aborts. Rejects where there cannot be any. */
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
    // it goes on at intervals then
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
