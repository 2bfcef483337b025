import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useVsCode } from "./pages/useVsCode.ts";

describe("A red certificate", () => {
  const vscode = useVsCode();
  // long enough to see what the panel writes meanwhile
  const used = usePanel(() => ({ edition: "aapanel", delays: { composer: 6_000 } }));

  it("says when it ends and for what, and is renewed by its icon", async () => {
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    const row = window.row("blog.example.com");
    await row.waitFor();
    assert.match(await row.text(), /^blog\.example\.com cert 3 d/);
    const tooltip = await row.tooltip();
    for (const line of [
      /^Certificate: expires in 3 days$/m,
      /^Certificate's last day: \d{4}-\d\d-\d\d$/m,
      /^Certificate for: blog\.example\.com$/m,
      /^Certificate issued by: R11$/m,
    ])
      assert.match(tooltip, line);
    await window.screenshot("certificate-tooltip");

    const menu = await row.menu();
    assert.equal((await menu.entries())[0], "Renew Website Certificate");
    await window.screenshot("certificate-menu");
    await window.page.keyboard.press("Escape");
    const fine = await window.row("api.example.com").menu();
    assert.notEqual((await fine.entries())[0], "Renew Website Certificate");
    await window.page.keyboard.press("Escape");

    await row.button("Renew Website Certificate");
    await window.notification("Verifying domain name..").waitFor();
    await window.screenshot("certificate-renewing");
    const done = window.notification("“blog.example.com” on “Shop” has a new certificate.");
    await done.waitFor();
    assert.match(await done.text(), /Certificate's last day: \d{4}-\d\d-\d\d\. Whether the web server follows was not/);
    await eventually(
      () => row.text(),
      (text) => text.startsWith("blog.example.com cert 89 d"),
    );
    await window.screenshot("certificate-renewed");
    await window.close();
  });
});
