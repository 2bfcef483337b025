import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { liveEditions, runningPanel } from "../live/livePanels.ts";
import { ServerShell } from "../live/serverShell.ts";
import { ROOT, type BenchPanel } from "./deployRun.ts";
import { startServer } from "./startServer.ts";

/** How long the demo panel waits before each answer. */
const DELAY_MS = 20;

/** Where a bare upload goes. */
export const BARE = { directory: "/tmp", name: "server-panel-bench.tar.gz" } as const;

/** A panel on which deployments are measured. */
export interface BenchServer {
  readonly panel: BenchPanel;
  /** Which one it is, as the figures are named. */
  readonly where: string;
  /** Unpacks an archive that was uploaded to `BARE`, and hashes what is in it. @param local the same archive on this computer */
  readonly unpackAndHash: (local: string) => Promise<unknown>;
  /** Leaves nothing there. @param site the directory of ours for the website */
  readonly end: (site?: string) => Promise<unknown>;
}

/** A demo panel that answers after a while, in a process of its own. */
export async function startDemoServer(): Promise<BenchServer> {
  const { told: panel, end } = await startServer<BenchPanel>("deployServer.ts", DELAY_MS);
  return {
    panel,
    where: `at ${DELAY_MS} ms`,
    // a demo's files are in its memory, and its programs are this computer's
    unpackAndHash: async (local) => promisify(execFile)("sh", ["-c", unpackCommand(local)]),
    end,
  };
}

/** The running panels that the live tier has, or a demo panel. */
export async function benchServers(): Promise<readonly BenchServer[]> {
  const running = liveEditions().flatMap((edition) => {
    const panel = runningPanel(edition);
    return panel === undefined ? [] : [panel];
  });
  if (running.length === 0) return [await startDemoServer()];
  return running.map(({ name, ask, ...panel }) => {
    const shell = new ServerShell(ask);
    const archive = `${BARE.directory}/${BARE.name}`;
    return {
      panel,
      where: `on ${name}`,
      unpackAndHash: async () => shell.ask(unpackCommand(archive)),
      end: async (site = "") => shell.ask(`rm -rf ${ROOT} ${archive}* ${site}`),
    };
  });
}

/** In one command, with programs that every server has. */
function unpackCommand(archive: string): string {
  return `at=$(mktemp -d) && tar -xzof ${archive} -C $at && cd $at/new && sha1sum * >/dev/null && rm -rf $at`;
}
