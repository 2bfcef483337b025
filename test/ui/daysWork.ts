import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import type manifest from "../../package.nls.json";
import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import { directoryOf, nameOf } from "../../src/serverFiles/filePlace.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { eventually } from "../eventually.ts";
import { useVsCode } from "./pages/useVsCode.ts";
import type { VsCodeOptions } from "./pages/vsCode.ts";
import type { Workbench } from "./pages/workbench.ts";
import { usePanel } from "./panels.ts";

/** What a day's work is done in. */
interface Words {
  /** Begins the names of its pictures. */
  readonly picture: string;
  readonly options?: VsCodeOptions;
  readonly edition: KnownEdition;
  /** The name of the panel. */
  readonly panel: string;
  /** A text of the code with its values. */
  readonly text: (english: string, ...values: readonly (string | number)[]) => string;
  /** A text of the manifest. */
  readonly title: (key: keyof typeof manifest) => string;
}

const PATH = "/www/server/panel/vhost/nginx/blog.example.com.conf";
const BROKEN = "server {\n    listen 80;\n    server_name blog.example.com;\n    root /www/wwwroot/blog.example.com;\n";
const DATABASE = "blog";
const PROJECT = "storefront";

/** A test that does what comes up on a day, with pictures in light and dark. */
export function daysWork({ picture, options = {}, edition, panel, text, title }: Words): void {
  const vscode = useVsCode(options);
  const used = usePanel(() => ({ edition }));
  let window: Workbench;

  beforeEach(async () => {
    window = await vscode().open();
    const { quickInput } = window;
    await window.openView();
    await window.command(`${title("category")}: ${title("command.panel.add")}`);
    await quickInput.waitFor(text("Panel Address"));
    await quickInput.type(used.panel.address);
    await quickInput.waitFor(text("Panel Name"));
    await quickInput.type(panel);
    await quickInput.waitFor(text("API Key"));
    await quickInput.type(used.panel.key);
    await quickInput.waitFor(text("“{0}” Was Added", panel));
    await quickInput.type("");
    await quickInput.waitUntilGone();
  });
  afterEach(() => window.close());

  async function take(name: string): Promise<void> {
    // progress stays for a moment after its end
    await window.page.locator(".notification-toast .monaco-progress-container.active").waitFor({ state: "hidden" });
    for (const theme of ["light", "dark"] as const) {
      await vscode().setTheme(theme);
      await window.screenshot(`${picture}-${name}-${theme}`);
    }
  }

  it("reloads nginx after mending it, backs up and downloads a database, and restarts a Node project", async () => {
    await mendAndReload();
    await backUpAndDownload();
    await restartAndFollow();
    await window.row(text("Projects")).collapse();
    await window.row(text("Scheduled Tasks")).expand();
    const next = window.row("Renew certificates");
    await next.waitFor();
    assert.match(await next.text(), /\d:10/);
    const tooltip = await next.tooltip();
    assert.ok(tooltip.includes(text("Next run (server time)")), tooltip);
    await take("next-run");
  });

  async function reload(): Promise<void> {
    await window.row("nginx").choose(title("command.service.reload"));
    await window.dialog.click(text("Reload"));
  }

  async function mendAndReload(): Promise<void> {
    const { files } = used.panel.state;
    makeDirectory(files, directoryOf(PATH), 1_700_000_000);
    files.set(PATH, { mtime: 1_700_000_000, uid: 0, gid: 0, mode: 0o644, bytes: Buffer.from(BROKEN) });
    await window.row(text("Services")).expand();
    await reload();
    const refused = window.notification(
      text(
        "The web server refuses its configuration: “{0}”, in line {1} of {2}.",
        'unexpected end of file, expecting "}"',
        "5",
        PATH,
      ),
    );
    assert.deepEqual(await refused.buttons(), [text("Open File"), text("Try Again"), text("Show Details")]);
    await take("refused");
    const row = window.row("nginx");
    const isBroken = (shown: string) => shown.includes(text("configuration broken"));
    await eventually(() => row.text(), isBroken);
    await refused.click(text("Open File"));
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
    await window.dialog.click(text("Save"));
    await eventually(
      () => files.get(PATH)?.bytes?.toString(),
      (content) => content?.endsWith("}") === true,
    );
    const accepted = window.notification(
      text("{0} accepts its configuration, and uses it from its next reload on.", "nginx"),
    );
    await accepted.waitFor();
    await eventually(
      () => row.text(),
      (shown) => !isBroken(shown),
    );
    await take("accepted");
    await accepted.click(text("Reload {0}", "nginx"));
    await window.dialog.click(text("Reload"));
    const done = window.notification(text("“{0}” on “{1}” was reloaded and is running.", "nginx", panel));
    await done.waitFor();
    await take("reloaded");
    await done.dismiss();
    await window.row(text("Services")).collapse();
  }

  async function backUpAndDownload(): Promise<void> {
    await window.row(text("Databases")).expand();
    const row = window.row(DATABASE);
    await row.choose(title("command.database.backUp"), title("submenu.backups"));
    const done = window.notification(text("“{0}” on “{1}” was backed up.", DATABASE, panel));
    await done.waitFor();
    await take("backed-up");
    await done.dismiss();
    const { path = "" } = used.panel.state.backups[0] ?? {};
    const name = nameOf(path);
    await row.choose(title("command.database.downloadBackup"), title("submenu.backups"));
    await window.quickInput.waitFor(text("Download Backup"));
    await window.quickInput.row(path).waitFor();
    await take("backups");
    await window.quickInput.pick(path);
    // the box for the file to save to; it begins where browsers put downloads
    const file = await eventually(
      () => window.quickInput.field.inputValue(),
      (value) => value.endsWith(name),
    );
    await window.quickInput.field.press("Enter");
    await window.statusBarEntry(text("“{0}” was downloaded.", name)).waitFor();
    await take("downloaded");
    const bytes = used.panel.state.files.get(path)?.bytes;
    assert.ok(bytes?.equals(readFileSync(file)));
    await window.row(text("Databases")).collapse();
  }

  async function restartAndFollow(): Promise<void> {
    await window.row(text("Projects")).expand();
    await window.row(PROJECT).choose(title("command.project.restart"));
    await window.dialog.click(text("Restart"));
    const done = window.notification(text("“{0}” on “{1}” has restarted.", PROJECT, panel));
    await done.waitFor();
    await take("restarted");
    await done.click(text("Follow Log"));
    await eventually(
      () => window.panelText(),
      (shown) => shown.includes("listens on 3000"),
    );
    await take("log");
  }
}
