import assert from "node:assert/strict";
import fc from "fast-check";
import { domainLines, readPort, readSiteDomain, siteDomainText } from "../../../src/siteForm/siteDomain.ts";

const textOf = (typed: string): string => {
  const read = readSiteDomain(typed);
  return read.kind === "ok" ? siteDomainText(read.domain) : read.problem;
};

const PROBLEMS = {
  empty: /Enter a domain, such as shop\.example\.com/,
  format: /Panels do not accept this domain/,
  portRange: /The port after the colon must be from 1 /,
  url: /Enter only the name, without http:\/\/ or /,
} as const;

describe("readSiteDomain", () => {
  const cases: readonly (readonly [typed: string, text: string | RegExp])[] = [
    ["shop.example.com", "shop.example.com"],
    ["  Shop.Example.COM. ", "shop.example.com"],
    ["shop.example.com:8080", "shop.example.com:8080"],
    ["商店.例子.中国", "xn--czrs0t.xn--fsqu00a.xn--fiqs8s"],
    ["商店。例子。中国：８０８０", "xn--czrs0t.xn--fsqu00a.xn--fiqs8s:8080"],
    ["*.example.com", "*.example.com"],
    ["*.商店.中国", "*.xn--czrs0t.xn--fiqs8s"],
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:81", "192.0.2.1:81"],
    ["my_site.example.com", "my_site.example.com"],
    ["", PROBLEMS.empty],
    [" \u3000", PROBLEMS.empty],
    ["http://shop.example.com", PROBLEMS.url],
    ["shop.example.com/", PROBLEMS.url],
    ["user@example.com", PROBLEMS.url],
    ["shop", PROBLEMS.format],
    ["localhost", PROBLEMS.format],
    ["a b.example.com", PROBLEMS.format],
    ["a..example.com", PROBLEMS.format],
    ["-a.example.com", PROBLEMS.format],
    ["a*.example.com", PROBLEMS.format],
    ["*.*.example.com", PROBLEMS.format],
    ["*.192.0.2.1", PROBLEMS.format],
    ["1.2.3", PROBLEMS.format],
    ["192.0.2.256", PROBLEMS.format],
    ["%31.example.com", PROBLEMS.format],
    ["[::1]", PROBLEMS.format],
    ["2001:db8::1", PROBLEMS.format],
    [`a.${"b".repeat(25)}`, PROBLEMS.format],
    [`${"a".repeat(64)}.example`, PROBLEMS.format],
    ["shop.example.com:", PROBLEMS.portRange],
    ["shop.example.com:0", PROBLEMS.portRange],
    ["shop.example.com:65536", PROBLEMS.portRange],
    ["shop.example.com:http", PROBLEMS.portRange],
  ];
  for (const [typed, text] of cases)
    it(`reads ${JSON.stringify(typed.slice(0, 40))} as ${text}`, () =>
      typeof text === "string" ? assert.equal(textOf(typed), text) : assert.match(textOf(typed), text));

  it("parses any text, and reads its own output back", () => {
    const hosts = fc.tuple(fc.domain(), fc.option(fc.integer({ min: 1, max: 65_535 })));
    const typed = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.webUrl(),
      hosts.map(([host, port]) => (port === null ? host : `${host}:${port}`)),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const read = readSiteDomain(text);
        if (read.kind === "ok") assert.deepEqual(readSiteDomain(siteDomainText(read.domain)), read);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("domainLines", () => {
  it("splits at line breaks, spaces, commas and semicolons", () => {
    assert.deepEqual(domainLines(" a.example \r\n\n b.example,c.example；d.example\te.example f.example "), [
      "a.example",
      "b.example",
      "c.example",
      "d.example",
      "e.example",
      "f.example",
    ]);
    assert.deepEqual(domainLines(" \n "), []);
  });
});

describe("readPort", () => {
  it("accepts whole numbers from 1 to 65535, also full-width", () => {
    for (const [typed, port] of [
      ["80", 80],
      [" ８０ ", 80],
      ["65535", 65_535],
      ["0080", 80],
      ["0", undefined],
      ["65536", undefined],
      ["-1", undefined],
      ["8e1", undefined],
      ["80.0", undefined],
      ["", undefined],
    ] as const)
      assert.equal(readPort(typed), port, typed);
  });
});
