import assert from "node:assert/strict";
import { certificateQuestion, dateText } from "../../../src/texts/certificateTexts.ts";
import { assertText } from "./sentence.ts";

const ADDRESS = "https://192.0.2.1:8888";
const PINNED = "AA:BB";
const certificate = {
  subject: "CN=商店",
  issuer: "CN=宝塔",
  validFrom: "2020-01-02T12:04:05.000Z",
  validTo: "2120-01-02T12:04:05.000Z",
  fingerprint256: "CC:DD",
};

describe("the question about a certificate", () => {
  it("contains the address and all facts for a decision", () => {
    for (const pinned of [undefined, PINNED]) {
      const { message, detail } = certificateQuestion(ADDRESS, certificate, pinned);
      assertText(message, ADDRESS);
      for (const line of detail.split("\n").filter((each) => each !== "")) assertText(line);
      for (const fact of ["CN=商店", "CN=宝塔", "Jan 2, 2020", "Jan 2, 2120", "CC:DD"])
        assert.ok(detail.includes(fact));
    }
  });

  it("asks for trust at first, and warns if the trusted certificate has changed", () => {
    const first = certificateQuestion(ADDRESS, certificate, undefined);
    assert.match(first.message, /^Trust .+\?$/);
    assert.doesNotMatch(first.detail, /AA:BB/);
    const changed = certificateQuestion(ADDRESS, certificate, PINNED);
    assert.match(changed.message, /not the one you trusted/);
    assert.match(changed.detail, /Nothing was sent/);
    assert.ok(changed.detail.indexOf(PINNED) < changed.detail.indexOf("CC:DD"));
  });

  it("says that the certificate has expired", () => {
    const expired = { ...certificate, validTo: "2021-01-02T03:04:05.000Z" };
    assert.match(certificateQuestion(ADDRESS, expired, undefined).detail, /has expired/);
    assert.doesNotMatch(certificateQuestion(ADDRESS, certificate, undefined).detail, /expired/);
  });
});

describe("the date of a certificate", () => {
  it("is the local day", () => {
    const evening = new Date(2020, 0, 2, 23, 59).toISOString();
    const morning = new Date(2020, 0, 2, 0, 1).toISOString();
    assert.deepEqual([evening, morning].map(dateText), ["Jan 2, 2020", "Jan 2, 2020"]);
    assert.equal(dateText("?"), "?");
  });
});
