import { strict as assert } from "node:assert";
import type { SiteObstacle } from "../../../src/siteForm/protocol.ts";
import { eventually } from "../../eventually.ts";
import { existedOutcome, FakeHost, notSent, uncertain } from "./fakeHost.ts";
import { FormBrowser, type FormPage } from "./formPage.ts";

const MAY_BE_SENT =
  "This website may have been sent already. “Create Website” looks for it first, and sends it only if the panel does not list it.";

describe("The site form while something is sent", () => {
  let browser: FormBrowser;
  let host: FakeHost;
  let form: FormPage;
  const main = () => form.page.locator("main");

  before(async () => (browser = await FormBrowser.shared()));
  beforeEach(() => (host = new FakeHost()));
  afterEach(() => form.page.close());

  async function review(): Promise<void> {
    await form.control("domain").fill("shop.example.com");
    await form.button("Review…").click();
    await form.button("Create Website").waitFor();
  }

  it("sends nothing if the panel differs from the summary, and shows the new one", async () => {
    form = await browser.open({ host });
    await review();
    host.panel = { ...host.panel, name: "Other", address: "https://192.0.2.2:9999" };
    await form.button("Create Website").click();
    await main().getByText("The panel was changed").waitFor();
    assert.match(await main().innerText(), /“Other” \(https:\/\/192\.0\.2\.2:9999\)/);
    assert.equal(host.submitted.length, 0);
    assert.equal(await form.control("domain").inputValue(), "shop.example.com");
    await form.screenshot("panel-changed");
    await form.control("port").fill("9999");
    await form.button("Review…").click();
    await form.button("Create Website").waitFor();
    assert.match(await main().innerText(), /Other \(https:\/\/192\.0\.2\.2:9999\)/);
    assert.ok(
      (await main().innerText()).includes(
        "This is the panel's own port: a web server on it may lock you out of the panel.",
      ),
    );
    // also where it is changed while the summary is read
    host.panel = { ...host.panel, name: "Third" };
    form.session.panelChanged();
    await main().getByText("The panel was changed").waitFor();
  });

  it("shows that it waits for another window, and can be cancelled", async () => {
    host.phase = "waiting";
    form = await browser.open({ host });
    await review();
    await form.button("Create Website").click();
    await main().getByText("Another window is creating “shop.example.com”. Waiting for it…").waitFor();
    assert.ok(await form.button("Cancel").isVisible());
    host.tell("sending");
    await main().getByText("Creating “shop.example.com”. This may take a minute…").waitFor();
    await form.screenshot("sending");
    await form.button("Cancel").click();
    assert.equal(host.signals[0]?.aborted, true);
  });

  it("does not move its buttons when Create is pressed", async () => {
    form = await browser.open({ host });
    await review();
    const before = await form.button("Create Website").boundingBox();
    await form.button("Create Website").click();
    await form.button("Cancel").waitFor();
    const top = await form.page.evaluate(
      `[...document.querySelectorAll("button")].find((b) => b.textContent === ${JSON.stringify("Create Website")}).getBoundingClientRect().top + scrollY`,
    );
    assert.ok(before);
    assert.ok(Math.abs(Number(top) - before.y - Number(await form.page.evaluate("scrollY"))) < 40);
  });

  it("offers to show a site that another form created, and keeps all entries", async () => {
    host.outcome = existedOutcome;
    form = await browser.open({ host });
    await review();
    await form.button("Create Website").click();
    await main().getByText("“shop.example.com” already exists").waitFor();
    assert.match(
      await main().innerText(),
      /a moment ago\.\s+Whether it has your database was not checked\.\s+Website ID\s+7\s/,
    );
    assert.doesNotMatch(await main().innerText(), new RegExp("The website was not created"));
    await form.screenshot("existed");
    await form.button("Show in Side Bar").click();
    await eventually(
      () => host.revealed,
      (revealed) => revealed.length === 1,
    );
    await form.button("Back").click();
    assert.equal(await form.focused(), "Review…");
    assert.equal(await form.control("domain").inputValue(), "shop.example.com");
  });

  it("warns in the summary about an earlier request for the same site", async () => {
    host.outcome = uncertain("No answer came.");
    form = await browser.open({ host });
    await review();
    assert.equal(await main().getByText(MAY_BE_SENT).count(), 0);
    await form.button("Create Website").click();
    await main().getByText("It is not known whether the website was created").waitFor();
    await form.button("Review…").click();
    await main().getByText(MAY_BE_SENT).waitFor();
    await form.button("Back").click();
    await form.control("domain").fill("other.example.com");
    await form.button("Review…").click();
    await form.button("Create Website").waitFor();
    assert.equal(await main().getByText(MAY_BE_SENT).count(), 0);
  });

  it("shows the outcome of an earlier page's site, with Cancel and without passwords", async () => {
    form = await browser.open({ host });
    await review();
    await form.button("Create Website").click();
    await form.button("Cancel").waitFor();
    await form.page.reload();
    await main().getByText("Creating “shop.example.com”. This may take a minute…").waitFor();
    assert.equal(await form.page.locator("main [aria-busy=true]").count(), 1);
    await form.screenshot("pending");
    await form.button("Cancel").click();
    await eventually(
      () => host.signals[0]?.aborted,
      (isAborted) => isAborted === true,
    );
    host.settle(uncertain("The page was reloaded."));
    await main().getByText("It is not known whether the website was created").waitFor();
    assert.equal(await form.control("domain").inputValue(), "shop.example.com");
    assert.equal(host.submitted.length, 1);
  });

  it("says after a reload of the window that the website may have been sent", async () => {
    form = await browser.open({ host });
    await review();
    await form.button("Create Website").click();
    await form.button("Cancel").waitFor();
    const { state } = form;
    form.session.dispose();
    await form.page.close();
    form = await browser.open({ host: new FakeHost(), state });
    await form.page.locator(".banner").getByText(MAY_BE_SENT).waitFor();
    await form.screenshot("may-be-sent");
    await form.button("Review…").click();
    await form.button("Create Website").waitFor();
    await main().getByText(MAY_BE_SENT).waitFor();
  });

  it("shows at once that a panel is read-only, and is enabled when the panel is", async () => {
    const { name, address } = host.panel;
    const be = (obstacle?: SiteObstacle) => {
      host.panel = { id: "p1", name, address, ...(obstacle === undefined ? {} : { obstacle }) };
      form.session.panelChanged();
    };
    host.panel = { ...host.panel, obstacle: "readOnly" };
    form = await browser.open({ host });
    await form.control("obstacle").getByText("This panel is read-only: websites cannot be created on it.").waitFor();
    await form.button("Edit Panel…").click();
    await review();
    const create = form.button("Create Website");
    assert.equal(await create.getAttribute("aria-disabled"), "true");
    assert.equal(
      await form.control("create-obstacle").innerText(),
      "This panel is read-only: websites cannot be created on it.",
    );
    assert.equal(await create.getAttribute("aria-describedby"), "create-obstacle");
    await form.screenshot("read-only");
    await create.click({ force: true });
    assert.equal(await form.button("Cancel").isVisible(), false);
    assert.equal(host.submitted.length, 0);
    assert.equal(host.removedObstacles, 1);
    be();
    await form.control("obstacle").waitFor({ state: "detached" });
    assert.equal(await create.getAttribute("aria-disabled"), "false");
    be("removed");
    await form
      .control("obstacle")
      .getByText(
        "This panel was removed: websites cannot be created on it. What you typed stays until you close the form.",
      )
      .waitFor();
    assert.equal(await create.getAttribute("aria-disabled"), "true");
    await form.button("Back").click();
    be("keyNeeded");
    await form.button("Change API Key…").waitFor();
    await form.control("remark").fill("typed on");
    be();
    await form.control("obstacle").waitFor({ state: "detached" });
    assert.equal(await form.control("remark").inputValue(), "typed on");
    await form.button("Review…").click();
    host.outcome = notSent;
    await create.click();
    assert.equal(host.submitted.length, 1);
  });

  it("always offers the default category", async () => {
    host.choices = { phpVersions: ["00"], categories: [{ id: 1, name: "prod" }] };
    form = await browser.open({ host });
    await form.control("category").locator("option", { hasText: "prod" }).waitFor({ state: "attached" });
    assert.equal(await form.control("category").inputValue(), "0");
    assert.deepEqual(await form.control("category").locator("option").allInnerTexts(), ["Default", "prod"]);
  });
});
