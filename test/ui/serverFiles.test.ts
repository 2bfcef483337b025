import { strict as assert } from "node:assert";
import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import { addPanel, usePanel } from "./panels.ts";
import { eventually } from "../eventually.ts";
import { useWindow } from "./pages/useVsCode.ts";

const SITE = "blog.example.com";
const ROOT = `/www/wwwroot/${SITE}`;

describe("A file of a website", () => {
  const here = useWindow();
  const used = usePanel();

  it("is opened below its row, saved after a question, compared where somebody else has changed it, and deleted", async () => {
    const { files } = used.panel.state;
    const put = (path: string, text: string, mtime = 1_700_000_000) =>
      files.set(`${ROOT}/${path}`, {
        mtime,
        uid: 1001,
        gid: 1001,
        mode: 0o644,
        bytes: Buffer.from(text),
      });
    makeDirectory(files, `${ROOT}/assets`, 1_700_000_000);
    put("style.css", "body {\n  color: black; /* by us */\n}\n");
    put("assets/标志.svg", "<svg/>");
    const { window } = here;
    const { page, dialog } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row(SITE).choose("Open Files");
    await window.row("style.css").waitFor();
    await window.screenshot("files-tree");
    await window.row("style.css").click();
    const editor = page.locator(".monaco-editor[data-uri^='serverpanel'] .view-lines");
    await editor.waitFor();
    await page.locator(".statusbar-item", { hasText: "Shop" }).waitFor();
    await page.keyboard.press("Control+Home");
    await editor.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("/* changed */ ");
    await page.keyboard.press("Control+S");
    assert.match(await dialog.text(), /^Save “\/www\/wwwroot\/blog\.example\.com\/style\.css” on “Shop”\?/);
    await window.screenshot("files-question");
    await dialog.click("Save");
    await eventually(
      () => Promise.resolve(files.get(`${ROOT}/style.css`)?.bytes?.toString()),
      (text) => text?.startsWith("/* changed */ body") === true,
    );
    await window.screenshot("files-editor");
    // VS Code would take what it finds before its save has ended for what it has saved
    await page.locator(".tab.active.dirty").waitFor({ state: "detached" });
    await page.keyboard.type("mine ");
    put("style.css", "body {\n  color: white; /* by somebody else */\n}\n", Math.floor(Date.now() / 1000) + 60);
    await page.keyboard.press("Control+S");
    const conflict = window.notification("style.css");
    assert.deepEqual((await conflict.buttons()).toSorted(), ["Compare", "Overwrite"]);
    await conflict.click("Compare");
    const compared = page.locator(".monaco-diff-editor .view-lines", { hasText: "by somebody else" });
    await compared.first().waitFor();
    await here.vscode.pictures(window, "files-conflict");
    assert.match(files.get(`${ROOT}/style.css`)?.bytes?.toString() ?? "", /by somebody else/);
    await window.row("style.css").choose("Delete…");
    assert.match(await dialog.text(), /recycle bin, where it can be restored/);
    await window.screenshot("files-delete");
    await dialog.click("Delete");
    await eventually(
      () => Promise.resolve(files.has(`${ROOT}/style.css`)),
      (isThere) => !isThere,
    );
  });
});
