import assert from "node:assert/strict";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { deployProject } from "../../../../src/deployments/window/deployJarCommands.ts";
import { timeText } from "../../../../src/texts/timeTexts.ts";
import { DeployWindow } from "./deployWindow.ts";

const PROJECT = "order-service";
/** Looks in three seconds, with a pause of one between, and one before the next restart. */
const LOOKS = 6;
const JAR = `/www/wwwroot/java/${PROJECT}.jar`;

describe("the command that deploys to a Java project", () => {
  let window: DeployWindow;
  beforeEach(async () => {
    window = await DeployWindow.open();
    window.state({ name: "app", project: PROJECT, jar: "dist/*.jar" });
    await window.used.source({ "app-1.2.jar": "new".repeat(500) });
    const jar = join(window.used.folder, "app-1.2.jar");
    await utimes(jar, 1_700_000_000, 1_700_000_000);
    window.commands.workspace.jars = [jar];
    const { files } = window.used.panel.state;
    const entry = { mtime: 1, uid: 1001, gid: 1001 };
    files.set("/www/wwwroot/java", { ...entry, mode: 0o755 });
    files.set(JAR, { ...entry, mode: 0o644, bytes: Buffer.from("old") });
  });
  afterEach(() => window.dispose());

  const project = { to: "Deploy to Java Project", with: PROJECT };
  const onServer = () => window.used.panel.state.files.get(JAR)?.bytes?.toString();

  it("names the jar of this computer before it is sent: below its folder, with size and time", async () => {
    const { questions } = await window.run(deployProject, project, { to: PROJECT, with: undefined });
    const lines = questions[0]?.detail.split("\n") ?? [];
    assert.ok(lines.includes(`On the server: ${JAR}`), lines.join("\n"));
    const jar = `dist/app-1.2.jar (1.5 KB, changed ${timeText(1_700_000_000_000)})`;
    assert.ok(lines.includes(`On this computer: ${jar}`), lines.join("\n"));
    assert.equal(onServer(), "old");
  });

  describe("whose new jar ends at once", () => {
    /** For each restart of the project, how often it had been looked at before. */
    let restarts: number[];
    beforeEach(() => {
      restarts = [];
      let looks = 0;
      const { handlers } = window.commands;
      const { "java.list": list, "java.restart": restart } = handlers;
      assert.ok(list && restart);
      const isBroken = () => restarts.length > 0 && onServer() !== "old";
      window.commands.handlers = {
        ...handlers,
        "java.list": async (params) => {
          const listed = await list(params);
          looks += 1;
          // one process for each restart, and none for a jar that is no program
          const pids = isBroken() ? [] : [100 + restarts.length];
          const rows = listed.rows.map((row) => (row.name === PROJECT ? { ...row, pids, startTimes: {} } : row));
          return { ...listed, rows };
        },
        "java.restart": async (params) => {
          restarts.push(looks);
          return restart(params);
        },
      };
    });

    it("has the old one back as soon as its process was seen gone, and it runs", async () => {
      const { messages } = await window.run(deployProject, project, { to: PROJECT, with: true });
      const { message = "" } = messages[0] ?? {};
      assert.match(
        message,
        /The project did not run after its restart\. It was rolled back: everything is as it was before\. The project runs again\./,
      );
      assert.equal(onServer(), "old");
      const [first = 0, second = 0] = restarts;
      assert.equal(restarts.length, 2);
      assert.ok(second - first <= LOOKS, String(second - first));
    });
  });

  it("stays stopped if it was", async () => {
    const { handlers } = window.commands;
    const list = handlers["java.list"];
    assert.ok(list);
    window.commands.handlers = {
      ...handlers,
      "java.list": async (params) => {
        const listed = await list(params);
        return { ...listed, rows: listed.rows.map((row) => ({ ...row, pids: [] })) };
      },
      "java.restart": () => assert.fail("it is stopped"),
      "java.start": () => assert.fail("nobody has asked for that"),
    };
    const { messages } = await window.run(deployProject, project, { to: PROJECT, with: true });
    assert.match(messages[0]?.message ?? "", /was deployed to .+ The project is stopped, as it was before\.$/);
    assert.equal(onServer(), "new".repeat(500));
  });
});
