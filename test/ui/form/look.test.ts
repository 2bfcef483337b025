import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createdOutcome, FakeHost } from "./fakeHost.ts";
import { FormBrowser, type FormPage } from "./formPage.ts";
import { themes } from "./themes.ts";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong with the page as it stands. */
async function findings(form: FormPage): Promise<readonly string[]> {
  await form.page.evaluate(`${axe}; undefined`);
  const found = await form.page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.target + " " + node.failureSummary).join(", ")))`,
  );
  return found as readonly string[];
}

/** Controls whose border has less than 3:1 against the page. */
async function faintBorders(form: FormPage): Promise<readonly string[]> {
  const faint = await form.page.evaluate(`(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const light = (colour) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const page = light(getComputedStyle(document.body).backgroundColor);
    return [...document.querySelectorAll("input, textarea, select")].flatMap((control) => {
      const border = light(getComputedStyle(control).borderTopColor);
      const contrast = Math.max(page, border) / Math.min(page, border);
      return contrast >= 3 ? [] : [control.id + " " + contrast];
    });
  })()`);
  return faint as readonly string[];
}

/** Controls whose focus is drawn over their own border, though high contrast gives both nearly the same colour. */
async function faintFocus(form: FormPage): Promise<readonly string[]> {
  const faint: string[] = [];
  await form.control("domain").focus();
  for (let last = ""; ; await form.page.keyboard.press("Tab")) {
    const [name, width, offset] = (await form.page.evaluate(`(() => {
      const { id, textContent, tagName } = document.activeElement;
      const { outlineWidth, outlineOffset } = getComputedStyle(document.activeElement);
      return [id || tagName + " " + textContent, parseFloat(outlineWidth), parseFloat(outlineOffset)];
    })()`)) as readonly [string, number, number];
    if (name === last || name.startsWith("BODY")) return faint;
    if (width < 2 || offset < 0) faint.push(name);
    last = name;
  }
}

/** Nothing sticks out of an editor of 300 px, which is also one of 600 px at twice the size. */
async function fitsNarrow(form: FormPage): Promise<void> {
  const size = form.page.viewportSize();
  await form.page.setViewportSize({ width: 300, height: 600 });
  assert.equal(await form.page.evaluate("document.documentElement.scrollWidth"), 300);
  if (size !== null) await form.page.setViewportSize(size);
}

describe("The site form's look", () => {
  let browser: FormBrowser;

  before(async () => (browser = await FormBrowser.start()));
  after(() => browser.stop());

  it("is looked at by something that finds faults", async () => {
    const form = await browser.open({ host: new FakeHost() });
    await form.page.evaluate("document.querySelector('label[for=domain]').remove()");
    assert.match((await findings(form)).join(), /label: #domain/);
    await form.page.close();
  });

  for (const theme of Object.keys(themes) as readonly (keyof typeof themes)[]) {
    it(`is fit for everybody at every step: ${theme}`, async () => {
      const host = new FakeHost();
      const form = await browser.open({ host, theme });
      const { form: texts } = browser.texts;
      assert.deepEqual(await findings(form), []);
      await form.screenshot(`${theme}-1-empty`);
      assert.deepEqual(await faintBorders(form), []);
      if (themes[theme].bodyClass.includes("high-contrast")) assert.deepEqual(await faintFocus(form), []);
      await form.control("domain").fill("商店.例子.中国");
      await form.control("additionalDomains").fill("www.shop.example.com\nx..example\n*.shop.example.com:8080");
      await form.control("port").fill("22");
      await form.page.getByLabel(texts.ftpSection).check();
      await form.page.getByLabel(texts.databaseSection).check();
      await form.button(texts.review).click();
      assert.deepEqual(await findings(form), []);
      await form.screenshot(`${theme}-2-problems`);
      await fitsNarrow(form);
      await form.control("domain").fill("shop.example.com");
      await form.control("additionalDomains").fill("www.shop.example.com\n*.shop.example.com:8080");
      await form.control("ftpUser").fill("shop");
      await form.control("databaseName").fill("shop");
      for (const generate of await form.page.getByRole("button", { name: texts.generatePassword }).all())
        await generate.click();
      await form.screenshot(`${theme}-3-filled`);
      await form.button(texts.review).click();
      await form.button(texts.create).waitFor();
      assert.deepEqual(await findings(form), []);
      await form.screenshot(`${theme}-4-review`);
      await fitsNarrow(form);
      await form.button(texts.create).click();
      await form.button(texts.cancel).waitFor();
      assert.deepEqual(await findings(form), []);
      await form.screenshot(`${theme}-5-busy`);
      host.settle({ kind: "notCreated", reason: "您添加的域名已存在 <b>bold</b>" });
      await form.page.locator("main").getByText(texts.notCreatedTitle).waitFor();
      assert.deepEqual(await findings(form), []);
      await form.screenshot(`${theme}-6-refused`);
      host.outcome = { ...createdOutcome, warnings: ["FTP user “shop” was not created."] };
      await form.button(texts.review).click();
      await form.button(texts.create).click();
      await form.button(texts.reveal).waitFor();
      assert.deepEqual(await findings(form), []);
      await form.screenshot(`${theme}-7-created`);
      await fitsNarrow(form);
      await form.page.close();
    });
  }
});
