import { strict as assert } from "node:assert";
import { eventually } from "../../eventually.ts";
import { FakeHost } from "./fakeHost.ts";
import { FormBrowser } from "./formPage.ts";

describe("The site form's draft", () => {
  let browser: FormBrowser;

  before(async () => (browser = await FormBrowser.shared()));

  it("is restored after a reload, and gone once the form was closed", async () => {
    const host = new FakeHost();
    const first = await browser.open({ host });
    await first.control("domain").fill("shop.example.com");
    await first.page.getByLabel("Create an FTP user").check();
    const { state } = first;
    await first.page.close();
    assert.doesNotMatch(JSON.stringify(state), /"ftpPassword":"[^"]/);

    const form = await browser.open({ host, state });
    const words = "Your entries were restored. Passwords are never stored: enter them again.";
    await form.page.locator(".banner").getByText(words).waitFor();
    assert.equal(await form.control("domain").inputValue(), "shop.example.com");
    assert.equal(await form.focused(), "domain");
    await form.screenshot("draft");
    form.session.dispose();
    await form.page.close();

    const next = await browser.open({ host });
    assert.equal(await next.control("domain").inputValue(), "");
    assert.equal(await next.page.locator(".banner:visible").count(), 0);
    await next.page.close();
  });

  it("names FTP user and database after the domain until they are changed", async () => {
    const form = await browser.open({ host: new FakeHost() });
    await form.control("domain").fill("shop.example.com");
    await form.page.getByLabel("Create an FTP user").check();
    await form.page.getByLabel("Create a database").check();
    await form.control("databaseName").fill("orders");
    await form.control("domain").fill("https://blog.example.com/");
    await form.page.keyboard.press("Tab");
    await eventually(
      () => form.control("ftpUser").inputValue(),
      (user) => /^blog_example_[a-z]{3}$/.test(user),
    );
    assert.equal(await form.control("domain").inputValue(), "blog.example.com");
    assert.equal(await form.control("databaseName").inputValue(), "orders");
    await form.page.close();
  });
});
