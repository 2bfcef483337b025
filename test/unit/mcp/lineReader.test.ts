import assert from "node:assert/strict";
import fc from "fast-check";
import { LineReader, TOO_LONG } from "../../../src/mcp/wire/lineReader.ts";

describe("a reader of lines", () => {
  it("gives the same lines however they arrive", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" })),
        fc.array(fc.integer({ min: 1, max: 20 })),
        (texts, sizes) => {
          const lines = texts.map((text) => text.replaceAll("\n", " "));
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
          const reader = new LineReader(1_000);
          const read: unknown[] = [];
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const size = sizes.length === 0 ? 1 : (sizes[turn % sizes.length] ?? 1);
            read.push(...reader.take(bytes.subarray(at, at + size)));
            at += size;
          }
          // what is no text as UTF-8 has it is replaced once, here and there
          assert.deepEqual(
            read,
            lines.map((line) => Buffer.from(line).toString("utf8")),
          );
        },
      ),
    );
  });

  it("says once of a line that it is too long, keeps nothing of it, and goes on after it", () => {
    const reader = new LineReader(10);
    const before = process.memoryUsage.rss();
    const part = Buffer.alloc(1_000_000, "x");
    const read = Array.from({ length: 100 }, () => reader.take(part)).flat();
    assert.deepEqual(read, [TOO_LONG]);
    assert.ok(process.memoryUsage.rss() - before < 50_000_000, "100 MB are not held");
    assert.deepEqual(reader.take(Buffer.from("x\nshort\n12345678901\n1234567890\n")), [
      "short",
      TOO_LONG,
      "1234567890",
    ]);
  });

  it("holds half a line until the rest comes", () => {
    const reader = new LineReader(10);
    assert.deepEqual(reader.take(Buffer.from("ab")), []);
    assert.deepEqual(reader.take(Buffer.from("c\nd")), ["abc"]);
    assert.deepEqual(reader.take(Buffer.from("\n\n")), ["d", ""]);
  });
});
