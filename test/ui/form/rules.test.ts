import { strict as assert } from "node:assert";
import { filled } from "../../../src/siteForm/filled.ts";
import type { SiteDraftRule } from "../../../src/siteForm/siteDraftRules.ts";
import { goodDraft } from "../../unit/siteForm/drafts.ts";
import { eventually } from "../pages/eventually.ts";
import { FakeHost } from "./fakeHost.ts";
import { FormBrowser, type FormPage } from "./formPage.ts";

type Case = readonly [field: string, typed: string, rule: SiteDraftRule, value?: string];

const siteCases: readonly Case[] = [
  ["domain", "", "domainEmpty"],
  ["domain", "me@shop.example.com", "domainUrl"],
  ["domain", "shop", "domainFormat"],
  ["domain", "*.example.com", "domainWildcard"],
  ["domain", "shop.example.com:81", "domainPort"],
  ["domain", "shop.example.com:0", "domainPortRange"],
  ["additionalDomains", "a.example\na.example", "domainDuplicate", "a.example"],
  ["additionalDomains", "a.example:443", "domainPortReserved", "a.example:443"],
  ["root", "", "rootEmpty"],
  ["root", "shop", "rootRelative"],
  ["root", "/www/wwwroot/a b", "rootSpace"],
  ["root", "/www/../etc", "rootDots"],
  ["root", "/www/wwwroot/a;b", "rootCharacters"],
  ["root", `/${"a".repeat(255)}`, "rootLong"],
  ["root", "/etc/nginx", "rootSystem", "/etc/nginx"],
  ["root", "/www/wwwroot", "rootSites", "/www/wwwroot"],
  ["root", "/www/wwwroot/商店", "rootRenamed"],
  ["port", "0", "portFormat"],
  ["port", "22", "portSsh"],
  ["port", "3306", "portMysql"],
  ["port", "8888", "portPanel"],
  ["port", "443", "portReserved"],
  ["remark", "a".repeat(256), "remarkLong"],
];

const accountCases: readonly Case[] = [
  ["ftpUser", "", "ftpUserEmpty"],
  ["ftpUser", "a b", "ftpUserFormat"],
  ["ftpPassword", "", "passwordEmpty"],
  ["ftpPassword", "12345", "passwordShort"],
  ["ftpPassword", "1234567", "passwordWeak"],
  ["ftpPassword", "a".repeat(65), "passwordLong"],
  ["ftpPassword", "secret$HOME", "passwordCharacters"],
  ["databaseName", "", "databaseNameEmpty"],
  ["databaseName", "1a", "databaseNameFormat"],
  ["databaseName", "mysql", "databaseNameReserved"],
  ["databasePassword", "secret'secret", "passwordCharacters"],
];

const WARNINGS: readonly SiteDraftRule[] = [
  "domainPortReserved",
  "rootRenamed",
  "portSsh",
  "portMysql",
  "portPanel",
  "portReserved",
  "passwordWeak",
];

