import { strict as assert } from "node:assert";
import { relative } from "node:path";
import { addPanel, usePanel } from "./panels.ts";
import { eventually } from "../eventually.ts";
import { filesBelow } from "../fakes/filesBelow.ts";
import { useWindow } from "./pages/useVsCode.ts";

const SITE = "blog.example.com";
const FILE = `/www/wwwroot/${SITE}/style.css`;
const SECRET = "hunter2";

/** What VS Code keeps of the files in its editors (SECURITY.md); the window is in a browser. */
const EDITOR_STATE = /^(?:browser|user-data\/User\/(?:Backups|History))\//;

describe("What is in a file of a server", () => {
  const here = useWindow();
  const used = usePanel();

  it("is kept by VS Code's editors alone", async () => {
    const { files } = used.panel.state;
    const text = `body {\n  color: black; /* ${SECRET}-opened */\n}\n`;
    files.set(FILE, { mtime: 1_700_000_000, uid: 1001, gid: 1001, mode: 0o644, bytes: Buffer.from(text) });
    const { window } = here;
    const { page, dialog } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row(SITE).choose("Open Files");
    await window.row("style.css").click();
    const editor = page.locator(".monaco-editor[data-uri^='serverpanel'] .view-lines");
    await editor.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type(`/* ${SECRET}-changed */ `);
    await page.keyboard.press("Control+S");
    await dialog.click("Save");
    await eventually(
      () => files.get(FILE)?.bytes?.toString(),
      (saved) => saved?.startsWith(`/* ${SECRET}-changed */ body`) === true,
    );
    await page.locator(".tab.active.dirty").waitFor({ state: "detached" });
    await page.keyboard.type(`/* ${SECRET}-unsaved */ `);
    const { dataDir } = here.vscode.server;
    const found = await eventually(
      async () =>
        (await filesBelow(dataDir))
          .filter(({ text: stored }) => stored.includes(SECRET))
          .map(({ path }) => relative(dataDir, path)),
      // what was never saved
      (paths) => paths.some((path) => path.startsWith("user-data/User/Backups/")),
    );
    assert.deepEqual(
      found.filter((path) => !EDITOR_STATE.test(path)),
      [],
    );
  });
});
