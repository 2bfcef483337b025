import assert from "node:assert/strict";
import { siteFormHtml } from "../../../../src/siteForm/window/siteFormHtml.ts";

describe("siteFormHtml", () => {
  const html = siteFormHtml({
    cspSource: "https://source.example",
    script: "https://source.example/a.js?x=1&y=2",
    style: "https://source.example/a.css",
    nonce: "abc123",
    language: "zh-cn",
    title: `<script>"'&`,
    loading: "…",
  });

  it("allows only its own script, styles and fonts", () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]?.replaceAll("&#39;", "'").split("; ");
    assert.deepEqual(policy, [
      "default-src 'none'",
      "style-src https://source.example",
      "font-src https://source.example",
      "script-src 'nonce-abc123'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it("has no inline script or style", () => {
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.match(html, /<script nonce="abc123" src="https:\/\/source\.example\/a\.js\?x=1&amp;y=2"><\/script>/);
    assert.doesNotMatch(html, /<style|style=|\bon\w+=/);
  });

  it("escapes texts", () => {
    assert.match(html, /<title>&lt;script&gt;&quot;&#39;&amp;<\/title>/);
  });
});
