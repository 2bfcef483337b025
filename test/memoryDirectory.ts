import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";

/** In bytes; tests take far less at a time, but a container may have as little as 64 MiB. */
const ENOUGH = 2 ** 30;

/**
 * Does something with an environment in which temporary files are in memory: what is stored safely waits for the disk, and for all that
 * others write there meanwhile. The environment is empty where there is no such place, or not enough of it.
 */
export async function withMemoryDirectory<T>(
  act: (environment: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (freeIn(MEMORY) < ENOUGH) return act({});
  const directory = mkdtempSync(join(MEMORY, "server-panel-tests-"));
  // what tests run as another user has its files here, too
  chmodSync(directory, 0o755);
  try {
    return await act({ TMPDIR: directory });
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

function freeIn(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
