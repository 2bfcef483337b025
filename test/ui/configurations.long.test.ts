import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

const SITE = "blog.example.com";

describe("Configurations and permissions", () => {
  const here = useWindow();
  const used = usePanel();

  it("of a website are reached from its row, and permissions are changed after a question", async () => {
    const { window } = here;
    const { dialog, page, quickInput } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row(SITE).choose("Open Configuration: Website, Rewrite, Proxy…", "Settings");
    await quickInput.waitFor("Open Configuration");
    await quickInput.row("Rewrite rules (Nginx)").waitFor();
    await here.vscode.pictures(window, "configurations");
    await quickInput.pick("Website (Nginx)");
    await page.locator(".monaco-editor[data-uri^='serverpanel'] .view-lines", { hasText: "server_name" }).waitFor();
    await window.screenshot("configuration-opened");

    await window.row(SITE).choose("Open Files");
    await window.row("index.html").choose("Change Permissions…");
    await quickInput.row("0755 (rwxr-xr-x)").waitFor();
    await here.vscode.pictures(window, "permissions-mode");
    await quickInput.pick("0600 (rw-------)");
    await quickInput.row("root").waitFor();
    await window.screenshot("permissions-owner");
    await quickInput.pick("root");
    assert.match(
      await dialog.text(),
      /Mode: 0755 \(rwxr-xr-x\) → 0600 \(rw-------\)\nOwner: www → root\nGroup: www → root/,
    );
    await here.vscode.pictures(window, "permissions-question");
    await dialog.click("Change Permissions");
    await eventually(
      () => Promise.resolve(used.panel.state.files.get(`/www/wwwroot/${SITE}/index.html`)?.mode),
      (mode) => mode === 0o600,
    );
  });
});
