import { strict as assert } from "node:assert";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startDemoPanel, type DemoPanelOptions } from "../demoPanel/startDemoPanel.ts";
import { eventually } from "../eventually.ts";
import { addPanel, leaveAsAdded, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";

/**
 * Answers the dialog for a file, which the browser's workbench shows as a box with a path. It reads directories while one
 * types: until then Enter takes what it showed before, and what it reads last may write over what was typed.
 */
async function giveFile(window: Workbench, path: string): Promise<void> {
  const { quickInput } = window;
  const directory = join(dirname(path), "/");
  await eventually(
    () => quickInput.field.inputValue(),
    (shown) => shown.startsWith("/"),
  );
  await eventually(async () => {
    if ((await quickInput.field.inputValue()) !== directory) await quickInput.fill(directory);
    return (await quickInput.field.inputValue()) === directory && (await quickInput.rows()).includes(MARKER);
  }, Boolean);
  // Enter would take a directory that was read meanwhile: type again while the box stays
  const stays = async () =>
    (await quickInput.field.isVisible()) && (await quickInput.field.inputValue()).startsWith("/");
  await eventually(async () => {
    // it may have closed after the wait below
    if (!(await stays())) return true;
    await quickInput.fill(path);
    await quickInput.field.press("Enter");
    await sleep(1_000);
    return !(await stays());
  }, Boolean);
}

/** A file that identifies a directory. */
const MARKER = "marker.json";

describe("Panels that are added, kept and carried over", () => {
  const here = useWindow();
  const used = usePanel();
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "server-panel-files-"));
    await writeFile(join(directory, MARKER), "{}");
  });
  after(async () => rm(directory, { recursive: true, force: true }));

  it("start with one button, and suggest the most likely fix", async () => {
    const options: { -readonly [K in keyof DemoPanelOptions]: DemoPanelOptions[K] } = {
      allowedAddresses: ["203.0.113.7"],
    };
    const strict = await startDemoPanel(options);
    try {
      const { window } = here;
      await window.sideBar.locator("a", { hasText: "Try the demo panel" }).waitFor();
      assert.deepEqual(await window.sideBar.locator(".monaco-text-button:visible").allInnerTexts(), ["Add Panel…"]);
      await window.screenshot("welcome");
      await window.command("Server Panel: Add Panel…");
      for (const [title, typed] of [
        ["Panel Address", strict.address],
        ["Panel Name", "Strict"],
        ["API Key", strict.key],
      ] as const) {
        await window.quickInput.waitFor(title);
        await window.quickInput.type(typed);
      }
      assert.match(await window.dialog.text(), /“Strict” is not saved yet[^]*127\.0\.0\.1 is not on/);
      const buttons = await window.dialog.buttons();
      assert.deepEqual(
        new Set(buttons),
        new Set(["Copy Address", "Open Panel in Browser", "Try Again", "More…", "Cancel"]),
      );
      await window.screenshot("not-allowed");
      // the question comes again at once
      await window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Copy Address" }).click();
      await eventually(
        () => window.dialog.text(),
        (text) => text.includes("127.0.0.1 was copied."),
      );
      await window.screenshot("address-copied");
      await window.dialog.click("More…");
      await window.quickInput.row("Save Anyway").waitFor();
      assert.deepEqual(await window.quickInput.drawnRows(), ["Change the Address…", "Save Anyway", "Copy Address"]);
      await window.screenshot("more-steps");
      await window.quickInput.cancel();
      options.allowedAddresses = ["*"];
      await window.dialog.click("Try Again");
      await leaveAsAdded(window, "Strict");
      // the menu follows the panel's first answers
      await window.row("Websites").waitFor();
      const menu = await window.row("Strict").menu();
      await window.screenshot("panel-menu");
      assert.ok((await menu.entries()).includes("Create Website (Add Site)…"));
      await window.page.keyboard.press("Escape");
      await window.row("Strict").choose("Remove Panel…");
      await window.dialog.click("Remove");
      await window.row("Strict").waitUntilGone();
    } finally {
      await strict.close();
    }
  });

  it("stay open after a reload, and move to another computer in a file", async () => {
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row("shop.example.com").waitFor();
    await addPanel(window, "Blog", used.panel, { again: true });
    // a new panel opens by itself
    await eventually(() => window.row("Blog").isExpanded(), Boolean);
    await window.row("Blog").collapse();
    await eventually(
      () => window.row("Blog").isExpanded(),
      (isExpanded) => !isExpanded,
    );
    await window.reload();
    await window.openView();
    await window.row("shop.example.com").waitFor();
    assert.ok(await window.row("Shop").isExpanded());
    assert.equal(await window.row("Blog").isExpanded(), false);
    await window.screenshot("open-again");

    const exported = join(directory, "exported.json");
    await window.command("Server Panel: Export Panels…");
    await window.quickInput.row("Blog").waitFor();
    await window.screenshot("export-choices");
    await window.quickInput.field.press("Enter");
    await giveFile(window, exported);
    await window.notification("2 panels were exported to exported.json").waitFor();
    const text = await readFile(exported, "utf8");
    assert.doesNotMatch(text, new RegExp(used.panel.key));
    await window.notification("were exported").dismiss();

    const { panels } = JSON.parse(text) as { readonly panels: readonly [object, object] };
    const carried = join(directory, "carried.json");
    const other = { name: "Other", address: "http://127.0.0.2:9", apiKey: "k".repeat(32) };
    const content = { type: "serverPanel.panels", version: 1, panels: [panels[0], other, { name: "Bad" }] };
    await writeFile(carried, JSON.stringify(content));
    await window.command("Server Panel: Import Panels…");
    await giveFile(window, carried);
    await window.quickInput.row("Other").waitFor();
    await window.screenshot("import-choices");
    await window.quickInput.field.press("Enter");
    await window.row("Other").waitFor();
    const messages = window.notification("1 panel was imported. Could not be read: “Bad” (address).");
    await messages.waitFor();
    await window.screenshot("imported");
    await messages.click("Delete File…");
    await window.dialog.click("Move to Trash");
    const isGone = () =>
      stat(carried).then(
        () => false,
        () => true,
      );
    await eventually(async () => {
      if (await window.dialog.appearsWithin(100)) await window.dialog.click("Delete Permanently");
      return isGone();
    }, Boolean);
  });
});
