import assert from "node:assert/strict";
import { listIn } from "../../../src/characters/listIn.ts";
import { sentences } from "../../../src/characters/sentences.ts";

describe("sentences", () => {
  it("have a space between them, and none after a full-width stop", () => {
    assert.equal(sentences("It stopped.", "Try again."), "It stopped. Try again.");
    assert.equal(sentences("已停止。", "请重试。", "Timed out.", "请重试。"), "已停止。请重试。Timed out. 请重试。");
    assert.equal(sentences("域名", "（可选）"), "域名（可选）");
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
