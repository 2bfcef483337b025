import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { handlers } from "../../demoPanel/baota/handlers.ts";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { eventually } from "../../eventually.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

const SITE = "blog.example.com";

describe("In Chinese, a folder", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  // the exchange waits, so that its progress can be seen
  let goesOn: Promise<undefined> | undefined;
  const used = usePanel(() => ({
    handlers: {
      async "scheduledTask.run"(context) {
        await goesOn;
        return handlers["scheduledTask.run"](context);
      },
    },
  }));

  it("is deployed after a preview, and rolled back", async () => {
    const dist = join(here.vscode.workspace, "dist");
    mkdirSync(join(dist, "assets"), { recursive: true });
    writeFileSync(join(dist, "index.html"), "<h1>新</h1>");
    writeFileSync(join(dist, "assets/图片.svg"), "<svg/>");
    writeFileSync(join(dist, ".env"), "KEY=secret");
    const { window } = here;
    const { quickInput } = window;
    await addShop(window, used.panel);
    await window.row(SITE).choose(chineseTitle("command.site.deploy"));
    await quickInput.pick("dist");
    await quickInput.waitFor(chinese("Directory below the website's root; empty for the root itself"));
    await quickInput.type("");
    await quickInput.waitFor(chinese("Deploy “{0}” to “{1}” on “{2}”", "dist", SITE, SHOP));
    await quickInput.row("图片.svg").waitFor();
    await pictures(here.vscode, window, "deploy-preview");
    const seen = Promise.withResolvers<undefined>();
    goesOn = seen.promise;
    await window.page.keyboard.press("Enter");
    await window.notification(chinese("exchanging the files on the server…")).waitFor();
    await pictures(here.vscode, window, "deploy-progress");
    seen.resolve(undefined);
    const done = window.notification(chinese("“{0}” was deployed to “{1}” on “{2}”.", "dist", SITE, SHOP));
    await done.waitFor();
    await pictures(here.vscode, window, "deploy-outcome");
    const { files } = used.panel.state;
    const page = `/www/wwwroot/${SITE}/index.html`;
    const placed = files.get(page);
    if (placed === undefined) throw new Error("nothing was deployed");
    files.set(page, { ...placed, bytes: Buffer.from("他人的改动") });
    used.panel.shell.synchronise();
    await done.click(chinese("Roll Back"));
    await quickInput.waitFor(chinese("Roll Back “{0}” on “{1}”", SITE, SHOP));
    await quickInput.row(chinese("stays as it is. Enter rolls it back, too")).waitFor();
    await pictures(here.vscode, window, "deploy-roll-back");
    await quickInput.pick(chinese("Roll Back"));
    await eventually(
      () => Promise.resolve(files.has(`/www/wwwroot/${SITE}/assets/图片.svg`)),
      (isThere) => !isThere,
    );
    await window.notification(chinese("“{0}” on “{1}” was rolled back, but not all of it.", SITE, SHOP)).waitFor();
    await pictures(here.vscode, window, "deploy-rolled-back");
  });
});
