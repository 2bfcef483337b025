import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { launchBrowser, watchNetwork } from "../../../scripts/vscode/browser.ts";
import { addDevelopmentOptions, workbenchUrl } from "../../../scripts/vscode/developmentOptions.ts";
import { installServer } from "../../../scripts/vscode/installServer.ts";
import { outDir, projectDir } from "../../../scripts/paths.ts";
import type { Locale } from "../../../scripts/vscode/languagePack.ts";
import type { BrowserContext } from "../../../scripts/vscode/playwright.ts";
import { STILL, writeSettings, type Settings } from "../../../scripts/vscode/settings.ts";
import { startVsCodeServer, type VsCodeServer } from "../../../scripts/vscode/vsCodeServer.ts";
import { eventually, HANG_MS } from "../../eventually.ts";
import { takesPictures } from "./takesPictures.ts";
import { Workbench } from "./workbench.ts";

/** The panels and what was done on them, in the folder of the user's data. */
const PANEL_FILES = "User/globalStorage/serverpanel.server-panel/{panels,activity}/*.json*";

/** Options of a VS Code. */
export interface VsCodeOptions {
  readonly settings?: Settings;
  /** Language of the windows; English by default. */
  readonly locale?: Locale;
  /** Title of the extension's view container in that language. */
  readonly title?: string;
  /** Folders of other extensions in the windows. */
  readonly extensions?: readonly string[];
}

/** `highContrast` is the dark one. */
export type Theme = keyof typeof THEME_CLASSES;

const THEME_CLASSES = {
  dark: "vs-dark",
  light: "vs",
  highContrast: "hc-black",
  highContrastLight: "hc-light",
} as const;

/** The system's settings for each theme. */
const MEDIA = {
  dark: { colorScheme: "dark", forcedColors: "none" },
  light: { colorScheme: "light", forcedColors: "none" },
  highContrast: { colorScheme: "dark", forcedColors: "active" },
  highContrastLight: { colorScheme: "light", forcedColors: "active" },
} as const;

/** Settings of all windows: a terminal has one shell on every machine, and what is in it can be read. */
const SETTINGS: Settings = {
  ...STILL,
  "terminal.integrated.defaultProfile.linux": "sh",
  "terminal.integrated.gpuAcceleration": "off",
};

/** A VS Code with the extension and without the user's settings: a server, a browser, and any number of windows. */
export class VsCode {
  readonly server: VsCodeServer;
  readonly browser: BrowserContext;
  /** The folder that windows open; empty at the start. */
  readonly workspace: string;
  /** A folder of programs that stand before all others in the windows; empty at the start. */
  readonly programs: string;
  /** Addresses beyond this machine that a window has requested. */
  readonly outside: Set<string>;

  readonly #title: string | undefined;

  private constructor(server: VsCodeServer, browser: BrowserContext, title: string | undefined) {
    this.server = server;
    this.browser = browser;
    this.workspace = workspaceIn(server.dataDir);
    this.programs = programsIn(server.dataDir);
    this.#title = title;
    this.outside = watchNetwork(browser);
  }

