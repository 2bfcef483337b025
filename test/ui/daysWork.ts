import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type manifest from "../../package.nls.json";
import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { eventually } from "./pages/eventually.ts";
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

/** Tests in which an administrator does what comes up on a day, with pictures in light and dark. */
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
    for (const theme of ["light", "dark"] as const) {
      await vscode().setTheme(theme);
      await window.screenshot(`${picture}-${name}-${theme}`);
    }
  }

  it("nginx is reloaded once its configuration was mended where the panel says", async () => {
    const { files } = used.panel.state;
    makeDirectory(files, "/www/server/panel/vhost/nginx", 1_700_000_000);
    files.set(PATH, { mtime: 1_700_000_000, uid: 0, gid: 0, mode: 0o644, bytes: Buffer.from(BROKEN) });
    await window.row(text("Services")).expand();
    await window.row("nginx").choose(title("command.service.reload"));
    await take("reload-question");
    await window.dialog.click(text("Reload"));
    const refused = window.notification(`${PATH}:5`);
    await refused.waitFor();
    assert.deepEqual(await refused.buttons(), [text("Open File"), text("Try Again"), text("Show Details")]);
    await take("reload-refused");
    await refused.click(text("Open File"));
    const editor = window.page.locator(".monaco-editor[data-uri^='serverpanel']");
    await editor.locator(".view-lines").waitFor();
    await eventually(
      () => window.page.locator(".statusbar-item", { hasText: /\b5\b.*\b1\b/ }).count(),
      (count) => count > 0,
    );
    await window.page.keyboard.type("}");
    await take("reload-mended");
    await window.page.keyboard.press("Control+S");
    await window.dialog.click(text("Save"));
    await eventually(
      () => files.get(PATH)?.bytes?.toString(),
      (content) => content?.trimEnd().endsWith("}") === true,
    );
    await window.row("nginx").choose(title("command.service.reload"));
    await window.dialog.click(text("Reload"));
    await window.notification(text("“{0}” on “{1}” was reloaded and is running.", "nginx", panel)).waitFor();
    await take("reload-done");
  });

  it("a database is backed up and downloaded", async () => {
    await window.row(text("Databases")).expand();
    const row = window.row(DATABASE);
    await row.choose(title("command.database.backUp"), title("submenu.backups"));
    await window.notification(text("“{0}” on “{1}” was backed up.", DATABASE, panel)).waitFor();
    await take("backup-done");
    const [backup] = used.panel.state.backups;
    assert.ok(backup);
    await row.choose(title("command.database.downloadBackup"), title("submenu.backups"));
    await window.quickInput.waitFor(text("Download Backup"));
    await window.quickInput.row(backup.path).waitFor();
    await take("backup-choice");
    await window.quickInput.pick(backup.path);
    const name = backup.path.split("/").at(-1) ?? "";
    await eventually(
      () => window.quickInput.field.inputValue(),
      (value) => value.endsWith(name),
    );
    await window.quickInput.field.press("Enter");
    const bytes = used.panel.state.files.get(backup.path)?.bytes;
    await eventually(
      () => sizeOf(join(vscode().workspace, name)),
      (size) => size === bytes?.length,
    );
    await window.statusBarEntry(text("“{0}” was downloaded.", name)).waitFor();
    await take("backup-downloaded");
  });

  it("a Node project is restarted, and its log followed", async () => {
    await window.row(text("Projects")).expand();
    await window.row(PROJECT).choose(title("command.project.restart"));
    await window.dialog.click(text("Restart"));
    const done = window.notification(text("“{0}” on “{1}” has restarted.", PROJECT, panel));
    await done.waitFor();
    await take("project-restarted");
    await done.click(text("Follow Log"));
    await eventually(
      () => window.panelText(),
      (shown) => shown.includes("3000"),
    );
    await take("project-log");
  });
}

/** The size of a file of this computer; `undefined`: there is none yet. */
function sizeOf(path: string): number | undefined {
  try {
    return readFileSync(path).length;
  } catch {
    return undefined;
  }
}
