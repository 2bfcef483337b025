import { strict as assert } from "node:assert";
import { handlers as asUsual } from "../demoPanel/aapanel/handlers.ts";
import type { JavaServer, DemoHandler } from "../../src/demoPanel/state.ts";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { eventually } from "../eventually.ts";
import type { Workbench } from "./pages/workbench.ts";
import { addPanel } from "./panels.ts";
import { useVsCode } from "./pages/useVsCode.ts";

// one window and one panel for all: each test has a resource of its own
describe("An aaPanel", () => {
  const vscode = useVsCode({ settings: { "serverPanel.confirmation.waitSeconds": 10 } });
  const handlers: Partial<Record<OperationId, DemoHandler>> = {};
  let panel: DemoPanel;
  let window: Workbench;

  before(async () => {
    panel = await startDemoPanel({ edition: "aapanel", handlers, delays: { javaProcess: 300, javaListen: 300 } });
    window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", panel);
  });
  after(() => panel.close());
  afterEach(() => {
    delete handlers["java.stop"];
    delete handlers["java.start"];
  });

  const says = (label: string, expected: RegExp) =>
    eventually(
      () => window.row(label).text(),
      (text) => expected.test(text),
    );

  function serverOf(name: string): JavaServer {
    const project = panel.state.javaProjects.find((each) => each.name === name);
    assert.ok(project);
    return project.server;
  }

  it("shows its machine, edition, version and groups, without those that it lacks", async () => {
    await says("Shop", /^Shop CPU \d+% · RAM \d+% · up 12 d$/);
    assert.match(
      await window.row("Shop").tooltip(),
      /\naaPanel 8\.10\.0\n[^]*\nDisk \/www: 80% used, 37\.8 GB of 197 GB free\n/,
    );
    assert.deepEqual(
      (await window.rows()).slice(1).map((row) => row.replace(/ \d+$/, "")),
      [
        "Websites",
        "Projects",
        "Containers",
        "Databases",
        "Services",
        "Scheduled Tasks",
        "Maintenance",
        "Certificate Orders",
        "Web Terminal",
      ],
    );
    for (const group of ["Maintenance", "Web Terminal"]) await window.row(group).expand();
    await says("Composer", /^Composer 2\.7\.0$/);
    await window.row("Saved Commands").waitFor();
    assert.equal(await window.row("Panel runtime").locator.count(), 0);
    assert.equal(await window.sideBar.getByRole("treeitem").getByRole("checkbox").count(), 0);
    await window.screenshot("aapanel-below");
    for (const group of ["Maintenance", "Web Terminal"]) await window.row(group).collapse();
    for (const group of ["Containers", "Projects", "Websites"]) await window.row(group).expand();
    await says("news.example.com", /^news\.example\.com .*8\.2/);
    await says("bücher.example.com", /^bücher\.example\.com stopped/);
    await says("order-service", /^order-service /);
    for (const theme of ["light", "dark"] as const) {
      await vscode().setTheme(theme);
      await window.screenshot(`aapanel-tree-${theme}`);
    }
    assert.match(await window.row("bücher.example.com").tooltip(), /xn--bcher-kva\.example\.com/);
  });

  it("shows each step of a restart of a Java project, and its new process", async () => {
    const { promise: stopIsDue, resolve: answerStop } = Promise.withResolvers<void>();
    const { promise: startIsDue, resolve: answerStart } = Promise.withResolvers<void>();
    // the process runs until the test ends it
    handlers["java.stop"] = async () => {
      await stopIsDue;
      return { status: true, msg: "Stopped successfully" };
    };
    handlers["java.start"] = async (context) => {
      await startIsDue;
      return asUsual["java.start"](context);
    };
    await window.row("Projects").expand();
    await window.row("order-service").choose("Restart Java Project…");
    await window.dialog.click("Restart");
    const step = (text: string) => window.notification(`Restarting “order-service” on “Shop”: ${text}`);
    await step("stopping…").waitFor();
    await window.screenshot("aapanel-restart-stopping");
    answerStop();
    await step("waiting until it has stopped…").waitFor();
    serverOf("order-service").run = undefined;
    await step("starting…").waitFor();
    answerStart();
    await step("waiting for the new process…").waitFor();
    const messages = window.notification("has restarted");
    await messages.waitFor();
    await window.screenshot("aapanel-restarted");
    const [pid] = serverOf("order-service").run?.pids ?? [];
    assert.ok(pid !== undefined && pid !== 3776);
    assert.match(await messages.text(), new RegExp(`“order-service” on “Shop” has restarted\\. Process: ${pid}\\.`));
    await messages.dismiss();
    await says("order-service", new RegExp(`^order-service Java · :18080 · pid ${pid}$`));
    assert.equal(panel.counters.calls["java.start"], 1);
  });
});

describe("Try the Demo Panel", () => {
  const vscode = useVsCode();

  it("offers each edition and both", async () => {
    const window = await vscode().open();
    await window.openView();
    await window.sideBar.locator("a", { hasText: "Try the demo panel" }).click();
    await window.quickInput.waitFor("Try the Demo Panel");
    assert.deepEqual(await window.quickInput.rows(), ["BaoTa", "aaPanel", "Both"]);
    await window.screenshot("demo-choices");
    await window.quickInput.pick("Both");
    await window.row("order-service").waitFor();
    await window.screenshot("demo-both");
    for (const [name, software] of [
      ["Demo (BaoTa)", /\nBaoTa 11\.7\.0\n/],
      ["Demo (aaPanel)", /\naaPanel 8\.10\.0\n/],
    ] as const) {
      await window.row(name).expand();
      await eventually(
        () => window.row(name).tooltip(),
        (text) => software.test(text),
      );
      // the other panel may be below its rows, out of sight
      await window.row(name).collapse();
    }
    await window.close();
  });
});
