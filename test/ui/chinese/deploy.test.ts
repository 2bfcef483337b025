import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { handlers } from "../../demoPanel/baota/handlers.ts";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { eventually } from "../../eventually.ts";
import { useVsCode } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

const SITE = "blog.example.com";

describe("In Chinese, a folder", () => {
  const vscode = useVsCode({ locale: "zh-cn", title: chineseTitle("container.title") });
  // unpacking waits, so that its progress can be seen
  const unpacking = Promise.withResolvers<undefined>();
  const used = usePanel(() => ({
    handlers: {
      async "file.unpack"(context) {
        await unpacking.promise;
        return handlers["file.unpack"](context);
      },
    },
  }));

  it("is deployed after a preview, and rolled back", async () => {
    const dist = join(vscode().workspace, "dist");
    mkdirSync(join(dist, "assets"), { recursive: true });
    writeFileSync(join(dist, "index.html"), "<h1>新</h1>");
    writeFileSync(join(dist, "assets/图片.svg"), "<svg/>");
    writeFileSync(join(dist, ".env"), "KEY=secret");
    const window = await vscode().open();
    const { quickInput } = window;
    await addShop(window, used.panel);
    await window.row(SITE).choose(chineseTitle("command.site.deploy"));
    await quickInput.pick("dist");
    await quickInput.waitFor(chinese("Directory below the website's root; empty for the root itself"));
    await quickInput.type("");
    await quickInput.waitFor(chinese("Deploy “{0}” to “{1}” on “{2}”", "dist", SITE, SHOP));
    await quickInput.row("图片.svg").waitFor();
    await pictures(vscode(), window, "deploy-preview");
    await window.page.keyboard.press("Enter");
    await window.dialog.text();
    await pictures(vscode(), window, "deploy-question");
    await window.dialog.click(chinese("Deploy"));
    await window.notification(chinese("unpacking…")).waitFor();
    await pictures(vscode(), window, "deploy-progress");
    unpacking.resolve(undefined);
    const done = window.notification(chinese("“{0}” was deployed to “{1}” on “{2}”.", "dist", SITE, SHOP));
    await done.waitFor();
    await pictures(vscode(), window, "deploy-outcome");
    await done.click(chinese("Roll Back"));
    await window.dialog.text();
    await pictures(vscode(), window, "deploy-roll-back");
    await window.dialog.click(chinese("Roll Back"));
    await eventually(
      () => Promise.resolve(used.panel.state.files.has(`/www/wwwroot/${SITE}/图片.svg`)),
      (isThere) => !isThere,
    );
    await window.close();
  });
});
