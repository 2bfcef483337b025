/**
 * Runs `npm start` in the project as it is, opens what it prints in a browser, waits for the demo panels' rows without a click,
 * once in each language, and stops it. Fails where a process is left: `node scripts/node.mjs test/ui/firstStart.ts`.
 */
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import { launchBrowser } from "../../scripts/vscode/browser.ts";
import { chineseTitle } from "../chinese/chinese.ts";
import { eventually } from "../eventually.ts";
import { Workbench } from "./pages/workbench.ts";

/** Limit in ms until the address is printed, which includes installing VS Code and a browser. */
const START_DEADLINE = 600_000;

await seeNpmStart();
// the first start must not depend on views that a test has left open
process.exit();

async function seeNpmStart(): Promise<void> {
  const [name, value] = ["SERVER_PANEL_STARTED_BY", `${process.pid}-${Date.now()}`] as const;
  const processes = () => processesMarked(`${name}=${value}`);
  // without a display, so that it starts the same way on every machine
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
  const started = spawn("npm", ["start"], {
    cwd: projectDir,
    env: { ...env, [name]: value },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(started, "exit");
  const profileDir = mkdtempSync(join(tmpdir(), "started-"));
  let output = "";
  started.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  try {
    await Promise.race([
      eventually(
        () => output,
        (text) => text.includes("http://"),
        START_DEADLINE,
      ),
      exited.then(([code]) => assert.fail(`npm start has ended with ${String(code)}: ${output}`)),
    ]);
    const address = /Open (http:\/\/127\.0\.0\.1:\d+\/\S*) in a browser/.exec(output)?.[1];
    assert.ok(address, output);
    assert.match(output, /click the Server Panel icon/);
    assert.match(output, /请在浏览器中打开上面的地址/);
    const browser = await launchBrowser(profileDir);
    try {
      const window = new Workbench(browser.pages()[0] ?? (await browser.newPage()));
      await window.page.goto(address);
      await window.ready();
      // nothing is clicked
      await window.row("Demo (BaoTa)").waitFor();
      await window.row("order-service").waitFor();
      await window.screenshot("npm-start");
      // the second panel is below the rows of the first, out of sight; the start may open the first again
      const [first, second] = [window.row("Demo (BaoTa)"), window.row("Demo (aaPanel)")];
      await eventually(
        async () => {
          await first.collapse();
          return second.locator.isVisible();
        },
        (isVisible) => isVisible,
      );
      await window.close();
      const chinese = new Workbench(await browser.newPage(), chineseTitle("container.title"));
      // the request of a browser in this language
      await chinese.page.setExtraHTTPHeaders({ "accept-language": "zh-CN,zh;q=0.9" });
      await chinese.page.goto(address);
      await chinese.ready();
      await chinese.row("order-service").waitFor();
      await chinese.screenshot("zh-npm-start");
    } finally {
      await browser.close();
    }
    assert.ok(processes().length > 1);
  } finally {
    started.kill("SIGTERM");
    await exited;
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
  // npm may go first
  await eventually(processes, ({ length }) => length === 0);
}

/** Finds the ids of accessible processes whose environment has our mark. */
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
