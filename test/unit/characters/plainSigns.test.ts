import assert from "node:assert/strict";
import { plainSigns } from "../../../src/characters/plainSigns.ts";

describe("plainSigns", () => {
  it("gives a web server's log as its file has it, and other wide signs as they are", () => {
    assert.equal(plainSigns("＂GET /?a=＜b＞&amp;c=＇d＇ HTTP/1.1＂"), `"GET /?a=<b>&c='d' HTTP/1.1"`);
    assert.equal(plainSigns("&amp;lt; &amp;amp; ：（１）"), "&lt; &amp; ：（１）");
    assert.equal(plainSigns(""), "");
  });
});
