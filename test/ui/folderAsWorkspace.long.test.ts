import { strict as assert } from "node:assert";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";
import { Workbench } from "./pages/workbench.ts";

const SITE = "blog.example.com";
const ROOT = `/www/wwwroot/${SITE}`;

describe("A server's folder", () => {
  const here = useWindow();
  const used = usePanel();
  const title = { "window.title": "theirs" };

  it("is read below its row, and configures no window, not even one that a person gives it as its workspace", async () => {
    const { files } = used.panel.state;
    const put = (path: string, content: object) => {
      const bytes = Buffer.from(JSON.stringify(content));
      files.set(`${ROOT}/${path}`, { mtime: 1_700_000_000, uid: 1001, gid: 1001, mode: 0o644, bytes });
    };
    makeDirectory(files, `${ROOT}/.vscode`, 1_700_000_000);
    put(".vscode/settings.json", title);
    put("shop.code-workspace", { folders: [{ path: "." }], settings: title });
    const { window, vscode } = here;
    const { server } = vscode;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row(SITE).choose("Open Files");
    await window.row(".vscode").expand();
    await window.row("settings.json").click();
    await window.page.locator(".monaco-editor[data-uri^='serverpanel'] .view-line", { hasText: "theirs" }).waitFor();
    await window.screenshot("files-vscode-folder");
    const stored = join(server.userDataDir, "User/globalStorage/serverpanel.server-panel/panels");
    const [id = ""] = (await readdir(stored)).map((name) => name.replace(".json", ""));
    const other = new Workbench(await vscode.browser.newPage());
    const openAt = async (kind: "folder" | "workspace", path: string) => {
      const query = new URLSearchParams({ tkn: server.token, [kind]: `serverpanel://${id}${path}` });
      await other.page.goto(`${server.origin}/?${query.toString()}`);
      await other.ready();
    };
    await openAt("folder", ROOT);
    await other.openView("Explorer");
    await other.row("index.html").waitFor();
    await other.screenshot("files-as-folder");
    assert.doesNotMatch(await other.page.title(), /theirs/);
    await openAt("workspace", `${ROOT}/shop.code-workspace`);
    assert.match(await other.dialog.text(), /Workspace does not exist/);
    await other.screenshot("files-as-workspace");
    assert.doesNotMatch(await other.page.title(), /theirs/);
    await other.close();
  });
});
