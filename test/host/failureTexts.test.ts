import assert from "node:assert/strict";
import type { PanelFailure } from "../../src/wire/answers/failure.ts";
import { redirects, type Redirect } from "../../src/wire/answers/redirect.ts";
import { failureText, failureTextOfNew } from "../../src/texts/failureTexts.ts";

const HTTP = "http://192.0.2.1:8888";
const reset = { kind: "network", code: "ECONNRESET" } as const;

describe("What is said of a failure", () => {
  it("names both causes of HTTP 403", () => {
    const said = failureText({ kind: "page", status: 403 });
    assert.match(said, /bound to a domain/);
    assert.match(said, /its own IP limit/);
  });

  it("does not say that a key is missing something where BasicAuth asks", () => {
    assert.match(failureText({ kind: "page", status: 401 }), /asks for them where it refuses the key/);
  });

  it("has its own sentence for each place to which a panel sends a call", () => {
    const words: Readonly<Record<Redirect, RegExp>> = {
      login: /login page\. An entry such as 10\.0\.0\.0\/8/,
      close: /panel is closed/,
      bind: /binds it to an account.+Try again/,
      error: /error page/,
      password: /password has expired/,
      other: /another address/,
    };
    const said = redirects.map((redirect) => failureText({ kind: "page", status: 302, redirect }));
    for (const [index, redirect] of redirects.entries()) assert.match(said[index] ?? "", words[redirect]);
    assert.equal(new Set([...said, failureText({ kind: "page", status: 302 })]).size, redirects.length + 1);
  });

  it("mentions SSL after a reset over http only while nothing is known of the panel", () => {
    assert.match(failureText(reset, HTTP), /A panel with SSL does this/);
    const known = { ...reset, answeredBefore: true } as const;
    const failures: readonly PanelFailure[] = [known, { kind: "uncertain", cause: known }];
    for (const failure of failures) {
      assert.doesNotMatch(failureText(failure, HTTP), /SSL|https|port/);
      assert.match(failureText(failure, HTTP), /may be restarting/);
    }
  });

  it("warns of plain text where https is stored, and only there", () => {
    const failure = { kind: "tls", problem: "notTls", code: "X" } as const;
    assert.match(failureText(failure, "https://192.0.2.1:8888"), /Somebody may be in between: nothing was sent/);
    assert.doesNotMatch(failureTextOfNew(failure, "https://192.0.2.1:8888"), /in between/);
    for (const text of [failureText(failure), failureTextOfNew(failure, HTTP)]) assert.doesNotMatch(text, /try http/i);
  });
});
