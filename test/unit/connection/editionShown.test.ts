import assert from "node:assert/strict";
import { editionShownBy } from "../../../src/connection/panelEdition.ts";
import type { Edition } from "../../../src/wire/answers/operation.ts";
import { decodeAnswer, type RawAnswer } from "../../../src/wire/decode.ts";
import { failureOf, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { operations } from "../../../src/wire/operations/operations.ts";

const TOTAL = { memTotal: 24105, version: "8.10.0" };
const row = operations["system.edition"];

/** The edition by an answer to `system.edition`. */
function shownBy(
  given: Partial<RawAnswer>,
  total: Parameters<typeof editionShownBy>[1] = { version: "7.9.25" },
): Edition {
  const answer = { status: 200, contentType: "application/json", body: "", ...given };
  try {
    decodeAnswer(row, row.wires[0], answer);
    return editionShownBy(undefined, total);
  } catch (error) {
    const failure = failureOf(error);
    assert.ok(failure, String(error));
    return editionShownBy(failure, total);
  }
}

const json = (body: unknown) => ({ body: JSON.stringify(body) });
const page = (status: number) => ({ status, contentType: "text/html", body: "<html>" });

describe("the edition of a panel", () => {
  it("is aaPanel where the second envelope holds a total, in any language and version", () => {
    for (const message of [TOTAL, { ...TOTAL, version: "11.7.0", time: "12天" }, { memTotal: null }])
      assert.equal(shownBy(json({ status: 0, timestamp: 1, message })), "aapanel");
  });

  it("is BaoTa after the 404 page", () => {
    assert.equal(shownBy(page(404)), "baota");
  });

  it("is BaoTa after the page of the entrance, and aaPanel where its total is in aaPanel's words", () => {
    const entrance = { ...page(200), body: "<title>x</title><p>1. /etc/init.d/bt default</p>" };
    for (const missing of [page(404), entrance]) {
      assert.equal(shownBy(missing), "baota");
      assert.equal(shownBy(missing, { version: "6.8.27", isInAapanelWords: true }), "aapanel");
    }
  });

  it("is unknown after a report of an exception", () => {
    assert.equal(shownBy({ ...page(500), body: "<div>REQUEST_DATE: 2026-11-28</div>" }), "unknown");
  });

  it("is unknown after anything else", () => {
    const answers = [
      ...[200, 302, 401, 403, 429, 500, 502, 503, 504].map(page),
      json(TOTAL),
      json({ status: true, msg: "ok" }),
      json({ status: true, ...TOTAL }),
      json({ status: 0, message: TOTAL }),
      json({ status: 0, timestamp: 1, message: {} }),
      json({ status: -1, timestamp: 1, message: { result: "no" } }),
      json({ status: false, msg: "指定参数无效!" }),
      json({ status: false, msg: "Specific parameters are invalid!" }),
      { ...json({ status: false, msg: "密钥校验失败" }), contentType: "text/html" },
      { ...json({ status: false, msg: "no" }), status: 404 },
      json("Secret key verification failed"),
      json(null),
    ];
    for (const answer of answers) assert.equal(shownBy(answer), "unknown", JSON.stringify(answer));
    const failures: readonly PanelFailure[] = [
      { kind: "timeout", afterMs: 1 },
      { kind: "network", code: "ECONNRESET" },
      { kind: "tooLarge", limitBytes: 1 },
    ];
    for (const failure of failures)
      assert.equal(editionShownBy(failure, { version: "7.9.25" }), "unknown", failure.kind);
  });
});
