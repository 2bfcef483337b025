import assert from "node:assert/strict";
import { join } from "node:path";
import { makeProjectFiles, projectDirectory, projectProgram } from "../../../../src/demoPanel/demoProjects.ts";
import { deployFileOn } from "../../../../src/deployments/window/deployFileCommands.ts";
import { rollBackOn } from "../../../../src/deployments/window/rollBackCommands.ts";
import { timeText } from "../../../../src/texts/timeTexts.ts";
import type { HandlerContext } from "../../../../src/demoPanel/state.ts";
import type { KnownEdition } from "../../../../src/wire/answers/operation.ts";
import { handlers as aapanelHandlers } from "../../../demoPanel/aapanel/handlers.ts";
import { handlers as baotaHandlers } from "../../../demoPanel/baota/handlers.ts";
import { DeployWindow } from "./deployWindow.ts";

const deployProject = deployFileOn("project");
const rollBackProject = rollBackOn("project");

/** A project of each language on the demo panel. */
const NAMES = { nodejs: "storefront", python: "recommender", go: "gateway", other: "image-resizer" } as const;

/** Defines the tests of deployments to projects of one edition. */
export function testProjectTargets(edition: KnownEdition): void {
  describe(`the command that deploys to a project in another language than Java, on ${edition}`, () => {
    let window: DeployWindow;
    beforeEach(async () => {
      window = await DeployWindow.open(edition);
      const { state } = window.used.panel;
      for (const each of state.projects) makeProjectFiles(state.files, each, 1_600_000_000);
    });
    afterEach(() => window.dispose());

    const files = () => window.used.panel.state.files;
    const project = (name: string) =>
      window.used.panel.state.projects.find((each) => each.name === name) ?? assert.fail("no such project");
    const fileOf = (name: string) => projectProgram(project(name));
    const onServer = (name: string) => files().get(fileOf(name))?.bytes?.toString();
    const chosen = (name: string) => ({ to: "Deploy to Project", with: name });
    const preview = { to: "Deploy “app” to", with: " > Deploy" };
    /** What a deployment has shown of a project's log. */
    const written = (name: string) => window.commands.screens.get(`Deployment “app” to “${name}”`)?.text ?? "";

    /** States a folder for a project, with its program in it. */
    async function folderFor(name: string, text: string): Promise<void> {
      window.state({ name: "app", project: name, source: "dist" });
      await window.used.source({ [fileOf(name).split("/").at(-1) ?? ""]: text });
    }

    /** States a program for a project. */
    async function programFor(name: string, text: string): Promise<void> {
      window.state({ name: "app", project: name, program: "dist/*" });
      await window.used.source({ built: text });
      window.commands.workspace.jars = [join(window.used.folder, "built")];
    }

    for (const type of ["nodejs", "python", "go"] as const) {
      const name = NAMES[type];

      it(`brings a folder to ${type}, restarts it, and takes both back`, async () => {
        await folderFor(name, "new");
        const { run } = project(name);
        const { messages } = await window.run(deployProject, chosen(name), preview);
        assert.match(messages[0]?.message ?? "", /was deployed.* The project runs\./);
        assert.equal(onServer(name), "new");
        assert.notEqual(project(name).run?.pid, run?.pid);
        const after = project(name).run;
        await window.run(
          rollBackProject,
          { to: "Roll Back Project", with: name },
          { to: "Go back to before which deployment?", with: timeText(window.used.clock.wallTime()) },
          { to: `Roll Back “${name}” on “Shop”`, with: " > Roll Back" },
        );
        assert.equal(onServer(name), `${name} of the demo\n`);
        assert.notEqual(project(name).run?.pid, after?.pid);
      });

      it(`has the old files of ${type} back, and running, where the new ones do not run, and says why`, async () => {
        await folderFor(name, "ends at once");
        const { messages } = await window.run(deployProject, chosen(name), preview);
        const { message = "" } = messages[0] ?? {};
        assert.match(message, /was not deployed.* The project runs again\./);
        assert.match(written(name), /ends at once/);
        assert.equal(onServer(name), `${name} of the demo\n`);
        assert.notEqual(project(name).run, undefined);
      });
    }

    for (const type of ["nodejs", "python", "go"] as const) {
      const name = NAMES[type];

      it(`does not take what the old program of ${type} has left for the new one`, async () => {
        await folderFor(name, "new");
        const helper = 6_001;
        window.used.panel.state.processes.begin(helper, window.used.clock.wallTime() - 60_000);
        // it holds the port, and the panel finds it once its parent is gone
        project(name).helper = helper;
        const { messages } = await window.run(deployProject, chosen(name), preview);
        assert.doesNotMatch(messages[0]?.message ?? "", /The project runs/);
        assert.equal(onServer(name), `${name} of the demo\n`);
      });

      it(`does not take for new what the panel did not find of ${type} for a moment`, async () => {
        await folderFor(name, "new");
        const { run: old } = project(name);
        const usual = edition === "baota" ? baotaHandlers : aapanelHandlers;
        const list = { nodejs: "project.listNode", python: "project.listPython", go: "project.listGo" } as const;
        const change = {
          nodejs: "project.restartNode",
          python: "project.restartPython",
          go: "project.restartGo",
        } as const;
        const restart = usual[change[type]];
        let isSent = false;
        window.used.options.handlers = {
          // it goes on as it is, whatever the panel says
          [change[type]]: (context: HandlerContext) => {
            const { run } = project(name);
            isSent = true;
            const answer = restart(context);
            project(name).run = run;
            return answer;
          },
          [list[type]]: (context: HandlerContext) => {
            const { run } = project(name);
            if (!isSent) project(name).run = { pid: 6_002, since: 1 };
            const answer = usual[list[type]](context);
            project(name).run = run;
            return answer;
          },
        };
        const { messages } = await window.run(deployProject, chosen(name), preview);
        assert.doesNotMatch(messages[0]?.message ?? "", /The project runs/);
        assert.equal(onServer(name), `${name} of the demo\n`);
        assert.equal(project(name).run, old);
      });

      it(`has the old files of ${type} back where the new ones end after some seconds`, async () => {
        await folderFor(name, "ends soon");
        const { messages } = await window.run(deployProject, chosen(name), preview);
        assert.match(messages[0]?.message ?? "", /was not deployed.* The project runs again\./);
        assert.equal(onServer(name), `${name} of the demo\n`);
      });

      it(`sees ${type} run again in a process with the ID of the old one`, async () => {
        await folderFor(name, "new");
        project(name).keepsPid = true;
        const { run } = project(name);
        const { messages } = await window.run(deployProject, chosen(name), preview);
        assert.match(messages[0]?.message ?? "", /was deployed.* The project runs\./);
        assert.deepEqual([project(name).run?.pid, onServer(name)], [run?.pid, "new"]);
      });
    }

    it("replaces the program of a Go project, which keeps its mode and owner", async () => {
      await programFor(NAMES.go, "compiled");
      const before = files().get(fileOf(NAMES.go));
      const { messages, questions } = await window.run(deployProject, chosen(NAMES.go), {
        to: `Deploy to “${NAMES.go}” on “Shop”?`,
        with: true,
      });
      assert.match(questions[0]?.detail ?? "", /what was there before comes back/);
      assert.match(messages[0]?.message ?? "", /was deployed.* The project runs\./);
      const { bytes, mode, uid } = files().get(fileOf(NAMES.go)) ?? {};
      assert.deepEqual([bytes?.toString(), mode, uid], ["compiled", before?.mode, before?.uid]);
    });

    it("refuses a program that nobody may run before the old one stops", async () => {
      await programFor(NAMES.go, "compiled");
      const path = fileOf(NAMES.go);
      files().set(path, { mtime: 1, uid: 1001, gid: 1001, ...files().get(path), mode: 0o644 });
      const { run } = project(NAMES.go);
      const { messages } = await window.run(deployProject, chosen(NAMES.go));
      assert.match(messages[0]?.message ?? "", /Nobody may run .*Make it executable/);
      assert.deepEqual([project(NAMES.go).run, onServer(NAMES.go)], [run, `${NAMES.go} of the demo\n`]);
    });

    it("refuses a program that is a link, for what it leads to may be anybody's", async () => {
      await programFor(NAMES.go, "compiled");
      const path = fileOf(NAMES.go);
      const own = files().get(path);
      if (own !== undefined) files().set(`${path}.real`, own);
      files().set(path, { mtime: 1, uid: 0, gid: 0, mode: 0o777, linkTo: `${path}.real` });
      const { messages } = await window.run(deployProject, chosen(NAMES.go));
      assert.match(messages[0]?.message ?? "", /is not there, or is a link/);
      assert.equal(files().get(`${path}.real`), own);
    });

    it("does not stop a project without node_modules, and takes its files back", async () => {
      const name = NAMES.nodejs;
      await folderFor(name, "new");
      files().delete(`${projectDirectory(project(name))}/node_modules`);
      const { run } = project(name);
      const { messages } = await window.run(deployProject, chosen(name), preview);
      assert.match(messages[0]?.message ?? "", /does not start the project without .*node_modules.*as it was before/);
      assert.deepEqual([project(name).run, onServer(name)], [run, `${name} of the demo\n`]);
    });

    it("changes nothing while the panel prepares a Python project", async () => {
      const name = NAMES.python;
      await folderFor(name, "new");
      project(name).isPreparing = true;
      const { run } = project(name);
      const { messages } = await window.run(deployProject, chosen(name), preview);
      assert.match(messages[0]?.message ?? "", /still prepares what the project needs/);
      assert.deepEqual([project(name).run, onServer(name)], [run, `${name} of the demo\n`]);
    });

    it("starts no second process of a Go project that somebody has started since it was shown", async () => {
      const name = NAMES.go;
      const { run } = project(name);
      project(name).run = undefined;
      await programFor(name, "compiled");
      const question = { to: `Deploy to “${name}” on “Shop”?`, with: true };
      const starting = { to: "The project is stopped. And then?", with: "Start It" };
      const usual = edition === "baota" ? baotaHandlers : aapanelHandlers;
      window.used.options.handlers = {
        // it is started while the new program is compared: the look before the exchange sees that
        "file.attributes": (context) => {
          project(name).run = run;
          return usual["file.attributes"](context);
        },
        "project.startGo": () => assert.fail("a second process"),
      };
      const { messages } = await window.run(deployProject, chosen(name), starting, question);
      assert.match(messages[0]?.message ?? "", /was deployed.* The project runs\./);
      assert.notEqual(project(name).run?.pid, run?.pid);
    });

    it("leaves a stopped project stopped", async () => {
      const name = NAMES.nodejs;
      await folderFor(name, "new");
      project(name).run = undefined;
      const stopped = { to: "The project is stopped. And then?", with: "Leave It Stopped" };
      await window.run(deployProject, chosen(name), stopped, preview);
      assert.deepEqual([project(name).run, onServer(name)], [undefined, "new"]);
    });

    it("asks what is brought to a project that takes a folder or a program", async () => {
      window.state();
      const { choices } = await window.run(deployProject, chosen(NAMES.go), {
        to: "What do you want to deploy?",
        with: undefined,
      });
      assert.deepEqual(choices.at(-1), ["A folder", "A program"]);
    });

    if (edition === "baota")
      it("shows why a Node project did not run although its log was emptied at its start", async () => {
        const name = NAMES.nodejs;
        await folderFor(name, "ends at once");
        project(name).log.push("Error: of another day");
        await window.run(deployProject, chosen(name), preview);
        assert.match(written(name), /Error: storefront ends at once/);
        assert.doesNotMatch(written(name), /of another day/);
      });
  });
}
