/**
 * Deploys the folder `large` in a process of its own, so that its memory is that of the deployment alone, and sends its
 * figures to the parent. `small` comes before: what it takes to load and compile the product is not counted.
 */
import { exactPath } from "../../src/wire/answers/exactPath.ts";
import { DeployRun, ROOT } from "./deployRun.ts";
import { Heartbeat } from "./heartbeat.ts";

/** What it sends. */
export interface LargeFigures {
  /** Greatest memory of the process beyond what it had before, in bytes. */
  readonly memory: number;
  /** The longest step that blocked the thread, in milliseconds of its own time. */
  readonly step: number;
}

const BEAT_MS = 20;

const [root = "", address = "", key = ""] = process.argv.slice(2);
const run = new DeployRun(root, { address, key });
await run.call("file.createDirectory", { path: exactPath("createDirectory", ROOT) });
await run.deploy("small", "small");
const idle = process.memoryUsage.rss();
let peak = idle;
const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), BEAT_MS);
const heartbeat = new Heartbeat();
await run.deploy("large", "large");
clearInterval(watching);
heartbeat.stop();
run.dispose();
process.send?.({ memory: peak - idle, step: heartbeat.take().worked } satisfies LargeFigures);
process.disconnect?.();
