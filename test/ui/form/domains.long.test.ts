import { strict as assert } from "node:assert";
import { eventually } from "../../eventually.ts";
import { FakeHost, notCreated } from "./fakeHost.ts";
import { FormBrowser, type FormPage } from "./formPage.ts";

describe("The site form's domains", () => {
  let browser: FormBrowser;
  let host: FakeHost;
  let form: FormPage;

  before(async () => (browser = await FormBrowser.shared()));
  beforeEach(async () => {
    host = new FakeHost();
    host.sites = [{ name: "shop.example.com", root: "/www/wwwroot/shop" }, { name: "xn--czrs0t.example" }];
    form = await browser.open({ host });
  });
  afterEach(() => form.page.close());
  const says = (field: string, text: string) =>
    eventually(
      () => form.issue(field),
      (label) => label === text,
    );
  const paste = (field: string, text: string) =>
    form.page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData("text/plain", ${JSON.stringify(text)});
      const field = document.getElementById(${JSON.stringify(field)});
      field.focus();
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);

  it("are compared with the loaded list while typing and before the review", async () => {
    await form.control("domain").fill("Shop.example.com");
    await says("domain", "Error: The panel already has the website shop.example.com.");
    await form.control("port").fill("8080");
    await says(
      "domain",
      "Warning: The panel already has a website of this domain. It will list this one as shop.example.com_8080.",
    );
    await form.control("domain").fill("www.shop.example.com");
    await says(
      "domain",
      "Warning: The panel has the website shop.example.com, which may already answer to this domain.",
    );
    await form.control("domain").fill("商店.example");
    await form.control("port").fill("80");
    await says("domain", "Error: The panel already has the website 商店.example.");
    await form.control("domain").fill("new.example.com");
    await says("domain", "");
    await form.control("root").fill("/www/wwwroot/shop/");
    await says("root", "Warning: The website shop.example.com has the same directory: both will serve the same files.");
    // somebody else was quicker
    host.sites = [{ name: "new.example.com" }];
    await form.button("Review…").click();
    await says("domain", "Error: The panel already has the website new.example.com.");
    assert.equal(await form.focused(), "domain");
  });

  it("are compared again when the form gets the focus", async () => {
    host.sites = [];
    await form.control("domain").fill("late.example.com");
    await says("domain", "");
    host.sites = [{ name: "late.example.com" }];
    await form.page.evaluate("dispatchEvent(new Event('focus'))");
    await says("domain", "Error: The panel already has the website late.example.com.");
  });

  it("are reviewed in their own script and as punycode", async () => {
    await form.control("domain").fill("商城.例子.中国");
    await form.control("additionalDomains").fill("*.商店.中国\nwww.new.example.com");
    await form.button("Review…").click();
    await form.button("Create Website").waitFor();
    const shown = await form.page.locator("section").innerText();
    assert.match(shown, /商城\.例子\.中国 \(xn--\w+\.xn--fsqu00a\.xn--fiqs8s\)/);
    assert.match(shown, /\*\.商店\.中国 \(\*\.xn--czrs0t\.xn--fiqs8s\)\s+www\.new\.example\.com/);
    await form.screenshot("own-script");
  });

  it("are extracted from pasted addresses and moved to their fields", async () => {
    await paste("domain", "https://new.example.com:8443/path?x=1\nwww.new.example.com, http://img.example.com/\n");
    assert.deepEqual(
      await Promise.all(["domain", "port", "additionalDomains"].map((field) => form.control(field).inputValue())),
      ["new.example.com", "8443", "www.new.example.com\nimg.example.com"],
    );
    const note = [
      "Shortened to the domain.",
      "Port 8443 was moved to the Port field.",
      "2 domains were moved to the additional domains.",
    ].join(" ");
    assert.equal(await form.control("domain-note").innerText(), note);
    await form.screenshot("pasted");
    await form.control("domain").fill("other.example.com");
    assert.equal(await form.control("domain-note").innerText(), "");
    await form.control("additionalDomains").fill("a.example b.example\nhttps://c.example/");
    await form.button("Review…").click();
    await form.button("Create Website").waitFor();
    assert.match(await form.page.locator("section").innerText(), /a\.example\s+b\.example\s+c\.example/);
  });

  it("show a refusal at their field until they are changed", async () => {
    host.outcome = {
      ...notCreated("Ours. The panel says: 您添加的域名已存在"),
      about: { field: "domain", text: "Ours." },
    };
    await form.control("domain").fill("new.example.com");
    await form.page.getByLabel("Create a database").check();
    const password = await form.control("databasePassword").inputValue();
    assert.match(password, /^\w{16}$/);
    await form.page.getByLabel("Create a database").uncheck();
    await form.page.getByLabel("Create a database").check();
    assert.equal(await form.control("databasePassword").inputValue(), password);
    await form.button("Review…").click();
    await form.button("Create Website").click();
    const banner = form.page.locator(".banner.error");
    await banner.waitFor();
    assert.equal(await form.focused(), "domain");
    await says("domain", "Error: Ours.");
    await form.screenshot("refused-at-field");
    await form.control("remark").fill("something else");
    assert.equal(await banner.count(), 1);
    await form.control("domain").fill("newer.example.com");
    assert.equal(await banner.count(), 0);
    assert.equal(await form.issue("domain"), "");
  });
});
