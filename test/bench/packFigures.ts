import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Figure } from "./figure.ts";

const MB = 1024 * 1024;

/** Memory is the garbage collector's affair: the worst of so many runs counts. */
const ROUNDS = 10;

/** Reads and packs a file of a gigabyte that cannot be made smaller, in pieces of ours. */
export async function packFigures(root: string): Promise<readonly Figure[]> {
  await writeRandom(join(root, "small", "small.bin"), 10);
  await writeRandom(join(root, "large", "large.bin"), 1024);
  const peaks: number[] = [];
  for (let round = 0; round < ROUNDS; round++) peaks.push(await peakOf(root));
  return [
    {
      name: `memory for packing 1 GB above idle, the worst of ${ROUNDS} runs`,
      value: Math.max(...peaks) / 1024,
      limit: 64 * 1024,
      unit: "KB",
    },
  ];
}

async function peakOf(root: string): Promise<number> {
  const child = fork(new URL("packLarge.ts", import.meta.url), [root]);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`the packing of a large file ended with ${code}`);
  });
  const [peak] = (await Promise.race([once(child, "message"), failed])) as [number];
  await failed.catch(() => undefined);
  return peak;
}

async function writeRandom(path: string, megabytes: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "w");
  try {
    for (let at = 0; at < megabytes; at++) await file.writeFile(randomBytes(MB));
  } finally {
    await file.close();
  }
}
