import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../pages/eventually.ts";
import { addPanel, usePanel, type UsedPanel } from "../panels.ts";
import { SiteForm } from "./siteForm.ts";
import { useVsCode } from "../pages/useVsCode.ts";

const CLICKS = 20;
const SAVED_AFTER_MS = 12_000;

const sitesNamed = ({ panel }: UsedPanel, name: string) => panel.state.sites.filter((site) => site.name === name);

describe("Create Website", () => {
  const vscode = useVsCode({ settings: { "serverPanel.confirmation.waitSeconds": 5 } });
  const used = usePanel();

  it("creates a site from the tree and shows it there; a reload loses nothing that was typed", async () => {
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    const form = await SiteForm.open(window);
    await form.type("domain", "first.example.com");
    await form.type("additionalDomains", "www.first.example.com");
    await form.type("remark", "typed before");
    await form.check("Create an FTP user");
    await form.type("ftpPassword", "Ftp-Secret-1");
    assert.equal(await form.control("root").inputValue(), "/www/wwwroot/first.example.com");
    // a browser's window writes down what is open every few seconds, and not when it is left
    await sleep(SAVED_AFTER_MS);
    await window.reload();
    const again = await SiteForm.shown(window);
    const kept = ["domain", "additionalDomains", "remark", "ftpUser", "ftpPassword"].map((field) =>
      again.control(field).inputValue(),
    );
    assert.deepEqual(await Promise.all(kept), [
      "first.example.com",
      "www.first.example.com",
      "typed before",
      "first_example_co",
      "",
    ]);
    await again.main.getByText("Passwords are never stored: enter them again.").waitFor();
    await again.type("ftpPassword", "Ftp-Secret-2");
    await again.hideAndShow();
    assert.equal(await again.control("ftpPassword").inputValue(), "Ftp-Secret-2");
    await again.submit();
    assert.match(await again.outcome(), /“first\.example\.com” was created\n/);
    await again.button("Show in Side Bar").click();
    await window.openView();
    await window.row("first.example.com").waitFor();
    assert.equal(sitesNamed(used, "first.example.com").length, 1);
    await window.screenshot("create-site-revealed");
    await window.close();
  });
});

// in a VS Code of its own: the other one brings its forms back
describe("Create Website in two windows", () => {
  const vscode = useVsCode({ settings: { "serverPanel.confirmation.waitSeconds": 5 } });
  const used = usePanel();

  it("creates one site however often Create is clicked in two windows", async () => {
    const first = await vscode().open();
    await first.openView();
    await addPanel(first, "Twice", used.panel);
    await first.row("Websites").waitFor();
    const second = await vscode().open();
    const windows = [first, second];
    const forms: SiteForm[] = [];
    for (const window of windows) {
      await window.openView();
      await window.row("Twice").waitFor();
      await window.row("Twice").choose("Create Website…");
      const form = await SiteForm.shown(window);
      await form.type("domain", "twice.example.com");
      await form.review();
      forms.push(form);
    }
    await Promise.all(
      forms.map((form) =>
        form.button("Create Website").evaluate((button, clicks) => {
          for (let click = 0; click < clicks; click += 1) (button as { click?: () => void }).click?.();
        }, CLICKS),
      ),
    );
    const results = await Promise.all(
      forms.map(({ main }) =>
        eventually(
          () => main.innerText(),
          // the summary says too what happens where a directory already exists
          (text) => /” (?:was created|already exists)/.test(text),
        ),
      ),
    );
    assert.equal(results.filter((text) => text.includes("” already exists")).length, 1, results.join("\n---\n"));
    assert.equal(used.panel.counters.calls["site.create"], 1);
    assert.equal(sitesNamed(used, "twice.example.com").length, 1);
    await second.screenshot("create-site-twice");
  });
});
