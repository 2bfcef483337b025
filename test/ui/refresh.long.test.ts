import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { addPanel, tagPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";

describe("A tree that is refreshed", () => {
  const here = useWindow();
  const used = usePanel();

  /** Returns the labels of the selected rows. */
  async function selected(window: Workbench): Promise<readonly string[]> {
    return window.sideBar.locator('[role="treeitem"][aria-selected="true"] .label-name').allInnerTexts();
  }

  const change = (name: string, status: "running" | "exited") => {
    const container = used.panel.state.containers.find((each) => each.name === name);
    assert.ok(container);
    container.status = status;
  };

  it("keeps selection and expansion after each refresh and after a tag", async () => {
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    await window.row("Containers").expand();
    const names = used.panel.state.containers.map(({ name }) => name);
    await window.row(names[0] ?? "").click();
    await window.row(names.at(-1) ?? "").locator.click({ modifiers: ["Shift"] });
    assert.deepEqual(await selected(window), names);
    const text = (name: string, expected: RegExp) =>
      eventually(
        () => window.row(name).text(),
        (found) => expected.test(found),
      );

    change("database", "exited");
    change("cache", "exited");
    await window.command("Server Panel: Refresh");
    await text("cache", /cache stopped/);
    await text("database", /database stopped/);
    assert.deepEqual(await selected(window), names);
    assert.ok(await window.row("Containers").isExpanded());
    await window.screenshot("refreshed");

    await window.command("Server Panel: Check All Panels");
    await text("Shop", /Shop CPU \d+% · RAM/);
    assert.match(await window.row("Shop").tooltip(), /Answered at .*\d/);
    assert.deepEqual(await selected(window), names);
    await window.screenshot("checked");

    await tagPanel(window, "Shop", "prod");
    await window.row("prod").waitFor();
    await window.row("cache").waitFor();
    assert.ok(await window.row("Shop").isExpanded());
    await window.screenshot("tagged");
  });
});
