import { strict as assert } from "node:assert";
import type { SiteChoices } from "../../../src/siteForm/protocol.ts";
import { eventually } from "../../eventually.ts";
import { FakeHost } from "./fakeHost.ts";
import { FormBrowser, type FormPage } from "./formPage.ts";

describe("The site form of a slow panel", () => {
  let browser: FormBrowser;
  let form: FormPage;
  let answer: (choices: SiteChoices) => void;
  const choices: SiteChoices = { phpVersions: ["00", "82"], categories: [] };

  before(async () => (browser = await FormBrowser.shared()));
  beforeEach(async () => {
    const host = new FakeHost();
    const { promise, resolve } = Promise.withResolvers<SiteChoices>();
    host.choices = promise;
    answer = resolve;
    form = await browser.open({ host });
    await form.control("domain").fill("shop.example.com");
  });
  afterEach(() => form.page.close());

  it("shows what it is loading, then opens the review", async () => {
    await form.button("Review…").click();
    await form.page.locator("form").getByText("Loading PHP versions and categories from the panel…").waitFor();
    answer(choices);
    await form.button("Create Website").waitFor();
  });

  it("ignores answers to an earlier page", async () => {
    const stale = Array.from({ length: 50 }, (_, index) => ({ id: index + 1, ok: false, problem: "stale" }));
    await form.page.evaluate(`${JSON.stringify(stale)}.forEach((answer) => window.postMessage(answer, "*"))`);
    answer(choices);
    await eventually(
      () => form.control("php").isEnabled(),
      (isEnabled) => isEnabled,
    );
    assert.doesNotMatch(await form.page.locator("main").innerText(), /stale/);
  });

  it("does not open the review after a change", async () => {
    await form.button("Review…").click();
    await form.control("remark").fill("not yet");
    assert.equal(
      await form.page.locator("form").getByText("Loading PHP versions and categories from the panel…").isVisible(),
      false,
    );
    answer(choices);
    await eventually(
      () => form.control("php").isEnabled(),
      (isEnabled) => isEnabled,
    );
    assert.equal(await form.button("Create Website").count(), 0);
    assert.equal(await form.control("remark").inputValue(), "not yet");
  });
});
