import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, open, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { exactPath } from "../../src/wire/answers/exactPath.ts";
import type { LocalFile } from "../../src/serverFiles/localFile.ts";
import { multipartForm } from "../../src/wire/http/multipartForm.ts";
import { signerOf } from "../../src/wire/signature.ts";
import { archiveOf } from "./archiveOf.ts";
import { BARE, startDemoServer, type BenchServer } from "./benchServers.ts";
import type { LargeFigures } from "./deployLarge.ts";
import { DeployRun, ROOT, type BenchPanel } from "./deployRun.ts";
import { median, timed, type Figure } from "./figure.ts";

const MB = 1024 * 1024;
const FILES = 20;
const FILE_BYTES = 10 * MB;
const LARGE_BYTES = 1024 * MB;
const PIECE = 4 * MB;

const MANY = 2_000;
const SMALL_BYTES = 5_000;
const DIRECTORIES = 40;

/** The machine does other things, too: of so many ratios the middle one counts. */
const ROUNDS = 5;

/** Memory is the garbage collector's affair: the worst of so many runs counts. */
const LARGE_ROUNDS = 10;

/**
 * Deploys files against a bare upload of the same archive, and against that with what every way of deploying has to do on the server: to
 * unpack it, and to hash what is in it. All of a deployment counts, with its comparison before.
 */
export async function deployFigures(root: string, server: BenchServer): Promise<readonly Figure[]> {
  const run = new DeployRun(root, server.panel);
  let site: string | undefined;
  try {
    await run.call("file.createDirectory", { path: exactPath("createDirectory", ROOT) });
    ({ site } = await run.place(""));
    return [...(await greatFigures(root, server, run)), ...(await manyFigures(root, server, run))];
  } finally {
    run.dispose();
    await server.end(site);
  }
}

/** Some great files, which cannot be made smaller. */
async function greatFigures(root: string, server: BenchServer, run: DeployRun): Promise<readonly Figure[]> {
  for (let at = 0; at < FILES; at++) await writeRandom(join(root, "dist", `${at}.bin`), FILE_BYTES);
  const archive = await archiveOf(root);
  const ratios: { readonly upload: number; readonly whole: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const upload = await timed(async () => bareUpload(server.panel, archive));
    const onServer = await timed(async () => server.unpackAndHash(archive.file));
    const deployed = await timed(async () => run.deploy("dist", `round${round}`));
    ratios.push({ upload: deployed / upload, whole: deployed / (upload + onServer) });
  }
  run.called.length = 0;
  await run.prepare("dist", "round0");
  const what = `deploying ${FILES} files of 10 MB ${server.where}`;
  return [
    {
      name: `${what}, against a bare upload`,
      value: median(ratios.map(({ upload }) => upload)),
      limit: 1.2,
      unit: "×",
    },
    {
      name: `${what}, against an upload, unpacking and hashing`,
      value: median(ratios.map(({ whole }) => whole)),
      limit: 1.1,
      unit: "×",
    },
    { name: `requests where nothing has changed ${server.where}`, value: run.called.length, limit: 5, unit: "" },
  ];
}

/** Many small files, all of which are replaced. */
async function manyFigures(root: string, server: BenchServer, run: DeployRun): Promise<readonly Figure[]> {
  await writeMany(root);
  await run.deploy("many", "many");
  const times: { readonly beyond: number; readonly unchanged: number; readonly back: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await writeMany(root);
    const archive = await archiveOf(root, "many");
    const upload = await timed(async () => bareUpload(server.panel, archive));
    const deployed = await timed(async () => run.deploy("many", "many"));
    const unchanged = await timed(async () => run.prepare("many", "many"));
    const back = await timed(async () => run.rollBack("many"));
    times.push({ beyond: deployed - upload, unchanged, back });
  }
  const what = `${MANY} small files ${server.where}`;
  return [
    {
      name: `replacing ${what}, beyond a bare upload`,
      value: median(times.map(({ beyond }) => beyond)),
      limit: 3_000,
      unit: "ms",
    },
    {
      name: `comparing ${what} of which none has changed`,
      value: median(times.map(({ unchanged }) => unchanged)),
      limit: 3_000,
      unit: "ms",
    },
    { name: `rolling back ${what}`, value: median(times.map(({ back }) => back)), limit: 3_000, unit: "ms" },
  ];
}

async function writeMany(root: string): Promise<void> {
  for (let at = 0; at < MANY; at++) {
    const file = join(root, "many", String(at % DIRECTORIES), `${at}.js`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, randomBytes(SMALL_BYTES));
  }
}

/** Deploys one file of a gigabyte, each time from a process of its own to a demo panel of its own. */
export async function largeFigures(root: string): Promise<readonly Figure[]> {
  await writeRandom(join(root, "small", "small.bin"), FILE_BYTES);
  await writeRandom(join(root, "large", "large.bin"), LARGE_BYTES);
  const found: LargeFigures[] = [];
  for (let round = 0; round < LARGE_ROUNDS; round++) found.push(await largeFigure(root));
  await rm(join(root, "large"), { recursive: true });
  return [
    {
      name: `memory for 1 GB above idle, the worst of ${LARGE_ROUNDS} runs`,
      value: Math.max(...found.map(({ memory }) => memory)) / 1024,
      limit: 64 * 1024,
      unit: "KB",
    },
    {
      name: "longest blocking step while deploying 1 GB",
      value: Math.max(...found.map(({ step }) => step)),
      limit: 50,
      unit: "ms",
    },
  ];
}

async function largeFigure(root: string): Promise<LargeFigures> {
  const { panel, end } = await startDemoServer();
  try {
    const child = fork(new URL("deployLarge.ts", import.meta.url), [root, panel.address, panel.key]);
    const failed = once(child, "exit").then(([code]) => {
      throw new Error(`the deployment of a large file ended with ${code}`);
    });
    const [figures] = (await Promise.race([once(child, "message"), failed])) as [LargeFigures];
    await failed.catch(() => undefined);
    return figures;
  } finally {
    await end();
  }
}

async function writeRandom(file: string, bytes: number): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  const stream = createWriteStream(file);
  for (let at = 0; at < bytes; at += MB) if (!stream.write(randomBytes(MB))) await once(stream, "drain");
  stream.end();
  await finished(stream);
}

/** Sends the pieces of a file one after the other, and nothing else. */
async function bareUpload({ address, key }: BenchPanel, { file, size }: LocalFile): Promise<void> {
  const source = await open(file);
  const sign = signerOf(key);
  const { directory, name } = BARE;
  try {
    for (let start = 0; start < size; start += PIECE) {
      const { buffer, bytesRead } = await source.read(Buffer.alloc(Math.min(PIECE, size - start)), { position: start });
      const fields = { action: "upload", f_path: directory, f_name: name, f_size: `${size}`, f_start: `${start}` };
      const form = multipartForm({ ...fields, ...sign(Math.floor(Date.now() / 1_000)) }, buffer.subarray(0, bytesRead));
      const headers = { "content-type": form.contentType };
      const answer = await fetch(`${address}/files`, { method: "POST", headers, body: Buffer.from(form.body) });
      if (!answer.ok) throw new Error(`a piece of a bare upload was answered with ${answer.status}`);
      await answer.text();
    }
  } finally {
    await source.close();
  }
}
