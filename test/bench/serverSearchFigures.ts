import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { searchInputs } from "../../src/fileSearch/searchInputs.ts";
import { shippedScript } from "../fakes/shippedScript.ts";
import { median, timed, type Figure } from "./figure.ts";
import { QUERY } from "./searchFigures.ts";

const FILES = 50_000;
const ROUNDS = 5;

/** How soon a server's search has its first result, and how long it takes beside `grep` by hand, by the programs of this computer. */
export async function serverSearchFigures(root: string): Promise<readonly Figure[]> {
  const site = join(root, "site");
  makeFiles(site);
  const inputs = searchInputs({ ...QUERY, isCaseSensitive: true }, [site]);
  const script = await shippedScript("search.sh");
  const firsts: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const grep = await timed(async () => outputOf("grep", ["-rnIF", QUERY.text, site], root));
    const job = mkdtempSync(join(root, "job-"));
    for (const [name, bytes] of inputs) writeFileSync(join(job, name), bytes);
    writeFileSync(join(job, "work.sh"), script);
    const whole = await timed(async () => firsts.push(await outputOf("sh", [join(job, "work.sh")], job)));
    ratios.push(whole / grep);
  }
  const what = `of ${FILES} files by the server, median of ${ROUNDS}`;
  return [
    { name: `the first result of a search ${what}`, value: median(firsts), limit: 2_000, unit: "ms" },
    { name: `a search ${what}, beside grep by hand`, value: median(ratios), limit: 1.2, unit: "×" },
  ];
}

/** A hundred files in a directory, with some lines of code in each. Every 250th has the text, every 100th one is binary. */
function makeFiles(site: string): void {
  const lines = Array.from(
    { length: 60 },
    (_, line) => `  $value${line} = call($first, 'some text of a line');\n`,
  ).join("");
  for (let file = 0; file < FILES; file++) {
    const directory = join(site, `d${Math.floor(file / 100)}`);
    if (file % 100 === 0) mkdirSync(directory, { recursive: true });
    const found = file % 250 === 7 ? `call($needle_${file});\n` : "";
    const text = file % 100 === 3 ? "needle \0" : `<?php // file ${file}\n${lines}${found}`;
    writeFileSync(join(directory, `f${file}.php`), text);
  }
}

/** Runs a program to its end; after how many milliseconds it has written a result. */
async function outputOf(program: string, args: readonly string[], cwd: string): Promise<number> {
  const begun = performance.now();
  let first = Number.NaN;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout.on("data", (bytes: Buffer) => {
    if (Number.isNaN(first) && bytes.includes(QUERY.text)) first = performance.now() - begun;
  });
  await once(child, "close");
  return first;
}
