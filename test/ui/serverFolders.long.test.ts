import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { removeTemporaryDirectories } from "../fakes/storageFixture.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";
import { chooseFolder, differingFolder, SITE } from "./serverFolders.ts";

describe("A directory of a server", () => {
  const here = useWindow();
  const used = usePanel();
  after(removeTemporaryDirectories);

  it("is compared with a folder in a list, downloaded, and gets what is in an archive, after questions that say what is there", async () => {
    const folder = await differingFolder(used.panel);
    const { window } = here;
    const { quickInput, dialog } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row(SITE).waitFor();
    await window.row(SITE).choose("Compare…", "Search and Compare");
    await chooseFolder(window, "Compare with Folder", folder);
    await quickInput.waitFor(`“${SITE}” and`);
    await quickInput.row("index.html").waitFor();
    await here.vscode.pictures(window, "directory-comparison");
    await quickInput.cancel();
    await window.row(SITE).choose("Download…", "Search and Compare");
    assert.match(await dialog.text(), /Files: 4, together/);
    await here.vscode.pictures(window, "directory-download");
    await dialog.click("Cancel");
    await window.row(SITE).choose("Open Files");
    await window.row("theme.tar.gz").waitFor();
    await window.row("theme.tar.gz").choose("Unpack Here…");
    assert.match(await dialog.text(), /They come into a new directory: .*\/theme$/m);
    await here.vscode.pictures(window, "directory-unpack");
    await dialog.click("Unpack");
    await window.row("theme").waitFor();
    await eventually(
      () => used.panel.state.files.get(`/www/wwwroot/${SITE}/theme/index.html`)?.bytes?.toString(),
      (text) => text === "<h1>New shop</h1>\n",
    );
  });
});
