import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ExchangeServer, record, type RawRecord } from "../unit/deployments/exchange/exchangeServer.ts";
import { median, type Figure } from "./figure.ts";

const MANY = 2_000;
const SMALL_BYTES = 5_000;
const DIRECTORIES = 40;
const LARGE = 20;
const LARGE_BYTES = 10 * 1024 * 1024;

/** The machine does other things, too: of so many times the middle one counts. */
const ROUNDS = 5;

/** In milliseconds. */
interface Times {
  readonly time: number;
  /** Of all its programs, which a busy machine does not make longer by waiting. */
  readonly processor: number;
}

/** Times of one round. */
interface Round {
  /** Unpacking the same archive, and hashing what was in it. */
  readonly bare: Times;
  readonly exchange: Times;
  readonly back: Times;
}

/** Exchanges files by the script, in a shell of this machine, against what unpacking and hashing them takes alone. */
export async function exchangeFigures(): Promise<readonly Figure[]> {
  const many = await rounds(MANY, SMALL_BYTES, true);
  const large = await rounds(LARGE, LARGE_BYTES, false);
  const what = "on the server itself";
  return [
    {
      name: `replacing ${MANY} files ${what}, beyond unpacking and hashing them`,
      value: median(many.map(({ bare, exchange }) => exchange.time - bare.time)),
      limit: 3_000,
      unit: "ms",
    },
    {
      name: "the same, in processor time",
      value: median(many.map(({ bare, exchange }) => exchange.processor - bare.processor)),
      limit: 3_000,
      unit: "ms",
    },
    {
      name: `taking ${MANY} files back ${what}`,
      value: median(many.map(({ back }) => back.time)),
      limit: 3_000,
      unit: "ms",
    },
    {
      name: "the same, in processor time",
      value: median(many.map(({ back }) => back.processor)),
      limit: 3_000,
      unit: "ms",
    },
    {
      name: `adding ${LARGE} files of 10 MB ${what}, against unpacking and hashing them`,
      value: median(large.map(({ bare, exchange }) => exchange.time / bare.time)),
      limit: 1.1,
      unit: "×",
    },
  ];
}

async function rounds(files: number, bytes: number, areReplaced: boolean): Promise<readonly Round[]> {
  const server = new ExchangeServer("sh");
  try {
    const paths = Array.from({ length: files }, (_, at) => `${at % DIRECTORIES}/${at}.js`);
    const found: Round[] = [];
    for (const path of paths) server.put(path, areReplaced ? path : "");
    for (let round = 0; round < ROUNDS; round++) {
      const records = paths.map((path): RawRecord => {
        const content = randomBytes(bytes);
        return areReplaced ? record.replace(path, path, content) : record.add(`${path}.new`, content);
      });
      found.push(await measured(server, records));
    }
    return found;
  } finally {
    server.remove();
  }
}

async function measured(server: ExchangeServer, records: readonly RawRecord[]): Promise<Round> {
  const id = await server.upload(records);
  const bare = join(server.base, "bare");
  const unpack = `mkdir ${bare} && tar -xzof ${join(server.site, id, "files.tar.gz")} -C ${bare}`;
  return {
    bare: await timed("", async () =>
      server.shellOutput(`${unpack} && cd ${bare}/new && sha1sum * >sums && rm -rf ${bare}`),
    ),
    exchange: await timed("new", async () => (await server.run("exchange", id))?.end),
    back: await timed("old", async () => (await server.run("back", id))?.end),
  };
}

async function timed(expected: string, task: () => Promise<string | undefined>): Promise<Times> {
  const [begun, before] = [performance.now(), processorMs()];
  const end = await task();
  if (end !== expected) throw new Error(`It ended with ${end}`);
  return { time: performance.now() - begun, processor: processorMs() - before };
}

/** Milliseconds in one of the ticks in which Linux tells processor time. */
const TICK_MS = 10;

/** The processor time of all programs that this process has started, and those they have, once they have ended. */
function processorMs(): number {
  // after the name, which may have blanks: user and system time of what has ended are fields 16 and 17
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
