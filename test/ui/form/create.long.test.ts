import { strict as assert } from "node:assert";
import { goodDraft } from "../../unit/siteForm/drafts.ts";
import { eventually } from "../../eventually.ts";
import { createdOutcome, FakeHost, notCreated, notSent } from "./fakeHost.ts";
import { FormBrowser, type FormPage } from "./formPage.ts";

describe("The site form", () => {
  let browser: FormBrowser;

  before(async () => (browser = await FormBrowser.shared()));

  async function reviewed(host: FakeHost): Promise<FormPage> {
    const form = await browser.open({ host });
    await form.control("domain").fill("shop.example.com");
    await form.button("Review…").click();
    await form.button("Create Website").waitFor();
    return form;
  }

  it("creates a site with everything by keyboard alone", async () => {
    const host = new FakeHost();
    const form = await browser.open({ host });
    const { keyboard } = form.page;
    const tabTo = async (isThere: (focused: string) => boolean): Promise<void> => {
      for (let presses = 0; presses < 30; presses += 1) {
        if (isThere(await form.focused())) return;
        await keyboard.press("Tab");
      }
      assert.fail(`not reached; the focus is on ${await form.focused()}`);
    };
    assert.equal(await form.focused(), "domain");
    await keyboard.type("shop.example.com");
    await keyboard.press("Tab");
    await keyboard.type("www.shop.example.com");
    await tabTo((focused) => focused === "php");
    await keyboard.press("ArrowUp");
    await tabTo((focused) => focused === "category");
    await keyboard.press("ArrowDown");
    await keyboard.press("Tab");
    await keyboard.type("by keyboard");
    for (const part of ["ftp", "database"]) {
      await tabTo((focused) => focused === `${part}-on`);
      await keyboard.press("Space");
      await tabTo((focused) => focused === "Generate");
      await keyboard.press("Enter");
    }
    await tabTo((focused) => focused === "Review…");
    await keyboard.press("Enter");
    await form.button("Create Website").waitFor();
    assert.equal(await form.focused(), "review-title");
    // a second Enter must not create what nobody has read yet
    await keyboard.press("Enter");
    assert.equal(host.submitted.length, 0);
    await tabTo((focused) => focused === "Create Website");
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await eventually(
      () => host.submitted.length,
      (count) => count > 0,
    );
    const [site] = host.submitted;
    assert.deepEqual(
      { ...site, ftp: undefined, database: undefined },
      {
        domain: "shop.example.com",
        additionalDomains: ["www.shop.example.com"],
        root: "/www/wwwroot/shop.example.com",
        php: "74",
        port: 80,
        typeId: 1,
        note: "by keyboard",
        ftp: undefined,
        database: undefined,
      },
    );
    assert.match(site?.ftp?.user ?? "", /^shop_example_[a-z]{3}$/);
    assert.equal(site?.database?.user, site?.ftp?.user);
    assert.match(site?.ftp?.password ?? "", /^\w{16}$/);
    host.settle(createdOutcome);
    await form.button("Show in Side Bar").waitFor();
    assert.equal(await form.focused(), "outcome-title");
    assert.equal(host.submitted.length, 1);
    await form.page.close();
  });

  it("creates one site for 20 rapid clicks", async () => {
    const host = new FakeHost();
    const form = await reviewed(host);
    await form.page.evaluate("for (let n = 0; n < 20; n++) document.querySelector('.actions .primary').click()");
    await form.button("Cancel").waitFor();
    host.settle(createdOutcome);
    await form.button("Show in Side Bar").waitFor();
    assert.equal(host.submitted.length, 1);
    assert.equal(form.received.filter(({ request }) => request === "submit").length, 1);
    await form.page.close();
  });

  it("describes the effects on the server before sending", async () => {
    const form = await browser.open({ host: new FakeHost() });
    await form.control("domain").fill("Shop.example.com");
    await form.control("additionalDomains").fill("www.shop.example.com:8080");
    await form.button("Review…").click();
    const review = await form.page.locator("section").innerText();
    for (const expected of [
      "Shop <b> (https://192.0.2.1:8888)",
      "www.shop.example.com:8080",
      "PHP 8.2",
      "Category\nDefault\n",
      "The directory /www/wwwroot/shop.example.com is created. If it already exists, it is used with all its contents, and the web server's user becomes its owner.",
      "These ports are opened in the server's firewall: 80, 8080.",
      "The web server reloads the configuration of all its websites.",
    ])
      assert.ok(review.includes(expected), `${expected} in ${review}`);
    await form.button("Back").click();
    assert.equal(await form.control("domain").inputValue(), "Shop.example.com");
    await form.page.close();
  });

  it("shows a panel's message as text and keeps all entries and passwords", async () => {
    const host = new FakeHost();
    const form = await browser.open({ host });
    await form.control("domain").fill("shop.example.com");
    await form.page.getByLabel("Create an FTP user").check();
    await form.control("ftpPassword").fill("Ftp-Secret-123456");
    await form.button("Review…").click();
    const reason = 'ERROR: <a style="color:red;" onclick="x()">nginx</a><img src=x onerror="document.title=1">';
    host.outcome = notCreated(reason);
    await form.button("Create Website").click();
    const banner = form.page.locator(".banner.error");
    await banner.waitFor();
    assert.equal(await banner.locator(".panel-words").innerText(), reason);
    assert.equal(await form.page.locator(".banner a, .banner img").count(), 0);
    assert.equal(await form.control("ftpPassword").inputValue(), "Ftp-Secret-123456");
    await form.button("Review…").click();
    host.outcome = createdOutcome;
    await form.button("Create Website").click();
    await form.button("Show in Side Bar").waitFor();
    assert.equal(host.submitted.length, 2);
    await form.page.close();
  });

  it("reports an unsent request after Cancel", async () => {
    const host = new FakeHost();
    const form = await reviewed(host);
    await form.button("Create Website").click();
    await form.button("Cancel").click();
    await form.page.locator("main").getByText("Canceling…").first().waitFor();
    assert.equal(host.signals[0]?.aborted, true);
    host.settle(notSent);
    await form.page.locator(".status", { hasText: "Nothing was sent." }).waitFor();
    assert.equal(await form.button("Create Website").getAttribute("aria-disabled"), "false");
    assert.equal(await form.focused(), "Create Website");
    await form.button("Back").click();
    assert.equal(await form.focused(), "Review…");
    await form.page.close();
  });

  it("names missing parts of a site", async () => {
    const host = new FakeHost();
    const title = "“shop.example.com” exists, but its creation was not confirmed";
    const site = { ...createdOutcome.site, ftp: "notAsked", database: "unknown", credentials: [] } as const;
    host.outcome = { ...createdOutcome, kind: "partly", title, reason: "No answer came.", site };
    const form = await reviewed(host);
    await form.button("Create Website").click();
    const outcome = form.page.locator("section");
    await outcome.getByText(title).waitFor();
    assert.match(await outcome.innerText(), /No answer came\.[^]*Database\s+unknown/);
    await form.page.close();
  });

  it("restores everything except passwords", async () => {
    const form = await browser.open({ host: new FakeHost() });
    await form.control("domain").fill("shop.example.com");
    await form.control("root").fill("/data/shop");
    await form.control("category").selectOption("1");
    await form.control("php").selectOption("00");
    await form.page.getByLabel("Create a database").check();
    await form.control("databasePassword").fill("Db-Secret-123456");
    const { state } = form;
    assert.doesNotMatch(JSON.stringify(state), /Db-Secret/);
    await form.page.close();
    const again = await browser.open({ host: new FakeHost(), state });
    await again.page.locator("main").getByText("Passwords are never stored: enter them again.").waitFor();
    assert.match(await again.control("databaseName").inputValue(), /^shop_example_[a-z]{3}$/);
    const values = ["domain", "root", "category", "php", "databasePassword"];
    assert.deepEqual(await Promise.all(values.map((field) => again.control(field).inputValue())), [
      "shop.example.com",
      "/data/shop",
      "1",
      "00",
      "",
    ]);
    await again.page.close();
    const other = await browser.open({ host: new FakeHost(), state: { panelId: "other", draft: goodDraft } });
    assert.equal(await other.control("domain").inputValue(), "");
    await other.page.close();
    const ofAgent = await browser.open({ host: new FakeHost(), state: "broken", draft: goodDraft });
    assert.equal(await ofAgent.control("domain").inputValue(), "shop.example.com");
    await ofAgent.page.close();
  });

  it("works without versions and categories, and loads them on request", async () => {
    const host = new FakeHost();
    const { choices } = host;
    host.choices = new Error("no answer");
    const form = await browser.open({ host });
    await form.page
      .locator("main")
      .getByText("PHP versions or categories could not be read: no answer")
      .first()
      .waitFor();
    assert.equal(await form.control("category").count(), 0);
    await form.control("domain").fill("shop.example.com");
    await form.control("php").fill("8.2");
    await form.button("Review…").click();
    assert.equal(await form.focused(), "php");
    host.choices = choices;
    await form.button("Try Again").click();
    await form.control("category").waitFor();
    await eventually(
      () => form.focused(),
      (focused) => focused === "php",
    );
    await form.control("php").selectOption("82");
    await form.button("Review…").click();
    await form.button("Create Website").waitFor();
    await form.page.close();
  });
});
