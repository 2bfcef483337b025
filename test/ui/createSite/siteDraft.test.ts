import { strict as assert } from "node:assert";
import { addPanel, usePanel } from "../panels.ts";
import { SiteForm } from "./siteForm.ts";
import { useVsCode } from "../pages/useVsCode.ts";

describe("A site form that was closed", () => {
  const vscode = useVsCode();
  const used = usePanel();

  it("has kept what was typed, and knows when its panel is locked and unlocked", async () => {
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    const first = await SiteForm.open(window);
    await first.type("domain", "kept.example.com");
    await first.check("Create an FTP user");
    await first.type("remark", "typed before");
    // the page tells what is typed a moment later
    await first.hideAndShow();
    await first.close();

    await window.row("Websites").button("Create Website…");
    const form = await SiteForm.shown(window);
    const kept = ["domain", "remark", "ftpUser", "ftpPassword"].map((field) => form.control(field).inputValue());
    assert.deepEqual(await Promise.all(kept), ["kept.example.com", "typed before", "kept_example_com", ""]);
    assert.match(
      await form.main.innerText(),
      /Your entries from \d{1,2}:\d\d[^]*were restored\. Passwords are never stored: enter them again\./,
    );
    await window.screenshot("site-draft");

    const protect = async (level: string): Promise<void> => {
      await window.quickInput.pick("Protection");
      await window.quickInput.waitFor("Protection of “Shop”");
      await window.quickInput.pick(level);
    };
    await window.row("Shop").choose("Edit Panel…");
    await protect("Read Only");
    await form.control("obstacle").waitFor();
    await window.screenshot("site-form-read-only");
    await form.button("Edit Panel…").click();
    await protect("Type the Name");
    await window.dialog.click("Lower Protection");
    await form.control("obstacle").waitFor({ state: "detached" });
    assert.equal(await form.control("remark").inputValue(), "typed before");

    await form.button("Start Fresh").click();
    assert.equal(await form.control("domain").inputValue(), "");
    await form.button("Undo").waitFor();
    await form.hideAndShow();
    await form.close();
    await window.row("Websites").button("Create Website…");
    const fresh = await SiteForm.shown(window);
    assert.equal(await fresh.control("domain").inputValue(), "");
    assert.equal(await fresh.button("Start Fresh").count(), 0);
    await window.close();
  });
});