  /** Starts it without a window; the caller stops it. */
  static async start({ settings = {}, locale, title, extensions = [] }: VsCodeOptions = {}): Promise<VsCode> {
    await installServer();
    const dataDir = mkdtempSync(join(tmpdir(), "ui-"));
    for (const directory of [workspaceIn(dataDir), programsIn(dataDir)]) mkdirSync(directory);
    const path = [programsIn(dataDir), process.env["PATH"] ?? ""].join(delimiter);
    // VS Code takes the PATH of terminals from a login shell, unless it was started from one
    const env = { VSCODE_CLI: "1", PATH: path };
    const server = await startVsCodeServer({ dataDir, settings: { ...SETTINGS, ...settings }, env, locale });
    try {
      const browser = await launchBrowser(join(dataDir, "browser"));
      browser.setDefaultTimeout(HANG_MS);
      await addDevelopmentOptions(browser, server, { extensions: [projectDir, ...extensions] });
      return new VsCode(server, browser, title);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Opens one more window and waits until the extension's entry is in its activity bar. All windows share what the extension stores. */
  async open(): Promise<Workbench> {
    // the browser starts with one page
    const page = this.browser.pages().find((blank) => blank.url() === "about:blank") ?? (await this.browser.newPage());
    const workbench = new Workbench(page, this.#title);
    await page.goto(workbenchUrl(this.server, this.workspace));
    await workbench.ready();
    return workbench;
  }

  /** Ends all windows and deletes their storage and settings: the next window is a newcomer's. */
  async reset(): Promise<void> {
    const blank = await this.browser.newPage();
    for (const page of this.browser.pages()) if (page !== blank) await page.close();
    await eventually(
      () => {
        const running = runningHosts(this.server.output());
        // an extension host would wait hours for a window that ended silently
        for (const pid of running) killIfThere(pid);
        return running.length;
      },
      (count) => count === 0,
    );
    const devTools = await this.browser.newCDPSession(blank);
    await devTools.send("Storage.clearDataForOrigin", { origin: this.server.origin, storageTypes: "all" });
    await devTools.detach();
    for (const directory of [join(this.server.userDataDir, "User"), this.workspace])
      rmSync(directory, { recursive: true, force: true });
    mkdirSync(this.workspace);
    writeSettings(this.server.userDataDir, SETTINGS);
    this.outside.clear();
  }

  /** Clears away what a test has left in a window: nothing is open, and there are no panels and no files. */
  async clear(window: Workbench): Promise<void> {
    await this.setTheme("light");
    await window.clear();
    for (const file of globSync(PANEL_FILES, { cwd: this.server.userDataDir }))
      rmSync(join(this.server.userDataDir, file));
    for (const name of readdirSync(this.workspace)) rmSync(join(this.workspace, name), { recursive: true });
    // the window has seen that they are gone
    await window.openView();
    await window.collapseOtherPanes();
    await window.welcome.waitFor();
  }

  /** Changes the colour theme of all windows and waits until they show it. */
  async setTheme(theme: Theme): Promise<void> {
    for (const page of this.browser.pages()) {
      // settings changed in the file reach a window only when it loads, but it follows the system's colours at once
      await page.emulateMedia(MEDIA[theme]);
      if (page.url().startsWith(this.server.origin))
        await page.locator(`.monaco-workbench.${THEME_CLASSES[theme]}`).waitFor();
    }
  }

  /** Takes pictures of a window in light and dark, `<name>-<theme>`, where pictures are taken. */
  async pictures(window: Workbench, name: string): Promise<void> {
    if (!takesPictures) return;
    for (const theme of ["light", "dark"] as const) {
      await this.setTheme(theme);
      await window.screenshot(`${name}-${theme}`);
    }
    await this.setTheme("light");
  }

  /** Takes pictures of all windows, `out/screenshots/<name>-<n>.png`. */
  async screenshots(name: string): Promise<void> {
    for (const [index, page] of this.browser.pages().entries()) {
      await page.screenshot({ path: join(outDir, "screenshots", `${name}-${index}.png`) });
    }
  }

  /** Ends windows, browser and server, and deletes their storage. */
  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    rmSync(this.server.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const workspaceIn = (dataDir: string) => join(dataDir, "workspace");
const programsIn = (dataDir: string) => join(dataDir, "own programs");

/** Reads the running extension hosts from the server's log. */
function runningHosts(log: string): readonly number[] {
  const pids = (event: string) => [...log.matchAll(new RegExp(`<(\\d+)> ${event}`, "g"))].map(([, pid]) => Number(pid));
  const ended = new Set(pids("Extension Host Process exited"));
  return pids("Launched Extension Host Process").filter((pid) => !ended.has(pid));
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended meanwhile
  }
}
