import assert from "node:assert/strict";
import { listedAbout } from "../../../src/siteForm/listedSites.ts";

describe("listedAbout", () => {
  it("finds a host's name with and without port or www", () => {
    const names = ["Shop.example.com", "shop.example.com_8080", "www.shop.example.com", "blog.example.com", "shop"];
    const namesAbout = (hosts: readonly string[]) =>
      listedAbout(
        names.map((name) => ({ name })),
        hosts,
        "",
      ).names;
    assert.deepEqual(namesAbout(["shop.example.com"]), [
      "shop.example.com",
      "shop.example.com_8080",
      "www.shop.example.com",
    ]);
    assert.deepEqual(namesAbout(["www.blog.example.com"]), ["blog.example.com"]);
    assert.deepEqual(namesAbout([]), []);
  });

  it("finds the site with the root", () => {
    const sites = [{ name: "a.example" }, { name: "b.example", root: "/www/wwwroot/b/" }];
    assert.equal(listedAbout(sites, [], "/www/wwwroot/b").atRoot, "b.example");
    assert.equal(listedAbout(sites, [], "/www/wwwroot").atRoot, undefined);
  });
});
