import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TRY_MS, untilTaken } from "./pages/untilTaken.ts";
import type { Workbench } from "./pages/workbench.ts";
import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";

/** The website on both servers. */
export const SITE = "shop.example.com";

/** As the guide to deploying has it. */
export const DEPLOYMENT = {
  name: "shop",
  targets: [
    { role: "web-1", website: SITE },
    { role: "web-2", website: SITE },
  ],
  source: "",
  exclude: ["/vendor"],
  steps: [
    { name: "Dependencies", run: "sh bin/composer install --no-dev", seconds: 60, alsoBack: true },
    { name: "Database", run: "sh bin/artisan migrate --force" },
  ],
};

/** Two panels with a website of the same name, and a project on this computer. */
export class TwoServers {
  readonly #panels: readonly DemoPanel[];
  readonly #workspace: string;

  constructor(panels: readonly DemoPanel[], workspace: string) {
    this.#panels = panels;
    this.#workspace = workspace;
    for (const { state } of panels) {
      const [site] = state.sites;
      assert.ok(site);
      state.sites.splice(0, state.sites.length, { ...site, name: SITE, domains: [SITE], path: `/www/wwwroot/${SITE}` });
    }
    this.put("index.php", "old");
  }

  /** Writes a file of the project. */
  async write(path: string, text: string): Promise<void> {
    const file = join(this.#workspace, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  /** Writes the whole project, with its deployment in the settings. */
  async project(deployment: object = DEPLOYMENT): Promise<void> {
    await this.write("public/index.php", "<?php echo 1;");
    await this.write("composer.json", "{}");
    await this.write("bin/composer", 'mkdir -p vendor && echo "Installing $1" && echo ok >vendor/autoload.php');
    await this.write(
      "bin/artisan",
      'echo "Migrating: 2026_11_27_create_orders"; [ ! -e broken ] || exit 3; echo "$1" >>migrated.txt',
    );
    await this.write(".vscode/settings.json", JSON.stringify({ "serverPanel.deployments": [deployment] }));
  }

  /** A file of the website on each server. */
  files(path: string): readonly (string | undefined)[] {
    return this.#panels.map(({ state, shell }) => {
      shell.synchronise();
      return state.files.get(`/www/wwwroot/${SITE}/${path}`)?.bytes?.toString();
    });
  }

  /** Puts a file into the website on all servers, or on the last one alone. */
  put(path: string, text: string, isLastAlone = false): void {
    for (const { state, shell } of isLastAlone ? this.#panels.slice(-1) : this.#panels) {
      const entry = { mtime: 1, uid: 1001, gid: 1001 };
      state.files.set(`/www/wwwroot/${SITE}`, { ...entry, mode: 0o755 });
      state.files.set(`/www/wwwroot/${SITE}/${path}`, { ...entry, mode: 0o644, bytes: Buffer.from(text) });
      shell.synchronise();
    }
  }

  /** Removes a file of the website. */
  remove(path: string): void {
    for (const { state, shell } of this.#panels) {
      state.files.delete(`/www/wwwroot/${SITE}/${path}`);
      shell.synchronise();
    }
  }
}

/** Opens the list of deployments of a command, until VS Code has read the settings that a test has written. */
export async function chooseSeveral(window: Workbench, command: string, shown: string): Promise<void> {
  await untilTaken(async () => {
    await window.command(command);
    try {
      await window.quickInput.row(shown).waitFor({ timeout: TRY_MS });
    } catch (error) {
      await window.quickInput.cancel();
      throw error;
    }
  });
}
