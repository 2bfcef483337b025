import { strict as assert } from "node:assert";
import { eventually } from "../../eventually.ts";
import { addPanel, usePanel } from "../panels.ts";
import { SiteForm } from "./siteForm.ts";
import { takesPictures } from "../pages/takesPictures.ts";
import { useWindow } from "../pages/useVsCode.ts";
import type { Workbench } from "../pages/workbench.ts";

/** What the window has stored for its next start, which it does every few seconds and not when it ends; runs in the page. */
const STORED = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const texts = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith("vscode-web-state-db")) continue;
    const database = await done(indexedDB.open(name));
    texts.push(...(await done(database.transaction("ItemTable").objectStore("ItemTable").getAll())));
    database.close();
  }
  return texts.join();
})()`;

describe("A site form in the workbench", () => {
  const here = useWindow();
  const used = usePanel();
  let window: Workbench;
  let form: SiteForm;

  const sitesNamed = (name: string) => used.panel.state.sites.filter((site) => site.name === name);

  beforeEach(async () => {
    ({ window } = here);
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    form = await SiteForm.open(window);
  });

  async function isRevealed(name: string): Promise<void> {
    await eventually(
      () => window.row(name).locator.getAttribute("aria-selected"),
      (selected) => selected === "true",
    );
  }

  /** Pictures of what the form shows, in every theme and in a narrow editor, where pictures are taken. */
  async function look(name: string): Promise<void> {
    if (!takesPictures) return;
    const { page } = window;
    const size = page.viewportSize();
    for (const theme of ["dark", "light", "highContrast"] as const) {
      await here.vscode.setTheme(theme);
      await window.screenshot(`create-site-${name}-${theme}`);
    }
    await here.vscode.setTheme("dark");
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
    assert.equal(used.panel.counters.calls["site.create"], 0);
  });

  it("restores all entries when the window is reloaded", async () => {
    await form.type("domain", "first.example.com");
    await form.type("additionalDomains", "www.first.example.com");
    await form.type("remark", "typed before");
    await form.check("Create an FTP user");
    await form.type("ftpPassword", "Ftp-Secret-1");
    assert.equal(await form.control("root").inputValue(), "/www/wwwroot/first.example.com");
    await eventually(
      () => window.page.evaluate<string>(STORED),
      (stored) => stored.includes("typed before") && stored.includes("first_exampl_"),
    );
    await window.reload();
    form = await SiteForm.shown(window);
    assert.match(await form.control("ftpUser").inputValue(), /^first_exampl_[a-z]{3}$/);
    const kept = ["domain", "additionalDomains", "remark", "ftpPassword"].map((field) =>
      form.control(field).inputValue(),
    );
    assert.deepEqual(await Promise.all(kept), ["first.example.com", "www.first.example.com", "typed before", ""]);
    await form.main.getByText("Passwords are never stored: enter them again.").waitFor();
    await form.type("ftpPassword", "Ftp-Secret-2");
    await form.hideAndShow();
    assert.equal(await form.control("ftpPassword").inputValue(), "Ftp-Secret-2");
    await form.submit();
    assert.match(await form.outcome(), /“first\.example\.com” was created\n/);
    assert.equal(sitesNamed("first.example.com").length, 1);
  });

  it("is empty after it was closed, and follows the protection of its panel", async () => {
    const first = form;
    await first.type("domain", "gone.example.com");
    await first.close();
    form = await SiteForm.open(window);
    assert.equal(await form.control("domain").inputValue(), "");
    await form.type("remark", "typed before");

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
