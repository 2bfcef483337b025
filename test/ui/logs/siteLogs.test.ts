import { strict as assert } from "node:assert";
import { eventually } from "../../eventually.ts";
import { addPanel, usePanel } from "../panels.ts";
import { useWindow } from "../pages/useVsCode.ts";
import type { Workbench } from "../pages/workbench.ts";

describe("The logs of a website", () => {
  const here = useWindow();
  const used = usePanel();

  const shown = (window: Workbench, isWhole: (text: string) => boolean) =>
    eventually(() => window.panelText(), isWhole);

  /** Returns the colours of a word in the Output panel. */
  const coloursOf = async (window: Workbench, word: string): Promise<readonly string[]> => {
    const spans = window.page.locator(".part.panel .view-line span > span");
    const found = await spans.evaluateAll(
      (all, text) =>
        all.flatMap((span) =>
          span.textContent?.trim() === text ? [span.computedStyleMap().get("color")?.toString() ?? ""] : [],
        ),
      word,
    );
    return [...new Set(found)];
  };

  it("are followed in colour, with one entry of the status bar for all followed logs", async () => {
    const { sites, upgrade, javaProjects } = used.panel.state;
    const www = sites.find(({ name }) => name === "www.example.com")?.logs;
    assert.ok(www?.access && www.error);
    www.access.push(
      ...["200", "404", "502"].map(
        (status) => `192.0.2.7 - - [22/Nov/2026:05:42:47 +0000] "GET /x HTTP/2.0" ${status} 5`,
      ),
    );
    www.error.splice(2);
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    const site = window.row("www.example.com");
    await site.choose("Follow Log…");
    await window.quickInput.pick("Access log");
    await shown(window, (text) => text.includes("502 5"));
    const colours = await eventually(
      async () => Promise.all(["200", "404", "502"].map((status) => coloursOf(window, status))),
      (all) => all.every(({ length }) => length === 1),
    );
    assert.equal(new Set(colours.flat()).size, 3, JSON.stringify(colours));
    await window.statusBarEntry("www.example.com: Access Log – Shop").waitFor();
    await here.vscode.pictures(window, "access-log");
    await site.choose("Follow Log…");
    await window.quickInput.pick("Error log");
    await shown(window, (text) => /Following the error log of “www\.example\.com”[^]+\[error\]/.test(text));
    await window.screenshot("error-log");
    javaProjects
      .find(({ name }) => name === "order-service")
      ?.server.log.push("java.lang.IllegalStateException: no <cart>", "\tat com.example.Cart.open(Cart.java:7)");
    await window.row("Projects").expand();
    await window.row("order-service").choose("Follow Log…");
    await shown(window, (text) => text.includes("no <cart>"));
    await window.screenshot("java-log");
    Object.assign(upgrade, { locked: true, log: "检查环境...\nfirst\n" });
    // rows below the view are not drawn
    await window.row("Websites").collapse();
    await window.row("Maintenance").expand();
    await window.row("Panel runtime").choose("Follow Log…");
    const entry = window.statusBarEntry("3 logs · 1 upgrade");
    await entry.waitFor();
    await window.screenshot("followed-logs-bar");
    await entry.click();
    await window.quickInput.waitFor("Followed Logs");
    assert.deepEqual(await window.quickInput.drawnRows(), [
      "www.example.com: Access Log – Shopfollowing",
      "www.example.com: Error Log – Shopfollowing",
      "order-service – Shopfollowing",
      "Runtime Upgrade – Shopupgrading",
      "Stop Following All Logs",
    ]);
    const row = window.quickInput.row("Error Log");
    await row.hover();
    await window.screenshot("followed-logs-list");
    await row.getByRole("button", { name: "Stop Following Log" }).click();
    await eventually(
      () => window.quickInput.rows(),
      (rows) => rows.includes("www.example.com: Error Log – Shopnot followed"),
    );
    await window.quickInput.pick("Access Log");
    await shown(window, (text) => text.includes("502 5"));
    upgrade.log += "环境准备完成\n";
    Object.assign(upgrade, { locked: false, upgraded: true });
    const finished = window.statusBarEntry("1 upgrade finished · 2 logs");
    await finished.waitFor();
    await window.notification("Runtime upgrade of “Shop” finished").dismiss();
    await window.screenshot("followed-logs-finished");
    await finished.click();
    await window.quickInput.pick("Stop Following All Logs");
    await window.statusBarEntry("– Shop").waitFor({ state: "detached" });
  });
});
