import assert from "node:assert/strict";
import { suggestOrigin, type Probe } from "../../../src/connection/addressProbe.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";

const CLOSED: PanelFailure = { kind: "network", code: "ECONNRESET" };
const PLAIN: PanelFailure = { kind: "tls", problem: "notTls", code: "ERR_SSL_WRONG_VERSION_NUMBER" };

describe("the origin that is suggested after a failure", () => {
  let asked: string[];
  beforeEach(() => (asked = []));

  const suggested = (failure: PanelFailure, origin: string, isStored = false, error?: PanelError) => {
    const probe: Probe = async (other) => {
      asked.push(other);
      if (error !== undefined) throw error;
      return { kind: "panelLike" };
    };
    return suggestOrigin(failure, origin, isStored, probe, new AbortController().signal);
  };

  it("has the other scheme, and the same host and port", async () => {
    assert.equal(await suggested(PLAIN, "https://192.0.2.1:8888"), "http://192.0.2.1:8888");
    assert.equal(await suggested(CLOSED, "http://[::1]:8888"), "https://[::1]:8888");
    assert.equal(await suggested(PLAIN, "https://h.example"), "http://h.example");
    assert.equal(await suggested({ kind: "uncertain", cause: CLOSED }, "http://h.example"), "https://h.example");
  });

  it("is never http for a panel that is stored", async () => {
    assert.equal(await suggested(PLAIN, "https://h.example", true), undefined);
    assert.equal(await suggested(CLOSED, "http://h.example", true), "https://h.example");
    assert.deepEqual(asked, ["https://h.example"]);
  });

  it("is none if the failure has another reason, and nothing is probed", async () => {
    const others: readonly PanelFailure[] = [
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "timeout", afterMs: 1 },
      { kind: "tls", problem: "untrusted", code: "X" },
    ];
    for (const failure of others)
      for (const origin of ["http://h.example", "https://h.example"])
        assert.equal(await suggested(failure, origin), undefined, JSON.stringify([failure, origin]));
    assert.equal(await suggested(CLOSED, "https://h.example"), undefined);
    assert.deepEqual(asked, []);
  });

  it("is none if nothing answers there either", async () => {
    assert.equal(await suggested(PLAIN, "https://h.example", false, new PanelError(CLOSED)), undefined);
    assert.deepEqual(asked, ["http://h.example"]);
  });
});
