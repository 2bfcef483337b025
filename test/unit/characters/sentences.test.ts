import assert from "node:assert/strict";
import { listIn } from "../../../src/characters/listIn.ts";
import { sentences } from "../../../src/characters/sentences.ts";

describe("sentences", () => {
  it("have a space between them, and none after a full-width stop", () => {
    assert.equal(sentences("It stopped.", "Try again."), "It stopped. Try again.");
    assert.equal(sentences("已停止。", "请重试。", "Timed out.", "请重试。"), "已停止。请重试。Timed out. 请重试。");
    assert.equal(sentences("域名", "（可选）"), "域名（可选）");
  });

  it("get the full stop that they lack, as a panel's own words do, where another one follows", () => {
    assert.equal(sentences("The panel says: it ends at once", "It runs."), "The panel says: it ends at once. It runs.");
    assert.equal(sentences("面板返回：域名已存在", "请重试。"), "面板返回：域名已存在。请重试。");
    assert.equal(sentences("It says “gone”", "Try again"), "It says “gone”. Try again");
    assert.equal(sentences("It says “gone.”", "(once)"), "It says “gone.” (once)");
    assert.equal(sentences("It ends at once", "(again)"), "It ends at once (again)");
    assert.equal(sentences("uploading…", "45%"), "uploading… 45%");
    assert.equal(sentences("Its log says:", "out of memory"), "Its log says: out of memory");
  });

  it("that are absent or empty are left out", () => {
    assert.equal(sentences(undefined, "It stopped.", "", undefined), "It stopped.");
    assert.equal(sentences(), "");
  });
});

describe("listIn", () => {
  it("separates names as the language does", () => {
    assert.equal(listIn("en", ["a", "b", "c"]), "a, b, c");
    assert.equal(listIn("zh-cn", ["a", "b", "c"]), "a、b、c");
    assert.equal(listIn("en", []), "");
  });
});
