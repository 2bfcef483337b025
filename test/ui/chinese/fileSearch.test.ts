import { makeDirectory } from "../../../src/demoPanel/serverFiles.ts";
import { chinese, chineseCommand, chineseTitle } from "../../chinese/chinese.ts";
import { eventually } from "../../eventually.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";

const SHOP = "商城";
const SITE = "blog.example.com";

describe("In Chinese, the search in servers' files", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();

  it("asks by a list, and shows what it finds and what it left out", async () => {
    const { files } = used.panel.state;
    makeDirectory(files, `/www/wwwroot/${SITE}/config`, 1_700_000_000);
    for (const [path, text] of [
      ["config/app.php", "<?php\n\nreturn ['name' => '商城后台', 'title' => '欢迎来到商城'];\n"],
      ["index.php", "<?php echo '商城'; // 首页\n"],
      ["logo.bin", "商城\0"],
    ] as const)
      files.set(`/www/wwwroot/${SITE}/${path}`, {
        mtime: 1_700_000_000,
        uid: 1001,
        gid: 1001,
        mode: 0o644,
        bytes: Buffer.from(text),
      });
    const { window } = here;
    const { quickInput } = window;
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
    await window.row(SITE).choose(chineseTitle("command.files.find"), chineseTitle("submenu.files"));
    await quickInput.waitFor(chinese("Find in Server Files"));
    await quickInput.fill("商城");
    const where = chinese("Find in {0}", chinese("“{0}” on “{1}”", SITE, SHOP));
    await eventually(
      () => quickInput.rows(),
      ([first]) => first?.startsWith("商城") === true,
    );
    await here.vscode.pictures(window, "zh-search-question");
    await quickInput.pick(where);
    await window.row("app.php").waitFor();
    await window.sideBar.getByText(chinese("1 binary file")).waitFor();
    await here.vscode.pictures(window, "zh-search-results");
  });
});
