import { strict as assert } from "node:assert";
import { globSync, renameSync } from "node:fs";
import { join } from "node:path";
import { handlers as asUsual } from "../../src/demoPanel/aapanel.ts";
import type { DemoHandler } from "../../src/demoPanel/state.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { eventually } from "../eventually.ts";
import { useWindow } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";
import { addPanel, usePanel } from "./panels.ts";

/** Reads the claims of all windows that restart something. */
const CLAIMS = "**/globalStorage/serverpanel.server-panel/claims/*.restart.lock";

describe("A restart on an aaPanel whose window ends between the stop and the start", () => {
  const here = useWindow();
  const handlers: Partial<Record<OperationId, DemoHandler>> = {};
  // the panel lives in this process, so no window ends it
  const used = usePanel(() => ({ edition: "aapanel", handlers, delays: { javaEnd: 1_500, javaListen: 300 } }));
  beforeEach(() => delete handlers["java.stop"]);

  const server = () => used.panel.state.javaProjects.find(({ name }) => name === "order-service")?.server;
  const calls = () => {
    const { "java.stop": stops, "java.start": starts } = used.panel.counters.calls;
    return [stops, starts];
  };

  const claims = () =>
    globSync(CLAIMS, { cwd: here.vscode.server.dataDir }).map((file) => join(here.vscode.server.dataDir, file));

  /** Makes the claims a minute old, as if their window was gone. */
  function letClaimsExpire(): void {
    for (const claim of claims())
      renameSync(
        claim,
        claim.replace(/\.(\d{13})\./, (_, at) => `.${Number(at) - 60_000}.`),
      );
  }

  /** Reads the process of the window that acts on something from its claim. */
  function hostProcess(): number {
    const [claim = ""] = claims();
    const pid = Number(/\.(\d+)\.[\da-f-]+\.restart\.lock$/.exec(claim)?.[1]);
    assert.ok(pid > 1 && pid !== process.pid, claim);
    return pid;
  }

  /** Starts a restart; `onStop` runs before the panel stops the project. */
  async function restart(onStop: () => void): Promise<Workbench> {
    handlers["java.stop"] = (context) => {
      onStop();
      return asUsual["java.stop"](context);
    };
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    await window.row("Projects").expand();
    await window.row("order-service").choose("Restart…");
    await window.dialog.click("Restart");
    return window;
  }

  it("is reported by the next window and in Activity, and its button starts the project", async () => {
    const killed = await restart(() => process.kill(hostProcess(), "SIGKILL"));
    await eventually(
      () => server()?.run,
      (run) => run === undefined,
    );
    await killed.close();
    letClaimsExpire();

    const window = await here.vscode.open();
    here.window = window;
    const notice = window.notification("order-service");
    assert.equal(
      await notice.text(),
      "Restart Java project “order-service” on “Shop”: it is not running. The window that began this was closed before its end was known.",
    );
    await window.screenshot("left-stopped");
    assert.deepEqual(calls(), [1, 0], "nothing is sent unasked");
    await notice.click("Start");
    await window.notification("is running").waitFor();
    assert.ok(server()?.run?.listening);
    assert.deepEqual(calls(), [1, 1]);

    await window.openView();
    await window.expandPane("Activity");
    const row = window.row("Restart order-service");
    await row.waitFor();
    assert.match(await row.text(), /^Restart order-service not started again · Shop · /);
    assert.match(await row.tooltip(), /\nThe window that began this was closed before its end was known\.\n/);
    await window.screenshot("left-stopped-activity");
  });

  it("is ended by a reloaded window, as far as VS Code allows", async () => {
    const stopped = Promise.withResolvers<void>();
    const window = await restart(() => stopped.resolve());
    await stopped.promise;
    await window.reload();
    await eventually(calls, ([stops, starts]) => stops === 1 && starts === 1);
    await eventually(
      () => server()?.run?.listening,
      (isListening) => isListening === true,
    );
    // recorded by the reloaded window or, if VS Code ended that too soon, by the next one after the claim has expired
    await window.openView();
    await window.expandPane("Activity");
    const row = window.row("Restart order-service");
    await row.waitFor();
    assert.doesNotMatch(await row.text(), /not started again/);
    await window.screenshot("left-ended");
    assert.deepEqual(calls(), [1, 1]);
  });
});
