import assert from "node:assert/strict";
import fc from "fast-check";
import { redirectOf, redirects } from "../../../../src/wire/answers/redirect.ts";

const ORIGIN = "https://192.0.2.1:8888";

describe("redirectOf", () => {
  it("recognises the pages to which panels redirect a call", () => {
    for (const [location, word] of [
      ["/login", "login"],
      ["/close", "close"],
      ["/bind", "bind"],
      ["/error", "error"],
      ["/modify_password", "password"],
      ["/login?next=%2Fsystem%3Frequest_token%3D4fd4", "login"],
      ["https://192.0.2.1:8888/login", "login"],
      ["http://192.0.2.1:8888/bind", "bind"],
    ] as const)
      assert.equal(redirectOf(location, ORIGIN), word, location);
  });

  it("has one word for any other target", () => {
    for (const location of [
      "",
      "/",
      "/s3cr3tentr4nce/login",
      "/login/x",
      "/LOGIN",
      "//elsewhere.example/login",
      "https://elsewhere.example/login",
      "https://192.0.2.1/login",
      "https://192.0.2.1:8888",
      "javascript:/login",
      "http://",
    ])
      assert.equal(redirectOf(location, ORIGIN), "other", location);
  });

  it("is always one of the words", () => {
    fc.assert(fc.property(fc.string(), (location) => redirects.includes(redirectOf(location, ORIGIN))));
  });
});
