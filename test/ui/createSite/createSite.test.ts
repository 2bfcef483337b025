import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { eventually } from "../../eventually.ts";
import { addPanel } from "../panels.ts";
import { SiteForm } from "./siteForm.ts";
import { useVsCode } from "../pages/useVsCode.ts";
import type { Workbench } from "../pages/workbench.ts";

/** A browser window saves its open editors every few seconds, and not when it is closed. */
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

  it("creates a site, selects it in the tree, copies a password, and forgets it with the next site", async () => {
    await look("empty");
    await form.type("domain", "php.example.com");
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
    assert.equal(await window.webview.locator(":focus").getAttribute("id"), "outcome-title");
    await form.button("Copy: Database password").click();
    await window.webview.getByText("Copied", { exact: true }).waitFor();
    assert.equal(await window.page.evaluate("navigator.clipboard.readText()"), "Db-Secret-12");

    await isRevealed("php.example.com");

    await form.button("Create Another Website").click();
    assert.equal(await form.control("domain").inputValue(), "");
    assert.doesNotMatch(await window.webview.locator("html").innerHTML(), /Secret/);
  });

  it("keeps all entries and passwords while it is hidden and when it is moved", async () => {
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

  it("restores all entries when the window is reloaded", async () => {
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
      "first_example",
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

  it("stores the entries when it is closed, and follows the protection of its panel", async () => {
    const first = form;
    await first.type("domain", "kept.example.com");
    await first.check("Create an FTP user");
    await first.type("remark", "typed before");
    await first.close();

    await window.row("Websites").button("Create Website…");
    form = await SiteForm.shown(window);
    const kept = ["domain", "remark", "ftpUser", "ftpPassword"].map((field) => form.control(field).inputValue());
    assert.deepEqual(await Promise.all(kept), ["kept.example.com", "typed before", "kept_example", ""]);
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
  });
});
