import assert from "node:assert/strict";
import { namesAbout } from "../../../src/siteForm/listedSites.ts";

describe("namesAbout", () => {
  it("finds a host's own name, those with a port, and the same with or without www", () => {
    const names = ["Shop.example.com", "shop.example.com_8080", "www.shop.example.com", "blog.example.com", "shop"];
    assert.deepEqual(namesAbout(names, ["shop.example.com"]), [
      "shop.example.com",
      "shop.example.com_8080",
      "www.shop.example.com",
    ]);
    assert.deepEqual(namesAbout(names, ["www.blog.example.com"]), ["blog.example.com"]);
    assert.deepEqual(namesAbout(names, []), []);
  });
});
