import assert from "node:assert/strict";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { deployProject } from "../../../../src/deployments/window/deployJarCommands.ts";
import { timeText } from "../../../../src/texts/timeTexts.ts";
import { DeployWindow } from "./deployWindow.ts";

const PROJECT = "order-service";
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
});
