import { strict as assert } from "node:assert";
import { borderContrasts } from "../look/borderContrast.ts";
import { findings } from "../look/axe.ts";
import { tabStops } from "../look/tabStops.ts";
import { createdOutcome, FakeHost, notCreated } from "./fakeHost.ts";
import { FormBrowser, type FormPage } from "./formPage.ts";
import { themes } from "./themes.ts";

/** Every control of the step has a border that is seen, also where it has a problem. */
async function hasSeenBorders(form: FormPage): Promise<void> {
  const size = form.page.viewportSize();
  await form.page.setViewportSize({ width: 1280, height: 2400 });
  const controls = form.page.locator(":is(input, textarea, select):visible");
  const borders = await borderContrasts(form.page, controls);
  assert.equal(borders.length, await controls.count());
  assert.deepEqual(
    borders.filter((ratio) => ratio < 3),
    [],
  );
  if (size !== null) await form.page.setViewportSize(size);
}

/** Tab stops at everything, from top to bottom, and each stop is seen. */
async function isWalkedByTab(form: FormPage): Promise<void> {
  const stops = await tabStops(form.page);
  const all = form.page.locator(":is(input, textarea, select, button, summary):visible:enabled");
  assert.equal(stops.length, await all.count(), stops.map(({ name }) => name).join(", "));
  const wanted = await all.evaluateAll((elements) => elements.map((each) => each.id || each.textContent));
  assert.deepEqual(
    stops.map(({ name }) => name),
    wanted,
  );
  assert.deepEqual(
    stops.filter(({ ring }) => ring < 3),
    [],
  );
}

/** How the bar moves that says that it is busy. */
const motion = (form: FormPage) =>
  form.page.evaluate("getComputedStyle(document.querySelector('.progress'), '::before').animationName");

/** Nothing sticks out of an editor of 300 px, which is also one of 600 px at twice the size. */
async function fitsNarrow(form: FormPage): Promise<void> {
  const size = form.page.viewportSize();
  await form.page.setViewportSize({ width: 300, height: 600 });
  assert.equal(await form.page.evaluate("document.documentElement.scrollWidth"), 300);
  if (size !== null) await form.page.setViewportSize(size);
}

describe("The site form's look", () => {
  let browser: FormBrowser;

  before(async () => (browser = await FormBrowser.shared()));

  it("is checked by a tool that finds violations", async () => {
    const form = await browser.open({ host: new FakeHost() });
    await form.page.evaluate("document.querySelector('label[for=domain]').remove()");
    assert.match((await findings(form.page)).join(), /label: #domain/);
    await form.page.close();
  });

  it("is checked by a tool that finds faint borders and a missing focus", async () => {
    const form = await browser.open({ host: new FakeHost() });
    const style = "input { border-color: #333 !important } :focus-visible { outline: none !important }";
    await form.page.evaluate(
      `document.adoptedStyleSheets = [new CSSStyleSheet()]; document.adoptedStyleSheets[0].replaceSync("${style}")`,
    );
    await assert.rejects(hasSeenBorders(form));
    await assert.rejects(isWalkedByTab(form));
    await form.page.close();
  });

  it("has no animation with reduced motion in the system or in VS Code", async () => {
    const form = await browser.open({ host: new FakeHost() });
    await form.control("domain").fill("shop.example.com");
    await form.button("Review…").click();
    await form.button("Create Website").click();
    await form.button("Cancel").waitFor();
    assert.equal(await motion(form), "slide");
    await form.page.emulateMedia({ reducedMotion: "reduce" });
    assert.equal(await motion(form), "none");
    await form.page.emulateMedia({ reducedMotion: "no-preference" });
    await form.page.evaluate("document.body.classList.add('vscode-reduce-motion')");
    assert.equal(await motion(form), "none");
    await form.page.close();
  });

  for (const theme of Object.keys(themes) as readonly (keyof typeof themes)[]) {
    it(`is fit for everybody at every step: ${theme}`, async () => {
      const host = new FakeHost();
      const form = await browser.open({ host, theme });
      assert.deepEqual(await findings(form.page), []);
      await form.screenshot(`${theme}-1-empty`);
      await form.control("domain").fill("商店.例子.中国");
      await form.control("additionalDomains").fill("www.shop.example.com\nx..example\n*.shop.example.com:8080");
      await form.control("port").fill("22");
      await form.page.getByLabel("Create an FTP user").check();
      await form.page.getByLabel("Create a database").check();
      await form.button("Review…").click();
      assert.deepEqual(await findings(form.page), []);
      await form.screenshot(`${theme}-2-problems`);
      await hasSeenBorders(form);
      await isWalkedByTab(form);
      await fitsNarrow(form);
      await form.control("domain").fill("shop.example.com");
      await form.control("additionalDomains").fill("www.shop.example.com\n*.shop.example.com:8080");
      await form.control("ftpUser").fill("shop");
      await form.control("databaseName").fill("shop");
      for (const generate of await form.page.getByRole("button", { name: "Generate" }).all()) await generate.click();
      await form.screenshot(`${theme}-3-filled`);
      await form.button("Review…").click();
      await form.button("Create Website").waitFor();
      assert.deepEqual(await findings(form.page), []);
      await form.screenshot(`${theme}-4-review`);
      await fitsNarrow(form);
      await form.button("Create Website").click();
      await form.button("Cancel").waitFor();
      assert.deepEqual(await findings(form.page), []);
      await form.screenshot(`${theme}-5-busy`);
      host.settle(notCreated("您添加的域名已存在 <b>bold</b>"));
      await form.page.locator("main").getByText("The website was not created").waitFor();
      assert.deepEqual(await findings(form.page), []);
      await form.screenshot(`${theme}-6-refused`);
      host.outcome = { ...createdOutcome, warnings: ["FTP user “shop” was not created."] };
      await form.button("Review…").click();
      await form.button("Create Website").click();
      await form.button("Show in Side Bar").waitFor();
      assert.deepEqual(await findings(form.page), []);
      await form.screenshot(`${theme}-7-created`);
      await fitsNarrow(form);
      await form.page.close();
    });
  }
});
