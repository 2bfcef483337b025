import assert from "node:assert/strict";
import fc from "fast-check";
import { isRenamedRoot, normaliseRoot, rootOf, siteRootProblem } from "../../../src/siteForm/siteRoot.ts";

const SITES = "/www/wwwroot";

describe("siteRootProblem", () => {
  const cases: readonly (readonly [root: string, problem: string | undefined])[] = [
    ["/www/wwwroot/shop.example.com", undefined],
    ["/www/wwwroot/商店", undefined],
    ["/home/shop/public_html", undefined],
    ["/data/a+b@c", undefined],
    ["/www/wwwroot2", undefined],
    ["", "rootEmpty"],
    ["www/wwwroot/shop", "rootRelative"],
    ["C:\\inetpub", "rootRelative"],
    ["/www/wwwroot/a b", "rootSpace"],
    ["/www/wwwroot/a\nb", "rootSpace"],
    ["/www/wwwroot/../etc", "rootDots"],
    ["/www/./wwwroot/shop", "rootDots"],
    ["/www/wwwroot/a..b", "rootDots"],
    ["/www/wwwroot/shop.", "rootDots"],
    ["/www/wwwroot/$(id)", "rootCharacters"],
    ["/www/wwwroot/a;b", "rootCharacters"],
    ["/www/wwwroot/a`b`", "rootCharacters"],
    ["/www/wwwroot/\ud800", "rootCharacters"],
    [`/www/wwwroot/${"a".repeat(250)}`, "rootLong"],
    ["/www/wwwroot", "rootSites"],
    ...["/", "/www", "/usr", "/usr/share/shop", "/etc", "/etc/nginx", "/var/www/html", "/home", "/tmp/shop"].map(
      (root) => [root, "rootSystem"] as const,
    ),
    ...["/www/server/panel", "/www/.Recycle_bin/x", "/www/backup", "/srv/shop", "/root", "/opt"].map(
      (root) => [root, "rootSystem"] as const,
    ),
  ];
  for (const [root, problem] of cases)
    it(`says ${problem} of ${JSON.stringify(root.slice(0, 40))}`, () =>
      assert.equal(siteRootProblem(normaliseRoot(root), SITES), problem));

  it("knows another sites root", () => {
    assert.equal(siteRootProblem("/data/sites", "/data/sites/"), "rootSites");
    assert.equal(siteRootProblem("/www/wwwroot", "/data/sites"), undefined);
  });
});

describe("normaliseRoot", () => {
  it("leaves out doubled and closing slashes and outer blanks", () => {
    assert.equal(normaliseRoot("  /www//wwwroot/shop/ / "), "/www/wwwroot/shop");
    assert.equal(normaliseRoot("///"), "/");
    assert.equal(normaliseRoot(" "), "");
  });

  it("changes nothing the second time", () => {
    const paths = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom("/", " ", ".", "a", "\u3000")).map((parts) => parts.join("")),
    );
    fc.assert(fc.property(paths, (path) => assert.equal(normaliseRoot(normaliseRoot(path)), normaliseRoot(path))));
  });
});

describe("rootOf", () => {
  it("follows the domain until it is typed", () => {
    assert.equal(rootOf({ root: null, domain: "商店.中国:8080" }, "/data/"), "/data/xn--czrs0t.xn--fiqs8s");
    assert.equal(rootOf({ root: null, domain: "nothing" }, SITES), "");
    assert.equal(rootOf({ root: null, domain: "*.example.com" }, SITES), "");
    assert.equal(rootOf({ root: " /data/shop/ ", domain: "shop.example.com" }, SITES), "/data/shop");
    assert.equal(rootOf({ root: "", domain: "shop.example.com" }, SITES), "");
  });
});

describe("isRenamedRoot", () => {
  it("is so for other scripts", () => {
    assert.ok(isRenamedRoot("/www/wwwroot/商店"));
    assert.ok(!isRenamedRoot("/www/wwwroot/shop"));
  });
});
