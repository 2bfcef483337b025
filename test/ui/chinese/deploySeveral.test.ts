import { strict as assert } from "node:assert";
import { chinese, chineseCommand, chineseTitle } from "../../chinese/chinese.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { chooseSeveral, DEPLOYMENT, TwoServers } from "../twoServers.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

const OTHER = "商城二号";

describe("In Chinese, a project for two servers", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const first = usePanel(() => ({ runsCommands: true }));
  const second = usePanel(() => ({ edition: "aapanel", runsCommands: true }));

  it("is shown server by server before and after", async () => {
    const servers = new TwoServers([first.panel, second.panel], here.vscode.workspace);
    const { name } = DEPLOYMENT;
    await servers.project({ ...DEPLOYMENT, rollBack: "auto" });
    servers.put("broken", "", true);
    const { window, vscode } = here;
    const { quickInput, dialog } = window;
    await addShop(window, first.panel);
    await addShop(window, second.panel, OTHER);
    await chooseSeveral(window, chineseCommand("command.site.deploy"), chinese("{0} servers: {1}", 2, "web-1、web-2"));
    await quickInput.pick(name);
    for (const [role, panel] of [
      ["web-1", SHOP],
      ["web-2", OTHER],
    ] as const) {
      await quickInput.waitFor(chinese("The panel for “{0}” of “{1}”", role, name));
      await quickInput.pick(panel);
    }
    await quickInput.waitFor(chinese("Deploy “{0}” to {1} servers", name, 2));
    await quickInput.row("web-2").waitFor();
    await pictures(vscode, window, "several-preview");
    await window.page.keyboard.press("Enter");
    assert.ok((await dialog.text()).startsWith(chinese("Run these commands on {0} servers?", 2)));
    await pictures(vscode, window, "several-steps");
    await dialog.click(chinese("Run Commands"));
    const failed = window.notification(chinese("“{0}” is not on all servers.", name));
    await failed.waitFor();
    await pictures(vscode, window, "several-failed");
    assert.deepEqual(servers.files("public/index.php"), [undefined, undefined]);
    await failed.click(chinese("Show Details"));
    assert.ok((await dialog.text()).startsWith(chinese("“{0}” is not on all servers.", name)));
    await pictures(vscode, window, "several-details");
    await dialog.click(chinese("Close"));
  });
});
