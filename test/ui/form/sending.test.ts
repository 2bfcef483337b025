import { strict as assert } from "node:assert";
import { filled } from "../../../src/siteForm/filled.ts";
import type { SiteObstacle } from "../../../src/siteForm/protocol.ts";
import { goodDraft } from "../../unit/siteForm/drafts.ts";
import { eventually } from "../pages/eventually.ts";
import { FakeHost } from "./fakeHost.ts";
import { FormBrowser, type FormPage } from "./formPage.ts";

describe("The site form while something is sent", () => {
  let browser: FormBrowser;
  let host: FakeHost;
  let form: FormPage;

  const texts = () => browser.texts.form;
  const main = () => form.page.locator("main");

  before(async () => (browser = await FormBrowser.start()));
  after(() => browser.stop());
  beforeEach(() => (host = new FakeHost()));
  afterEach(() => form.page.close());

  async function review(): Promise<void> {
    await form.control("domain").fill("shop.example.com");
    await form.button(texts().review).click();
    await form.button(texts().create).waitFor();
  }

  it("sends nothing to a panel that is not the one of the summary, and shows the other one", async () => {
    form = await browser.open({ host });
    await review();
    host.panel = { ...host.panel, name: "Other", address: "https://192.0.2.2:9999" };
    await form.button(texts().create).click();
    await main().getByText(texts().panelChangedTitle).waitFor();
    assert.match(await main().innerText(), /“Other” \(https:\/\/192\.0\.2\.2:9999\)/);
    assert.equal(host.submitted.length, 0);
    assert.equal(await form.control("domain").inputValue(), "shop.example.com");
    await form.screenshot("panel-changed");
    await form.control("port").fill("9999");
    await form.button(texts().review).click();
    await form.button(texts().create).waitFor();
    assert.match(await main().innerText(), /Other \(https:\/\/192\.0\.2\.2:9999\)/);
    assert.ok((await main().innerText()).includes(browser.texts.rules.portPanel));
    // also where it is changed while the summary is read
    host.panel = { ...host.panel, name: "Third" };
    form.session.panelChanged();
    await main().getByText(texts().panelChangedTitle).waitFor();
  });

  it("says that it waits for another window, and can be cancelled", async () => {
    host.phase = "waiting";
    form = await browser.open({ host });
    await review();
    await form.button(texts().create).click();
    await main().getByText(filled(texts().otherWindow, "shop.example.com")).waitFor();
    assert.ok(await form.button(texts().cancel).isVisible());
    host.tell("sending");
    await main().getByText(filled(texts().creating, "shop.example.com")).waitFor();
    await form.screenshot("sending");
    await form.button(texts().cancel).click();
    assert.equal(host.signals[0]?.aborted, true);
  });

  it("keeps its buttons where they are when Create is pressed", async () => {
    form = await browser.open({ host });
    await review();
    const before = await form.button(texts().create).boundingBox();
    await form.button(texts().create).click();
    await form.button(texts().cancel).waitFor();
    const top = await form.page.evaluate(
      `[...document.querySelectorAll("button")].find((b) => b.textContent === ${JSON.stringify(texts().create)}).getBoundingClientRect().top + scrollY`,
    );
    assert.ok(before);
    assert.ok(Math.abs(Number(top) - before.y - Number(await form.page.evaluate("scrollY"))) < 40);
  });

  it("offers what another form has created, and keeps what was typed", async () => {
    host.outcome = {
      kind: "existed",
      siteId: 7,
      siteName: "shop.example.com",
      reason: "Created a moment ago.",
      warnings: ["Your database was not requested."],
    };
    form = await browser.open({ host });
    await review();
    await form.button(texts().create).click();
    await main().getByText(filled(texts().existedTitle, "shop.example.com")).waitFor();
    assert.match(await main().innerText(), /a moment ago\.\s+Your database was not requested\.\s+Website ID\s+7\s/);
    assert.doesNotMatch(await main().innerText(), new RegExp(texts().notCreatedTitle));
    await form.screenshot("existed");
    await form.button(texts().reveal).click();
    await eventually(
      () => host.revealed,
      (revealed) => revealed.length === 1,
    );
    await form.button(texts().back).click();
    assert.equal(await form.focused(), texts().review);
    assert.equal(await form.control("domain").inputValue(), "shop.example.com");
  });

  it("says in the summary that the same was sent before", async () => {
    host.outcome = { kind: "uncertain", reason: "No answer came." };
    form = await browser.open({ host });
    await review();
    assert.equal(await main().getByText(texts().reviewAgain).count(), 0);
    await form.button(texts().create).click();
    await main().getByText(texts().uncertainTitle).waitFor();
    await form.button(texts().review).click();
    await main().getByText(texts().reviewAgain).waitFor();
    await form.button(texts().back).click();
    await form.control("domain").fill("other.example.com");
    await form.button(texts().review).click();
    await form.button(texts().create).waitFor();
    assert.equal(await main().getByText(texts().reviewAgain).count(), 0);
  });

  it("shows on a new page what an earlier one has sent, with Cancel, and that passwords are gone", async () => {
    host.isResumed = true;
    form = await browser.open({ host, draft: goodDraft });
    await main().getByText(filled(texts().lookingFor, "shop.example.com")).waitFor();
    assert.equal(await form.page.locator("main [aria-busy=true]").count(), 1);
    await form.screenshot("looking");
    await form.button(texts().cancel).click();
    await eventually(
      () => host.signals[0]?.aborted,
      (isAborted) => isAborted === true,
    );
    host.settle({ kind: "uncertain", reason: "The window was reloaded." });
    await main().getByText(texts().uncertainTitle).waitFor();
    await main().getByText(texts().passwordsAgain).waitFor();
    assert.equal(await form.control("domain").inputValue(), goodDraft.domain);
    assert.equal(host.submitted.length, 0);
  });

  it("says at once that a panel is read only, sends nothing, and is unlocked when the panel is", async () => {
    const { name, address } = host.panel;
    const be = (obstacle?: SiteObstacle) => {
      host.panel = { id: "p1", name, address, ...(obstacle === undefined ? {} : { obstacle }) };
      form.session.panelChanged();
    };
    host.panel = { ...host.panel, obstacle: "readOnly" };
    form = await browser.open({ host });
    await form.control("obstacle").getByText(texts().readOnly).waitFor();
    await form.button(texts().editPanel).click();
    await review();
    const create = form.button(texts().create);
    assert.equal(await create.getAttribute("aria-disabled"), "true");
    assert.equal(await form.control("create-obstacle").innerText(), texts().readOnly);
    assert.equal(await create.getAttribute("aria-describedby"), "create-obstacle");
    await form.screenshot("read-only");
    await create.click({ force: true });
    assert.equal(await form.button(texts().cancel).isVisible(), false);
    assert.equal(host.submitted.length, 0);
    assert.equal(host.removedObstacles, 1);
    be();
    await form.control("obstacle").waitFor({ state: "detached" });
    assert.equal(await create.getAttribute("aria-disabled"), "false");
    be("removed");
    await form.control("obstacle").getByText(texts().removed).waitFor();
    assert.equal(await create.getAttribute("aria-disabled"), "true");
    await form.button(texts().back).click();
    be("keyNeeded");
    await form.button(texts().changeKey).waitFor();
    await form.control("remark").fill("typed on");
    be();
    await form.control("obstacle").waitFor({ state: "detached" });
    assert.equal(await form.control("remark").inputValue(), "typed on");
    await form.button(texts().review).click();
    host.outcome = { kind: "notSent" };
    await create.click();
    assert.equal(host.submitted.length, 1);
  });

  it("always offers the category that every panel has", async () => {
    host.choices = { sitesRoot: "/www/wwwroot", phpVersions: ["00"], categories: [{ id: 1, name: "prod" }] };
    form = await browser.open({ host });
    assert.equal(await form.control("category").inputValue(), "0");
    assert.deepEqual(await form.control("category").locator("option").allInnerTexts(), [
      texts().categoryDefault,
      "prod",
    ]);
  });
});
