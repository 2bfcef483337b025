import assert from "node:assert/strict";
import { bytesIn, percentIn, uptimeIn } from "../../../../src/wire/answers/machine.ts";
import { operations } from "../../../../src/wire/operations/operations.ts";
import * as v from "valibot";

const NONSENSE = [
  "",
  "up",
  "12",
  "-1天",
  "12 lightyears",
  "1e3 days",
  "天12",
  "NaN",
  "12天x3",
  "20404天",
  `${"9".repeat(9)}天`,
];

describe("the machine of a panel", () => {
  it("reads the uptime in every form that panels use, and in no other", () => {
    const forms: readonly (readonly [string, number, string])[] = [
      ["15分钟", 15, "minute"],
      ["1小时", 1, "hour"],
      ["12天", 12, "day"],
      ["0 Day(s)", 0, "day"],
      ["12 Day(s)", 12, "day"],
      ["12 days, 3 hours", 12, "day"],
      ["0天2小时5分钟", 2, "hour"],
      ["45秒", 0, "minute"],
    ];
    for (const [words, count, unit] of forms) assert.deepEqual(uptimeIn(words), { count, unit }, words);
    for (const words of NONSENSE) assert.equal(uptimeIn(words), undefined, words);
  });

  it("has sizes and shares as either edition writes them", () => {
    const sizes = [bytesIn("252.0 GB"), bytesIn("68G"), bytesIn("1.5T"), bytesIn("512 KB"), bytesIn("0")];
    assert.deepEqual(sizes, [252 * 2 ** 30, 68 * 2 ** 30, 1.5 * 2 ** 40, 2 ** 19, 0]);
    assert.deepEqual([percentIn("33.34%"), percentIn("5 %"), percentIn("100%")], [33.34, 5, 100]);
    for (const words of [...NONSENSE.filter((each) => each !== "12"), "-1G", "1 light"])
      assert.equal(bytesIn(words), undefined, words);
    for (const words of ["34", "101%", "-1%", "%"]) assert.equal(percentIn(words), undefined, words);
  });

  it("leaves out missing and impossible values, and keeps the rest", () => {
    const nothing = {
      system: undefined,
      uptime: undefined,
      memoryMegabytes: undefined,
      memoryUsedMegabytes: undefined,
      processors: undefined,
      processorPercent: undefined,
    };
    const read = (answer: object) => v.parse(operations["system.total"].result, answer).machine;
    const nonsense = [
      { memTotal: 0 },
      { memTotal: null, memRealUsed: 5 },
      { memTotal: -4, memRealUsed: "x", cpuNum: 0, cpuRealUsed: 101, time: 12, system: {} },
      { memTotal: "NaN", cpuRealUsed: -1, cpuNum: 1.5, time: ["12天"] },
      { memTotal: 1e300, cpuRealUsed: "7.1" },
    ];
    for (const answer of nonsense) assert.deepEqual(read(answer), nothing, JSON.stringify(answer));
    assert.deepEqual(read({ memTotal: 100, memRealUsed: 101 }), { ...nothing, memoryMegabytes: 100 });
  });

  it("is read without an impossible load, and with the readable disks", () => {
    const read = (answer: object) => v.parse(operations["system.details"].result, answer);
    for (const load of [undefined, null, "0.5", 1])
      assert.deepEqual(read({ load, disk: null }), { load: undefined, disks: [] }, JSON.stringify(load));
    const odd = { load: { one: -1, five: "0.5", fifteen: 1e300 }, disk: "df: no answer" };
    assert.deepEqual(read(odd), { load: { one: undefined, five: undefined, fifteen: undefined }, disks: [] });
    const { load, disks } = read({ load: { one: 0, five: null }, disk: [7, { path: "/" }] });
    assert.deepEqual([load?.one, load?.five, load?.fifteen], [0, undefined, undefined]);
    assert.deepEqual(
      disks.map(({ path }) => path),
      ["/"],
    );
  });
});
