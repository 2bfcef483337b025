import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { makeDirectory } from "../../../src/demoPanel/serverFiles.ts";
import { directoryOf, nameOf } from "../../../src/serverFiles/filePlace.ts";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { eventually } from "../../eventually.ts";
import { useWindow } from "../pages/useVsCode.ts";
import type { Workbench } from "../pages/workbench.ts";
import { usePanel } from "../panels.ts";
import { addShop, SHOP } from "./shop.ts";

const PATH = "/www/server/panel/vhost/nginx/blog.example.com.conf";
const BROKEN = "server {\n    listen 80;\n    server_name blog.example.com;\n    root /www/wwwroot/blog.example.com;\n";
const DATABASE = "blog";
const PROJECT = "storefront";

describe("In Chinese, a day's work", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();
  let window: Workbench;

  beforeEach(async () => {
    ({ window } = here);
    await addShop(window, used.panel);
    await window.row(chinese("Websites")).collapse();
  });

  async function take(name: string): Promise<void> {
    // progress stays for a moment after its end
    await window.page.locator(".notification-toast .monaco-progress-container.active").waitFor({ state: "hidden" });
    await here.vscode.pictures(window, `zh-day-${name}`);
  }

  it("reloads nginx after mending it, backs up and downloads a database, and restarts a Node project", async () => {
    await mendAndReload();
    await backUpAndDownload();
    await restartAndFollow();
    await window.row(chinese("Projects")).collapse();
    await window.row(chinese("Scheduled Tasks")).expand();
    const next = window.row("Renew certificates");
    await next.waitFor();
    assert.match(await next.text(), /\d:10/);
    const tooltip = await next.tooltip();
    assert.ok(tooltip.includes(chinese("Next run (server time)")), tooltip);
    await take("next-run");
  });

  async function reload(): Promise<void> {
    await window.row("nginx").choose(chineseTitle("command.reload"));
    await window.dialog.click(chinese("Reload"));
  }

  async function mendAndReload(): Promise<void> {
    const { files } = used.panel.state;
    makeDirectory(files, directoryOf(PATH), 1_700_000_000);
    files.set(PATH, { mtime: 1_700_000_000, uid: 0, gid: 0, mode: 0o644, bytes: Buffer.from(BROKEN) });
    await window.row(chinese("Services")).expand();
    await reload();
    const refused = window.notification(
      chinese(
        "The web server refuses its configuration: “{0}”, in line {1} of {2}.",
        'unexpected end of file, expecting "}"',
        "5",
        PATH,
      ),
    );
    assert.deepEqual(await refused.buttons(), [chinese("Open File"), chinese("Try Again"), chinese("Show Details")]);
    await take("refused");
    const row = window.row("nginx");
    const isBroken = (shown: string) => shown.includes(chinese("configuration broken"));
    await eventually(() => row.text(), isBroken);
    await refused.click(chinese("Open File"));
    await window.page.locator(".monaco-editor[data-uri^='serverpanel'] .view-lines").waitFor();
    // line and column
    await window.statusBarEntry(/\b5\b.*\b1\b/).waitFor();
    await window.page.keyboard.press("Control+Shift+M");
    const problem = window.page.locator(".markers-panel .monaco-list-row", { hasText: 'expecting "}"' });
    await problem.waitFor();
    await take("problem");
    await window.page.keyboard.press("Control+Shift+M");
    await problem.waitFor({ state: "hidden" });
    await window.page.locator(".monaco-editor[data-uri^='serverpanel'] .view-lines").click();
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.type("}");
    await take("mended");
    await window.page.keyboard.press("Control+S");
    await window.dialog.click(chinese("Save"));
    await eventually(
      () => files.get(PATH)?.bytes?.toString(),
      (content) => content?.endsWith("}") === true,
    );
    const accepted = window.notification(
      chinese("{0} accepts its configuration, and uses it from its next reload on.", "nginx"),
    );
    await accepted.waitFor();
    await eventually(
      () => row.text(),
      (shown) => !isBroken(shown),
    );
    await take("accepted");
    await accepted.click(chinese("Reload {0}", "nginx"));
    await window.dialog.click(chinese("Reload"));
    const done = window.notification(chinese("“{0}” on “{1}” was reloaded and is running.", "nginx", SHOP));
    await done.waitFor();
    await take("reloaded");
    await done.dismiss();
    await window.row(chinese("Services")).collapse();
  }

  async function backUpAndDownload(): Promise<void> {
    await window.row(chinese("Databases")).expand();
    const row = window.row(DATABASE);
    await row.choose(chineseTitle("command.backUp"), chineseTitle("submenu.backups"));
    const done = window.notification(chinese("“{0}” on “{1}” was backed up.", DATABASE, SHOP));
    await done.waitFor();
    await take("backed-up");
    await done.dismiss();
    const { path = "" } = used.panel.state.backups[0] ?? {};
    const name = nameOf(path);
    await row.choose(chineseTitle("command.downloadBackup"), chineseTitle("submenu.backups"));
    await window.quickInput.waitFor(chinese("Download Backup"));
    await window.quickInput.row(path).waitFor();
    await take("backups");
    await window.quickInput.pick(path);
    // the box for the file to save to; it begins where browsers put downloads
    const file = await eventually(
      () => window.quickInput.field.inputValue(),
      (value) => value.endsWith(name),
    );
    await window.quickInput.field.press("Enter");
    await window.statusBarEntry(chinese("“{0}” was downloaded.", name)).waitFor();
    await take("downloaded");
    const bytes = used.panel.state.files.get(path)?.bytes;
    assert.ok(bytes?.equals(readFileSync(file)));
    await window.row(chinese("Databases")).collapse();
  }

  async function restartAndFollow(): Promise<void> {
    await window.row(chinese("Projects")).expand();
    await window.row(PROJECT).choose(chineseTitle("command.restart"));
    await window.dialog.click(chinese("Restart"));
    const done = window.notification(chinese("“{0}” on “{1}” has restarted.", PROJECT, SHOP));
    await done.waitFor();
    await take("restarted");
    await done.click(chinese("Follow Log"));
    await eventually(
      () => window.panelText(),
      (shown) => shown.includes("listens on 3000"),
    );
    await take("log");
  }
});
