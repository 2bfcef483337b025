import { strict as assert } from "node:assert";
import { eventually } from "../../eventually.ts";
import { createdOutcome, FakeHost } from "./fakeHost.ts";
import { FormBrowser, type FormPage } from "./formPage.ts";

describe("The site form's credentials", () => {
  let browser: FormBrowser;

  before(async () => (browser = await FormBrowser.shared()));

  async function created(host: FakeHost): Promise<FormPage> {
    const form = await browser.open({ host });
    await form.control("domain").fill("shop.example.com");
    await form.button("Review…").click();
    await form.button("Create Website").click();
    return form;
  }

  it("are shown once, copied and never stored", async () => {
    const host = new FakeHost();
    host.outcome = createdOutcome;
    const form = await created(host);
    await form.button("Copy: Database password").click();
    await eventually(
      () => form.copied,
      (copied) => copied.length === 1,
    );
    assert.deepEqual(form.copied, ["Db-Secret-123456"]);
    await form.button("Show in Side Bar").click();
    await eventually(
      () => host.revealed,
      (revealed) => revealed.length === 1,
    );
    assert.doesNotMatch(JSON.stringify(form.state), /Secret|shop\.example/);
    await form.button("Create Another Website").click();
    assert.equal(await form.control("domain").inputValue(), "");
    assert.doesNotMatch(await form.page.content(), /Secret/);
    await form.control("domain").fill("second.example.com");
    await form.button("Review…").click();
    await form.button("Create Website").click();
    await form.button("Show in Side Bar").waitFor();
    assert.equal(host.submitted.length, 2);
    await form.button("Close").click();
    await eventually(
      () => form.isClosed,
      (isClosed) => isClosed,
    );
    await form.page.close();
  });

  it("are reported as not copied if that fails", async () => {
    const host = new FakeHost();
    host.outcome = createdOutcome;
    const form = await created(host);
    const copy = form.page.locator(".credential", { hasText: "FTP password" }).locator("button");
    form.clipboardIsBroken = true;
    await copy.click();
    await eventually(
      () => copy.innerText(),
      (label) => label === "Not copied",
    );
    form.clipboardIsBroken = false;
    await copy.click();
    await eventually(
      () => copy.innerText(),
      (label) => label === "Copied",
    );
    assert.equal(await copy.getAttribute("aria-label"), "Copied: FTP password");
    await eventually(
      () => copy.innerText(),
      (label) => label === "Copy",
    );
    assert.equal(await copy.getAttribute("aria-label"), "Copy: FTP password");
    await form.page.close();
  });
});
