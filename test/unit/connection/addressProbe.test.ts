import assert from "node:assert/strict";
import { probeCandidates, recogniseAnswer, type Probe } from "../../../src/connection/addressProbe.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";

const signal = new AbortController().signal;

describe("probeCandidates", () => {
  it("lists the origins that answered, the likeliest first, and the failures of the others", async () => {
    const probe: Probe = async (origin) => {
      if (origin === "https://a") throw new PanelError({ kind: "tls", problem: "notTls", code: "X" });
      if (origin === "http://a") return { kind: "other" };
      if (origin === "https://b") return { kind: "tls" };
      if (origin === "https://c") throw new PanelError({ kind: "timeout", afterMs: 5 });
      return { kind: "panelLike" };
    };
    const origins = ["https://a", "http://a", "https://b", "http://b", "https://c", "http://c"];
    assert.deepEqual(await probeCandidates(origins, probe, signal), {
      answered: [
        { origin: "http://b", answer: { kind: "panelLike" } },
        { origin: "http://c", answer: { kind: "panelLike" } },
        { origin: "https://b", answer: { kind: "tls" } },
        { origin: "http://a", answer: { kind: "other" } },
      ],
      failed: [
        { origin: "https://a", failure: { kind: "tls", problem: "notTls", code: "X" } },
        { origin: "https://c", failure: { kind: "timeout", afterMs: 5 } },
      ],
    });
  });

  it("is cancelled with its signal", async () => {
    const aborting = new AbortController();
    const probe: Probe = async (_, given) => {
      aborting.abort();
      assert.equal(given.aborted, true);
      throw new PanelError({ kind: "cancelled" });
    };
    await assert.rejects(probeCandidates(["https://a"], probe, aborting.signal), (error) => {
      assert.equal(failureOf(error)?.kind, "cancelled");
      return true;
    });
  });

  it("throws a defect", async () => {
    await assert.rejects(
      probeCandidates(
        ["https://a"],
        async () => {
          throw new TypeError("defect");
        },
        signal,
      ),
      TypeError,
    );
  });
});

describe("recogniseAnswer", () => {
  const page =
    "<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>";
  const html = "text/html; charset=utf-8";

  it("recognises the answers of panels to strangers", () => {
    for (const answer of [
      { status: 404, contentType: html, body: page },
      { status: 401, contentType: "text/plain", body: "" },
      { status: 302, contentType: html, body: "", redirect: "login" as const },
      { status: 302, contentType: html, body: "", redirect: "bind" as const },
      { status: 200, contentType: html, body: '{"status": false, "msg": "x"}' },
      // of BaoTa 7.9
      { status: 200, contentType: html, body: "<p>/etc/init.d/bt default</p>" },
    ])
      assert.deepEqual(recogniseAnswer(answer), { kind: "panelLike" }, JSON.stringify(answer));
  });

  it("recognises no other answer", () => {
    for (const answer of [
      { status: 200, contentType: html, body: "<html>Welcome to nginx!</html>" },
      { status: 404, contentType: html, body: page + "x".repeat(200) },
      { status: 302, contentType: html, body: "", redirect: "other" as const },
      { status: 302, contentType: html, body: "" },
      { status: 404, contentType: "application/json", body: "{}" },
    ])
      assert.deepEqual(recogniseAnswer(answer), { kind: "other" }, JSON.stringify(answer));
  });
});
