import assert from "node:assert/strict";
import { bytesText } from "../../../../src/characters/bytesText.ts";
import { stepOutput } from "../../../../src/deployments/steps/stepOutput.ts";
import { FollowedJob } from "../../../../src/onServer/followedJob.ts";
import { RemoteFiles } from "../../../../src/serverFiles/remoteFiles.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { FakeCalls } from "../../../fakes/fakeCall.ts";
import { LeapingClock } from "../../../fakes/leapingClock.ts";
import { listOf } from "../../../fakes/rows.ts";

const DIRECTORY = "/www/backup/server-panel/shop/1/steps/0";
const FILE = `${DIRECTORY}/out`;
const END = `${DIRECTORY}/rc`;

describe("the output of a step", () => {
  const clock = new LeapingClock();
  let content: Buffer;
  let reads: number;
  let isFailing: boolean;
  beforeEach(() => {
    content = Buffer.alloc(0);
    reads = 0;
    isFailing = false;
  });

  /** Follows it until it has ended, which `grow` says: it is called at each look. */
  async function followed(grow: (look: number) => boolean): Promise<readonly string[]> {
    let isOver = false;
    let looks = 0;
    const calls = new FakeCalls({
      "file.stat": ({ paths }) => {
        isOver ||= !grow(++looks);
        const isThere = (path: string) => path === FILE || (path === END && isOver);
        return listOf(paths.map((path) => ({ path, exists: isThere(path), isFile: true, bytes: content.length })));
      },
      "file.read": ({ path, from, length }) => {
        if (path === END) return { bytes: new Uint8Array(), from, total: 0 };
        if (isFailing) throw new PanelError({ kind: "network", code: "ECONNRESET" });
        reads++;
        assert.ok(from < content.length, "a read past the end is one too many");
        return { bytes: new Uint8Array(content.subarray(from, from + length)), from, total: content.length };
      },
    });
    const shown: string[] = [];
    const { signal } = new AbortController();
    const files = new RemoteFiles(calls.callFor(), clock, signal);
    const output = stepOutput(FILE, (text) => shown.push(text), files, clock);
    const end = { endName: "rc", readEnd: () => "ended", longestMs: 600_000 };
    assert.equal(
      await new FollowedJob({ directory: DIRECTORY, output, ...end, files, clock, signal }).follow(),
      "ended",
    );
    return shown;
  }

  it("is shown as it grows, and read only where it has grown", async () => {
    const shown = await followed((look) => {
      if (look === 1) content = Buffer.from("one\n");
      if (look === 20) content = Buffer.from("one\ntwo");
      return look < 40;
    });
    assert.deepEqual(shown, ["one\n", "two", "\n"]);
    assert.equal(reads, 2);
  });

  it("is whole where a sign comes in two pieces", async () => {
    const text = Buffer.from("网站\n");
    const shown = await followed((look) => {
      content = text.subarray(0, Math.min(look, text.length));
      return look < 60;
    });
    assert.equal(shown.join(""), "网站\n");
  });

  it("has its beginning and its end where it is long, and says what is left out", async () => {
    const line = `${"x".repeat(99)}\n`;
    content = Buffer.from(line.repeat(10_000) + "last\n");
    const text = (await followed((look) => look < 3)).join("");
    const notice = text.split("\n").find((each) => each.startsWith("…"));
    assert.equal(
      notice,
      `… ${bytesText(content.length - 320 * 1024)} are left out here. The server has all in ${FILE}.`,
    );
    assert.ok(text.endsWith("x\nlast\n"));
    assert.ok(text.length < 340_000, String(text.length));
  });

  it("has the beginning of a long line", async () => {
    content = Buffer.from(`${"y".repeat(50_000)}\nnext\n`);
    assert.equal((await followed(() => false)).join(""), `${"y".repeat(2_000)}…\nnext\n`);
  });

  it("is left out where it cannot be read, which is no failure", async () => {
    isFailing = true;
    content = Buffer.from("one\n");
    assert.deepEqual(await followed((look) => look < 30), []);
  });
});
