import assert from "node:assert/strict";
import fc from "fast-check";
import { normaliseRoot, rootOf, siteRootProblem } from "../../../src/siteForm/siteRoot.ts";

const PROBLEMS = {
  characters: /The path may contain only letters, digit/,
  dots: /The path must not contain “\.\/” or “\.\.”, /,
  empty: /Enter a directory\./,
  long: /The path is longer than 255 characters\./,
  relative: /The path must be absolute: start it with/,
  sites: /contains all websites/,
  space: /The path must not contain spaces\./,
  system: /belongs to the system/,
} as const;

describe("siteRootProblem", () => {
  const cases: readonly (readonly [root: string, problem: RegExp | undefined])[] = [
    ["/www/wwwroot/shop.example.com", undefined],
    ["/www/wwwroot/商店", undefined],
    ["/home/shop/public_html", undefined],
    ["/data/a+b@c", undefined],
    ["/www/wwwroot2", undefined],
    ["", PROBLEMS.empty],
    ["www/wwwroot/shop", PROBLEMS.relative],
    ["C:\\inetpub", PROBLEMS.relative],
    ["/www/wwwroot/a b", PROBLEMS.space],
    ["/www/wwwroot/a\nb", PROBLEMS.space],
    ["/www/wwwroot/../etc", PROBLEMS.dots],
    ["/www/./wwwroot/shop", PROBLEMS.dots],
    ["/www/wwwroot/a..b", PROBLEMS.dots],
    ["/www/wwwroot/shop.", PROBLEMS.dots],
    ["/www/wwwroot/$(id)", PROBLEMS.characters],
    ["/www/wwwroot/a;b", PROBLEMS.characters],
    ["/www/wwwroot/a`b`", PROBLEMS.characters],
    ["/www/wwwroot/\ud800", PROBLEMS.characters],
    [`/www/wwwroot/${"a".repeat(250)}`, PROBLEMS.long],
    ["/www/wwwroot", PROBLEMS.sites],
    ...["/", "/www", "/usr", "/usr/share/shop", "/etc", "/etc/nginx", "/var/www/html", "/home", "/tmp/shop"].map(
      (root) => [root, PROBLEMS.system] as const,
    ),
    ...["/www/server/panel", "/www/.Recycle_bin/x", "/www/backup", "/srv/shop", "/root", "/opt"].map(
      (root) => [root, PROBLEMS.system] as const,
    ),
  ];
  for (const [root, problem] of cases)
    it(`reports ${problem} for ${JSON.stringify(root.slice(0, 40))}`, () =>
      assert.match(siteRootProblem(normaliseRoot(root)) ?? "", problem ?? /^$/));
});

describe("normaliseRoot", () => {
  it("removes repeated and trailing slashes and surrounding spaces", () => {
    assert.equal(normaliseRoot("  /www//wwwroot/shop/ / "), "/www/wwwroot/shop");
    assert.equal(normaliseRoot("///"), "/");
    assert.equal(normaliseRoot(" "), "");
  });

  it("is idempotent", () => {
    const paths = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom("/", " ", ".", "a", "\u3000")).map((parts) => parts.join("")),
    );
    fc.assert(fc.property(paths, (path) => assert.equal(normaliseRoot(normaliseRoot(path)), normaliseRoot(path))));
  });
});

describe("rootOf", () => {
  it("follows the domain until a root is typed", () => {
    assert.equal(rootOf({ root: null, domain: "商店.中国:8080" }), "/www/wwwroot/xn--czrs0t.xn--fiqs8s");
    assert.equal(rootOf({ root: null, domain: "nothing" }), "");
    assert.equal(rootOf({ root: null, domain: "*.example.com" }), "");
    assert.equal(rootOf({ root: " /data/shop/ ", domain: "shop.example.com" }), "/data/shop");
    assert.equal(rootOf({ root: "", domain: "shop.example.com" }), "");
  });
});
