import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { MOST_LINES } from "../../src/fileSearch/searchOutput.ts";
import { ServerResults } from "../../src/fileSearch/serverResults.ts";
import { copyResults } from "../../src/fileSearch/window/searchCommands.ts";
import { SearchRows } from "../../src/fileSearch/window/searchRows.ts";
import { SearchRun } from "../../src/fileSearch/window/searchRun.ts";
import { newPanelRecord } from "../../src/panels/panelRecord.ts";
import type { Figure } from "./figure.ts";
import { Heartbeat } from "./heartbeat.ts";

const DIRECTORY = "/www/wwwroot/site";
const FILES = 400;

/** What one reading of a job's output has at most. */
const READING = 1024 * 1024;

/** The first round runs code that V8 has not seen before. */
const ROUNDS = 5;

/** What one step may take that blocks other extensions, in ms. */
const STEP_MS = 16;

/** A text in any case. */
export const QUERY = {
  text: "needle",
  isRegExp: false,
  isCaseSensitive: false,
  isWholeWord: false,
  include: "",
  exclude: "",
  usuallyExclude: [],
};

/** Blocking of a window by as many results as a search takes of a server: while they come, and while all are copied. */
export async function searchFigures(): Promise<readonly Figure[]> {
  const output = Buffer.from(outputOf(MOST_LINES / FILES));
  const [coming, copying]: [number[], number[]] = [[], []];
  const heartbeat = new Heartbeat();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const run = new SearchRun({ query: QUERY, places: [{ panel: PANEL, directory: DIRECTORY }] }, () => undefined);
      const rows = new SearchRows(run, String(round));
      coming.push(await longestOf(heartbeat, async () => receive(run, rows, output)));
      copying.push(await longestOf(heartbeat, async () => copy(run, rows)));
    }
  } finally {
    heartbeat.stop();
  }
  const figure = (name: string, steps: readonly number[]): Figure => ({
    name: `the longest step of ${name}, the worst of ${ROUNDS} rounds, work`,
    value: Math.max(...steps),
    limit: STEP_MS,
    unit: "ms",
  });
  return [figure("20,000 results that come", coming), figure("copying them all", copying)];
}

const PANEL = newPanelRecord({ id: "bench", keyRef: "bench", name: "Bench", address: "http://127.0.0.1:1" });

/** What `search.sh` writes of long lines in many files. */
function outputOf(linesOfFile: number): string {
  const text = ` the needle in a line ${"中文 and words ".repeat(20)}\n`;
  const lines = Array.from({ length: FILES }, (_, file) =>
    Array.from(
      { length: linesOfFile },
      (__, line) => `./d${file % 20}/f${file}.php\0${line + 1}:${line * 500}:${text}`,
    ),
  );
  return `directory\nlines\n${lines.flat().join("")}beyond\nfiles ${FILES} 0 0 0\nlisted ${FILES} 0\nend\n`;
}

async function longestOf(heartbeat: Heartbeat, task: () => Promise<void>): Promise<number> {
  await sleep(100);
  heartbeat.take();
  await task();
  await sleep(100);
  return heartbeat.take().worked;
}

/** Receives the output as a job's is read, and lists rows as the view is drawn. */
async function receive(run: SearchRun, rows: SearchRows, output: Buffer): Promise<void> {
  const results = new ServerResults(QUERY, [DIRECTORY], (files) => run.results.add(PANEL.id, files));
  for (let from = 0; from < output.length; from += READING) {
    results.add(output.subarray(from, from + READING));
    await sleep(10);
    rows.children();
  }
  await results.end({ kind: "ended", code: 0, errors: "" });
  rows.children();
  assert.equal(run.results.lineCount, MOST_LINES);
}

async function copy(run: SearchRun, rows: SearchRows): Promise<void> {
  let copied = "";
  const services = {
    windowSearch: async () => ({ shown: { run, rows } }),
    panels: () => [PANEL],
    clipboard: {
      async write(text: string) {
        copied = text;
      },
    },
  };
  const ids = run.results.servers.flatMap(({ files }) => files.map((file) => rows.idOf(file)));
  await copyResults(services as unknown as Parameters<typeof copyResults>[0], [ids[0], ids]);
  assert.equal(copied.split("\n").length, MOST_LINES + FILES);
}
