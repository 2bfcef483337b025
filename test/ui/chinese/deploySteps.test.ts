import { strict as assert } from "node:assert";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { deployUntil } from "../pages/deployUntil.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

const SITE = "blog.example.com";

const STEPS = [
  { name: "维护模式", run: "php artisan down", when: "before", seconds: 60 },
  { name: "安装依赖", run: "set -e\ncomposer install --no-dev --optimize-autoloader\nphp artisan migrate --force" },
  { name: "重载", run: "systemctl reload php-fpm-82", user: "root", seconds: 30 },
];

describe("In Chinese, steps of a deployment", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();

  it("are shown with every command before they run", async () => {
    const { workspace } = here.vscode;
    for (const directory of ["dist", ".vscode"]) mkdirSync(join(workspace, directory), { recursive: true });
    writeFileSync(join(workspace, "dist/index.html"), "<h1>新</h1>");
    const deployments = [{ name: "site", website: SITE, source: "dist", steps: STEPS }];
    writeFileSync(join(workspace, ".vscode/settings.json"), JSON.stringify({ "serverPanel.deployments": deployments }));
    const { window } = here;
    const { quickInput, dialog } = window;
    await addShop(window, used.panel);
    const rows = { shown: "安装依赖", asked: chinese("Other Folder…") };
    await deployUntil(window, SITE, chineseTitle("command.site.deploy"), rows);
    await window.page.keyboard.press("Enter");
    const text = await dialog.text();
    assert.ok(text.startsWith(chinese("Run these commands on “{0}”?", SHOP)), text);
    for (const { run } of STEPS) for (const line of run.split("\n")) assert.ok(text.includes(`│ ${line}`), line);
    await pictures(here.vscode, window, "deploy-steps");
    await dialog.click(chinese("Run Commands"));
    await quickInput.waitFor(chinese("Type “{0}” to confirm.", "root"));
    await pictures(here.vscode, window, "deploy-steps-root");
  });
});
