import { chinese, chineseCommand, chineseTitle } from "../../chinese/chinese.ts";
import { eventually } from "../../eventually.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";

const SHOP = "商城";
const SITE = "blog.example.com";
const PAGE = `/www/wwwroot/${SITE}/index.html`;

describe("In Chinese, a file of a website", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();

  it("is opened below its row, saved after a question, and compared where somebody else has changed it", async () => {
    const { window } = here;
    const { quickInput, page, dialog } = window;
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
    await window.row(SITE).choose(chineseTitle("command.site.openFiles"));
    await window.row("index.html").waitFor();
    await window.screenshot("zh-files-tree");
    await window.row("index.html").click();
    const editor = page.locator(".monaco-editor[data-uri^='serverpanel'] .view-lines");
    await editor.waitFor();
    await editor.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("<!-- new -->");
    await page.keyboard.press("Control+S");
    await dialog.text();
    await window.screenshot("zh-files-question");
    await dialog.click(chinese("Save"));
    await eventually(
      () => Promise.resolve(used.panel.state.files.get(PAGE)?.bytes?.toString()),
      (text) => text?.startsWith("<!-- new -->") === true,
    );
    // the save ends with looks at what it has placed
    await page.locator(".tab.active.dirty").waitFor({ state: "detached" });
    await page.keyboard.type("<!-- 我的 -->");
    const file = { uid: 1001, gid: 1001, mode: 0o644, mtime: Math.floor(Date.now() / 1000) + 60 };
    used.panel.state.files.set(PAGE, { ...file, bytes: Buffer.from("<p>别人的</p>\n") });
    await page.keyboard.press("Control+S");
    const conflict = window.notification("index.html");
    const [compare = ""] = await conflict.buttons();
    await conflict.click(compare);
    await page.locator(".monaco-diff-editor .view-lines", { hasText: "别人的" }).first().waitFor();
    await here.vscode.pictures(window, "zh-files-conflict");
  });
});
