import assert from "node:assert/strict";
import { upgradeScripts } from "../../../demoPanel/upgradeScripts.ts";
import { withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";
import { eventually } from "../../../eventually.ts";

const NOW = 1_795_223_650_000;
const ENVELOPE = { code: 0, timestamp: NOW / 1000 };

const start = async ({ post }: Fixture) => (await post("/system", { action: "upgrade_env" })) as UpgradeAnswer;
const read = async ({ post }: Fixture) => (await post("/system", { action: "upgrade_env_log" })) as UpgradeAnswer;

interface UpgradeAnswer {
  readonly status: boolean;
  readonly msg: string;
  readonly data: { readonly env_update_running: boolean; readonly log: string };
}

function answer(msg: string, running: boolean, log: string) {
  return { status: true, msg, data: { env_update_running: running, log }, ...ENVELOPE };
}

function rows(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => `row${from + index}\n`).join("");
}

describe("a demo panel's upgrade", () => {
  const options = (delays: object) => ({ delays, now: () => NOW });
  const instant = options({ upgradeStart: 0, upgradeChunk: 0 });
  const byHand = options({ upgradeStart: 0, upgradeChunk: 3_600_000 });

  it(
    "does not run in the first moments, then writes its script, and has the new Python",
    withPanel(async (fixture) => {
      const { upgrade } = fixture.panel.state;
      upgrade.log = "the one before\n";
      assert.deepEqual(await start(fixture), { status: true, msg: "环境升级任务已启动...", data: null, ...ENVELOPE });
      await eventually(
        () => upgrade.upgraded,
        (upgraded) => upgraded,
      );
      const log = upgradeScripts.finishing.chunks.join("").trim();
      assert.deepEqual(await read(fixture), answer("环境升级已结束", false, log));
      assert.match(log, /^检查环境\.\.\.\n[^]*\r[^]*环境准备完成$/);
      const again = await start(fixture);
      assert.deepEqual([again.status, again.msg], [true, "当前环境已升级为Python3.13"]);
    }, instant),
  );

  it(
    "empties the log at once and takes the lock later",
    withPanel(
      async (fixture) => {
        fixture.panel.state.upgrade.log = "the one before\n";
        await start(fixture);
        assert.deepEqual(await read(fixture), answer("环境升级已结束", false, ""));
      },
      options({ upgradeStart: 3_600_000 }),
    ),
  );

  it(
    "shows only the lock while nothing is written, and is refused meanwhile",
    withPanel(async (fixture) => {
      const { upgrade } = fixture.panel.state;
      upgrade.script = undefined;
      await start(fixture);
      await eventually(
        () => upgrade.locked,
        (locked) => locked,
      );
      assert.deepEqual(await read(fixture), answer("获取成功", true, ""));
      const msg = "当前环境正在升级中，请勿重复操作";
      assert.deepEqual(await start(fixture), { status: false, msg, data: null, ...ENVELOPE });
    }, byHand),
  );

  it(
    "releases the lock when it fails, and can be started again",
    withPanel(async (fixture) => {
      const { upgrade } = fixture.panel.state;
      upgrade.script = upgradeScripts.failing;
      for (let run = 0; run < 2; run++) {
        await start(fixture);
        await eventually(
          () => !upgrade.locked && upgrade.log === upgradeScripts.failing.chunks.join(""),
          (failed) => failed,
        );
        const { msg, data } = await read(fixture);
        assert.deepEqual([msg, data.env_update_running], ["环境升级已结束", false]);
        assert.match(data.log, /失败/);
      }
      assert.equal(upgrade.upgraded, false);
    }, instant),
  );

  it(
    "runs once if it is started twice in its first moments",
    withPanel(
      async (fixture) => {
        const { upgrade } = fixture.panel.state;
        await Promise.all([start(fixture), start(fixture)]);
        await eventually(
          () => upgrade.log ?? "",
          (log) => log.includes("另一个实例已在运行"),
        );
        assert.equal(upgrade.log, "检查环境...\n另一个实例已在运行\n");
      },
      options({ upgradeStart: 50, upgradeChunk: 3_600_000 }),
    ),
  );

  const windows: readonly (readonly [string, string, string])[] = [
    ["2500 lines", rows(1, 2500), rows(1502, 2500).trimEnd()],
    ["20000 lines", rows(1, 20_000), rows(19_002, 20_000).trimEnd()],
    ["999 lines", rows(1, 999), rows(1, 999).trimEnd()],
    ["1000 lines", rows(1, 1000), rows(2, 1000).trimEnd()],
    ["1000 lines, the last without an end", rows(1, 1000).trimEnd(), rows(1, 1000).trimEnd()],
    ["1001 lines, the last without an end", rows(1, 1001).trimEnd(), rows(2, 1001).trimEnd()],
    ["blank lines outside and inside", "\n \n a\n\n b \n\n\n", "a\n\n b"],
    ["blank lines only", "\n".repeat(5_000), ""],
    ["carriage returns", "\r10%\r20%\r\nnext\r\n", "10%\r20%\r\nnext"],
    ["no line at all", "", ""],
  ];
  for (const [name, text, expected] of windows)
    it(
      `shows a window on ${name}`,
      withPanel(async (fixture) => {
        const { upgrade } = fixture.panel.state;
        Object.assign(upgrade, { log: text, locked: true });
        assert.deepEqual(await read(fixture), answer("获取成功", true, expected));
      }, byHand),
    );
});
