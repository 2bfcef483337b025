import { strict as assert } from "node:assert";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { deployUntil } from "../pages/deployUntil.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

const SITE = "blog.example.com";

describe("In Chinese, releases of a website", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();

  it("show what they change, and go back from a list", async () => {
    const { workspace } = here.vscode;
    for (const directory of ["dist/public", ".vscode"]) mkdirSync(join(workspace, directory), { recursive: true });
    writeFileSync(join(workspace, "dist/public/index.html"), "<h1>新</h1>");
    const shared = ["storage/", "public/uploads/"];
    const deployments = [{ name: "site", website: SITE, source: "dist", mode: "releases", served: "public", shared }];
    writeFileSync(join(workspace, ".vscode/settings.json"), JSON.stringify({ "serverPanel.deployments": deployments }));
    const { window } = here;
    const { quickInput, dialog } = window;
    await addShop(window, used.panel);
    const rows = { shown: chinese("New run path"), asked: chinese("Other Folder…") };
    await deployUntil(window, SITE, chineseTitle("command.site.deploy"), rows);
    await pictures(here.vscode, window, "release-first");
    await window.page.keyboard.press("Enter");
    const done = window.notification(chinese("“{0}” was deployed to “{1}” on “{2}”.", "site", SITE, SHOP));
    await done.waitFor();
    await pictures(here.vscode, window, "release-done");
    await done.dismiss();
    await window.row(SITE).choose(chineseTitle("command.site.rollBack"));
    const plain = chinese("The website as it was before its first release");
    await quickInput.row(plain).waitFor();
    await pictures(here.vscode, window, "release-list");
    await quickInput.pick(plain);
    const text = await dialog.text();
    assert.ok(
      text.startsWith(chinese("Go back to “{0}” on “{1}” as it was before its first release?", SITE, SHOP)),
      text,
    );
    await pictures(here.vscode, window, "release-question");
    await dialog.click(chinese("Roll Back"));
    await window.notification(chinese("“{0}” on “{1}” was rolled back.", SITE, SHOP)).waitFor();
    await pictures(here.vscode, window, "release-back");
  });
});
