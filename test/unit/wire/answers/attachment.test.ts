import assert from "node:assert/strict";
import { attachmentOf } from "../../../../src/wire/answers/attachment.ts";
import { failureOf } from "../../../../src/wire/answers/failure.ts";

const BYTES = Buffer.from("4567");
const contentType = "application/octet-stream";

describe("a file in an answer", () => {
  it("is whole, or the one range that it says", () => {
    assert.deepEqual(attachmentOf(BYTES, { status: 200, contentType, contentRange: undefined }), {
      bytes: BYTES,
      from: 0,
      total: 4,
    });
    for (const status of [200, 206])
      assert.deepEqual(attachmentOf(BYTES, { status, contentType, contentRange: "bytes 4-7/9" }), {
        bytes: BYTES,
        from: 4,
        total: 9,
      });
  });

  for (const contentRange of [
    undefined,
    "",
    "bytes 4-7/*",
    "bytes */9",
    "bytes 4-8/9",
    "bytes 4-6/9",
    "bytes 7-4/9",
    "bytes 4-7/7",
    "bytes -4-7/9",
    "bytes 4-7/9, bytes 0-1/9",
    "bytes 4-7/9999999999999999",
    "pages 4-7/9",
  ])
    it(`is refused with the range ${contentRange}`, () => {
      assert.throws(
        () => attachmentOf(BYTES, { status: 206, contentType, contentRange }),
        (error) => failureOf(error)?.kind === "malformed",
      );
    });

  it("is refused in several parts, whatever its status", () => {
    for (const status of [200, 206])
      assert.throws(() =>
        attachmentOf(BYTES, { status, contentType: "multipart/byteranges; boundary=x", contentRange: undefined }),
      );
  });
});
