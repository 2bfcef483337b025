import assert from "node:assert/strict";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { redirects, type Redirect } from "../../../src/wire/answers/redirect.ts";
import { failureHint, failureText, failureTextOfNew, failureWord } from "../../../src/texts/failureTexts.ts";
import { failureSamples } from "./failureSamples.ts";
import { assertDistinct, assertSentence, assertText, timesUnsent } from "./sentence.ts";

const HTTP = "http://192.0.2.1:8888";
const HTTPS = "https://192.0.2.1:8888";
const reset = { kind: "network", code: "ECONNRESET" } as const;

/** Failures whose texts end with the panel's words. */
const QUOTING = ["rejected"];

describe("failureHint", () => {
  it("names the only remedy, if there is exactly one", () => {
    assert.equal(failureHint({ kind: "keyNeeded" }), "click to enter it");
    assert.equal(failureHint({ kind: "unsupported" }), "Organize Panel… hides it");
    assert.equal(failureHint({ kind: "timeout", afterMs: 1 }), undefined);
  });
});

describe("failureWord", () => {
  it("is short, starts in lower case, and differs for different remedies", () => {
    for (const failure of failureSamples) {
      const word = failureWord(failure);
      assert.match(word, /^\S.{2,24}[^\s.!?]$/);
      assert.ok(word.split(" ").length <= 4, word);
      assert.match(word, /^(?:\p{Ll}|API|IP)/u);
    }
    assertDistinct([
      failureWord({ kind: "network", code: "ECONNREFUSED" }),
      failureWord({ kind: "timeout", afterMs: 5_000 }),
      failureWord({ kind: "refused", reason: "key" }),
      failureWord({ kind: "refused", reason: "ip" }),
      failureWord({ kind: "refused", reason: "locked" }),
      failureWord({ kind: "tls", problem: "changed", code: "" }),
      failureWord({ kind: "tls", problem: "untrusted", code: "" }),
      failureWord({ kind: "keyNeeded" }),
      failureWord({ kind: "consentNeeded" }),
      failureWord({ kind: "page", status: 404 }),
      failureWord({ kind: "page", status: 302, redirect: "close" }),
    ]);
  });

  it("says what is unsafe before a person has agreed to it", () => {
    assert.equal(failureWord({ kind: "consentNeeded" }), "unencrypted http");
  });

  it("says that a connection was lost only if there was one", () => {
    const word = (code: string) => failureWord({ kind: "network", code, answeredBefore: true });
    assert.deepEqual(["ECONNRESET", "ECONNREFUSED", "EHOSTUNREACH"].map(word), [
      "connection lost",
      "not reachable",
      "not reachable",
    ]);
  });

  it("says that a list failed only for a list, because the panel's API is then on", () => {
    const page = { kind: "page", status: 404 } as const;
    assert.equal(failureWord(page), "API may be off");
    assert.equal(failureWord({ kind: "uncertain", cause: page }, "list"), "could not be listed");
  });
});

