import assert from "node:assert/strict";
import {
  historyPath,
  readHistory,
  recordPath,
  unfinishedPath,
} from "../../../../src/deployments/exchange/exchangeHistory.ts";

describe("the history of a website's exchanges", () => {
  it("has their ids, the latest first", () => {
    assert.deepEqual(readHistory("b-2 a-1\n"), ["b-2", "a-1"]);
    assert.deepEqual(readHistory("a-1"), ["a-1"]);
  });

  it("is none where an id would be another path", () => {
    for (const text of ["", "\n", "../a", "a  b", "a/b", "a\nb", "x".repeat(65)])
      assert.equal(readHistory(text), undefined, text);
  });

  it("is bounded", () => {
    assert.equal(readHistory("a ".repeat(100_000))?.length, 100);
  });

  it("lies in the directory of the website", () => {
    const site = "/ours/0123456789abcdef";
    assert.deepEqual(
      [historyPath(site, "root"), recordPath(site, "id"), unfinishedPath(site)],
      [`${site}/history-root`, `${site}/id/record.json`, `${site}/unfinished`],
    );
  });
});
