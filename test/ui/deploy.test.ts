import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { handlers } from "../demoPanel/baota/handlers.ts";
import { usePanel, addPanel } from "./panels.ts";
import { eventually } from "../eventually.ts";
import { useWindow } from "./pages/useVsCode.ts";

const SITE = "blog.example.com";

describe("A folder", () => {
  const here = useWindow();
  // the exchange waits, so that its progress can be seen
  let goesOn: Promise<undefined> | undefined;
  const used = usePanel(() => ({
    handlers: {
      async "scheduledTask.run"(context) {
        await goesOn;
        return handlers["scheduledTask.run"](context);
      },
    },
  }));

  const write = async (path: string, text: string) => {
    const file = join(here.vscode.workspace, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const onServer = (path: string) => {
    const root = used.panel.state.sites.find(({ name }) => name === SITE)?.path ?? assert.fail("no site");
    return used.panel.state.files.get(`${root}/${path}`)?.bytes?.toString();
  };

  const edit = (path: string, text: string) => {
    const root = used.panel.state.sites.find(({ name }) => name === SITE)?.path ?? assert.fail("no site");
    const file = used.panel.state.files.get(`${root}/${path}`) ?? assert.fail("no such file");
    used.panel.state.files.set(`${root}/${path}`, { ...file, bytes: Buffer.from(text) });
    used.panel.shell.synchronise();
  };

  it("is deployed after two questions and a preview, and rolled back but for what was changed since", async () => {
    await write("dist/index.html", "<h1>new</h1>");
    await write("dist/assets/app.js", "x".repeat(5_000));
    await write("dist/assets/图片.svg", "<svg/>");
    await write("dist/.env", "KEY=secret");
    const { window } = here;
    const { quickInput } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    const before = onServer("index.html");
    await window.row(SITE).choose("Deploy…");
    await quickInput.row("Other Folder…").waitFor();
    await quickInput.row("the whole folder").waitFor();
    await window.screenshot("deploy-folder");
    await quickInput.pick("dist");
    await quickInput.waitFor("A directory below the one on the server");
    await quickInput.type("");
    await quickInput.waitFor(`Deploy “dist” to “${SITE}” on “Shop”`);
    await quickInput.row("assets/app.js").waitFor();
    await here.vscode.pictures(window, "deploy-preview");
    assert.equal(onServer("index.html"), before, "nothing was sent yet");
    const seen = Promise.withResolvers<undefined>();
    goesOn = seen.promise;
    await window.page.keyboard.press("Enter");
    await window.notification("exchanging the files on the server…").waitFor();
    await window.screenshot("deploy-progress");
    seen.resolve(undefined);
    const done = window.notification("was deployed");
    await done.waitFor();
    await window.screenshot("deploy-outcome");
    assert.equal(onServer("index.html"), "<h1>new</h1>");
    assert.equal(onServer(".env"), undefined);
    edit("assets/app.js", "somebody's");
    await done.click("Roll Back");
    await quickInput.waitFor(`Roll Back “${SITE}” on “Shop”`);
    await quickInput.row("stays as it is. Enter rolls it back, too").waitFor();
    await here.vscode.pictures(window, "deploy-roll-back");
    await quickInput.pick("Roll Back What Was Changed Since, Too");
    await quickInput.row("goes back, too; a copy of it is kept. Enter keeps it").waitFor();
    await window.screenshot("deploy-roll-back-too");
    await quickInput.pick("Keep What Was Changed Since");
    assert.equal(onServer("index.html"), "<h1>new</h1>", "nothing was changed yet");
    await quickInput.pick("Roll Back");
    // its notification may stand behind the bell alone: VS Code shows at most three within a second
    await eventually(
      () => Promise.resolve(onServer("index.html")),
      (now) => now === before,
    );
    assert.equal(onServer("assets/app.js"), "somebody's");
    await window.notification("was rolled back, but not all of it").waitFor();
    await window.screenshot("deploy-rolled-back");
  });

  it("is sent a file at a time from the editor, by a key or the menu of its tab, and told in the status bar", async () => {
    goesOn = undefined;
    const stated = [{ name: "blog", website: SITE, source: "" }];
    await write(".vscode/settings.json", JSON.stringify({ "serverPanel.deployments": stated }));
    await write("only.css", "one");
    const { window } = here;
    const { page } = window;
    await addPanel(window, "Shop", used.panel);
    // it is shown and selected once it was added, which brings its view to the front
    await window.row("Shop").locator.and(page.locator("[aria-selected=true]")).waitFor();
    await window.openView("Explorer");
    await window.row("only.css").locator.dblclick();
    const tab = page.locator(".part.editor .tab.active", { hasText: "only.css" });
    await tab.click({ button: "right" });
    const menu = page.locator(".monaco-menu:visible").first();
    await menu.locator(".action-label", { hasText: "Deploy This File" }).waitFor();
    await window.screenshot("deploy-this-file");
    await page.keyboard.press("Escape");
    await page.locator(".editor-instance .view-lines").click();
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Shift+U");
    await page.locator(".part.statusbar", { hasText: `“only.css” is on “${SITE}” on “Shop”.` }).waitFor();
    assert.equal(onServer("only.css"), "one");
    await window.screenshot("deployed-this-file");
  });
});