describe("failureText", () => {
  it("has a sentence for every failure, even without an address", () => {
    for (const address of [undefined, HTTP, HTTPS]) {
      const wording = failureSamples.map((failure) => failureText(failure, address));
      assertDistinct(wording);
      for (const [index, { kind }] of failureSamples.entries())
        (QUOTING.includes(kind) ? assertText : assertSentence)(wording[index]);
    }
  });

  it("contains no address, and says at most once that nothing was sent", () => {
    for (const failure of failureSamples) {
      const wording = failureText(failure, HTTP);
      assert.doesNotMatch(wording, /192\.0\.2\.1|:\/\//);
      assert.ok(timesUnsent(wording) <= 1, wording);
    }
  });

  it("contains the helpful facts", () => {
    assertSentence(failureText({ kind: "timeout", afterMs: 4_001 }), "5 seconds");
    assertSentence(failureText({ kind: "network", code: "EPROTO" }), "EPROTO");
    assertSentence(failureText({ kind: "tls", problem: "untrusted", code: "EXPIRED" }), "EXPIRED");
    assertSentence(failureText({ kind: "refused", reason: "ip", clientAddress: "198.51.100.7" }), "198.51.100.7");
    assertSentence(failureText({ kind: "malformed", fields: ["a.b", "c"] }), "a.b, c");
    assertSentence(failureText({ kind: "tooLarge", limitBytes: 8 * 2 ** 20 }), "8 MB");
    assertSentence(failureText({ kind: "invalid", field: "additionalDomains.0", rule: "shape" }), "Additional domains");
    assertText(failureText({ kind: "rejected", message: "站点不存在" }), "站点不存在");
    assertSentence(failureText({ kind: "storage", problem: "fileFailed", code: "ENOSPC" }), "ENOSPC");
    assertSentence(failureText({ kind: "page", status: 502 }), "502");
  });

  it("says in words what our own reading of a list found", () => {
    for (const fields of [["(total)"], ["(more)"], ["(key)"], ["(identity)"], ["(key)", "(total)"]]) {
      const text = failureText({ kind: "malformed", fields });
      assertSentence(text, "The panel's");
      // no call failed, so the log has none either
      assert.doesNotMatch(text, /\(|\blog\b/);
    }
    assertSentence(failureText({ kind: "malformed", fields: ["(key)", "ssl", "(more)"] }), " (ssl)", "log");
    const whole = failureText({ kind: "malformed", fields: ["(whole)"] });
    assertSentence(whole, "log");
    assert.doesNotMatch(whole, /\(/);
  });

  it("tells an answer of a gateway from one of the panel", () => {
    for (const status of [502, 503, 504, 520, 530]) {
      const text = failureText({ kind: "page", status });
      assertText(text, "in its place");
      assert.doesNotMatch(text, /The panel answered|API may be turned off/);
    }
    for (const status of [200, 404, 500]) assertText(failureText({ kind: "page", status }), "API may be turned off");
  });

  it("names the cause of an uncertain failure, which may have happened", () => {
    for (const cause of failureSamples.filter(({ kind }) => kind !== "uncertain")) {
      const wording = failureText({ kind: "uncertain", cause }, HTTP);
      assertText(wording, failureText(cause, HTTP));
      assert.match(wording, /may have/);
    }
  });

  it("warns of the lockout after a refused key, and says when it ends", () => {
    assert.match(failureText({ kind: "refused", reason: "key" }), /20 refusals/);
    const until = new Date(2026, 0, 2, 13, 45).getTime();
    assert.match(failureText({ kind: "refused", reason: "locked", lockedUntil: until }), /\b0?1:45\sPM\b/);
  });

  it("names both causes of HTTP 403", () => {
    const wording = failureText({ kind: "page", status: 403 });
    assert.match(wording, /bound to a domain/);
    assert.match(wording, /its own IP limit/);
  });

  it("does not blame the key if the server asks for BasicAuth", () => {
    assert.match(failureText({ kind: "page", status: 401 }), /asks for them when it refuses the key/);
  });

  it("has a sentence for each redirect", () => {
    const words: Readonly<Record<Redirect, RegExp>> = {
      login: /login page\. Either its API is off.+ or .+an entry such as 10\.0\.0\.0\/8/,
      close: /panel is closed/,
      bind: /binds it to an account.+browser/,
      error: /error page/,
      password: /password has expired/,
      other: /another address/,
    };
    const wording = redirects.map((redirect) => failureText({ kind: "page", status: 302, redirect }));
    for (const [index, redirect] of redirects.entries()) assert.match(wording[index] ?? "", words[redirect]);
    assert.equal(new Set([...wording, failureText({ kind: "page", status: 302 })]).size, redirects.length + 1);
  });

  it("never suggests another try, because the change may have happened", () => {
    // a change that was refused before it was sent cannot have happened
    const harmless = ["storage", "refused"];
    for (const failure of failureSamples.filter(({ kind }) => !harmless.includes(kind)))
      assert.doesNotMatch(failureText(failure, HTTPS), /try again/i);
  });

  it("mentions SSL after a reset over http only if the panel has never answered", () => {
    assert.match(failureText(reset, HTTP), /A panel with SSL does this.*a forwarded port without a panel behind it/);
    const known = { ...reset, answeredBefore: true } as const;
    const failures: readonly PanelFailure[] = [known, { kind: "uncertain", cause: known }];
    for (const failure of failures) {
      assert.doesNotMatch(failureText(failure, HTTP), /SSL|https|port/);
      assert.match(failureText(failure, HTTP), /may be restarting/);
    }
  });

  it("warns of plain text only if the address is https", () => {
    const failure = { kind: "tls", problem: "notTls", code: "X" } as const;
    assert.match(failureText(failure, HTTPS), /Nothing was sent: the connection may be intercepted/);
    assert.doesNotMatch(failureTextOfNew(failure, HTTPS), /in between/);
    for (const text of [failureText(failure), failureTextOfNew(failure, HTTP)]) assert.doesNotMatch(text, /try http/i);
  });
});
