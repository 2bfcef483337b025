import assert from "node:assert/strict";
import fc from "fast-check";
import { candidates, cleanAddress, isLoopback, type AddressProblem } from "../../../src/panels/address.ts";

const ok = (parts: object) => ({ kind: "ok", ...parts });

describe("cleanAddress", () => {
  const cases: readonly (readonly [string, object])[] = [
    ["192.0.2.1", { host: "192.0.2.1" }],
    ["192.0.2.1:8888", { host: "192.0.2.1", port: 8888 }],
    ["  https://panel.example.com  ", { scheme: "https", host: "panel.example.com" }],
    ["HTTPS://Panel.Example.COM:12345/", { scheme: "https", host: "panel.example.com", port: 12345 }],
    ["https://panel.example.com:443", { scheme: "https", host: "panel.example.com", port: 443 }],
    ["http://panel.example.com:80", { scheme: "http", host: "panel.example.com", port: 80 }],
    ["http://1.2.3.4:8888/abcd1234", { scheme: "http", host: "1.2.3.4", port: 8888, entrance: "/abcd1234" }],
    ["http://1.2.3.4:8888/abcd1234/", { scheme: "http", host: "1.2.3.4", port: 8888, entrance: "/abcd1234" }],
    ["1.2.3.4/abcd1234/login?x=1#y", { host: "1.2.3.4", entrance: "/abcd1234" }],
    ["1.2.3.4:8888/login", { host: "1.2.3.4", port: 8888 }],
    ["1.2.3.4:8888/site/php", { host: "1.2.3.4", port: 8888 }],
    ["1.2.3.4:8888/apsess_0123/home", { host: "1.2.3.4", port: 8888 }],
    ["1.2.3.4:8888/%E4%B8%AD", { host: "1.2.3.4", port: 8888 }],
    ["1.2.3.4:8888?code=1", { host: "1.2.3.4", port: 8888 }],
    ["1.2.3.4:", { host: "1.2.3.4" }],
    ["//1.2.3.4:8888", { host: "1.2.3.4", port: 8888 }],
    ["http:\\\\1.2.3.4:8888\\abcd1234", { scheme: "http", host: "1.2.3.4", port: 8888, entrance: "/abcd1234" }],
    ['"https://1.2.3.4:8888"', { scheme: "https", host: "1.2.3.4", port: 8888 }],
    ["「https://1.2.3.4:8888/abcd1234」", { scheme: "https", host: "1.2.3.4", port: 8888, entrance: "/abcd1234" }],
    ["http：／／1.2.3.4：8888", { scheme: "http", host: "1.2.3.4", port: 8888 }],
    ["http://1。2。3。4：８８８８。", { scheme: "http", host: "1.2.3.4", port: 8888 }],
    ["\ufeff1.2.3.4\u200b:8888，", { host: "1.2.3.4", port: 8888 }],
    ["[2001:DB8::1]:8888", { host: "[2001:db8::1]", port: 8888 }],
    ["http://[2001:db8::1]/abcd1234", { scheme: "http", host: "[2001:db8::1]", entrance: "/abcd1234" }],
    ["2001:db8::1", { host: "[2001:db8::1]" }],
    ["::1", { host: "[::1]" }],
    ["面板.例子.中国:8888", { host: "xn--msvw97h.xn--fsqu00a.xn--fiqs8s", port: 8888 }],
    ["面板。例子。中国", { host: "xn--msvw97h.xn--fsqu00a.xn--fiqs8s" }],
    ...[
      "外网面板地址: ",
      "外网面板地址:     ",
      "外网ipv4面板地址: ",
      "面板免端口地址: ",
      "面板地址： ",
      "面板地址：",
      "aaPanel Internet IPv4 Address: ",
      "aaPanel Internal Address:      ",
    ].map((label): readonly [string, object] => [
      `${label}https://1.2.3.4:8888/abcd1234 `,
      { scheme: "https", host: "1.2.3.4", port: 8888, entrance: "/abcd1234" },
    ]),
    ["外网ipv6面板地址: http://[2001:db8::1]:8888/login", { scheme: "http", host: "[2001:db8::1]", port: 8888 }],
    ["localhost:8888", { host: "localhost", port: 8888 }],
    ["panel_1.example.com.", { host: "panel_1.example.com" }],
    ["panel.example.com.:8888", { host: "panel.example.com", port: 8888 }],
  ];
  for (const [typed, parts] of cases)
    it(`reads ${JSON.stringify(typed)}`, () => assert.deepEqual(cleanAddress(typed), ok(parts)));

  const refused: readonly (readonly [string, AddressProblem])[] = [
    ["", "empty"],
    [" \u3000\n", "empty"],
    ['""', "empty"],
    ["1.2.3.4 :8888", "space"],
    ["面板 1.2.3.4", "space"],
    ["1.2.3.4\u0000", "space"],
    ["外网面板地址: http://1.2.3.4:8888 内网面板地址: http://10.0.0.1:8888", "space"],
    ["外网面板地址: http://1.2.3.4 :8888", "space"],
    ["192.0.2.1: http://1.2.3.4:8888", "space"],
    ["ftp://1.2.3.4", "scheme"],
    ["ssh://root@1.2.3.4", "scheme"],
    ["javascript://alert", "scheme"],
    ["admin:secret@1.2.3.4:8888", "userinfo"],
    ["http://admin@1.2.3.4", "userinfo"],
    ["http://", "host"],
    ["http://:8888", "host"],
    ["8888", "host"],
    ["1.2.3", "host"],
    ["1.2.3.999", "host"],
    ["010.0.0.1", "host"],
    ["a..b", "host"],
    ["a,b.example", "host"],
    ["%31.2.3.4", "host"],
    ["[fe80::1%25eth0]", "host"],
    ["[1.2.3.4]", "host"],
    ["1.2.3.4:8888:9", "host"],
    [`${"a".repeat(64)}.example`, "host"],
    [`${"a.".repeat(200)}example`, "host"],
    ["1.2.3.4:0", "port"],
    ["1.2.3.4:65536", "port"],
    ["1.2.3.4:99999999999999999999999", "port"],
    ["1.2.3.4:panel", "port"],
    ["mailto:panel", "port"],
    ["[::1]:-1", "port"],
  ];
  for (const [typed, reason] of refused)
    it(`refuses ${JSON.stringify(typed.slice(0, 40))}: ${reason}`, () =>
      assert.deepEqual(cleanAddress(typed), { kind: "invalid", reason }));

  const nearlyAddresses = fc
    .array(
      fc.oneof(
        fc.constantFrom("http", "https", "://", ":", "/", "//", ".", "[", "]", "::1", "1.2.3.4", "8888", "443", "@"),
        fc.constantFrom("?", "#", "%", "\\", "：", "。", "／", "“", "，", "login", "apsess_", "xn--", "中", "-", "_"),
        fc.string({ unit: "grapheme", maxLength: 3 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""));

  it("accepts any text, and cleaning an address twice changes nothing", () => {
    fc.assert(
      fc.property(fc.oneof(nearlyAddresses, fc.string({ unit: "binary" }), fc.webUrl()), (typed) => {
        const cleaned = cleanAddress(typed);
        if (cleaned.kind === "invalid") return;
        const { scheme, host, port, entrance = "" } = cleaned;
        const text = `${scheme === undefined ? "" : `${scheme}://`}${host}${port === undefined ? "" : `:${port}`}${entrance}`;
        assert.deepEqual(cleanAddress(text), cleaned);
        for (const origin of candidates(cleaned)) {
          assert.equal(new URL(origin).origin, origin);
          assert.equal(new URL(origin).hostname, cleaned.host);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("candidates", () => {
  const of = (typed: string) => {
    const cleaned = cleanAddress(typed);
    assert.equal(cleaned.kind, "ok");
    return cleaned.kind === "ok" ? candidates(cleaned) : [];
  };

  it("has one origin if scheme and port were typed", () => {
    assert.deepEqual(of("http://h.example:8888/abcd1234"), ["http://h.example:8888"]);
    assert.deepEqual(of("https://h.example:443"), ["https://h.example"]);
    assert.deepEqual(of("http://h.example:443"), ["http://h.example:443"]);
  });

  it("tries both schemes on a typed port", () => {
    assert.deepEqual(of("h.example:443"), ["https://h.example", "http://h.example:443"]);
    assert.deepEqual(of("[::1]:9000"), ["https://[::1]:9000", "http://[::1]:9000"]);
  });

  it("tries 8888, then the scheme's default port", () => {
    assert.deepEqual(of("http://h.example"), ["http://h.example:8888", "http://h.example"]);
    assert.deepEqual(of("h.example"), [
      "https://h.example:8888",
      "http://h.example:8888",
      "https://h.example",
      "http://h.example",
    ]);
  });
});

describe("isLoopback", () => {
  for (const origin of [
    "http://localhost:8888",
    "http://127.0.0.1:1",
    "https://127.9.9.9",
    "http://[::1]:8888",
    "http://[::ffff:127.0.0.1]",
  ])
    it(`holds for ${origin}`, () => assert.equal(isLoopback(origin), true));

  for (const origin of [
    "http://localhost.example.com",
    "http://notlocalhost",
    "http://panel.localhost",
    "http://localhost.localhost",
    "http://128.0.0.1",
    "http://127.0.0.1.example.com",
    "http://0.0.0.0",
    "http://192.0.2.1",
    "http://[2001:db8::1]",
    "http://[::ffff:192.0.2.1]",
    "not an origin",
  ])
    it(`does not hold for ${origin}`, () => assert.equal(isLoopback(origin), false));
});
