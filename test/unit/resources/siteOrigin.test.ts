import assert from "node:assert/strict";
import { siteDomainOf, siteOrigin } from "../../../src/resources/siteName.ts";

describe("siteOrigin", () => {
  it("is the name, with its port", () => {
    for (const [name, origin] of [
      ["shop.example.com", "https://shop.example.com"],
      ["Shop.Example.com", "https://shop.example.com"],
      ["xn--fsqu00a.example", "https://xn--fsqu00a.example"],
      ["intranet", "https://intranet"],
      ["my_shop.example.com", "https://my_shop.example.com"],
      ["shop.example.com_8080", "https://shop.example.com:8080"],
      ["shop.example.com:8080", "https://shop.example.com:8080"],
      ["shop.example.com_443", "https://shop.example.com"],
      ["192.0.2.1", "https://192.0.2.1"],
      ["[2001:db8::1]:81", "https://[2001:db8::1]:81"],
    ] as const)
      assert.equal(siteOrigin("https", name), origin, name);
    assert.equal(siteOrigin("http", "shop.example.com_80"), "http://shop.example.com");
    assert.equal(siteOrigin("http", "shop.example.com_443"), "http://shop.example.com:443");
    assert.equal(siteDomainOf("shop.example.com_8080"), "shop.example.com:8080");
  });

  it("is undefined for names that a browser would take for another place", () => {
    for (const name of [
      "",
      " shop.example.com",
      "shop example.com",
      "shop.example.com/login",
      "shop.example.com@evil.example",
      "shop.example.com:x@evil.example",
      "evil.example\\@shop.example.com",
      "evil.example?shop.example.com",
      "evil.example#shop.example.com",
      "evil\n.example",
      "evil\t.example",
      "shop\u202e.example.com",
      "ｅvil.example",
      "例子.example",
      "%65vil.example",
      "*.example.com",
      "8888",
      "0x7f.1",
      "010.0.0.1",
      "1.2.3",
      "shop.example.com_99999",
      "shop.example.com:0",
      "shop.example.com:080",
      "shop.example.com:",
      "[2001:db8::0001]",
      "javascript:alert(1)",
      "command:serverPanel.panel.remove",
    ])
      assert.equal(siteOrigin("https", name), undefined, JSON.stringify(name));
  });
});
