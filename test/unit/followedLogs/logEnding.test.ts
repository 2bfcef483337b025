import assert from "node:assert/strict";
import fc from "fast-check";
import { upgradeScripts } from "../../demoPanel/upgradeScripts.ts";
import { endingOfUpgrade } from "../../../src/followedLogs/logEnding.ts";

const START = "检查环境...\n开始下载升级环境脚本...\n";
const RECORDED = `${START}获取最新升级环境脚本失败：下载失败：HTTPSConnectionPool(host='download.bt.cn', port=443): Max retries exceeded`;

describe("the ending of a runtime upgrade", () => {
  for (const [what, log] of [
    ["as the script says it", `${START}开始执行升级环境脚本...\n环境准备完成`],
    ["where the environment was there", "已存在python3.13环境, 退出"],
    ["where it was replaced", "[INFO] 宝塔面板Python 3.13环境升级完成！\n[INFO] 请访问宝塔面板确认升级成功\n======"],
    [
      "with failures on the way",
      "[WARN] 下载系统特定预编译包失败\nx.c 失败\nTraceback (most recent call last):\nE: x\n环境准备完成",
    ],
    ["in colours", "\u001b[32m环境准备完成\u001b[0m"],
    ["with the panel's restart below", "环境准备完成\n\nStopping Bt-Panel...\tdone\nStarting Bt-Panel....\tdone"],
    ["where none failed", "120 成功, 0 失败\n失败: 0\n环境升级完成！"],
    ["after a run that failed", "检查环境...\n环境准备失败！\n检查环境...\n环境准备完成"],
    ["after a run with errors", "检查环境...\n[ERROR] x\n检查环境...\n环境准备完成"],
    [
      "where a tool threw that looked for the interpreter",
      "Traceback (most recent call last):\n  x\nOSError: x\n环境准备完成",
    ],
  ] as const)
    it(`is finished ${what}`, () => {
      assert.deepEqual(endingOfUpgrade(log), { kind: "finished" });
    });

  for (const [what, log, line] of [
    ["as recorded", RECORDED, RECORDED.split("\n")[2]],
    ["with the reason and not the summary", "配置\nPython编译失败\nDebian 12\n环境准备失败！", "Python编译失败"],
    [
      "with the summary where there is no reason",
      "[INFO] 预编译安装失败，开始源码编译...\n环境准备失败！",
      "环境准备失败！",
    ],
    [
      "with what was thrown",
      "Traceback (most recent call last):\n  File 1\n    x()\nOSError: full\nrest",
      "OSError: full",
    ],
    [
      "with a traceback that is cut",
      "x\nTraceback (most recent call last):\n  File 1",
      "Traceback (most recent call last):",
    ],
    ["with a command's exit", "× pip did not run.\n│ exit code: 1\n╰─> See above", "│ exit code: 1"],
    ["with make's", "make: *** [Makefile:10: all] Error 2\nbye", "make: *** [Makefile:10: all] Error 2"],
    [
      "with an exit status",
      "Command 'x' returned non-zero exit status 127.",
      "Command 'x' returned non-zero exit status 127.",
    ],
    ["with a level", "[ERROR] pip路径错误", "[ERROR] pip路径错误"],
    ["with a return code", "下载错误，返回码：404", "下载错误，返回码：404"],
    ["after a run that was finished", "检查环境...\n环境准备完成\n检查环境...\n安装失败", "安装失败"],
    [
      "where libraries could not be told",
      `${START}获取最新升级库版本信息失败：下载失败`,
      "获取最新升级库版本信息失败：下载失败",
    ],
    ["whatever a tool says below it", "环境升级失败\ndone", "环境升级失败"],
    [
      "though a tool was done in the same line",
      "[ERROR] pip: no space left. Done.",
      "[ERROR] pip: no space left. Done.",
    ],
    ["though a tool was done after an error", "[ERROR] pip\nfoo\nDone.", "[ERROR] pip"],
    [
      "though a tool was done after a traceback",
      "Traceback (most recent call last):\n  x\nOSError: full\ncompleted",
      "OSError: full",
    ],
    ["though a tool was done after an exit", "exit code: 1\nfinished", "exit code: 1"],
    ["though the interpreter is there", `${START}[ERROR] pip路径错误\n环境准备完成`, "[ERROR] pip路径错误"],
    ["though the script said more", "环境升级失败\n[INFO] x\n宝塔面板Python 3.13环境升级完成！", "环境升级失败"],
    ["below its end", "环境准备完成\n环境准备失败！", "环境准备失败！"],
  ] as const)
    it(`failed ${what}`, () => {
      assert.deepEqual(endingOfUpgrade(log), { kind: "failed", line });
    });

  for (const [what, log] of [
    ["without a word", ""],
    ["where a check of disk or tools failed", "检查环境..."],
    ...["done", "Done.", "finished", "completed", "complete!"].map(
      (word) => [`where a tool says “${word}”`, `${START}install\n${word}`] as const,
    ),
    ["as it was once written by hand", "start\ndone"],
    ["in the middle", `${START}[INFO] Python包安装完成`],
    ["where only a step failed", "[WARN] 包 flask 检查失败"],
    ["with an exit of 0", "exit code: 0"],
    ["while it waits for the end", "检查环境...\n等待环境准备完成...\nKilled"],
    ["where the end is announced", "请等待环境升级完成\n下载"],
    ["where a step was done", "checking for x...\ndone\n编译"],
    ["where it went on below the end", "环境准备完成\nfoo\nbar"],
    ["where another try was to follow", "下载失败,重试\n下载完成\n编译..."],
    ["where none failed", "120 成功, 0 失败"],
    ["after a run that was finished", "环境准备完成\n检查环境..."],
  ] as const)
    it(`is unclear ${what}`, () => {
      assert.deepEqual(endingOfUpgrade(log), { kind: "unclear" });
    });

  it("is found in the demo panel's logs, too", () => {
    const ends = Object.entries(upgradeScripts).map(([name, { chunks }]) => [
      name,
      endingOfUpgrade(chunks.join("")).kind,
    ]);
    assert.deepEqual(Object.fromEntries(ends), { finishing: "finished", failing: "failed" });
  });

  it("cuts a long line", () => {
    const ending = endingOfUpgrade(`失败${"x".repeat(1_000)}`);
    assert.ok(ending.kind === "failed" && ending.line.length === 400 && ending.line.endsWith("…"));
  });

  it("is found in a hostile log as quickly as in any other", () => {
    // each of these once held up everything for seconds
    for (const hostile of [
      `Starting Bt-a${" ".repeat(100_000)}x`,
      `${" ".repeat(100_000)}失败`,
      "*** ".repeat(25_000),
      `环境${" ".repeat(100_000)}`,
    ]) {
      const log = `${START}${`${hostile}\n`.repeat(100)}make: *** [all] Error 2`;
      assert.deepEqual(endingOfUpgrade(log), { kind: "failed", line: "make: *** [all] Error 2" });
    }
  });

  it("is never a success if the upgrade's own scripts report a failure", () => {
    const failures = ["环境升级失败", "[ERROR] x", "获取最新升级环境脚本失败：下载失败"];
    const others = [
      "done",
      "Done.",
      "x.c 失败",
      "[INFO] x",
      "",
      "环境准备完成",
      "宝塔面板Python 3.13环境升级完成！",
      "x",
    ];
    const logs = fc
      .record({
        own: fc.constantFrom(...failures),
        before: fc.array(fc.constantFrom(...others)),
        after: fc.array(fc.constantFrom(...others)),
      })
      .map(({ before, own, after }) => [...before, own, ...after].join("\n"));
    fc.assert(fc.property(logs, (log) => assert.equal(endingOfUpgrade(log).kind, "failed")));
  });

  it("is never a success unless the upgrade's own scripts report it", () => {
    const words = fc.constantFrom(
      "done",
      "Done.",
      "finished",
      "completed",
      "ok",
      "success",
      "[INFO] x",
      "",
      "检查环境...",
    );
    fc.assert(fc.property(fc.array(words), (lines) => assert.equal(endingOfUpgrade(lines.join("\n")).kind, "unclear")));
  });
});
