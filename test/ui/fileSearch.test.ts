import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";
import { putFiles, SITE, SOURCES } from "./searchedFiles.ts";

describe("The search in servers' files", () => {
  const here = useWindow();
  const used = usePanel();

  it("asks by a list, shows what it finds in a view of its own, opens it, and goes on by F4", async () => {
    putFiles(used.panel, SOURCES);
    const { window } = here;
    const { page, quickInput } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row(SITE).waitFor();
    await window.row(SITE).choose("Find in Server Files…", "Search and Compare");
    await quickInput.waitFor("Find in Server Files");
    await quickInput.fill("session");
    await quickInput.row("session").waitFor();
    await quickInput.pick("Match Case");
    await eventually(
      () => quickInput.rows(),
      (rows) => rows.some((row) => row.includes("Match Case") && row.includes("on")),
    );
    await here.vscode.pictures(window, "search-question");
    await quickInput.pick("Find in “blog.example.com” on “Shop”");
    await window.row("session.php").waitFor();
    await window.sideBar.getByText("results in 3 files.").waitFor();
    await here.vscode.pictures(window, "search-results");
    await window.row(/'session\.lifetime'/).click();
    const editor = page.locator(".monaco-editor[data-uri^='serverpanel'] .view-lines");
    await editor.filter({ hasText: "session.lifetime" }).waitFor();
    await here.vscode.pictures(window, "search-opened");
    await page.keyboard.press("F4");
    await editor.filter({ hasText: "export" }).waitFor();
    await window.screenshot("search-next");
  });
});
