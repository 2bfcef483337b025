import assert from "node:assert/strict";
import { posix } from "node:path";
import type { FoundFile } from "../../../src/fileSearch/foundFile.ts";
import { listFiles } from "../../../src/fileSearch/listFiles.ts";
import type { SearchEnd } from "../../../src/fileSearch/searchEnd.ts";
import type { SearchQuery } from "../../../src/fileSearch/searchQuery.ts";
import { searchServer } from "../../../src/fileSearch/searchServer.ts";
import { runJob } from "../../../src/onServer/runJob.ts";
import type { JobContext } from "../../../src/onServer/serverJob.ts";
import { eventually } from "../../eventually.ts";
import { shippedScript } from "../../fakes/shippedScript.ts";
import { isDemo } from "../livePanels.ts";
import { onEachServer } from "../onEachPanel.ts";

/** Every 250th file has the word, every 100th one is binary; a demo panel keeps all of its files in memory. */
const MANY = 50_000;
const SOME = 500;

/** Makes the files, a hundred in a directory, with some lines of code in each. */
const makeFiles = (directory: string, count: number) => `
cd /www/wwwroot && mkdir ${posix.basename(directory)} && cd ${posix.basename(directory)} || exit
lines=$(i=0; while [ $i -lt 60 ]; do i=$((i + 1)); echo "  \\$value$i = call(\\$first, 'some text of a line'); // $i"; done)
i=0
while [ $i -lt ${count} ]; do
  [ $((i % 100)) != 0 ] || mkdir -p d$((i / 100))
  file=d$((i / 100))/f$i.php
  echo "<?php // file $i" >$file
  echo "$lines" >>$file
  [ $((i % 250)) != 7 ] || echo "call(\\$needle_$i);" >>$file
  [ $((i % 100)) != 3 ] || printf 'needle_ \\0' >$file
  i=$((i + 1))
done
printf '\\304\\343\\272\\303 needle_gbk\\n' >gbk.txt
echo made`;

onEachServer("Search in files on the server", (live, edition) => {
  const count = isDemo(edition) ? SOME : MANY;
  let directory = "";
  const leftTasks = new Set<string>();

  async function context(signal = new AbortController().signal): Promise<JobContext> {
    const connection = live.window.services.connections.of(live.target.record);
    const runner = await shippedScript("job.sh");
    return { callFor: (given) => connection.callFor(given), clock: live.panel.clock, signal, leftTasks, runner };
  }

  /** Runs commands on the server, as a person would by hand, and says what they print. */
  async function byHand(commands: string): Promise<string> {
    let output = "";
    const end = await runJob(
      {
        title: "Server Panel live test",
        kind: "livetest",
        script: Buffer.from(commands),
        inputs: new Map(),
        longestMs: 300_000,
        mostOutput: 8_000_000,
        onOutput: (bytes) => {
          output += Buffer.from(bytes).toString("latin1");
        },
      },
      await context(),
    );
    assert.deepEqual(end, { kind: "ended", code: 0, errors: "" });
    return output;
  }

  interface Searched {
    readonly end: SearchEnd;
    readonly files: readonly FoundFile[];
    readonly firstMs: number;
    readonly wholeMs: number;
  }

  async function search(text: string, more: Partial<SearchQuery> = {}, abort?: AbortController): Promise<Searched> {
    const query = {
      text,
      isRegExp: false,
      isCaseSensitive: true,
      isWholeWord: false,
      include: "",
      exclude: "",
      usuallyExclude: [],
      ...more,
    };
    const files: FoundFile[] = [];
    const begun = performance.now();
    let firstMs = Infinity;
    const searchScript = await shippedScript("search.sh");
    const end = await searchServer(query, [directory], { ...(await context(abort?.signal)), searchScript }, (found) => {
      firstMs = Math.min(firstMs, performance.now() - begun);
      files.push(...found);
    });
    return { end, files, firstMs, wholeMs: performance.now() - begun };
  }

  before(async function () {
    this.timeout(300_000);
    directory = `/www/wwwroot/${live.panel.prefix}search`;
    live.panel.later(async () => live.panel.server.remove(directory));
    await byHand(makeFiles(directory, count));
  });

  after(async function () {
    this.timeout(300_000);
    // fifty thousand files take longer than a command of `Server` may
    await byHand(`cd /www/wwwroot && rm -rf ${posix.basename(directory)}`);
  });

  it("finds what grep finds by hand", async () => {
    const grep = await byHand(`cd ${directory} && LC_ALL=C grep -rnIF needle_ .`);
    const took = await byHand(
      `cd ${directory} && a=$(date +%s%N) && LC_ALL=C grep -rnIF needle_ . >/dev/null; echo $((($(date +%s%N) - a) / 1000000))`,
    );
    const { end, files, firstMs, wholeMs } = await search("needle_");
    console.log(
      `      ${count} files: first after ${firstMs.toFixed()} ms, all after ${wholeMs.toFixed()} ms; grep alone ${took.trim()} ms`,
    );
    assert.deepEqual(end, {
      kind: "whole",
      leftOut: { unreadableDirectories: 0, unreadableFiles: 0, givenUpFiles: 0 },
      unread: [],
    });
    const lines = files.flatMap(({ path, lines: found }) =>
      found.map(({ number, text }) => `.${path.slice(directory.length)}:${number}:${text}`),
    );
    const expected = new TextDecoder("gb18030").decode(Buffer.from(grep, "latin1")).trimEnd().split("\n");
    assert.deepEqual(lines.toSorted(), expected.toSorted());
    assert.equal(lines.length, count / 250 + 1);
  }).timeout(300_000);

  it("finds text in GBK, and what an expression matches", async () => {
    const gbk = await search("你好");
    assert.deepEqual(
      gbk.files.map(({ path, lines }) => [path, lines[0]?.text]),
      [[`${directory}/gbk.txt`, "你好 needle_gbk"]],
    );
    const { files } = await search(String.raw`needle_\d*7\);$`, { isRegExp: true, include: "d0" });
    assert.deepEqual(
      files.map(({ path, lines }) => [path, lines[0]?.ranges]),
      [[`${directory}/d0/f7.php`, [{ start: 6, end: 16 }]]],
    );
  }).timeout(300_000);

  it("is canceled after a second, and leaves no process", async () => {
    const abort = new AbortController();
    // this takes long in each line, and finds none
    setTimeout(() => abort.abort(), 1_000);
    const { end } = await search("(.*)(.*)(.*)(.*)[#~]{9}", { isRegExp: true }, abort);
    assert.deepEqual(end, { kind: "canceled" });
    // what has counted its seconds sleeps to the end of the last one
    for (const name of ["server-panel/jobs/search-", directory])
      await eventually(
        async () => live.panel.server.processesOf(name),
        (processes) => processes.length === 0,
      );
  }).timeout(120_000);

  it("lists the files", async () => {
    const paths: string[] = [];
    const listScript = await shippedScript("listFiles.sh");
    const end = await listFiles(directory, ["**/d0"], { ...(await context()), listScript }, (found) =>
      paths.push(...found),
    );
    assert.equal(end.kind, "whole");
    assert.equal(paths.length, count - 100 + 1);
    assert.ok(paths.includes("gbk.txt") && paths.includes("d1/f100.php"));
  }).timeout(120_000);
});
