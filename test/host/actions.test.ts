import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

const WAIT_SETTING = "serverPanel.confirmation.waitSeconds";

async function setWait(seconds: number | undefined): Promise<void> {
  await vscode.workspace.getConfiguration().update(WAIT_SETTING, seconds, vscode.ConfigurationTarget.Global);
}

describe("Actions on resources", () => {
  useQuickClock();
  let panel: DemoPanel;
  const handlers: NonNullable<NonNullable<Parameters<typeof startDemoPanel>[0]>["handlers"]> = {};
  const pidsOf = (name: string) =>
    panel.state.javaProjects.find((project) => project.name === name)?.server.run?.pids ?? [];
  const run = (command: string) => vscode.commands.executeCommand(command);

  beforeEach(async () => {
    await removePanels();
    panel = await startDemoPanel({ delays: { javaProcess: 200, javaListen: 200, container: 200 }, handlers });
    const { services } = await features();
    await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key });
    await setWait(20);
  });

  afterEach(async () => {
    delete (handlers as Record<string, unknown>)["java.stop"];
    await setWait(undefined);
    await removePanels();
    await panel.close();
  });

  it("restarts a Java project from the palette and reports the new process", async () => {
    const before = pidsOf("order-service");
    const { told, questions } = await answering(
      [
        { to: "Which ones?", with: "order-service" },
        { to: "Restart Java project “order-service” on “Shop”?", with: true },
      ],
      () => run("serverPanel.javaProject.restart"),
    );
    assert.match(questions[0]?.detail ?? "", new RegExp(panel.address));
    assert.notDeepEqual(pidsOf("order-service"), before);
    assert.equal(told.at(-1)?.severity, "information");
    assert.match(told.at(-1)?.message ?? "", new RegExp(`has restarted\\. Process: ${pidsOf("order-service")[0]}\\.`));
  });

  it("stops and starts a Java project, offering only those in a fitting state", async () => {
    const stopped = await answering(
      [
        { to: "Which ones?", with: "order-service" },
        { to: "Stop", with: true },
      ],
      () => run("serverPanel.javaProject.stop"),
    );
    assert.match(stopped.told.at(-1)?.message ?? "", /has stopped/);
    assert.deepEqual(pidsOf("order-service"), []);
    const started = await answering([{ to: "Which ones?", with: "order-service" }], () =>
      run("serverPanel.javaProject.start"),
    );
    assert.deepEqual(started.choices[0], ["order-service", "legacy-api"]);
    assert.match(started.told.at(-1)?.message ?? "", /is running/);
    assert.equal(pidsOf("order-service").length, 1);
  });

  it("names the projects that share a Tomcat", async () => {
    const { questions } = await answering(
      [
        { to: "Which ones?", with: "billing" },
        { to: "Restart", with: false },
      ],
      () => run("serverPanel.javaProject.restart"),
    );
    assert.match(questions[0]?.detail ?? "", /shares its server .*: reports/);
  });

  it("deletes a website with what was shown, and says what became of each part", async () => {
    panel.state.web.databaseServerIsDown = true;
    const name = "blog.example.com";
    const { told } = await answering(
      [
        { to: "Which one?", with: name },
        { to: `Delete ${name}`, with: "Root directory|Database" },
        { to: `Delete website “${name}”`, with: true },
        { to: `Delete website “${name}”`, with: name },
      ],
      () => run("serverPanel.site.remove"),
    );
    assert.deepEqual(
      told.map(({ severity }) => severity),
      ["warning"],
    );
    assert.match(told[0]?.message ?? "", /Still there: database “blog”\. Gone: root directory “\/www\/wwwroot\/blog/);
    assert.ok(!panel.state.files.directories.has(`/www/wwwroot/${name}`));
  });

  it("deletes nothing where a website's directory was moved since it was shown", async () => {
    const site = panel.state.sites.find(({ id }) => id === 2) ?? assert.fail();
    const moved = "/www/wwwroot/intranet";
    panel.state.files.directories.add(moved);
    const { told } = await answering(
      [
        { to: "Which one?", with: site.name },
        { to: `Delete ${site.name}`, with: "Root directory" },
        { to: `Delete website “${site.name}”`, with: true },
        {
          to: `Delete website “${site.name}”`,
          get with() {
            site.path = moved;
            return site.name;
          },
        },
      ],
      () => run("serverPanel.site.remove"),
    );
    assert.match(told[0]?.message ?? "", /Nothing was sent\. Now it is: root directory “\/www\/wwwroot\/intranet”/);
    assert.equal(panel.counters.calls["site.delete"], 0);
    assert.ok(panel.state.files.directories.has(moved));
  });

  it("refuses on a panel that is read only", async () => {
    const { services } = await features();
    const [record] = services.store.list();
    assert.ok(record);
    await services.store.update(record.id, { guardLevel: "readOnly" });
    // before anything is picked
    const { told } = await answering([], () => run("serverPanel.javaProject.restart"));
    assert.deepEqual(told.at(-1)?.buttons, ["Edit Panel…"]);
    assert.match(told.at(-1)?.message ?? "", /is read-only\. Nothing was sent/);
    assert.equal(panel.counters.calls["java.restart"], 0);
  });

  it("asks nothing on a trusted panel", async () => {
    const { services } = await features();
    const [record] = services.store.list();
    assert.ok(record);
    await services.store.update(record.id, { guardLevel: "trusted" });
    await answering([{ to: "Which ones?", with: "order-service" }], () => run("serverPanel.javaProject.restart"));
    assert.equal(panel.counters.calls["java.restart"], 1);
  });
});
