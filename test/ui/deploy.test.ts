import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { handlers } from "../demoPanel/baota/handlers.ts";
import { usePanel, addPanel } from "./panels.ts";
import { eventually } from "../eventually.ts";
import { useVsCode } from "./pages/useVsCode.ts";

const SITE = "blog.example.com";

describe("A folder", () => {
  const vscode = useVsCode();
  // unpacking waits, so that its progress can be seen
  const unpacking = Promise.withResolvers<undefined>();
  const used = usePanel(() => ({
    handlers: {
      async "file.unpack"(context) {
        await unpacking.promise;
        return handlers["file.unpack"](context);
      },
    },
  }));

  const write = async (path: string, text: string) => {
    const file = join(vscode().workspace, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const onServer = (path: string) => {
    const root = used.panel.state.sites.find(({ name }) => name === SITE)?.path ?? assert.fail("no site");
    return used.panel.state.files.get(`${root}/${path}`)?.bytes?.toString();
  };

  it("is deployed after three questions and a preview, and rolled back", async () => {
    await write("dist/index.html", "<h1>new</h1>");
    await write("dist/assets/app.js", "x".repeat(5_000));
    await write("dist/assets/图片.svg", "<svg/>");
    await write("dist/.env", "KEY=secret");
    const window = await vscode().open();
    const { quickInput, dialog } = window;
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    const before = onServer("index.html");
    await window.row(SITE).choose("Deploy Website…");
    await quickInput.row("Other Folder…").waitFor();
    await window.screenshot("deploy-folder");
    await quickInput.pick("dist");
    await quickInput.waitFor("Directory below the website's root");
    await quickInput.type("");
    await quickInput.waitFor(`Deploy “dist” to “${SITE}” on “Shop”`);
    await quickInput.row("assets/app.js").waitFor();
    await window.screenshot("deploy-preview");
    await vscode().setTheme("dark");
    await window.screenshot("deploy-preview-dark");
    await vscode().setTheme("light");
    assert.equal(onServer("index.html"), before, "nothing was sent yet");
    await window.page.keyboard.press("Enter");
    assert.match(await dialog.text(), /^Deploy to “blog\.example\.com” on “Shop”\?/);
    await window.screenshot("deploy-question");
    await dialog.click("Deploy");
    await window.notification("unpacking…").waitFor();
    await window.screenshot("deploy-progress");
    unpacking.resolve(undefined);
    const done = window.notification("was deployed");
    await done.waitFor();
    await window.screenshot("deploy-outcome");
    assert.equal(onServer("index.html"), "<h1>new</h1>");
    assert.equal(onServer(".env"), undefined);
    await done.click("Roll Back");
    assert.match(await dialog.text(), /^Roll back “blog\.example\.com” on “Shop”\?/);
    await window.screenshot("deploy-roll-back");
    await dialog.click("Roll Back");
    // its notification may stand behind the bell alone: VS Code shows at most three within a second
    await eventually(
      () => Promise.resolve(onServer("index.html")),
      (now) => now === before,
    );
  });
});