describe("The site form's rules", () => {
  let browser: FormBrowser;
  let form: FormPage;

  before(async () => {
    browser = await FormBrowser.start();
    form = await browser.open({ host: new FakeHost() });
    await form.control("domain").fill("shop.example.com");
  });
  after(() => browser.stop());

  async function saysBesideTheField([field, typed, rule, value]: Case): Promise<void> {
    const before = await form.control(field).inputValue();
    await form.control(field).fill(`${typed} `);
    await form.control(field).fill(typed);
    await form.control(field).blur();
    const { form: texts, rules } = browser.texts;
    const isWarning = WARNINGS.includes(rule);
    const expected = `${isWarning ? texts.warning : texts.error} ${filled(rules[rule], value ?? "")}`;
    assert.equal(await form.issue(field), expected);
    assert.equal(await form.control(field).getAttribute("aria-invalid"), isWarning ? null : "true");
    assert.match((await form.control(field).getAttribute("aria-describedby")) ?? "", new RegExp(`${field}-issues`));
    await form.control(field).fill(before);
    if (field === "root") await form.button(texts.rootFollow).click();
  }

  for (const rule of siteCases)
    it(`says ${rule[2]} beside ${rule[0]}`, async () => {
      await saysBesideTheField(rule);
    });

  describe("of accounts", () => {
    before(async () => {
      await form.page.getByLabel(browser.texts.form.ftpSection).check();
      await form.page.getByLabel(browser.texts.form.databaseSection).check();
      assert.equal(await form.control("ftpUser").inputValue(), "shop_example_com");
      await form.control("ftpPassword").fill("Secret-123456");
      await form.control("databasePassword").fill("Secret-123456");
    });

    for (const rule of accountCases)
      it(`say ${rule[2]} beside ${rule[0]}`, async () => {
        await saysBesideTheField(rule);
      });
  });

  it("say what is wrong with choices, of kept drafts and of panels that tell none", async () => {
    const { form: texts, rules } = browser.texts;
    const database = { ...goodDraft.database, charset: "klingon" };
    const draft = { ...goodDraft, php: "81", category: 7, database };
    const kept = await browser.open({ host: new FakeHost(), draft });
    await kept.button(texts.review).click();
    assert.equal(await kept.issue("php"), `${texts.error} ${filled(rules.phpUnknown, "81")}`);
    assert.equal(await kept.issue("category"), `${texts.error} ${rules.categoryUnknown}`);
    assert.equal(await kept.issue("databaseCharset"), `${texts.error} ${rules.charsetUnknown}`);
    await kept.page.close();
    const host = new FakeHost();
    host.choices = { sitesRoot: "/www/wwwroot" };
    const fresh = await browser.open({ host });
    await fresh.button(texts.review).click();
    assert.equal(await fresh.issue("php"), `${texts.error} ${rules.phpEmpty}`);
    await fresh.control("php").fill("8.2");
    assert.equal(await fresh.issue("php"), `${texts.error} ${rules.phpFormat}`);
    await fresh.page.close();
  });

  it("announce what has become wrong with a field since it was left", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    const { rules } = browser.texts;
    const said = fresh.page.locator("#announcements");
    for (const [typed, rule] of [
      ["0", rules.portFormat],
      ["22", rules.portSsh],
      ["8888", rules.portPanel],
    ] as const) {
      await fresh.control("port").fill(typed);
      await fresh.control("port").blur();
      await eventually(
        () => said.innerText(),
        (text) => text === rule,
      );
    }
    await fresh.page.close();
  });

  it("show what the panel makes of additional names, and hold a person to what can be kept", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    await fresh.control("additionalDomains").fill("商店.例子.中国、*.商店.中国\nplain.example");
    assert.match(
      await fresh.page.locator("#additionalDomains-note").innerText(),
      /xn--czrs0t\.xn--fsqu00a\.xn--fiqs8s, \*\.xn--czrs0t\.xn--fiqs8s\.$/,
    );
    assert.equal(await fresh.control("remark").getAttribute("maxlength"), "4096");
    assert.equal(await fresh.control("additionalDomains").getAttribute("maxlength"), "65536");
    await fresh.page.close();
  });

  it("say nothing of a field that was only passed by", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    await fresh.control("domain").focus();
    await fresh.page.keyboard.press("Tab");
    assert.equal(await fresh.issue("domain"), "");
    await fresh.page.close();
  });

  it("announce what is wrong, and take a person to the first of it", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    const { form: texts, rules } = browser.texts;
    const said = fresh.page.locator("#announcements");
    await fresh.control("port").fill("0");
    await fresh.control("port").blur();
    await eventually(
      () => said.innerText(),
      (text) => text === rules.portFormat,
    );
    await fresh.button(texts.review).click();
    assert.equal(await fresh.focused(), "domain");
    await eventually(
      () => said.innerText(),
      (text) => text === filled(texts.problemsFound, "2"),
    );
    assert.equal(await fresh.issue("domain"), `${texts.error} ${rules.domainEmpty}`);
    await fresh.control("domain").fill("shop.example.com");
    assert.equal(await fresh.issue("domain"), "");
    await fresh.page.close();
  });

  it("show what the panel makes of a name in another script, and let the root follow it", async () => {
    const fresh = await browser.open({ host: new FakeHost() });
    await fresh.control("domain").fill("商店.例子.中国");
    assert.match(await fresh.page.locator("#domain-note").innerText(), /xn--czrs0t\.xn--fsqu00a\.xn--fiqs8s/);
    assert.equal(await fresh.control("root").inputValue(), "/www/wwwroot/xn--czrs0t.xn--fsqu00a.xn--fiqs8s");
    await fresh.control("root").fill("/data/shop");
    await fresh.control("domain").fill("shop.example.com");
    assert.equal(await fresh.control("root").inputValue(), "/data/shop");
    await fresh.button(browser.texts.form.rootFollow).click();
    assert.equal(await fresh.control("root").inputValue(), "/www/wwwroot/shop.example.com");
    await fresh.page.close();
  });
});
