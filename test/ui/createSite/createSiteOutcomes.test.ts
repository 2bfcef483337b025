import { strict as assert } from "node:assert";
import { addSite } from "../../demoPanel/baota/addSite.ts";
import type { DemoHandler } from "../../../src/demoPanel/state.ts";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { eventually } from "../pages/eventually.ts";
import { addPanel } from "../panels.ts";
import { SiteForm } from "./siteForm.ts";
import { useVsCode } from "../pages/useVsCode.ts";
import type { Workbench } from "../pages/workbench.ts";

// one window and one panel for all: each test has a domain of its own
describe("A site form in the workbench", () => {
  const vscode = useVsCode({ settings: { "serverPanel.confirmation.waitSeconds": 5 } });
  const handlers: Partial<Record<OperationId, DemoHandler>> = {};
  let panel: DemoPanel;
  let window: Workbench;
  let form: SiteForm;
  let sent: number;

  const sitesNamed = (name: string) => panel.state.sites.filter((site) => site.name === name);
  const sentSince = () => panel.counters.calls["site.create"] - sent;

  before(async () => {
    panel = await startDemoPanel({ handlers });
    window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", panel);
    await window.row("Websites").expand();
  });
  after(() => panel.close());

  beforeEach(async () => {
    sent = panel.counters.calls["site.create"];
    form = await SiteForm.open(window);
  });
  afterEach(async () => {
    delete handlers["site.create"];
    panel.state.web.configurationError = undefined;
    await form.close();
  });

  async function isRevealed(name: string): Promise<void> {
    await eventually(
      () => window.row(name).locator.getAttribute("aria-selected"),
      (selected) => selected === "true",
    );
  }

  /** Pictures of what the form shows, in every theme and in a narrow editor. */
  async function look(name: string): Promise<void> {
    const { page } = window;
    const size = page.viewportSize();
    for (const theme of ["dark", "light", "highContrast"] as const) {
      await vscode().setTheme(theme);
      await window.screenshot(`create-site-${name}-${theme}`);
    }
    await vscode().setTheme("dark");
    await page.setViewportSize({ width: 720, height: 1_400 });
    await window.screenshot(`create-site-${name}-narrow`);
    if (size !== null) await page.setViewportSize(size);
  }

  it("creates a static site and selects it in the tree", async () => {
    await look("empty");
    await form.type("domain", "static-new.example.com");
    await form.control("php").selectOption("00");
    await form.submit();
    const outcome = await form.outcome();
    const [site, ...more] = sitesNamed("static-new.example.com");
    assert.ok(site);
    assert.deepEqual(more, []);
    assert.match(outcome, new RegExp(`“static-new.example.com” was created\\s+Website ID\\s+${site.id}\\s`));
    assert.deepEqual(
      [site.php, site.path, site.domains],
      ["静态", "/www/wwwroot/static-new.example.com", ["static-new.example.com"]],
    );
    assert.equal(sentSince(), 1);
    await isRevealed("static-new.example.com");
    assert.equal(await window.webview.locator(":focus").getAttribute("id"), "outcome-title");
  });

  it("leaves the side bar alone where it shows something else, until it is asked", async () => {
    await window.openView("Explorer");
    await form.type("domain", "explorer.example.com");
    await form.submit();
    await form.outcome();
    // long enough for a side bar to change
    await form.hideAndShow();
    assert.match(await window.sideBar.locator(".composite.title").innerText(), /explorer/i);
    await form.button("Show in Side Bar").click();
    await isRevealed("explorer.example.com");
  });

  it("creates a PHP site with FTP user and database, and shows their credentials once", async () => {
    await form.type("domain", "php.example.com");
    await form.type("additionalDomains", "www.php.example.com\nphp.example.com:8080");
    await form.control("php").selectOption("74");
    await form.control("category").selectOption("1");
    await form.type("remark", "<b>by hand</b>");
    await form.check("Create an FTP user");
    await form.type("ftpUser", "php_ftp");
    await form.type("ftpPassword", "Ftp-Secret-1");
    await form.check("Create a database");
    await form.type("databaseName", "php_db");
    await form.type("databasePassword", "Db-Secret-12");
    await form.submit();
    const outcome = await form.outcome();
    await look("created");
    assert.match(outcome, /“php\.example\.com” was created\n/);
    assert.match(outcome, /FTP user\s+created\s+Database\s+created/);
    const shown = ["php_ftp", "Ftp-Secret-1", "php_db", "php_db", "Db-Secret-12"];
    assert.deepEqual(await window.webview.locator("code").allInnerTexts(), shown);
    await form.button("Copy: Database password").click();
    await window.webview.getByText("Copied", { exact: true }).waitFor();
    assert.equal(await window.page.evaluate("navigator.clipboard.readText()"), "Db-Secret-12");

    const [site, ...more] = sitesNamed("php.example.com");
    assert.ok(site);
    assert.deepEqual(more, []);
    assert.deepEqual(
      { php: site.php, typeId: site.typeId, note: site.note, domains: site.domains },
      {
        php: "7.4",
        typeId: 1,
        note: "<b>by hand</b>",
        domains: ["php.example.com", "www.php.example.com", "php.example.com:8080"],
      },
    );
    const { ftpUsers, databases } = panel.state.web;
    assert.deepEqual(
      ftpUsers.filter((user) => user.site === site.id),
      [{ site: site.id, name: "php_ftp" }],
    );
    assert.deepEqual(
      databases.filter((database) => database.site === site.id),
      [{ site: site.id, name: "php_db", charset: "utf8mb4" }],
    );
    assert.equal(sentSince(), 1);
    await isRevealed("php.example.com");

    await form.button("Create Another Website").click();
    assert.equal(await form.control("domain").inputValue(), "");
    assert.doesNotMatch(await window.webview.locator("html").innerHTML(), /Secret/);
  });

  it("names what the panel did not create or take, and keeps their credentials back", async () => {
    await form.type("domain", "parts.example.com");
    await form.type("additionalDomains", "www.parts.example.com\nblog.example.com");
    await form.check("Create an FTP user");
    await form.type("ftpUser", "shop");
    await form.type("ftpPassword", "Ftp-Secret-1");
    await form.check("Create a database");
    await form.type("domain", "*.example.com");
    await form.type("port", "22");
    await form.button("Review…").click();
    await look("problems");
    await form.type("domain", "parts.example.com");
    await form.type("databasePassword", "Db-Secret-12");
    await form.review();
    await look("review");
    await form.button("Create Website").click();
    const outcome = await form.outcome();
    await look("partial");
    assert.match(outcome, /was created, with warnings\n/);
    assert.match(outcome, /\nThe panel skipped these additional domains: blog\.example\.com\. /);
    assert.match(outcome, /\nThe FTP user “shop” was not created\. Panels give no reason; /);
    assert.match(outcome, /FTP user\s+not created\s+Database\s+created/);
    assert.doesNotMatch(outcome, /Ftp-Secret-1/);
    assert.match(outcome, /Db-Secret-12/);
    const [site, ...more] = sitesNamed("parts.example.com");
    assert.deepEqual(more, []);
    assert.deepEqual(site?.domains, ["parts.example.com:22", "www.parts.example.com"]);
    const { ftpUsers, databases } = panel.state.web;
    assert.deepEqual(
      [...ftpUsers, ...databases].filter((part) => part.site === site?.id),
      [{ site: site?.id, name: "parts_example_co", charset: "utf8mb4" }],
    );
    assert.equal(sentSince(), 1);
  });

  it("notices a domain of the open list at once, makes passwords up, and copies everything at once", async () => {
    await form.type("domain", "https://shop.example.com/cart?id=1");
    await window.page.keyboard.press("Tab");
    assert.equal(await form.control("domain").inputValue(), "shop.example.com");
    assert.equal(await form.control("domain-note").innerText(), "Shortened to the domain.");
    await form.button("Review…").click();
    assert.equal(await form.issue("domain"), "Error: The panel already has the website shop.example.com.");
    assert.equal(await window.webview.locator(":focus").getAttribute("id"), "domain");
    await look("listed");
    assert.equal(sentSince(), 0);
    await form.type("domain", "copied.example.com");
    assert.equal(await form.issue("domain"), "");
    await form.check("Create an FTP user");
    const password = await form.control("ftpPassword").inputValue();
    assert.match(password, /^\w{16}$/);
    assert.equal(await form.control("ftpPassword").getAttribute("type"), "text");
    await form.submit();
    await form.outcome();
    await form.button("Copy All: website and credentials").click();
    await form.button("Copied: website and credentials").waitFor();
    assert.equal(
      await window.page.evaluate("navigator.clipboard.readText()"),
      `Website: copied.example.com\nFTP user: copied_example_c\nFTP password: ${password}\n`,
    );
  });

  it("says in our words and the panel's that a domain exists, at its field, until that is changed", async () => {
    // of another website, and so not in the list
    await form.type("domain", "help.example.com");
    await form.type("remark", "kept");
    await form.check("Create an FTP user");
    await form.type("ftpPassword", "Ftp-Secret-1");
    await form.submit();
    const words = "A website on the panel already has this domain.";
    assert.match(
      await form.refusal.innerText(),
      new RegExp(`The website was not created\\s+${words} The panel says: 您添加的域名已存在`),
    );
    assert.equal(await form.issue("domain"), `Error: ${words}`);
    assert.equal(await window.webview.locator(":focus").getAttribute("id"), "domain");
    await form.type("remark", "still kept");
    assert.ok(await form.refusal.isVisible());
    assert.equal(await form.control("ftpPassword").inputValue(), "Ftp-Secret-1");
    assert.equal(sitesNamed("help.example.com").length, 0);
    assert.equal(sentSince(), 1);
    await form.type("domain", "help2.example.com");
    await form.refusal.waitFor({ state: "detached" });
    assert.equal(await form.issue("domain"), "");
  });

  it("says in the panel's words that a PHP version is not there any more", async () => {
    const { phpVersions } = panel.state.web;
    phpVersions.splice(phpVersions.indexOf("56"), 1);
    await form.type("domain", "missing-php.example.com");
    await form.control("php").selectOption("56");
    await form.submit();
    assert.match(
      await form.refusal.innerText(),
      /This PHP version is not installed on the server\. The panel says: 指定PHP版本不存在!/,
    );
    assert.deepEqual(sitesNamed("missing-php.example.com"), []);
    assert.equal(sentSince(), 1);
  });

  it("shows what a broken web server says as plain text", async () => {
    panel.state.web.configurationError = 'nginx: [emerg] unknown directive "x"\nin /www/server/<b>vhost</b>.conf:3';
    await form.type("domain", "broken.example.com");
    await form.submit();
    const text = await form.refusal.innerText();
    await look("refused");
    assert.match(text, /检测到配置文件有错误[^<>]*unknown directive "x"[^<>]*\/www\/server\//);
    assert.doesNotMatch(text, /<a|<br|style=/);
    assert.equal(await form.refusal.locator("a, br, b").count(), 0);
    assert.deepEqual(sitesNamed("broken.example.com"), []);
    assert.equal(sentSince(), 1);
    panel.state.web.configurationError = undefined;
    await form.submit();
    assert.match(await form.outcome(), /“broken\.example\.com” was created\n/);
    assert.equal(sentSince(), 2);
  });

  it("finds a site that is there although the panel answered with a page, and sends nothing twice", async () => {
    handlers["site.create"] = (context) => {
      addSite(context);
      throw new Error("after creation");
    };
    await form.type("domain", "page.example.com");
    await form.check("Create a database");
    await form.type("databasePassword", "Db-Secret-12");
    await form.submit();
    const outcome = await form.outcome();
    const [site, ...more] = sitesNamed("page.example.com");
    assert.deepEqual(more, []);
    assert.match(outcome, /“page\.example\.com” exists, but its creation was not confirmed/);
    assert.match(outcome, new RegExp(`Website ID\\s+${site?.id}\\s+Website\\s+created\\s+Database\\s+unknown`));
    assert.match(outcome, /It is not known whether the database “page_example_com” was created\./);
    assert.equal(sentSince(), 1);
    await isRevealed("page.example.com");
  });

  it("keeps what was typed, passwords too, while it is hidden and when it is moved", async () => {
    const typed: Readonly<Record<string, string>> = {
      domain: "hidden.example.com",
      additionalDomains: "www.hidden.example.com\n*.hidden.example.com:8080",
      root: "/data/hidden",
      port: "8081",
      remark: "kept",
      ftpUser: "hidden",
      ftpPassword: "Ftp-Secret-1",
      databaseName: "hidden",
      databasePassword: "Db-Secret-12",
    };
    await form.check("Create an FTP user");
    await form.check("Create a database");
    for (const [field, text] of Object.entries(typed)) await form.type(field, text);
    await form.control("php").selectOption("74");
    const shown = async () => {
      const values = [...Object.keys(typed), "php"].map(async (field) => [
        field,
        await form.control(field).inputValue(),
      ]);
      return Object.fromEntries(await Promise.all(values)) as unknown;
    };
    const expected = { ...typed, php: "74" };
    assert.deepEqual(await shown(), expected);
    await form.hideAndShow();
    assert.deepEqual(await shown(), expected);
    await window.command("View: Move Editor into Right Group");
    await form.main.waitFor();
    assert.deepEqual(await shown(), expected);
    assert.equal(sentSince(), 0);
  });
});
