import assert from "node:assert/strict";
import { isBinary, isText, unreadCharacters } from "../../../src/serverFiles/textBytes.ts";

describe("bytes of a file", () => {
  it("are text unless a NUL comes early, but for UTF-16", () => {
    assert.ok(!isBinary(Buffer.from("")));
    assert.ok(!isBinary(Buffer.from("text\r\n中文")));
    assert.ok(isBinary(Buffer.from("a\0b")));
    assert.ok(!isBinary(Buffer.concat([Buffer.alloc(8_192, "a"), Buffer.from("\0")])));
    assert.ok(!isBinary(Buffer.from([0xff, 0xfe, 0x61, 0])));
    assert.ok(!isBinary(Buffer.from([0xfe, 0xff, 0, 0x61])));
    assert.ok(isBinary(Buffer.from([0xff, 0xff, 0, 0x61])));
  });

  it("are text of an encoding if it knows all of them", () => {
    const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]);
    assert.deepEqual([isText(gbk, "utf-8"), isText(gbk, "gb18030")], [false, true]);
    assert.ok(isText(Buffer.from("中文"), "utf-8"));
    assert.ok(!isText(Buffer.from([0xff]), "gb18030"));
  });

  it("have a number of signs for what was not understood", () => {
    assert.equal(unreadCharacters(Buffer.from("")), 0);
    assert.equal(unreadCharacters(Buffer.from("\ufffda\ufffd\ufffd")), 3);
    assert.equal(unreadCharacters(Buffer.from("x\ufffd").subarray(1)), 1);
    assert.equal(unreadCharacters(Buffer.from([0xef, 0xbf])), 0);
  });
});
