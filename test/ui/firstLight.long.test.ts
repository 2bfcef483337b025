import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { takesPictures } from "./pages/takesPictures.ts";
import { Walkthrough } from "./pages/walkthrough.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("A newcomer", () => {
  const here = useWindow({ isNew: true });
  const used = usePanel();

  it("adds a panel and restarts a Java project", async () => {
    const { window } = here;
    await window.sideBar.getByRole("button", { name: "Add Panel…" }).first().waitFor();
    await window.screenshot("welcome");
    // the walkthrough's first steps
    await window.sideBar
      .getByRole("link", { name: "Take the first steps" })
      .or(window.sideBar.getByText("Take the first steps"))
      .first()
      .click();
    const steps = new Walkthrough(window);
    await steps.open("Restart something");
    assert.deepEqual(await steps.done(), []);
    await addPanel(window, "Shop", used.panel);
    await window.row("Projects").expand();
    const project = window.row("order-service");
    await project.click();
    assert.match(await project.tooltip(), /Process: 3776/);
    await window.row("Websites").expand();
    await window.row("Containers").expand();
    await here.vscode.pictures(window, "tree");
    const menu = await project.menu();
    assert.deepEqual(await menu.entries(), [
      "Open Files",
      "Follow Log…",
      "Open Port in Browser",
      "Search and Compare",
      "Restart…",
      "Stop…",
      "Settings",
      "Deploy…",
      "Roll Back (Undo Deployment)…",
      "Copy",
    ]);
    await window.screenshot("context-menu");
    await menu.choose("Restart…");
    assert.match(await window.dialog.text(), /Restart Java project “order-service” on “Shop”\?/);
    await window.screenshot("confirmation");
    await window.dialog.click("Restart");
    const messages = window.notification("has restarted");
    assert.match(await messages.text(), /“order-service” on “Shop” has restarted\. Process: \d+\./);
    await window.screenshot("restarted");
    const { run } = used.panel.state.javaProjects.find(({ name }) => name === "order-service")?.server ?? {};
    assert.ok(run && !run.pids.includes(3776));
    await messages.dismiss();
    const tooltip = await eventually(
      () => project.tooltip(),
      (text) => !text.includes("3776"),
    );
    assert.match(tooltip, new RegExp(`Process: ${run.pids[0]}`));
    assert.equal(used.panel.counters.calls["java.restart"], 1);
    // VS Code closes the walkthrough when its theme changes
    await window.command("Server Panel: Get Started");
    assert.deepEqual(
      await eventually(
        () => steps.done(),
        (done) => done.length === 4,
      ),
      ["Switch on the API", "Allow this computer's IP address", "Add the panel", "Restart something"],
    );
    // VS Code shows pictures only if there is room
    await window.page.setViewportSize({ width: 1600, height: 800 });
    for (const theme of takesPictures ? (["light", "dark"] as const) : (["light"] as const)) {
      await here.vscode.setTheme(theme);
      await window.command("Server Panel: Get Started");
      for (const [title, name] of [
        ["Switch on the API", "api"],
        ["Restart something", "restart"],
      ] as const) {
        await steps.open(title);
        await steps.picture.waitFor();
        await window.screenshot(`first-steps-${name}-${theme}`);
      }
    }
  });
});
