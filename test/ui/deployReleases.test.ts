import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { usePanel, addPanel } from "./panels.ts";
import { deployUntil } from "./pages/deployUntil.ts";
import { useWindow } from "./pages/useVsCode.ts";

const SITE = "blog.example.com";
const PLAIN = "The website as it was before its first release";

describe("Releases of a website", () => {
  const here = useWindow();
  const used = usePanel();

  const write = async (text: string) => {
    await mkdir(join(here.vscode.workspace, "dist/public"), { recursive: true });
    await writeFile(join(here.vscode.workspace, "dist/public/index.html"), text);
  };
  const served = () => {
    const configuration = used.panel.state.files.get(`/www/server/panel/vhost/nginx/${SITE}.conf`);
    return /root ([^;]+);/.exec(configuration?.bytes?.toString() ?? "")?.[1] ?? assert.fail("it serves nothing");
  };

  it("show what they change the first time and later, and go back from a list", async () => {
    const { window } = here;
    const { quickInput, dialog } = window;
    await write("<h1>one</h1>");
    await mkdir(join(here.vscode.workspace, ".vscode"), { recursive: true });
    const deployment = {
      name: "site",
      website: SITE,
      source: "dist",
      mode: "releases",
      served: "public",
      shared: ["storage/", "public/uploads/"],
    };
    await writeFile(
      join(here.vscode.workspace, ".vscode/settings.json"),
      JSON.stringify({ "serverPanel.deployments": [deployment] }),
    );
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    const before = served();
    await deployUntil(window, SITE, "Deploy Website…", { shown: "New run path", asked: "Other Folder…" });
    for (const row of ["No longer served", "Moves along", "Way back"]) await quickInput.row(row).waitFor();
    await here.vscode.pictures(window, "release-first");
    await window.page.keyboard.press("Enter");
    const done = window.notification("was deployed to");
    await done.waitFor();
    assert.match(served(), /\/releases-[\da-f]{16}\/[^/]+\/public$/);
    await here.vscode.pictures(window, "release-done");
    await done.dismiss();

    await write("<h1>two</h1>");
    await window.row(SITE).choose("Deploy Website…");
    await quickInput.row("Kept beside it").waitFor();
    assert.equal(await quickInput.row("Way back").count(), 0);
    await here.vscode.pictures(window, "release-later");
    await quickInput.cancel();

    await window.row(SITE).choose("Roll Back Website…");
    await quickInput.row(PLAIN).waitFor();
    await here.vscode.pictures(window, "release-list");
    await quickInput.pick(PLAIN);
    assert.ok((await dialog.text()).includes("Run path: /releases-…/"));
    await here.vscode.pictures(window, "release-question");
    await dialog.click("Roll Back");
    await window.notification("was rolled back").waitFor();
    await here.vscode.pictures(window, "release-back");
    assert.equal(served(), before);
  });
});
