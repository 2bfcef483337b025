import assert from "node:assert/strict";
import type { DeployTo } from "../../../../src/deployments/targetNow.ts";
import { GainedLog } from "../../../../src/deployments/watching/gainedLog.ts";
import type { Call } from "../../../../src/resources/resource.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { sampleLogs } from "./sampleLogs.ts";

/** A log of a website on a server, and what a deployment shows of it. */
class Followed {
  lines: string[] = ["long ago", "and once more", "lately"];
  isDown = false;
  shown = "";
  said: string[] = [];
  readonly log = new GainedLog({
    kind: "site",
    target: { key: "1", label: "shop.example.com" },
    row: { name: "shop.example.com" },
  } as unknown as DeployTo);

  readonly #call = (async () => {
    if (this.isDown) throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
    return { text: this.lines.slice(-1_000).join("\n").trim() };
  }) as unknown as Call;

  readonly #context = {
    callFor: () => this.#call,
    signal: new AbortController().signal,
    say: (sentence: string) => void this.said.push(sentence),
    onOutput: (text: string) => void (this.shown += text),
  };

  /** Reads it once more, after these lines have come. */
  async read(...lines: readonly string[]): Promise<void> {
    this.lines.push(...lines);
    await this.log.follow(this.#context);
  }

  async end(...lines: readonly string[]): Promise<void> {
    await this.read(...lines);
    this.log.flush(this.#context);
  }
}

const HEADING = "Log of “shop.example.com”";

describe("what a log gains", () => {
  let followed: Followed;
  beforeEach(async () => {
    followed = new Followed();
    await followed.read();
  });

  for (const [writer, lines] of Object.entries(sampleLogs))
    it(`is shown word by word of ${writer}`, async () => {
      for (const line of lines) await followed.read(line);
      await followed.end();
      assert.equal(followed.shown, lines.map((line) => `${line}\n`).join(""));
      assert.deepEqual([followed.said, followed.log.gained], [[HEADING], lines.length]);
    });

  it("is nothing of what was there before, and is told as nothing", async () => {
    await followed.read();
    await followed.end();
    assert.deepEqual([followed.shown, followed.said, followed.log.gained], ["", [], 0]);
  });

  it("has each line once, also one that was read before it was whole", async () => {
    await followed.read("connection ref");
    followed.lines[followed.lines.length - 1] = "connection refused";
    await followed.end();
    followed.lines[followed.lines.length - 1] = "connection refused by the database";
    await followed.end("bye");
    assert.equal(followed.shown, "connection refused\nconnection refused by the database\nbye\n");
  });

  it("is all of a log that was begun anew, which is said", async () => {
    followed.lines = ["started"];
    await followed.end("listening");
    assert.deepEqual([followed.shown, followed.said], ["started\nlistening\n", [HEADING, "The log started over."]]);
  });

  it("is all of a log that was empty", async () => {
    followed = new Followed();
    followed.lines = [];
    await followed.read();
    await followed.end("first");
    assert.deepEqual([followed.shown, followed.log.gained], ["first\n", 1]);
  });

  it("may lack lines, which is said", async () => {
    await followed.end(...Array.from({ length: 2_000 }, (_, number) => `${number}`));
    assert.deepEqual(followed.said.slice(1), ["Lines may be missing here: the panel sends only the last ones."]);
    assert.ok(followed.shown.endsWith("1998\n1999\n"));
  });

  it("is not known of a log that could not be read before, and goes on from the first reading", async () => {
    followed = new Followed();
    followed.isDown = true;
    await followed.read();
    assert.equal(followed.log.gained, "unread");
    followed.isDown = false;
    await followed.read("of before or after, nobody knows");
    assert.deepEqual([followed.shown, followed.log.gained], ["", "unread"]);
    await followed.end("since");
    assert.deepEqual([followed.shown, followed.log.gained], ["since\n", 1]);
  });

  it("bears a reading that fails, and is not known where the last one does", async () => {
    followed.isDown = true;
    await followed.read();
    followed.isDown = false;
    await followed.end("a");
    assert.deepEqual([followed.shown, followed.log.gained], ["a\n", 1]);
    followed = new Followed();
    await followed.read();
    followed.isDown = true;
    await followed.end("b");
    assert.equal(followed.log.gained, "unread");
  });

  it("is shown up to a limit, of each line and of all", async () => {
    await followed.end("x".repeat(5_000));
    assert.deepEqual([followed.shown.length, followed.shown.endsWith("x…\n")], [2_001, true]);
    await followed.read(...Array.from({ length: 900 }, (_, number) => `${number} ${"y".repeat(200)}`));
    await followed.end("last");
    assert.ok(followed.shown.length <= 66 * 1_024, String(followed.shown.length));
    assert.deepEqual(followed.said, [HEADING, "The rest of the log is not shown here."]);
    assert.equal(followed.log.gained, 902);
  });

  it("has no signs that move the cursor or hide text", async () => {
    await followed.end("\u001b[31mred\u001b[0m");
    assert.equal(followed.shown, "red\n");
  });
});
