import assert from "node:assert/strict";
import { join } from "node:path";
import { makeProjectFiles, projectDirectory, projectProgram } from "../../../../src/demoPanel/demoProjects.ts";
import { rememberPanel } from "../../../../src/deployments/window/chooseDeployment.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { deployFileOn } from "../../../../src/deployments/window/deployFileCommands.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { DeployWindow } from "./deployWindow.ts";

const deployProject = deployFileOn("project");

const NODE = "storefront";
const GO = "gateway";
const QUESTION = "Run these commands on “Shop”?";
const NOT_AGREED = "Its steps are not agreed to, or have changed. Run “Deploy…” once, which shows them.";
const agree = { to: QUESTION, with: true } as const;
const rooted = { to: QUESTION, with: "root" } as const;
const preview = { to: "Deploy “app” to", with: " > Deploy" } as const;
const chosen = (name: string) => ({ to: "Deploy to Project", with: name }) as const;

for (const edition of knownEditions)
  describe(`the steps of a deployment to a project, on ${edition}`, () => {
    const it = turnsOf(edition);
    let window: DeployWindow;

    beforeEach(async () => {
      window = await DeployWindow.open(edition, undefined, { runsCommands: true });
      const { state } = window.used.panel;
      for (const each of state.projects) makeProjectFiles(state.files, each, 1_600_000_000);
    });
    afterEach(() => window.dispose());

    const project = (name: string) =>
      window.used.panel.state.projects.find((each) => each.name === name) ?? assert.fail("no such project");
    const filesOf = (name: string) => window.used.below(projectDirectory(project(name)));

    /** States a folder for the Node project, with steps. */
    async function folderWith(steps: readonly object[], text = "new", more: object = {}): Promise<void> {
      window.state({ name: "app", project: NODE, source: "dist", steps, ...more });
      await window.used.source({ "server.js": text });
    }

    /** The steps of the last deployment, as they ended. */
    const ends = () =>
      window.commands.finished
        .at(-1)
        ?.outcome.deployment?.steps?.map(({ name, end, isBack }) =>
          [name, ...Object.values(end), ...(isBack === true ? ["back"] : [])].join(" "),
        );

    it("run as the user of the project, in its directory, with its own Node.js, before it restarts", async () => {
      const { run } = project(NODE);
      await folderWith([{ name: "Packages", run: 'pwd >where; echo "$PATH" >path; cat server.js >seen' }]);
      const { questions, messages } = await window.run(deployProject, chosen(NODE), preview, agree);
      assert.match(
        questions[0]?.detail ?? "",
        /runs them in \/www\/wwwroot\/storefront [^]*Packages: after the new files, as www/,
      );
      assert.match(messages[0]?.message ?? "", /was deployed.*The project runs\./s);
      const { seen, path = "" } = filesOf(NODE);
      assert.equal(seen, "new");
      assert.match(path, /^\/www\/server\/nodejs\/v20\.20\.2\/bin:/);
      assert.deepEqual(ends(), ["Packages exited 0"]);
      assert.notEqual(project(NODE).run?.pid, run?.pid);
    });

    it("run as nobody but the project's user, who is asked about again when the panel has another one", async () => {
      const steps = [{ name: "Note", run: "true" }];
      await folderWith(steps);
      await window.run(deployProject, chosen(NODE), preview, agree);
      await folderWith(steps, "newer");
      assert.deepEqual((await window.run(deployProject, chosen(NODE), preview)).questions, []);
      const { files, projects } = window.used.panel.state;
      const passwd = "root:x:0:0::/root:/bin/sh\nshop:x:1002:1002::/home/shop:/bin/false\n";
      files.set("/etc/passwd", { mtime: 1, uid: 0, gid: 0, mode: 0o644, bytes: Buffer.from(passwd) });
      projects.splice(projects.indexOf(project(NODE)), 1, { ...project(NODE), user: "shop" });
      await folderWith(steps, "newest");
      const { questions } = await window.run(deployProject, chosen(NODE), preview, { ...agree, with: false });
      assert.match(questions[0]?.detail ?? "", /as shop/);
      assert.equal(filesOf(NODE)["server.js"], "newer");
    });

    it("are refused where the project runs as root, unless they say so and a person types it", async () => {
      const { projects } = window.used.panel.state;
      projects.splice(projects.indexOf(project(NODE)), 1, { ...project(NODE), user: "root" });
      await folderWith([{ name: "Note", run: "true" }]);
      const { run } = project(NODE);
      const { messages, questions } = await window.run(deployProject, chosen(NODE));
      assert.match(messages[0]?.message ?? "", /root/);
      assert.deepEqual([questions, project(NODE).run, filesOf(NODE)["server.js"]], [[], run, `${NODE} of the demo\n`]);
      await folderWith([{ name: "Note", run: "true", user: "root" }]);
      await window.run(deployProject, chosen(NODE), preview, agree, rooted);
      assert.equal(filesOf(NODE)["server.js"], "new");
    });

    it("run in the directory below that a step names, and of the deployment", async () => {
      await folderWith([{ name: "Build", run: "pwd >../where", directory: "inner" }], "new", { directory: "api" });
      await window.used.source({ "server.js": "new", "inner/x": "x" });
      const { questions } = await window.run(deployProject, chosen(NODE), preview, agree);
      assert.match(questions[0]?.detail ?? "", /\/www\/wwwroot\/storefront\/api\/inner/);
      assert.match(filesOf(NODE)["api/where"] ?? "", /\/www\/wwwroot\/storefront\/api\/inner\n$/);
    });

    it("run again for the old files where the project does not run with the new ones", async () => {
      await folderWith(
        [
          { name: "Packages", run: "cat server.js >node_modules/for", alsoBack: true },
          { name: "Database", run: "echo migrated >>migrations" },
        ],
        "ends at once",
      );
      const { messages } = await window.run(deployProject, chosen(NODE), preview, agree);
      assert.match(messages[0]?.message ?? "", /was not deployed.*runs again/s);
      assert.deepEqual(ends(), ["Packages exited 0", "Database exited 0", "Packages exited 0 back"]);
      const there = filesOf(NODE);
      assert.deepEqual(
        [there["server.js"], there["node_modules/for"], there["migrations"]],
        [`${NODE} of the demo\n`, `${NODE} of the demo\n`, "migrated\n"],
      );
      assert.notEqual(project(NODE).run, undefined);
    });

    it("make what the project does not start without", async () => {
      const modules = `${projectDirectory(project(NODE))}/node_modules`;
      window.used.panel.state.files.delete(modules);
      await folderWith([{ name: "Packages", run: "mkdir node_modules && echo one >node_modules/one" }]);
      const { messages } = await window.run(deployProject, chosen(NODE), preview, agree);
      assert.match(messages[0]?.message ?? "", /was deployed.*The project runs\./s);
    });

    it("leave the project running as it was where one fails, and its files go back", async () => {
      const { run } = project(NODE);
      await folderWith([{ name: "Packages", run: "exit 3" }], "new", { rollBack: "auto" });
      const { messages } = await window.run(deployProject, chosen(NODE), preview, agree);
      assert.match(messages[0]?.message ?? "", /“Packages” failed \(exit code 3\)/);
      assert.deepEqual([filesOf(NODE)["server.js"], project(NODE).run], [`${NODE} of the demo\n`, run]);
    });

    it("run in the directory of a program that is replaced", async () => {
      window.state({ name: "app", project: GO, program: "dist/*", steps: [{ name: "Note", run: "pwd >where" }] });
      await window.used.source({ built: "compiled" });
      window.commands.workspace.jars = [join(window.used.folder, "built")];
      const question = { to: `Deploy to “${GO}” on “Shop”?`, with: true };
      const { questions } = await window.run(deployProject, chosen(GO), agree, question);
      assert.match(questions[0]?.detail ?? "", /runs them in \/www\/wwwroot\/gateway [^]*as www/);
      assert.match(filesOf(GO)["where"] ?? "", /\/www\/wwwroot\/gateway\n$/);
      assert.equal(window.used.panel.state.files.get(projectProgram(project(GO)))?.bytes?.toString(), "compiled");
    });

    it("are run by a task only once a person has agreed to them", async () => {
      const said: string[] = [];
      const byTask = async () =>
        deployByTask(window.services, "app", {
          showLines: () => undefined,
          say: (sentence) => void said.push(sentence),
          signal: new AbortController().signal,
          showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
          sentence: (question) => assert.fail(`a task asks: ${question}`),
        });
      const [folder] = window.services.workspace.folders();
      assert.ok(folder);
      await rememberPanel(window.services.memento, { folder, deployment: { name: "app" } }, window.panel);
      await folderWith([{ name: "Note", run: "true" }]);
      assert.equal(await byTask(), NOT_AGREED);
      assert.equal(filesOf(NODE)["server.js"], `${NODE} of the demo\n`);
      await window.run(deployProject, chosen(NODE), preview, agree);
      await folderWith([{ name: "Note", run: "true" }], "newer");
      const ended = await byTask();
      assert.ok(typeof ended === "object" && "outcome" in ended, JSON.stringify(ended));
      assert.deepEqual([ended.outcome.kind, filesOf(NODE)["server.js"]], ["done", "newer"]);
    });
  });
