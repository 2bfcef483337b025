import { strict as assert } from "node:assert";
import { eventually } from "../../eventually.ts";
import { FakeHost } from "./fakeHost.ts";
import { FormBrowser } from "./formPage.ts";

describe("The site form's draft", () => {
  let browser: FormBrowser;

  before(async () => (browser = await FormBrowser.shared()));

  it("is restored after the form was closed, can be cleared, and restored again", async () => {
    const host = new FakeHost();
    const first = await browser.open({ host });
    await first.control("domain").fill("shop.example.com");
    await first.page.getByLabel("Create an FTP user").check();
    // right after the last change: a page that has closed sends nothing any more
    first.session.dispose();
    await first.page.close();
    assert.equal(host.kept?.draft.domain, "shop.example.com");
    assert.equal(host.kept.draft.ftpPassword, "");

    const form = await browser.open({ host });
    const words = "Your entries from 14:05 were restored. Passwords are never stored: enter them again.";
    await form.page.locator(".banner").getByText(words).waitFor();
    assert.equal(await form.control("domain").inputValue(), "shop.example.com");
    assert.equal(await form.focused(), "domain");
    await form.screenshot("draft");
    await form.button("Start Fresh").click();
    assert.equal(await form.control("domain").inputValue(), "");
    await eventually(
      () => host.kept,
      (kept) => kept === undefined,
    );
    await form.button("Undo").click();
    assert.equal(await form.control("domain").inputValue(), "shop.example.com");
    await form.button("Review…").waitFor();
    assert.equal(await form.page.locator(".banner:visible").count(), 0);
    await form.page.close();
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
      (user) => user === "blog_example",
    );
    assert.equal(await form.control("domain").inputValue(), "blog.example.com");
    assert.equal(await form.control("databaseName").inputValue(), "orders");
    await form.page.close();
  });
});
