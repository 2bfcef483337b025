import { strict as assert } from "node:assert";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { webLines } from "../../../src/demoPanel/lines.ts";
import { writeBrokenPages } from "../../../src/demoPanel/seed.ts";
import { handlers } from "../../demoPanel/baota/handlers.ts";
import type { DemoPanelOptions } from "../../demoPanel/startDemoPanel.ts";
import type { UsedPanel } from "../panels.ts";

/** The website that is deployed to. */
export const SITE = "blog.example.com";

/** The file on the server that a step waits for. */
const GOES_ON = "go-on";

/** Steps of which the first waits until `letGoOn`, and the last fails. */
export function stepsThatFail([dependencies, database]: readonly [string, string]): readonly object[] {
  const installs = [
    'echo "Installing dependencies from lock file"',
    'echo "Package operations: 48 installs, 2 updates, 0 removals"',
    'for name in brick/math doctrine/inflector laravel/framework; do echo "  - Installing $name: Extracting archive"; done',
    `until [ -e ${GOES_ON} ]; do sleep 0.2; done`,
    'echo "Generating optimized autoload files"',
  ];
  const migrates = [
    'echo "  2026_11_27_084500_add_paid_at_to_orders ...... FAIL"',
    `echo "SQLSTATE[42S21]: Duplicate column name 'paid_at'" >&2`,
    "exit 1",
  ];
  return [
    { name: dependencies, run: installs.join("\n"), alsoBack: true },
    { name: database, run: migrates.join("\n"), seconds: 60 },
  ];
}

/** A panel that runs steps for real, and whose website has visitors as often as its error log is read. */
export function panelWithVisitors(used: UsedPanel): DemoPanelOptions {
  return {
    runsCommands: true,
    handlers: {
      "site.errorLog"(context) {
        writeBrokenPages(used.panel.state, Date.now());
        return handlers["site.errorLog"](context);
      },
    },
  };
}

/** Lets a step end that waits. */
export function letGoOn(used: UsedPanel): void {
  put(used, GOES_ON, "");
}

/** Has the website serve a page, and log one error an hour ago. */
export function serve(used: UsedPanel, page: string): void {
  put(used, "index.php", page);
  site(used).logs = { access: [], error: [webLines.error(SITE, 1, Date.now() - 3_600_000)] };
}

/** States one deployment in the settings of the workspace, and fills its folder. */
export function stateDeployment(workspace: string, page: string, more: object): void {
  for (const directory of ["dist", ".vscode"]) mkdirSync(join(workspace, directory), { recursive: true });
  writeFileSync(join(workspace, "dist/index.php"), page);
  const deployments = [{ name: "site", website: SITE, source: "dist", replaceChanged: true, ...more }];
  writeFileSync(join(workspace, ".vscode/settings.json"), JSON.stringify({ "serverPanel.deployments": deployments }));
}

function site({ panel }: UsedPanel) {
  return panel.state.sites.find(({ name }) => name === SITE) ?? assert.fail("no site");
}

function put(used: UsedPanel, name: string, text: string): void {
  const entry = { mtime: Math.floor(Date.now() / 1000), uid: 1001, gid: 1001, mode: 0o644 };
  used.panel.state.files.set(`${site(used).path}/${name}`, { ...entry, bytes: Buffer.from(text) });
  used.panel.shell.synchronise();
}
