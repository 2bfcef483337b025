import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { usePanel, addPanel } from "./panels.ts";
import { deployUntil } from "./pages/deployUntil.ts";
import { useWindow } from "./pages/useVsCode.ts";

const SITE = "blog.example.com";
const QUESTION = "Run these commands on “Shop”?";

const STEPS = [
  { name: "Maintenance", run: "php artisan down", when: "before", seconds: 60 },
  { name: "Dependencies", run: "set -e\ncomposer install --no-dev --optimize-autoloader\nphp artisan migrate --force" },
  { name: "Reload", run: "systemctl reload php-fpm-82", user: "root", seconds: 30 },
];

describe("Steps of a deployment", () => {
  const here = useWindow();
  const used = usePanel();

  const state = async (steps: readonly object[]) => {
    const { workspace } = here.vscode;
    for (const directory of ["dist", ".vscode"]) await mkdir(join(workspace, directory), { recursive: true });
    await writeFile(join(workspace, "dist/index.html"), "<h1>new</h1>");
    const deployments = [{ name: "site", website: SITE, source: "dist", steps }];
    await writeFile(
      join(workspace, ".vscode/settings.json"),
      JSON.stringify({ "serverPanel.deployments": deployments }),
    );
  };
  const onServer = () => {
    const root = used.panel.state.sites.find(({ name }) => name === SITE)?.path ?? assert.fail("no site");
    return used.panel.state.files.get(`${root}/index.html`)?.bytes?.toString();
  };

  it("are shown with every command after the preview, and nothing is sent where they are not agreed to", async () => {
    await state(STEPS);
    const { window } = here;
    const { quickInput, dialog } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    const before = onServer();
    await deployUntil(window, SITE, "Deploy…", { shown: "Dependencies", asked: "Other Folder…" });
    await window.page.keyboard.press("Enter");
    const text = await dialog.text();
    assert.ok(text.startsWith(QUESTION), text);
    for (const { run } of STEPS) for (const line of run.split("\n")) assert.ok(text.includes(`│ ${line}`), line);
    await here.vscode.pictures(window, "deploy-steps");
    await dialog.click("Run Commands");
    await quickInput.waitFor("Type “root” to confirm.");
    await here.vscode.pictures(window, "deploy-steps-root");
    await window.page.keyboard.press("Escape");
    assert.equal(onServer(), before);

    const long = Array.from({ length: 30 }, (_, line) => `echo "line ${line}"`).join("\n");
    await state([...STEPS.slice(0, 2), { name: "Report", run: `${long}\ntrue${" ".repeat(300)}; rm -rf cache` }]);
    await deployUntil(window, SITE, "Deploy…", { shown: "Report", asked: "Reload" });
    await window.page.keyboard.press("Enter");
    assert.ok((await dialog.text()).includes("do not fit into this question"));
    await window.screenshot("deploy-steps-long");
    await dialog.click("Show Commands");
    await window.page.locator(".tab", { hasText: "Commands" }).waitFor();
    await window.screenshot("deploy-steps-editor");
    await window.command("View: Close Editor");
    assert.ok((await dialog.text()).includes("You have closed the text with the commands of 3 steps."));
    await window.screenshot("deploy-steps-after");
    await dialog.click("Cancel");
    assert.equal(onServer(), before);
  });
});
