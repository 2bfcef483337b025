import { strict as assert } from "node:assert";
import { handlers as aapanelHandlers } from "../demoPanel/aapanel/handlers.ts";
import { handlers as baotaHandlers } from "../demoPanel/baota/handlers.ts";
import { eventually } from "../eventually.ts";
import { useWindow } from "./pages/useVsCode.ts";
import { addPanel, usePanel } from "./panels.ts";
import { chooseSeveral, TwoServers } from "./twoServers.ts";

const TASKS = {
  version: "2.0.0",
  tasks: [{ label: "shop to both", type: "serverPanel", task: "deploy", deployment: "shop", problemMatcher: [] }],
};

describe("A project for two servers", () => {
  const here = useWindow();
  // an exchange waits, so that its progress can be seen
  let goesOn: Promise<undefined> | undefined;
  const first = usePanel(() => ({
    runsCommands: true,
    handlers: {
      async "scheduledTask.run"(context) {
        await goesOn;
        return baotaHandlers["scheduledTask.run"](context);
      },
    },
  }));
  const second = usePanel(() => ({
    edition: "aapanel",
    runsCommands: true,
    handlers: {
      async "scheduledTask.run"(context) {
        await goesOn;
        return aapanelHandlers["scheduledTask.run"](context);
      },
    },
  }));

  let servers: TwoServers;

  beforeEach(() => {
    servers = new TwoServers([first.panel, second.panel], here.vscode.workspace);
  });

  it("is deployed with its steps as the guide says, told server by server, and deployed again by a task", async () => {
    await servers.project();
    await servers.write(".vscode/tasks.json", JSON.stringify(TASKS));
    const { window, vscode } = here;
    const { quickInput, dialog } = window;
    await addPanel(window, "Shop Berlin", first.panel);
    await addPanel(window, "Shop Tokyo", second.panel);
    await chooseSeveral(window, "Server Panel: Deploy Website…", "2 servers: web-1, web-2");
    await vscode.pictures(window, "several-choose");
    await quickInput.pick("shop");
    await quickInput.waitFor("The panel for “web-1” of “shop”");
    await window.screenshot("several-panel");
    await quickInput.pick("Shop Berlin");
    await quickInput.waitFor("The panel for “web-2” of “shop”");
    await quickInput.pick("Shop Tokyo");
    await quickInput.waitFor("Deploy “shop” to 2 servers");
    await quickInput.row("web-2").waitFor();
    await window.page.mouse.move(0, 0);
    await vscode.pictures(window, "several-preview");
    await window.page.keyboard.press("Enter");
    assert.match(await dialog.text(), /^Run these commands on 2 servers\?/);
    await vscode.pictures(window, "several-steps");
    const seen = Promise.withResolvers<undefined>();
    goesOn = seen.promise;
    await dialog.click("Run Commands");
    await window.notification("1 of 2 servers: web-1").waitFor();
    await vscode.pictures(window, "several-progress");
    seen.resolve(undefined);
    await window.notification("“shop” is on all 2 servers.").waitFor();
    await vscode.pictures(window, "several-done");
    assert.deepEqual(servers.files("public/index.php"), ["<?php echo 1;", "<?php echo 1;"]);
    assert.deepEqual(servers.files("migrated.txt"), ["migrate\n", "migrate\n"]);
    assert.deepEqual(servers.files(".vscode/settings.json"), [undefined, undefined]);

    servers.put("broken", "", true);
    await servers.write("public/index.php", "<?php echo 2;");
    await chooseSeveral(window, "Server Panel: Deploy Website…", "2 servers: web-1, web-2");
    await quickInput.pick("shop");
    await quickInput.waitFor("Deploy “shop” to 2 servers");
    await window.page.keyboard.press("Enter");
    const failed = window.notification("“shop” is not on all servers.");
    await failed.waitFor();
    await vscode.pictures(window, "several-failed");
    await failed.click("Show Details");
    await dialog.text();
    await vscode.pictures(window, "several-details");
    await dialog.click("Close");

    await window.expandPane("Activity");
    const row = window.row("Deploy “shop”");
    await row.expand();
    await vscode.pictures(window, "several-activity");

    servers.remove("broken");
    await servers.write("public/index.php", "<?php echo 3;");
    await window.command("Tasks: Run Task");
    await quickInput.pick("shop to both");
    await window.notification("The task “shop to both” asks: Deploy to 2 websites?").follow("Answer…");
    await vscode.pictures(window, "several-task-question");
    await dialog.click("Deploy");
    await eventually(
      () => Promise.resolve(servers.files("public/index.php").join()),
      (pages) => pages === "<?php echo 3;,<?php echo 3;",
    );
    const told = async () => (await window.rows()).filter((text) => text.startsWith("Deploy “shop” 2 of 2 servers"));
    await eventually(told, (rows) => rows.length === 2);
    await vscode.pictures(window, "several-task");
  });
});
