import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";
import { putFiles, SITE, SOURCES } from "./searchedFiles.ts";

/** Gives a panel a tag, from its row. */
async function tag(window: Workbench, name: string): Promise<void> {
  const { quickInput } = window;
  await window.row(name).waitFor();
  await window.row(name).choose("Organize Panel…");
  await quickInput.waitFor(`Organize “${name}”`);
  await quickInput.pick("Tags");
  await quickInput.waitFor(`Tags of “${name}”`);
  await quickInput.check("prod");
  await quickInput.field.press("Enter");
  await quickInput.waitUntilGone();
}

describe("The search in the files of several servers, and by name", () => {
  const here = useWindow();
  const used = usePanel();
  const other = usePanel(() => ({ edition: "aapanel" }));

  it("searches all servers of a tag, says whose each file is, and is gone after a reload", async () => {
    putFiles(used.panel, SOURCES);
    putFiles(other.panel, { "config/session.php": "<?php return ['session.lifetime' => 90];\n" });
    const { window } = here;
    const { quickInput } = window;
    await addPanel(window, "Web 1", used.panel);
    await addPanel(window, "Web 2", other.panel);
    for (const name of ["Web 1", "Web 2"]) await tag(window, name);
    await window.row("prod").waitFor();
    await window.row("prod").choose("Find in Server Files…");
    await quickInput.waitFor("Find in Server Files");
    await quickInput.fill("lifetime");
    await quickInput.row("lifetime").waitFor();
    await here.vscode.pictures(window, "search-tag-question");
    await quickInput.pick("on 2 panels");
    await eventually(
      () => window.rows(),
      (rows) => rows.filter((row) => row.startsWith("session.php")).length === 2,
    );
    await window.sideBar.getByText("2 results in 2 files.").waitFor();
    await here.vscode.pictures(window, "search-servers");
    assert.ok((await window.rows()).some((row) => row.includes("Web 2")));
    await window.reload();
    await window.openView();
    await window.row("prod").waitFor();
    assert.equal(await window.sideBar.locator(".pane-header", { hasText: /^Search/ }).count(), 0);
  });

  it("finds a file by some letters of its name", async () => {
    putFiles(used.panel, SOURCES);
    const { window } = here;
    const { page, quickInput } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row(SITE).waitFor();
    await window.row(SITE).choose("Find File by Name…", "Search and Compare");
    await quickInput.waitFor("Find File by Name");
    await quickInput.row("session.php").waitFor();
    await quickInput.fill("lgnc");
    await eventually(
      () => quickInput.rows(),
      (rows) => rows[0]?.startsWith("LoginController.php") === true,
    );
    await here.vscode.pictures(window, "search-by-name");
    await quickInput.pick("LoginController.php");
    await page.locator(".monaco-editor[data-uri^='serverpanel'] .view-lines", { hasText: "LoginController" }).waitFor();
  });
});
