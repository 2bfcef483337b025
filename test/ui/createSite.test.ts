import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "./eventually.ts";
import { addPanel, usePanel, type UsedPanel } from "./panels.ts";
import { useVsCode } from "./useVsCode.ts";
import type { Workbench } from "./workbench.ts";

const CLICKS = 20;
const SAVED_AFTER_MS = 12_000;

/** Fills the form in up to its review. */
async function review({ webview }: Workbench, domain: string): Promise<void> {
  const php = webview.getByLabel("PHP", { exact: true });
  await php.waitFor();
  await webview.getByLabel("Main domain").fill(domain);
  await php.selectOption("00");
  await webview.getByRole("button", { name: "Review…" }).click();
  await webview.getByRole("button", { name: "Create Site" }).waitFor();
}

const sitesNamed = ({ panel }: UsedPanel, name: string) => panel.state.sites.filter((site) => site.name === name);

describe("Create Site", () => {
  const vscode = useVsCode({ settings: { "serverPanel.confirmation.waitSeconds": 5 } });
  const used = usePanel();

  it("creates a site from the tree and shows it there; a reload loses nothing that was typed", async () => {
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").button("Create Site…");
    const { webview } = window;
    await webview.getByLabel("Main domain").fill("first.example.com");
    await webview.getByLabel("Remark").fill("typed before");
    await eventually(
      () => webview.getByLabel("Root directory").inputValue(),
      (root) => root === "/www/wwwroot/first.example.com",
    );
    // a browser's window writes down what is open every few seconds, and not when it is left
    await sleep(SAVED_AFTER_MS);
    await window.reload();
    await eventually(
      () => webview.getByLabel("Remark").inputValue(),
      (remark) => remark === "typed before",
    );
    await review(window, "first.example.com");
    await window.screenshot("create-site-review");
    await webview.getByRole("button", { name: "Create Site" }).click();
    await webview.getByText("“first.example.com” was created").waitFor();
    await window.screenshot("create-site-created");
    await webview.getByRole("button", { name: "Show in Side Bar" }).click();
    await window.openView();
    await window.row("first.example.com").waitFor();
    assert.equal(sitesNamed(used, "first.example.com").length, 1);
    await window.screenshot("create-site-revealed");
    await window.close();
  });
});

// in a VS Code of its own: the other one brings its forms back
describe("Create Site in two windows", () => {
  const vscode = useVsCode({ settings: { "serverPanel.confirmation.waitSeconds": 5 } });
  const used = usePanel();

  it("creates one site however often Create is clicked in two windows", async () => {
    const first = await vscode().open();
    await first.openView();
    await addPanel(first, "Twice", used.panel);
    await first.row("Websites").waitFor();
    const second = await vscode().open();
    const windows = [first, second];
    for (const window of windows) {
      await window.openView();
      await window.row("Twice").waitFor();
      await window.row("Twice").choose("Create Site…");
      await review(window, "twice.example.com");
    }
    await Promise.all(
      windows.map(({ webview }) =>
        webview.getByRole("button", { name: "Create Site" }).evaluate((button, clicks) => {
          for (let click = 0; click < clicks; click += 1) (button as { click?: () => void }).click?.();
        }, CLICKS),
      ),
    );
    const results = await Promise.all(
      windows.map(({ webview }) =>
        eventually(
          () => webview.locator("main").innerText(),
          (text) => /was created(?! a moment)|created a moment ago/.test(text),
        ),
      ),
    );
    assert.equal(results.filter((text) => text.includes("created a moment ago")).length, 1, results.join("\n---\n"));
    assert.equal(used.panel.counters.calls["site.create"], 1);
    assert.equal(sitesNamed(used, "twice.example.com").length, 1);
    await second.screenshot("create-site-twice");
  });
});
