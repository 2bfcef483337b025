import { strict as assert } from "node:assert";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { eventually } from "../../eventually.ts";
import { letGoOn, panelWithVisitors, serve, SITE, stateDeployment, stepsThatFail } from "../pages/deployedSite.ts";
import { deployUntil } from "../pages/deployUntil.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel, type UsedPanel } from "../panels.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

const GOOD = "<?php\necho 1;\n";
const BROKEN = "<?php\nthrow new Exception();\n";

const STEPS = [
  { name: "维护模式", run: "php artisan down", when: "before", seconds: 60 },
  { name: "安装依赖", run: "set -e\ncomposer install --no-dev --optimize-autoloader\nphp artisan migrate --force" },
  { name: "重载", run: "systemctl reload php-fpm-82", user: "root", seconds: 30 },
];

describe("In Chinese, steps of a deployment", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used: UsedPanel = usePanel(() => panelWithVisitors(used));

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

  it("show what they write, and how one has ended", async () => {
    const { window, vscode } = here;
    const names = ["安装依赖", "数据库迁移"] as const;
    serve(used, GOOD);
    stateDeployment(vscode.workspace, GOOD.replace("1", "2"), {
      steps: stepsThatFail(names),
      watch: 120,
      check: used.panel.address,
    });
    await addShop(window, used.panel);
    const rows = { shown: names[0], asked: chinese("Other Folder…") };
    await deployUntil(window, SITE, chineseTitle("command.site.deploy"), rows);
    await pictures(vscode, window, "deploy-steps-preview");
    await window.page.keyboard.press("Enter");
    await window.dialog.click(chinese("Run Commands"));
    await eventually(
      () => window.panelText(),
      (text) => text.includes("laravel/framework"),
    );
    await pictures(vscode, window, "deploy-steps-running");
    letGoOn(used);
    await window.notification(chinese("Step “{0}” ended with {1}.", names[1], 1)).waitFor();
    await pictures(vscode, window, "deploy-steps-failed");
  });

  it("are followed by a watch, which goes back", async () => {
    const { window, vscode } = here;
    serve(used, GOOD);
    stateDeployment(vscode.workspace, BROKEN, { watch: 30, rollBack: "auto" });
    await addShop(window, used.panel);
    const rows = { shown: "index.php", asked: chinese("Other Folder…") };
    await deployUntil(window, SITE, chineseTitle("command.site.deploy"), rows);
    await window.page.keyboard.press("Enter");
    await window.notification(chinese("It was rolled back: everything is as it was before.")).waitFor();
    await pictures(vscode, window, "deploy-watch-back");
  });
});
