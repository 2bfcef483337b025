import assert from "node:assert/strict";
import { CookieJar } from "../../../../src/wire/http/cookieJar.ts";

const ORIGIN = "https://192.0.2.1:8888";

describe("the cookies of a panel", () => {
  let jar: CookieJar;

  beforeEach(() => {
    jar = new CookieJar();
    jar.store(ORIGIN, ["session=abc; Path=/; HttpOnly", "lang=en"]);
  });

  it("go back to their origin alone", () => {
    assert.equal(jar.headerFor(ORIGIN), "session=abc; lang=en");
    assert.equal(jar.headerFor("https://192.0.2.1:8889"), undefined);
    jar.clear();
    assert.equal(jar.headerFor(ORIGIN), undefined);
  });

  for (const attribute of [
    "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    "expires=Thu, 01-Jan-1970 00:00:01 GMT",
    "Max-Age=0",
    "max-age=-1",
  ])
    it(`are dropped by ${attribute}`, () => {
      jar.store(ORIGIN, [`session=; Path=/; ${attribute}`]);
      assert.equal(jar.headerFor(ORIGIN), "lang=en");
      jar.store(ORIGIN, [`lang=deleted; ${attribute}`]);
      assert.equal(jar.headerFor(ORIGIN), undefined);
    });

  for (const attribute of ["Expires=Fri, 01 Jan 2100 00:00:00 GMT", "Expires=tomorrow", "Expires", "Max-Age=60"])
    it(`are renewed with ${attribute}`, () => {
      jar.store(ORIGIN, [`session=def; ${attribute}`]);
      assert.equal(jar.headerFor(ORIGIN), "lang=en; session=def");
    });

  it("are twenty at most, the newest", () => {
    jar.store(
      ORIGIN,
      Array.from({ length: 20 }, (_, index) => `c${index}=${index}`),
    );
    const header = jar.headerFor(ORIGIN) ?? "";
    assert.equal(header.split("; ").length, 20);
    assert.match(header, /^c0=0; .*; c19=19$/);
  });
});
