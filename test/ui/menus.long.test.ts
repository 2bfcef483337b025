import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("Menus of rows", () => {
  const here = useWindow();
  const used = usePanel();

  it("offer to open, change and copy", async () => {
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    const close = async () => {
      // the submenu first
      for (let menus = 2; menus > 0; menus--) await window.page.keyboard.press("Escape");
      await window.page.locator(".monaco-menu:visible").first().waitFor({ state: "detached" });
    };
    const entriesOf = async (label: string, picture: string) => {
      const menu = await window.row(label).menu();
      const entries = await menu.entries();
      await menu.openSubmenu("Copy");
      await window.screenshot(picture);
      const copied = (await menu.entries()).filter((entry) => !entries.includes(entry));
      await close();
      return { entries, copied };
    };
    const ofPanel = await entriesOf("Shop", "menu-panel");
    assert.deepEqual(ofPanel.entries, [
      "Open Panel in Browser",
      "Open SSH Terminal…",
      "Create Website (Add Site)…",
      "Open Files at Path (Upload, Unpack)…",
      "Find in Server Files…",
      "Refresh",
      "Diagnose Connection…",
      "Edit Panel…",
      "Organize Panel…",
      "Copy",
      "Remove Panel…",
    ]);
    assert.deepEqual(ofPanel.copied, ["Copy Name", "Copy…"]);
    await window.row("Projects").expand();
    const ofProject = await entriesOf("order-service", "menu-java-project");
    assert.deepEqual(ofProject.copied, ["Copy Name", "Copy…"]);
    assert.ok(ofProject.entries.includes("Open Port in Browser"), ofProject.entries.join());
    await window.row("order-service").choose("Copy…", "Copy");
    await window.quickInput.pick("Process ID");
    const [pid] = used.panel.state.javaProjects.find(({ name }) => name === "order-service")?.server.run?.pids ?? [];
    await eventually(
      () => window.page.evaluate<string>("navigator.clipboard.readText()"),
      (text) => text === String(pid),
    );
    await window.row("Projects").collapse();

    await window.row("Containers").expand();
    const ofContainer = await entriesOf("web-proxy", "menu-container");
    assert.deepEqual(ofContainer.entries.slice(-2), ["Copy", "Delete…"]);
    assert.deepEqual(ofContainer.copied, ["Copy Name", "Copy…"]);
    await window.row("web-proxy").choose("Copy…", "Copy");
    await window.quickInput.pick("Port");
    await eventually(
      () => window.page.evaluate<string>("navigator.clipboard.readText()"),
      (text) => text === "8080",
    );
    // commands for one row are not offered on several
    await window.row("web-proxy").click();
    await window.row("database").locator.click({ modifiers: ["Shift"] });
    const menu = await window.row("database").menu();
    await window.screenshot("menu-several");
    const ofSeveral = await menu.entries();
    assert.ok(ofSeveral.includes("Stop…") && ofSeveral.includes("Copy"), ofSeveral.join());
    for (const entry of ofSeveral) assert.ok(!/^(Follow|Open|Edit)/.test(entry), entry);
    await window.page.keyboard.press("Escape");
    await window.row("web-proxy").click();
    await window.row("Containers").collapse();
    await window.row("Websites").expand();
    await entriesOf("shop.example.com", "menu-website");
  });
});
