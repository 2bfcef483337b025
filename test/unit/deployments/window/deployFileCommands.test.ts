import assert from "node:assert/strict";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { statusReply } from "../../../../src/demoPanel/http.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { rollBackOn } from "../../../../src/deployments/window/rollBackCommands.ts";
import { handlers as demoHandlers } from "../../../demoPanel/baota/handlers.ts";
import { deployFileOn } from "../../../../src/deployments/window/deployFileCommands.ts";
import { timeText } from "../../../../src/texts/timeTexts.ts";
import { DeployWindow } from "./deployWindow.ts";

const PROJECT = "order-service";
/** Looks in three seconds, with a pause of one between, and one before the next restart. */
const LOOKS = 6;
const JAR = `/www/wwwroot/java/${PROJECT}.jar`;

const deployProject = deployFileOn("javaProject");
const rollBackProject = rollBackOn("javaProject");

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

  const question = { to: `Deploy to “${PROJECT}” on “Shop”?`, with: true };
  const project = { to: "Deploy to Java Project", with: PROJECT };
  const onServer = () => window.used.panel.state.files.get(JAR)?.bytes?.toString();

  it("names the jar of this computer before it is sent: below its folder, with size and time", async () => {
    const { questions, messages } = await window.run(deployProject, project, { ...question, with: false });
    assert.deepEqual(messages, []);
    const lines = questions[0]?.detail.split("\n") ?? [];
    assert.ok(lines.includes(`On the server: ${JAR}`), lines.join("\n"));
    const jar = `dist/app-1.2.jar (1.5 KB, changed ${timeText(1_700_000_000_000)})`;
    assert.ok(lines.includes(`On this computer: ${jar}`), lines.join("\n"));
    assert.equal(onServer(), "old");
  });

  it("names its steps before, as the preview of a folder does", async () => {
    const steps = [
      { name: "Dump", run: "true", when: "before", user: "root" },
      { name: "Note", run: "true", user: "root" },
    ];
    window.state({ name: "app", project: PROJECT, jar: "dist/*.jar", steps });
    const agreed = { to: "Run these commands on “Shop”?" };
    const { questions } = await window.run(
      deployProject,
      project,
      { ...agreed, with: true },
      { ...agreed, with: "root" },
      { ...question, with: false },
    );
    const lines = questions.at(-1)?.detail.split("\n") ?? [];
    assert.ok(lines.includes("Steps before the files: Dump (as root)"), lines.join("\n"));
    assert.ok(lines.includes("Steps after the files: Note (as root)"), lines.join("\n"));
  });

  const server = () =>
    window.used.panel.state.javaProjects.find(({ name }) => name === PROJECT)?.server ?? assert.fail("no project");

  it("says before that the project restarts, and is not reachable meanwhile", async () => {
    const { questions } = await window.run(deployProject, project, { ...question, with: false });
    assert.match(questions[0]?.detail ?? "", /The project restarts, and is not reachable meanwhile\./);
    const { run } = server();
    const { messages } = await window.run(deployProject, project, question);
    assert.match(messages[0]?.message ?? "", /was deployed/);
    assert.notDeepEqual(server().run?.pids, run?.pids);
  });

  it("restarts nothing where the jar is there already, says so, and offers it: the project may run with another", async () => {
    await window.run(deployProject, project, question);
    const { run } = server();
    const { messages } = await window.run(deployProject, project, { to: "is already on", with: "Restart" });
    assert.match(messages[0]?.message ?? "", /already on .+ Nothing was sent\. The project was not restarted\.$/);
    assert.match(messages[1]?.message ?? "", /has restarted/);
    assert.notDeepEqual(server().run?.pids, run?.pids);
  });

  it("offers no restart of a project that is stopped", async () => {
    await window.run(deployProject, project, question);
    server().run = undefined;
    const { messages } = await window.run(deployProject, project);
    assert.match(messages[0]?.message ?? "", /already on/);
    assert.ok(!messages[0]?.buttons?.includes("Restart"));
  });

  describe("that is stopped", () => {
    beforeEach(() => void (server().run = undefined));
    const stopped = { to: "The project is stopped. And then?" };

    it("leaves it stopped unless the person says otherwise", async () => {
      const { questions } = await window.run(
        deployProject,
        project,
        { ...stopped, with: "Leave It Stopped" },
        question,
      );
      assert.match(questions[0]?.detail ?? "", /The project is stopped, and stays stopped\./);
      assert.deepEqual([onServer()?.slice(0, 3), server().run], ["new", undefined]);
    });

    it("starts it if they do", async () => {
      const { questions } = await window.run(deployProject, project, { ...stopped, with: "Start It" }, question);
      assert.match(questions[0]?.detail ?? "", /is started/);
      assert.notEqual(server().run, undefined);
    });

    it("sends nothing if they turn away", async () => {
      await window.run(deployProject, project, { ...stopped, with: undefined });
      assert.equal(onServer(), "old");
    });
  });

  it("shows what its log says where the new one did not run, and offers the log first", async () => {
    server().log.push("java.lang.OutOfMemoryError: of another day");
    const { "java.restart": restart } = demoHandlers;
    window.used.options.handlers = {
      "java.restart": (context) => {
        if (onServer() === "old") return restart(context);
        const { log } = server();
        log.push(
          "java.sql.SQLException: no database",
          "\tat com.example.Errors.Error(Errors.java:5)",
          "Caused by: no driver",
          "bye",
        );
        server().run = undefined;
        return statusReply(true, "操作已执行");
      },
    };
    const { messages } = await window.run(deployProject, project, question);
    const { message = "", buttons = [] } = messages[0] ?? {};
    assert.match(
      message,
      /^“app” was not deployed .* New lines in its log: 4\. They are in the output\. .*did not run/,
    );
    const output = window.commands.screens.get(`Deployment “app” to “${PROJECT}”`)?.text.split("\n── After ") ?? [];
    assert.equal(
      output[0],
      `── Log of “${PROJECT}”\njava.sql.SQLException: no database\n\tat com.example.Errors.Error(Errors.java:5)\nCaused by: no driver\nbye`,
    );
    assert.match(output[1] ?? "", /^[\d.]+ s: “app” was not deployed .* did not run.*\n$/);
    assert.deepEqual(buttons.slice(0, 2), ["Follow Log", "Deploy Again"]);
    assert.equal(onServer(), "old");
  });

  it("keeps no panel for a jar that the settings do not have", async () => {
    window.state();
    await window.run(deployProject, project, { to: "Which file?", with: "app-1.2.jar" }, question);
    assert.equal(onServer(), "new".repeat(500));
    assert.equal(window.commands.kept.get("serverPanel.deploymentPanels"), undefined);
  });

  it("is rolled back with a preview like a folder, which says that the project restarts", async () => {
    await window.run(deployProject, project, question);
    const { choices, questions } = await window.run(
      rollBackProject,
      { to: "Roll Back Java Project", with: PROJECT },
      { to: "Go back to before which deployment?", with: timeText(window.used.clock.wallTime()) },
      { to: `Roll Back “${PROJECT}” on “Shop”`, with: " > Roll Back" },
    );
    const rows = ["Roll Back", "Undoes “app”", "On the server", "The project restarts", `${PROJECT}.jar`];
    assert.deepEqual([choices.at(-1), questions], [rows, []]);
    assert.equal(onServer(), "old");
  });

  it("is replaced by a task only if it is as it was deployed, or the setting allows it", async () => {
    const wouldReplace = new RegExp(`^Nothing was deployed: .+ no deployment has placed it: ${JAR}\\.`);
    // a person chooses the panel, and then has second thoughts
    await window.run(deployProject, project, { ...question, with: false });
    const first = await byTask();
    assert.match(typeof first === "string" ? first : "", wouldReplace, "nobody has deployed it");
    assert.equal(onServer(), "old");
    await window.run(deployProject, project, question);
    const { files } = window.used.panel.state;
    const entry = files.get(JAR) ?? assert.fail("no jar");
    files.set(JAR, { ...entry, bytes: Buffer.from("a colleague's") });
    window.used.panel.shell.synchronise();
    await window.used.source({ "app-1.2.jar": "newer" });
    const stopped = await byTask();
    assert.match(typeof stopped === "string" ? stopped : "", wouldReplace);
    assert.equal(onServer(), "a colleague's");
    window.state({ name: "app", project: PROJECT, jar: "dist/*.jar", replaceChanged: true });
    const finished = await byTask();
    assert.ok(typeof finished === "object" && "outcome" in finished);
    assert.equal(finished.outcome.kind, "done");
    assert.equal(onServer(), "newer");
  });

  async function byTask() {
    const { signal } = new AbortController();
    return deployByTask(window.services, "app", {
      showLines: () => undefined,
      say: () => undefined,
      signal,
      showProgress: (_requests, task) => task(signal, () => undefined),
      sentence: (asked) => `A task asks: ${asked}`,
    });
  }

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
          const rows = listed.rows.map((row) => (row.name === PROJECT ? { ...row, pids } : row));
          return { ...listed, rows };
        },
        "java.restart": async (params) => {
          restarts.push(looks);
          window.used.panel.state.processes.begin(100 + restarts.length, 0);
          return restart(params);
        },
      };
    });

    it("has the old one back as soon as its process was seen gone, and it runs", async () => {
      const { messages } = await window.run(deployProject, project, question);
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
    const leftStopped = { to: "The project is stopped. And then?", with: "Leave It Stopped" };
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
    const { messages } = await window.run(deployProject, project, leftStopped, question);
    assert.match(messages[0]?.message ?? "", /was deployed to .+ The project is stopped, as it was before\.$/);
    assert.equal(onServer(), "new".repeat(500));
  });
});
