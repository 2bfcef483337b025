import { chinese, chineseCommand, chineseTitle } from "../../chinese/chinese.ts";
import { removeTemporaryDirectories } from "../../fakes/storageFixture.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { chooseFolder, differingFolder, SITE } from "../serverFolders.ts";

const SHOP = "商城";

describe("In Chinese, a directory of a server", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();
  after(removeTemporaryDirectories);

  it("is compared with a folder in a list, downloaded, and gets what is in an archive, after questions that say what is there", async () => {
    const folder = await differingFolder(used.panel);
    const { window } = here;
    const { quickInput, dialog } = window;
    await window.command(chineseCommand("command.panel.add"));
    await quickInput.waitFor(chinese("Panel Address"));
    await quickInput.type(used.panel.address);
    await quickInput.waitFor(chinese("Panel Name"));
    await quickInput.type(SHOP);
    await quickInput.waitFor(chinese("API Key"));
    await quickInput.type(used.panel.key);
    await quickInput.waitFor(chinese("“{0}” Was Added", SHOP));
    await quickInput.type("");
    await window.row(chinese("Websites")).expand();
    await window.row(SITE).waitFor();
    await window.row(SITE).choose(chineseTitle("command.directory.compare"), chineseTitle("submenu.files"));
    await chooseFolder(window, chinese("Compare with Folder"), folder);
    await quickInput.row("index.html").waitFor();
    await here.vscode.pictures(window, "zh-directory-comparison");
    await quickInput.cancel();
    await window.row(SITE).choose(chineseTitle("command.directory.download"), chineseTitle("submenu.files"));
    await dialog.text();
    await here.vscode.pictures(window, "zh-directory-download");
    await window.page.keyboard.press("Escape");
    await window.row(SITE).choose(chineseTitle("command.site.openFiles"));
    await window.row("theme.tar.gz").waitFor();
    await window.row("theme.tar.gz").choose(chineseTitle("command.file.unpack"));
    await dialog.text();
    await here.vscode.pictures(window, "zh-directory-unpack");
    await window.page.keyboard.press("Escape");
  });
});
