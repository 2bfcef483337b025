import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import { PanelConnection } from "../../src/connection/panelConnection.ts";
import { writeArchive } from "../../src/deployments/archive.ts";
import { deploy } from "../../src/deployments/deploy.ts";
import { prepareDeployment, type PreparedDeployment } from "../../src/deployments/preparedDeployment.ts";
import { RemoteFiles } from "../../src/serverFiles/remoteFiles.ts";
import { statePaths } from "../../src/deployments/remoteState.ts";
import { readSource } from "../../src/deployments/sourceFiles.ts";
import { newPanelRecord } from "../../src/panels/panelRecord.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { multipartForm } from "../../src/wire/http/multipartForm.ts";
import { signerOf } from "../../src/wire/signature.ts";
import { createTransport } from "../../src/wire/http/transport.ts";
import { TestLog } from "../fakes/storageFixture.ts";
import { Heartbeat } from "./heartbeat.ts";
import type { Figure } from "./figure.ts";

const DELAY_MS = 20;
const MB = 1024 * 1024;
const FILES = 20;
const FILE_BYTES = 10 * MB;
const LARGE_BYTES = 1024 * MB;
const PIECE = 4 * MB;
const ROOT = "/www/wwwroot/bench.example.com";
const NEVER = new AbortController().signal;

/** Deploys files to a panel that answers in 20 ms, against a bare upload of the same archive; and one of a gigabyte. */
export async function deployFigures(root: string): Promise<readonly Figure[]> {
  const server = fork(new URL("deployServer.ts", import.meta.url), [String(DELAY_MS)], { stdio: "ignore" });
  const [{ address, key }] = (await once(server, "message")) as [{ readonly address: string; readonly key: string }];
  const calls: OperationId[] = [];
  const connection = new PanelConnection(newPanelRecord({ id: "bench", name: "bench", address, keyRef: "key" }), {
    guard: new LockoutGuard({ root, clock: systemClock, log: new TestLog() }),
    clock: systemClock,
    createTransport,
    apiKey: async () => key,
    onCall: (_record, { operation }) => void calls.push(operation),
  });
  const folder = join(root, "dist");
  const paths = statePaths(ROOT, "");
  const prepare = async (): Promise<PreparedDeployment> => {
    const source = await readSource({ workspace: root, folder: "dist", exclude: [], signal: NEVER });
    const files = new RemoteFiles(connection.callFor(NEVER), systemClock, NEVER);
    return prepareDeployment(files, { name: "bench", folder, source, target: ROOT, paths });
  };
  const run = async (): Promise<void> => {
    const { end } = await deploy(await prepare(), {
      callFor: (signal) => connection.callFor(signal),
      clock: systemClock,
      signal: NEVER,
      by: { id: `${calls.length}`, deployment: "bench", computer: "bench", at: 0 },
      mayTake: () => true,
      onPhase: () => undefined,
      failureIn: (error) => {
        throw error;
      },
      temporary: root,
    });
    if (end.state !== "wanted") throw new Error(`deployed: ${JSON.stringify(end)}`);
  };
  try {
    await mkdir(folder);
    await connection.callFor(NEVER)("file.createDirectory", { path: ROOT });
    await writeRandom(join(folder, "large.bin"), LARGE_BYTES);
    const idle = process.memoryUsage.rss();
    const peak = { bytes: idle };
    const watching = setInterval(() => (peak.bytes = Math.max(peak.bytes, process.memoryUsage.rss())), BEAT_MS);
    const heartbeat = new Heartbeat();
    await run();
    clearInterval(watching);
    const { worked } = heartbeat.take();
    heartbeat.stop();

    await rm(folder, { recursive: true });
    await mkdir(folder);
    for (let at = 0; at < FILES; at++) await writeRandom(join(folder, `${at}.bin`), FILE_BYTES);
    const source = await readSource({ workspace: root, folder: "dist", exclude: [], signal: NEVER });
    const archive = await writeArchive({
      folder,
      files: source.files,
      owner: { uid: 1001, gid: 1001 },
      target: join(root, "a.tar.gz"),
      signal: NEVER,
    });
    const bare = await timed(async () => bareUpload(address, key, archive.file, archive.size));
    const whole = await timed(run);
    calls.length = 0;
    await prepare();
    const requests = calls.length;
    return [
      {
        name: `deploying ${FILES} files of 10 MB against a bare upload at ${DELAY_MS} ms`,
        value: whole / bare,
        limit: 1.2,
        unit: "×",
      },
      { name: "requests where nothing has changed", value: requests, limit: 5, unit: "" },
      { name: "memory for 1 GB above idle", value: (peak.bytes - idle) / 1024, limit: 64 * 1024, unit: "KB" },
      { name: "longest blocking step while deploying 1 GB", value: worked, limit: 50, unit: "ms" },
    ];
  } finally {
    connection.dispose();
    server.disconnect();
    await once(server, "exit");
  }
}

const BEAT_MS = 20;

async function writeRandom(file: string, bytes: number): Promise<void> {
  const stream = createWriteStream(file);
  for (let at = 0; at < bytes; at += MB) if (!stream.write(randomBytes(MB))) await once(stream, "drain");
  stream.end();
  await finished(stream);
}

async function timed(task: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await task();
  return performance.now() - begun;
}

/** Sends the pieces of a file one after the other, and nothing else. */
async function bareUpload(address: string, key: string, file: string, size: number): Promise<void> {
  const source = await open(file);
  const sign = signerOf(key);
  try {
    for (let start = 0; start < size; start += PIECE) {
      const { buffer, bytesRead } = await source.read(Buffer.alloc(Math.min(PIECE, size - start)), { position: start });
      const fields = { action: "upload", f_path: "/tmp", f_name: "bare", f_size: String(size), f_start: String(start) };
      const form = multipartForm({ ...fields, ...sign(1) }, buffer.subarray(0, bytesRead));
      const headers = { "content-type": form.contentType };
      const answer = await fetch(`${address}/files`, { method: "POST", headers, body: Buffer.from(form.body) });
      await answer.text();
    }
  } finally {
    await source.close();
  }
}
