import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { eventually } from "../pages/eventually.ts";
import { addPanel } from "../panels.ts";
import { SiteForm } from "./siteForm.ts";
import { useVsCode } from "../pages/useVsCode.ts";
import type { Workbench } from "../pages/workbench.ts";

/** A browser's window writes down what is open every few seconds, and not when it is left. */
const SAVED_AFTER_MS = 12_000;

// one window and one panel for all: each test has a domain of its own
describe("A site form in the workbench", () => {
  const vscode = useVsCode({ settings: { "serverPanel.confirmation.waitSeconds": 5 } });
  let panel: DemoPanel;
  let window: Workbench;
  let form: SiteForm;
  let sent: number;

  const sitesNamed = (name: string) => panel.state.sites.filter((site) => site.name === name);
  const sentSince = () => panel.counters.calls["site.create"] - sent;

  before(async () => {
    panel = await startDemoPanel();
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

  it("loses nothing that was typed when the window is reloaded", async () => {
    await form.type("domain", "first.example.com");
    await form.type("additionalDomains", "www.first.example.com");
    await form.type("remark", "typed before");
    await form.check("Create an FTP user");
    await form.type("ftpPassword", "Ftp-Secret-1");
    assert.equal(await form.control("root").inputValue(), "/www/wwwroot/first.example.com");
    await sleep(SAVED_AFTER_MS);
    await window.reload();
    form = await SiteForm.shown(window);
    const kept = ["domain", "additionalDomains", "remark", "ftpUser", "ftpPassword"].map((field) =>
      form.control(field).inputValue(),
    );
    assert.deepEqual(await Promise.all(kept), [
      "first.example.com",
      "www.first.example.com",
      "typed before",
      "first_example_co",
      "",
    ]);
    await form.main.getByText("Passwords are never stored: enter them again.").waitFor();
    await form.type("ftpPassword", "Ftp-Secret-2");
    await form.hideAndShow();
    assert.equal(await form.control("ftpPassword").inputValue(), "Ftp-Secret-2");
    await form.submit();
    assert.match(await form.outcome(), /“first\.example\.com” was created\n/);
    assert.equal(sitesNamed("first.example.com").length, 1);
  });

  it("was closed: has kept what was typed, and knows when its panel is locked and unlocked", async () => {
    const first = form;
    await first.type("domain", "kept.example.com");
    await first.check("Create an FTP user");
    await first.type("remark", "typed before");
    // the page tells what is typed a moment later
    await first.hideAndShow();
    await first.close();

    await window.row("Websites").button("Create Website…");
    form = await SiteForm.shown(window);
    const kept = ["domain", "remark", "ftpUser", "ftpPassword"].map((field) => form.control(field).inputValue());
    assert.deepEqual(await Promise.all(kept), ["kept.example.com", "typed before", "kept_example_com", ""]);
    assert.match(
      await form.main.innerText(),
      /Your entries from \d{1,2}:\d\d[^]*were restored\. Passwords are never stored: enter them again\./,
    );
    await window.screenshot("site-draft");

    const protect = async (level: string): Promise<void> => {
      await window.quickInput.pick("Protection");
      await window.quickInput.waitFor("Protection of “Shop”");
      await window.quickInput.pick(level);
    };
    await window.row("Shop").choose("Edit Panel…");
    await protect("Read Only");
    await form.control("obstacle").waitFor();
    await window.screenshot("site-form-read-only");
    await form.button("Edit Panel…").click();
    await protect("Type the Name");
    await window.dialog.click("Lower Protection");
    await form.control("obstacle").waitFor({ state: "detached" });
    assert.equal(await form.control("remark").inputValue(), "typed before");

    await form.button("Start Fresh").click();
    assert.equal(await form.control("domain").inputValue(), "");
    await form.button("Undo").waitFor();
    await form.hideAndShow();
    await form.close();
    await window.row("Websites").button("Create Website…");
    form = await SiteForm.shown(window);
    assert.equal(await form.control("domain").inputValue(), "");
    assert.equal(await form.button("Start Fresh").count(), 0);
  });
});
