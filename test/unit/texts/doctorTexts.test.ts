import assert from "node:assert/strict";
import { steps, type Finding } from "../../../src/doctor/finding.ts";
import { diagnosisText, findingText, markText, stepName } from "../../../src/texts/doctorTexts.ts";
import { failureText } from "../../../src/texts/failureTexts.ts";
import { findingSamples } from "../doctor/findingSamples.ts";
import { assertDistinct, assertText } from "./sentence.ts";

const ADDRESS = "https://192.0.2.1:8888";
const textOf = (finding: Finding) => findingText(finding, ADDRESS);

describe("the texts of the doctor", () => {
  it("say something else for everything that can be seen", () => {
    const texts = findingSamples.map(textOf);
    for (const text of texts) assertText(text);
    assertDistinct(texts);
    assertDistinct(steps.map(stepName));
    assertDistinct((["tick", "cross", "unknown"] as const).map(markText));
    const fine = (["panel", "api", "allowed", "key"] as const).map((step) =>
      textOf({ step, mark: "tick", seen: { fact: "fine" } }),
    );
    for (const text of fine) assertText(text);
    assertDistinct(fine);
  });

  it("say of an earlier refusal when it was, and of a new one the same as everywhere", () => {
    const failure = { kind: "refused", reason: "key", at: Date.UTC(2026, 0, 2) } as const;
    const now = textOf({ step: "key", mark: "cross", seen: { fact: "failure", failure } });
    assert.equal(now, failureText(failure));
    const before = textOf({ step: "key", mark: "cross", seen: { fact: "failure", failure, isEarlier: true } });
    assert.match(
      before,
      /^The panel refused the API key\. .* That was at .*2026.*\. The panel has answered no signed call since\.$/,
    );
  });

  it("say how far off the server's clock is, in the largest unit", () => {
    const off = (aheadMs: number) => textOf({ step: "clock", mark: "unknown", seen: { fact: "clock", aheadMs } });
    assert.match(off(-90_000), /behind this computer's by 1 minute\. Calls work/);
    assert.match(off(3 * 86_400_000), /ahead of this computer's by 3 days\. Calls work/);
    assert.match(off(-59_999), /the same time/);
  });

  it("are lines that can be sent to somebody else", () => {
    const findings: readonly Finding[] = [
      { step: "name", mark: "tick", seen: { fact: "resolved", addresses: ["192.0.2.7"] } },
      { step: "port", mark: "cross", seen: { fact: "failure", failure: { kind: "network", code: "ECONNREFUSED" } } },
      { step: "secure", mark: "unknown", seen: { fact: "notReached" } },
    ];
    const [title, ...lines] = diagnosisText({ name: "Shop", address: ADDRESS }, findings, 0).split("\n");
    assert.match(title ?? "", /^Connection to “Shop”, .*1970/);
    assert.deepEqual(lines, [
      "✓ Host Name (DNS): It leads to 192.0.2.7.",
      "✗ Port (TCP): Nothing answers at this address and port. Check the port, and that the panel is running.",
      "? Certificate (TLS): It did not come to this.",
    ]);
  });
});
