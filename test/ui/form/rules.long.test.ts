import { strict as assert } from "node:assert";
import { goodDraft } from "../../unit/siteForm/drafts.ts";
import { eventually } from "../../eventually.ts";
import { FakeHost } from "./fakeHost.ts";
import { FormBrowser } from "./formPage.ts";

describe("The site form's rules", () => {
  let browser: FormBrowser;

  before(async () => (browser = await FormBrowser.shared()));

  it("show issues below the field and link them for screen readers", async () => {
    const form = await browser.open({ host: new FakeHost() });
    await form.control("domain").fill("shop.example.com");
    await form.page.getByLabel("Create an FTP user").check();
    assert.match(await form.control("ftpUser").inputValue(), /^shop_example_[a-z]{3}$/);
    for (const [field, typed, text] of [
      ["root", "/www/../etc", "Error: The path must not contain “./” or “..”, or end with a dot."],
      ["port", "22", "Warning: SSH uses port 22: a web server on it may lock you out of the server."],
      ["ftpPassword", "12345", "Error: The password must have at least 6 characters."],
    ] as const) {
      await form.control(field).fill(typed);
      await form.control(field).blur();
      assert.equal(await form.issue(field), text);
      const isError = text.startsWith("Error");
      assert.equal(await form.control(field).getAttribute("aria-invalid"), isError ? "true" : null);
      assert.match((await form.control(field).getAttribute("aria-describedby")) ?? "", new RegExp(`${field}-issues`));
    }
    await form.page.close();
  });

  it("show issues of choices in restored drafts and on panels without choices", async () => {
    const draft = { ...goodDraft, php: "81", category: "7", databaseCharset: "klingon" };
    const kept = await browser.open({ host: new FakeHost(), draft });
    await kept.button("Review…").click();
    assert.equal(await kept.issue("php"), "Error: The panel does not have PHP 81 installed.");
    assert.equal(await kept.issue("category"), "Error: The panel does not have this category.");
    assert.equal(await kept.issue("databaseCharset"), "Error: Panels do not support this character set.");
    await kept.page.close();
    const host = new FakeHost();
    host.choices = {};
    const fresh = await browser.open({ host });
    await fresh.button("Review…").click();
    assert.equal(await fresh.issue("php"), "Error: Choose a PHP version, or static.");
    await fresh.control("php").fill("8.2");
    assert.equal(
      await fresh.issue("php"),
      "Error: Enter two digits without a dot, such as 82, or 00 for a static website.",
    );
    await fresh.page.close();
  });

  it("announce new issues of a field that was left", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    const announcements = fresh.page.locator("#announcements");
    for (const [typed, rule] of [
      ["0", "A port is a number from 1 to 65535."],
      ["22", "SSH uses port 22: a web server on it may lock you out of the server."],
      ["8888", "This is the panel's own port: a web server on it may lock you out of the panel."],
    ] as const) {
      await fresh.control("port").fill(typed);
      await fresh.control("port").blur();
      await eventually(
        () => announcements.innerText(),
        (text) => text === rule,
      );
    }
    await fresh.page.close();
  });

  it("show additional names as punycode and limit the length", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    await fresh.control("additionalDomains").fill("商店.例子.中国、*.商店.中国\nplain.example");
    assert.match(
      await fresh.page.locator("#additionalDomains-note").innerText(),
      /xn--czrs0t\.xn--fsqu00a\.xn--fiqs8s, \*\.xn--czrs0t\.xn--fiqs8s\.$/,
    );
    assert.equal(await fresh.control("remark").getAttribute("maxlength"), "4096");
    assert.equal(await fresh.control("additionalDomains").getAttribute("maxlength"), "65536");
    await fresh.page.close();
  });

  it("show nothing for a field that was only passed with Tab", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    await fresh.control("domain").focus();
    await fresh.page.keyboard.press("Tab");
    assert.equal(await fresh.issue("domain"), "");
    await fresh.page.close();
  });

  it("announce the errors and focus the first one", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    const announcements = fresh.page.locator("#announcements");
    await fresh.control("port").fill("0");
    await fresh.control("port").blur();
    await eventually(
      () => announcements.innerText(),
      (text) => text === "A port is a number from 1 to 65535.",
    );
    await fresh.button("Review…").click();
    assert.equal(await fresh.focused(), "domain");
    await eventually(
      () => announcements.innerText(),
      (text) => text === "2 fields need to be corrected.",
    );
    assert.equal(await fresh.issue("domain"), "Error: Enter a domain, such as shop.example.com.");
    await fresh.control("domain").fill("shop.example.com");
    assert.equal(await fresh.issue("domain"), "");
    await fresh.page.close();
  });

  it("show a name in another script as punycode, also in the root", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    await fresh.control("domain").fill("商店.例子.中国");
    assert.match(await fresh.page.locator("#domain-note").innerText(), /xn--czrs0t\.xn--fsqu00a\.xn--fiqs8s/);
    assert.equal(await fresh.control("root").inputValue(), "/www/wwwroot/xn--czrs0t.xn--fsqu00a.xn--fiqs8s");
    await fresh.control("root").fill("/data/shop");
    await fresh.control("domain").fill("shop.example.com");
    assert.equal(await fresh.control("root").inputValue(), "/data/shop");
    await fresh.button("Follow the Domain").click();
    assert.equal(await fresh.control("root").inputValue(), "/www/wwwroot/shop.example.com");
    await fresh.page.close();
  });
});
