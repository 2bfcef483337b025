import { strict as assert } from "node:assert";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "../vscode/browser.ts";
import { projectDir } from "../vscode/paths.ts";
import type { BrowserContext } from "../vscode/playwright.ts";
import { runProcess } from "../runProcess.ts";
import { eventually } from "./eventually.ts";
import { Workbench } from "./workbench.ts";

const PACKAGE_DEADLINE = 60_000;

/** Process ids whose environment carries our mark; only of processes that we may look at. */
function processesMarked(mark: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").includes(mark);
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe("npm start", () => {
  const mark = `SERVER_PANEL_START_TEST=${process.pid}`;
  const dataDir = mkdtempSync(join(tmpdir(), "started-"));
  let started: ChildProcess | undefined;
  let browser: BrowserContext | undefined;

  before(async function () {
    this.timeout(PACKAGE_DEADLINE * 2);
    assert.ok(await runProcess(["--run", "package"], {}, PACKAGE_DEADLINE), "npm run package");
    const [name, value] = mark.split("=") as [string, string];
    // without a display, so that it starts the same way on every machine
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
    started = spawn(process.execPath, ["test/vscode/start.ts"], {
      cwd: projectDir,
      env: { ...env, [name]: value },
      stdio: ["ignore", "pipe", "inherit"],
    });
    browser = await launchBrowser(dataDir);
  });

  after(async () => {
    await browser?.close();
    started?.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it("shows the demo panel's resources from the package, and leaves no process when it stops", async () => {
    assert.ok(started?.stdout && browser);
    const { stdout } = started;
    let output = "";
    stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const greeting = await eventually(
      () => output,
      (text) => text.includes("http://"),
    );
    const address = /Open (http:\/\/127\.0\.0\.1:\d+\/\S*) in a browser/.exec(greeting)?.[1];
    assert.ok(address, greeting);
    assert.match(greeting, /click the Server Panel icon/);

    const window = new Workbench(browser.pages()[0] ?? (await browser.newPage()));
    await window.page.goto(address);
    await window.ready();
    // nothing is clicked
    await window.row("Demo Panel").waitFor();
    await window.row("order-service").waitFor();
    await window.screenshot("npm-start");

    assert.ok(processesMarked(mark).length > 1);
    started.kill("SIGTERM");
    await once(started, "exit");
    assert.deepEqual(processesMarked(mark), []);
  });
});
