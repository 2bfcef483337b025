import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../../eventually.ts";

/** What a window of ours can leave behind; pipes, files and processes are VS Code's. */
const OURS = new Set(["Timeout", "TCPSocketWrap", "TLSWrap", "TCPConnectWrap"]);

const LOOK_MS = 50;

/** How many timers and sockets the extension host holds. VS Code's own come and go, so that the fewest of many looks count. */
export async function activeResources(): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < 40; look++) {
    looks.push(count());
    await sleep(LOOK_MS);
  }
  return Math.min(...looks);
}

/** Waits until there are no more than before. */
export async function assertBackAt(before: number): Promise<void> {
  await eventually(
    () => process.getActiveResourcesInfo(),
    () => count() <= before,
  );
}

function count(): number {
  return process.getActiveResourcesInfo().filter((name) => OURS.has(name)).length;
}
