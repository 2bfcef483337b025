import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { signerOf } from "../../../src/wire/signature.ts";

const md5 = (bytes: string | Buffer) => createHash("md5").update(bytes).digest("hex");

describe("signature", () => {
  it("is the one of the test vector (docs/protocol.md 1.1)", () => {
    assert.deepEqual(signerOf("PaneLLabKey0123456789abcdefABCDE")(1_700_000_000), {
      request_time: "1700000000",
      request_token: "615a4f4eacc9786689a56061ec8aae13",
    });
  });

  it("takes the key as UTF-8", () => {
    const key = "密钥é\u{1f511}";
    const expected = md5(`1${md5(Buffer.from(key, "utf8"))}`);
    assert.deepEqual(signerOf(key)(1), { request_time: "1", request_token: expected });
  });

  it("is md5(time + md5(key)) for any key and time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat({ max: 9_999_999_999 }), (key, time) => {
        const { request_time: sentTime, request_token: token } = signerOf(key)(time);
        assert.equal(sentTime, String(time));
        assert.equal(token, md5(String(time) + md5(Buffer.from(key, "utf8"))));
        assert.match(token, /^[0-9a-f]{32}$/);
      }),
    );
  });
});
