import assert from "node:assert/strict";
import fc from "fast-check";
import { readBoundedJson } from "../../../../src/wire/answers/boundedJson.ts";

describe("bounded JSON", () => {
  it("is what it says", () => {
    const text = fc.oneof(
      fc.json(),
      fc.string().map(JSON.stringify),
      fc.constantFrom('"\\\\"', '["\\"]",1]', '{"a\\\\":"["}'),
    );
    fc.assert(
      fc.property(text, (json) => {
        assert.deepEqual(readBoundedJson(` ${json}\n`), { kind: "json", value: JSON.parse(json) as unknown });
      }),
    );
  });

  it("is none where the text is another", () => {
    for (const text of ["", " ", "<html>", "{", '"a', '"a\\"', "[1,]", "a,".repeat(200_000)])
      assert.deepEqual(readBoundedJson(text), { kind: "none" }, text.slice(0, 20));
  });

  it("has no more values and levels than a panel has to say", () => {
    const list = (element: string, count: number) => `[${Array.from({ length: count }, () => element).join(",")}]`;
    for (const text of [
      list("1", 100_000),
      list("{}", 60_000),
      list('{"a":1,"b":2}', 40_000),
      `${"[".repeat(65)}${"]".repeat(65)}`,
      "[".repeat(1_000_000),
      '{"a":'.repeat(1_000_000),
      `[${" ".repeat(5_000_000)}]`,
    ])
      assert.deepEqual(readBoundedJson(text), { kind: "tooMuch" }, text.slice(0, 20));
    for (const text of [list("1", 99_000), list("{}", 40_000), `${"[".repeat(64)}${"]".repeat(64)}`])
      assert.equal(readBoundedJson(text).kind, "json", text.slice(0, 20));
  });

  it("does not count what stands in texts", () => {
    const text = JSON.stringify({ log: '[{,"\\'.repeat(200_000), more: "[".repeat(200_000) });
    assert.equal(readBoundedJson(text).kind, "json");
  });
});
