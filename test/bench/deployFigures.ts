import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import pLimit from "p-limit";
import { exactPath } from "../../src/wire/answers/exactPath.ts";
import type { LocalFile } from "../../src/serverFiles/localFile.ts";
import { multipartForm } from "../../src/wire/http/multipartForm.ts";
import { signerOf } from "../../src/wire/signature.ts";
import { archiveOf } from "./archiveOf.ts";
import type { LargeFigures } from "./deployLarge.ts";
import { DeployRun, ROOT, type BenchPanel } from "./deployRun.ts";
import { median, timed, type Figure } from "./figure.ts";
import { startServer } from "./startServer.ts";

const DELAY_MS = 20;
const MB = 1024 * 1024;
const FILES = 20;
const FILE_BYTES = 10 * MB;
const LARGE_BYTES = 1024 * MB;
const PIECE = 4 * MB;
/** The machine does other things, too: of so many ratios the middle one counts. */
const ROUNDS = 5;

/**
 * Deploys files to a panel that answers in 20 ms, against a bare upload of the same archive, and against that with what only
 * the panel can do: to unpack it, and to hash archive and files. Then one file of a gigabyte.
 */
export async function deployFigures(root: string): Promise<readonly Figure[]> {
  const { told: panel, end } = await startServer<BenchPanel>("deployServer.ts", DELAY_MS);
  const run = new DeployRun(root, panel);
  try {
    await run.call("file.createDirectory", { path: exactPath("createDirectory", ROOT) });
    for (let at = 0; at < FILES; at++) await writeRandom(join(root, "dist", `${at}.bin`), FILE_BYTES);
    const archive = await archiveOf(root);
    const ratios: { readonly upload: number; readonly whole: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const upload = await timed(async () => bareUpload(panel, archive));
      const onPanel = await timed(async () => unpackAndHash(run, `${ROOT}/bare${round}`));
      const deployed = await timed(async () => run.deploy("dist", `round${round}`));
      ratios.push({ upload: deployed / upload, whole: deployed / (upload + onPanel) });
    }
    run.called.length = 0;
    await run.prepare("dist", "round0");
    const requests = run.called.length;

    await writeRandom(join(root, "small", "small.bin"), FILE_BYTES);
    await writeRandom(join(root, "large", "large.bin"), LARGE_BYTES);
    const { memory, step } = await largeFigures(root, panel);
    const what = `deploying ${FILES} files of 10 MB at ${DELAY_MS} ms`;
    return [
      {
        name: `${what}, against a bare upload`,
        value: median(ratios.map(({ upload }) => upload)),
        limit: 1.2,
        unit: "×",
      },
      {
        name: `${what}, against an upload that the panel unpacks and hashes`,
        value: median(ratios.map(({ whole }) => whole)),
        limit: 1.2,
        unit: "×",
      },
      { name: "requests where nothing has changed", value: requests, limit: 5, unit: "" },
      { name: "memory for 1 GB above idle", value: memory / 1024, limit: 64 * 1024, unit: "KB" },
      { name: "longest blocking step while deploying 1 GB", value: step, limit: 50, unit: "ms" },
    ];
  } finally {
    run.dispose();
    await end();
  }
}

async function largeFigures(root: string, { address, key }: BenchPanel): Promise<LargeFigures> {
  const child = fork(new URL("deployLarge.ts", import.meta.url), [root, address, key]);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`the deployment of a large file ended with ${code}`);
  });
  const [figures] = (await Promise.race([once(child, "message"), failed])) as [LargeFigures];
  failed.catch(() => undefined);
  return figures;
}

async function writeRandom(file: string, bytes: number): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  const stream = createWriteStream(file);
  for (let at = 0; at < bytes; at += MB) if (!stream.write(randomBytes(MB))) await once(stream, "drain");
  stream.end();
  await finished(stream);
}

const BARE = { directory: "/tmp", name: "bare.tar.gz" };

/** Sends the pieces of a file one after the other, and nothing else. */
async function bareUpload({ address, key }: BenchPanel, { file, size }: LocalFile): Promise<void> {
  const source = await open(file);
  const sign = signerOf(key);
  const { directory, name } = BARE;
  try {
    for (let start = 0; start < size; start += PIECE) {
      const { buffer, bytesRead } = await source.read(Buffer.alloc(Math.min(PIECE, size - start)), { position: start });
      const fields = { action: "upload", f_path: directory, f_name: name, f_size: `${size}`, f_start: `${start}` };
      const form = multipartForm({ ...fields, ...sign(1) }, buffer.subarray(0, bytesRead));
      const headers = { "content-type": form.contentType };
      const answer = await fetch(`${address}/files`, { method: "POST", headers, body: Buffer.from(form.body) });
      await answer.text();
    }
  } finally {
    await source.close();
  }
}

/** Has the panel do what a deployment needs of it, as fast as the connection lets through. */
async function unpackAndHash({ call }: DeployRun, into: string): Promise<void> {
  const archive = `${BARE.directory}/${BARE.name}`;
  const limit = pLimit(2);
  await call("file.hash", { path: exactPath("hash", archive) });
  await call("file.unpack", { archive: exactPath("unpack", archive), into: exactPath("unpack", into) });
  const paths = Array.from({ length: FILES }, (_, at) => `${into}/new/${at}`);
  await Promise.all(paths.map(async (path) => limit(async () => call("file.hash", { path: exactPath("hash", path) }))));
}
