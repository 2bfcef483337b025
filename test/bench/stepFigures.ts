import { once } from "node:events";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Step } from "../../src/deployments/steps/step.ts";
import { exactPath } from "../../src/wire/answers/exactPath.ts";
import { archiveOf } from "./archiveOf.ts";
import { DeployRun, ROOT, type BenchPanel } from "./deployRun.ts";
import { median, timed, type Figure } from "./figure.ts";
import { startServer } from "./startServer.ts";

const DELAY_MS = 20;
const FILES = 100;
const FILE_BYTES = 5_000;
/** The machine does other things, too: of so many ratios the middle one counts. */
const ROUNDS = 5;

/** Messages of OpenSSH that each wait for an answer, until a key has logged in, and before a command begins. */
const LOGIN_TRIPS = 6;
const COMMAND_TRIPS = 2;

/** Steps that end at once: what is measured is what lies around them. */
const TEXTS = ["touch one.txt", "touch two.txt", "touch three.txt"];

/** Deploys files with three steps, against the same files unpacked and the same commands run over one connection like that of ssh. */
export async function stepFigures(root: string): Promise<readonly Figure[]> {
  const { told: panel, end: endPanel } = await startServer<BenchPanel>("deployServer.ts", DELAY_MS);
  const { told: shell, end: endShell } = await startServer<ShellAddress>("shellServer.ts", DELAY_MS);
  const run = new DeployRun(root, panel);
  try {
    await run.call("file.createDirectory", { path: exactPath("createDirectory", ROOT) });
    await mkdir(join(root, "dist"));
    for (let at = 0; at < FILES; at++) await writeFile(join(root, "dist", `${at}.js`), Buffer.alloc(FILE_BYTES, at));
    const archive = await archiveOf(root);
    const ratios: number[] = [];
    let trips = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const into = await mkdtemp(join(root, "ssh-"));
      const bare = await timed(async () => {
        trips = await overConnection(shell, [
          { command: `tar -xzf - -C ${into}`, input: await readFile(archive.file) },
          ...TEXTS.map((text) => ({ command: `cd ${into} && ${text}` })),
        ]);
      });
      run.called.length = 0;
      const deployed = await timed(async () => run.deploy("dist", `round${round}`, stepsIn(`round${round}`)));
      ratios.push(deployed / bare);
    }
    const what = `deploying ${FILES} files with three steps at ${DELAY_MS} ms`;
    return [
      {
        name: `${what}, against the same over a connection like that of ssh`,
        value: median(ratios),
        limit: 20,
        unit: "×",
      },
      { name: "its requests, for each round trip of that", value: run.called.length / trips, limit: 4, unit: "×" },
    ];
  } finally {
    run.dispose();
    await Promise.all([endPanel(), endShell()]);
  }
}

function stepsIn(within: string): readonly Step[] {
  const common = {
    when: "after",
    user: "www",
    uid: 1001,
    seconds: 60,
    directory: "",
    alsoBack: false,
    path: [],
  } as const;
  return TEXTS.map((run, index) => ({ ...common, index, name: `step ${index}`, run, within }));
}

/** Where `shellServer.ts` listens. */
interface ShellAddress {
  readonly port: number;
}

interface BareCommand {
  readonly command: string;
  /** What it reads. */
  readonly input?: Buffer;
}

/** Logs in once and runs commands one after the other; says how many messages have waited for an answer. */
async function overConnection({ port }: ShellAddress, commands: readonly BareCommand[]): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  let trips = 0;
  const ask = async (message: object) => {
    trips += 1;
    socket.write(`${JSON.stringify(message)}\n`);
    const { value } = await answers.next();
    if (value !== "0") throw new Error(`a command ended with ${value}`);
  };
  try {
    for (let trip = 0; trip < LOGIN_TRIPS; trip++) await ask({});
    for (const { command, input } of commands) {
      for (let trip = 1; trip < COMMAND_TRIPS; trip++) await ask({});
      await ask({ command, input: input?.toString("base64") });
    }
    return trips;
  } finally {
    socket.destroy();
  }
}
