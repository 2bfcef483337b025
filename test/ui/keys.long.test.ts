import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { TRY_MS, untilTaken } from "./pages/untilTaken.ts";
import { useWindow } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";

describe("Keys in the tree", () => {
  const here = useWindow();
  const used = usePanel();

  /** Waits until the clipboard has this text. */
  async function copied(window: Workbench, expected: string): Promise<void> {
    const read = () => window.page.evaluate<string>("navigator.clipboard.readText()");
    await eventually(read, (text) => text === expected);
  }

  /** Presses Delete, and again where the list asks for it because it changes in that moment; the question that comes. */
  async function questionOfDelete({ page: { keyboard }, dialog }: Workbench): Promise<string> {
    return untilTaken(async () => {
      await keyboard.press("Delete");
      return dialog.text(TRY_MS);
    });
  }

  it("act on the focused row, or on the selection that contains it", async () => {
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    await window.row("Containers").expand();
    await window.row("web-proxy").waitFor();
    const { keyboard } = window.page;
    const order = (await window.rows()).map((text) => text.split(" ")[0] ?? "");
    const clicked = order.indexOf("web-proxy");
    const [next = "", afterNext = ""] = order.slice(clicked + 1);
    assert.ok(clicked >= 0 && next !== "" && afterNext !== "", order.join(", "));

    await window.row("web-proxy").click();
    await keyboard.press("ArrowDown");
    assert.match(await questionOfDelete(window), new RegExp(`Delete container “${next}” on “Shop”\\?`));
    await window.screenshot("delete-focused");
    await window.dialog.click("Cancel");
    await keyboard.press("ArrowDown");
    await keyboard.press("Control+C");
    await copied(window, afterNext);

    await keyboard.press("ArrowUp");
    await keyboard.press("ArrowUp");
    await keyboard.press("Shift+ArrowDown");
    assert.match(
      await questionOfDelete(window),
      new RegExp(`Delete 2 containers\\?[^]*• web-proxy on “Shop”\\s+• ${next} on “Shop”`),
    );
    await window.dialog.click("Cancel");
    await keyboard.press("Control+C");
    await copied(window, `web-proxy\n${next}`);

    await window.row("web-proxy").click();
    await keyboard.press("Home");
    const isExpanded = await window.row("Shop").isExpanded();
    assert.match(await questionOfDelete(window), /Remove “Shop” from VS Code\?/);
    await window.dialog.click("Cancel");
    assert.equal(await window.row("Shop").isExpanded(), isExpanded);
    assert.equal(used.panel.counters.calls["container.remove"], 0);

    // the row's menu does the same as boxes and buttons in rows
    await window.row("Web Terminal").click();
    const setting = window.row("Command completion");
    const box = setting.locator.getByRole("checkbox", { name: "Command completion" });
    await box.waitFor();
    const isOn = await box.getAttribute("aria-checked");
    await keyboard.press("ArrowDown");
    await keyboard.press("Shift+F10");
    await window.page.locator(".monaco-menu:visible").first().waitFor();
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await eventually(
      () => box.getAttribute("aria-checked"),
      (checked) => checked !== isOn,
    );
  });

  it("go on in a file that Enter or a second click opens, and stay in the list after one click", async () => {
    const { window } = here;
    const { page } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row("blog.example.com").choose("Open Files");
    await window.row("404.html").waitFor();
    const isIn = async (part: string, name: string) => {
      const place = `document.activeElement?.closest("${part}") !== null`;
      const shown = page.locator(".tab.active", { hasText: name });
      await shown.waitFor();
      await eventually(
        () => page.evaluate<boolean>(place),
        (isThere) => isThere,
      );
    };
    const [LIST, EDITOR] = [".monaco-list", ".editor-instance"];
    await window.row("404.html").click();
    await isIn(LIST, "404.html");
    // VS Code may not have told yet that the file is in front: a person clicks again
    await untilTaken(async () => {
      await window.row("404.html").click();
      await page.locator(".editor-instance :focus").first().waitFor({ state: "attached", timeout: TRY_MS });
    });
    await isIn(EDITOR, "404.html");
    await window.row("index.html").click();
    await isIn(LIST, "index.html");
    await window.screenshot("file-beside-list");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await isIn(EDITOR, "404.html");
  });
});
