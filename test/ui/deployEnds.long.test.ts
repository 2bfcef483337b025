import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../eventually.ts";
import { deployUntil } from "./pages/deployUntil.ts";
import { letGoOn, panelWithVisitors, serve, SITE, stateDeployment, stepsThatFail } from "./pages/deployedSite.ts";
import { useWindow } from "./pages/useVsCode.ts";
import { addPanel, usePanel, type UsedPanel } from "./panels.ts";

const GOOD = "<?php\necho 1;\n";

describe("A deployment", () => {
  const here = useWindow();
  const used: UsedPanel = usePanel(() => panelWithVisitors(used));

  it("shows what its steps write while they run, and how one has ended", async () => {
    const { window, vscode } = here;
    const { quickInput, dialog, page } = window;
    serve(used, GOOD);
    stateDeployment(vscode.workspace, GOOD.replace("1", "2"), {
      steps: stepsThatFail(["Dependencies", "Database"]),
      watch: 120,
      check: used.panel.address,
    });
    // VS Code takes a moment to notice them
    const tasks = [
      { label: "Deploy site", type: "serverPanel", task: "deploy", deployment: "site", problemMatcher: [] },
    ];
    writeFileSync(join(vscode.workspace, ".vscode/tasks.json"), JSON.stringify({ version: "2.0.0", tasks }));
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await deployUntil(window, SITE, "Deploy…", { shown: "Dependencies", asked: "Other Folder…" });
    await vscode.pictures(window, "deploy-steps-preview");
    await page.keyboard.press("Enter");
    await dialog.click("Run Commands");
    await eventually(
      () => window.panelText(),
      (text) => text.includes("laravel/framework"),
    );
    await vscode.pictures(window, "deploy-steps-running");
    letGoOn(used);
    await window.notification("Step “Database” failed (exit code 1).").waitFor();
    await eventually(
      () => window.panelText(),
      (text) => text.includes("Duplicate column name"),
    );
    await vscode.pictures(window, "deploy-steps-failed");

    await window.clear();
    // of several terminals, none shows its mark in the title
    await window.command("Terminal: Kill All Terminals");
    await window.command("Tasks: Run Task");
    await quickInput.pick("Deploy site");
    await window.notification("The task “Deploy site” asks").click("Answer…");
    await dialog.click("Deploy");
    // its tab says so
    await page.locator(".part.panel .codicon-error").first().waitFor();
    await vscode.pictures(window, "deploy-steps-terminal");
  });
});
