import { strict as assert } from "node:assert";
import { eventually } from "./pages/eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useVsCode } from "./pages/useVsCode.ts";

describe("Menus of rows", () => {
  const vscode = useVsCode();
  const used = usePanel();

  it("open, change and copy what a row has", async () => {
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    const entriesOf = async (label: string, picture: string) => {
      const menu = await window.row(label).menu();
      const entries = await menu.entries();
      await window.screenshot(picture);
      await window.page.keyboard.press("Escape");
      return entries;
    };
    await window.row("Java Projects").expand();
    const ofProject = await entriesOf("order-service", "menu-java-project");
    assert.deepEqual(ofProject.slice(-4), [
      "Copy Name",
      "Copy Java Project Port",
      "Copy Java Project Process ID",
      "Copy Java Project Log Path",
    ]);
    assert.ok(ofProject.includes("Open Java Project Port in Browser"), ofProject.join());
    await window.row("order-service").choose("Copy Java Project Process ID");
    const [pid] = used.panel.state.javaProjects.find(({ name }) => name === "order-service")?.server.run?.pids ?? [];
    await eventually(
      () => window.page.evaluate<string>("navigator.clipboard.readText()"),
      (text) => text === String(pid),
    );
    await window.row("Java Projects").collapse();

    await window.row("Containers").expand();
    const ofContainer = await entriesOf("web-proxy", "menu-container");
    assert.deepEqual(ofContainer.slice(-5), [
      "Copy Name",
      "Copy Container ID",
      "Copy Container Image",
      "Copy Container Port",
      "Delete Container on Server…",
    ]);
    await window.row("web-proxy").choose("Copy Container Port");
    await eventually(
      () => window.page.evaluate<string>("navigator.clipboard.readText()"),
      (text) => text === "8080",
    );
    await window.row("Containers").collapse();
    await window.row("Websites").expand();
    await entriesOf("shop.example.com", "menu-website");
    await window.close();
  });
});
