import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { exitCodeOf } from "../../../../src/tasks/runTask.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { isOfFolder, statedDeployments } from "../../../../src/deployments/window/chooseDeployment.ts";
import { readFolder } from "../../../../src/deployments/window/sources/readFolder.ts";
import { choosePanelAgain, deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { describeField } from "../../../fakes/fakeWorkspace.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");

const PREVIEW = "Deploy “site” to";
const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: PREVIEW, with: " > Deploy" },
] as const;

describe("the command that deploys to a website", () => {
  let window: DeployWindow;
  beforeEach(async () => {
    window = await DeployWindow.open();
    window.state(STATED);
    await window.used.source({ "index.html": "one" });
  });
  afterEach(() => window.dispose());

  it("deploys what its preview shows", async () => {
    const { messages } = await window.run(deploySite, ...goOn);
    assert.match(messages[0]?.message ?? "", /^“site” was deployed to “deployed.example.com” on “Shop”/);
    assert.equal(window.used.server["index.html"], "one");
  });

  describe("whose scheduled task can be neither turned off nor removed", () => {
    /** Whether a message names all tasks that are left: that of the run, and that which was to remove its files. */
    const areNamed = (message = "") => {
      const tasks = window.used.tasks();
      assert.equal(tasks.length, 2);
      assert.ok(message.includes("These scheduled tasks were not seen to be removed: "), message);
      for (const task of tasks) assert.ok(message.includes(task), message);
    };
    const refuse = () => {
      window.used.fault = (_call, id, isMade) => {
        if (!isMade && (id === "scheduledTask.toggle" || id === "scheduledTask.remove"))
          throw new PanelError({ kind: "rejected", message: "no" });
      };
    };
    const deploysNext = async () => {
      window.used.fault = () => undefined;
      const { messages } = await window.run(deploySite, ...goOn);
      assert.match(messages[0]?.message ?? "", /was deployed/);
      assert.deepEqual(window.used.tasks(), []);
    };

    it("names it, and the next deployment removes it", async () => {
      // nobody has to look at what is new
      await window.used.source({ "new.html": "one" });
      refuse();
      const { messages } = await window.run(deploySite, ...goOn);
      assert.equal(window.used.server["new.html"], undefined);
      assert.equal(messages.length, 1);
      areNamed(messages[0]?.message);
      await deploysNext();
    });

    it("names it where a preview had the server look", async () => {
      refuse();
      const { messages } = await window.run(deploySite, goOn[0]);
      assert.equal(messages[0]?.severity, "warning");
      areNamed(messages[0].message);
      await deploysNext();
    });
  });

  it("asks nothing after its preview, which is the question", async () => {
    for (const guardLevel of ["ask", "typeName"] as const) {
      await window.commands.services.store.update(window.panel.id, { guardLevel });
      await window.used.source({ "index.html": guardLevel });
      const { questions } = await window.run(deploySite, ...goOn);
      assert.deepEqual([questions, window.used.server["index.html"]], [[], guardLevel]);
    }
  });

  it("offers to open the website first, and then to roll back", async () => {
    const { messages } = await window.run(deploySite, ...goOn, { to: "was deployed", with: "Open Website" });
    assert.deepEqual(messages[0]?.buttons, ["Open Website", "Roll Back"]);
    assert.deepEqual(window.commands.workbench.opened, ["https://deployed.example.com"]);
  });

  it("shows the difference of a changed file, and then its preview again", async () => {
    const [choose] = goOn;
    const { questions } = await window.run(
      deploySite,
      choose,
      { to: PREVIEW, with: " > index.html" },
      { to: PREVIEW, with: undefined },
    );
    const there = "/www/wwwroot/deployed.example.com/index.html";
    const here = join(window.used.folder, "index.html");
    const title = "index.html (on the server and here)";
    assert.deepEqual(window.commands.workbench.compared, [[there, here, title]]);
    assert.deepEqual([questions, window.used.server["index.html"]], [[], "old"]);
  });

  it("offers the workspace's folders themselves, and keeps what was left out with the deployment", async () => {
    window.state();
    await writeFile(join(window.used.workspace, "odd\nname.txt"), "x");
    const { choices, messages } = await window.run(
      deploySite,
      { to: "Deploy to Website", with: SITE },
      { to: "Which folder?", with: "project" },
      { to: "Deploy to Website", with: "" },
      { to: "These names cannot be deployed: odd name.txt", with: "Leave It Out" },
      { to: "Deploy “project” to", with: " > Deploy" },
      { to: "was deployed", with: "Save as Deployment" },
    );
    assert.deepEqual(choices[1], ["project", "Other Folder…"]);
    assert.match(messages[0]?.message ?? "", /was deployed/);
    assert.equal(window.used.server["dist/index.html"], "one");
    const [saved] = window.commands.workspace.settings.get(window.used.workspace) as readonly unknown[];
    assert.deepEqual(saved, { name: "project", website: SITE, source: "", exclude: ["/odd\nname.txt"] });
  });

  it("is deployed again without what was left out, which nobody is asked about twice", async () => {
    window.state();
    await writeFile(join(window.used.workspace, "odd\nname.txt"), "x");
    let refusals = 0;
    window.used.fault = (_call, id, isMade) => {
      if (!isMade && id === "file.upload" && refusals++ === 0)
        throw new PanelError({ kind: "rejected", message: "no" });
    };
    const preview = { to: "Deploy “project” to", with: " > Deploy" };
    await window.run(
      deploySite,
      { to: "Deploy to Website", with: SITE },
      { to: "Which folder?", with: "project" },
      { to: "Deploy to Website", with: "" },
      { to: "These names cannot be deployed: odd name.txt", with: "Leave It Out" },
      preview,
      { to: "was not deployed", with: "Deploy Again" },
      preview,
    );
    assert.equal(window.used.server["dist/index.html"], "one");
  });

  describe("whose folder has a name that panels cannot be asked for", () => {
    beforeEach(async () => writeFile(join(window.used.folder, "two\nlines.txt"), "x"));
    const [choose, preview] = goOn;
    const NAMES = "These names cannot be deployed: two lines.txt";

    it("leaves it out if the person says so, from now on", async () => {
      const { choices } = await window.run(deploySite, choose, { to: NAMES, with: "Leave It Out" }, preview);
      assert.deepEqual(choices[1], ["Leave It Out"]);
      assert.deepEqual(window.used.server["two\nlines.txt"], undefined);
      assert.equal(window.used.server["index.html"], "one");
      const settings = window.commands.workspace.settings.get(window.used.workspace);
      assert.deepEqual(settings, [{ ...STATED, exclude: ["/two\nlines.txt"] }]);
    });

    it("sends nothing otherwise, and asks nobody where a task began it", async () => {
      await window.run(deploySite, choose, { to: NAMES, with: undefined });
      assert.equal(window.used.server["index.html"], "old");
      assert.equal(
        await byTask(),
        `${NAMES} (a line break: the panel is asked by name what is there, in a list with a line for each). Nothing was sent.`,
      );
    });
  });

  describe("by a task", () => {
    it("stops where it would replace what nobody here has placed, names it, and runs nothing", async () => {
      await window.run(deploySite, goOn[0], { to: PREVIEW, with: undefined });
      const why =
        "Nothing was deployed: this was changed on the server, or no deployment has placed it: index.html. " +
        "Deploy it by its command, which shows it first, or allow it by “replaceChanged” in the settings.";
      assert.equal(await byTask(), why);
      assert.equal(window.used.server["index.html"], "old");
      await window.run(deploySite, ...goOn);
      await window.used.source({ "index.html": "two" });
      assert.equal(await byTask(), 0);
      window.used.put({ "index.html": "a colleague's" });
      await window.used.source({ "index.html": "three" });
      assert.equal(await byTask(), why);
      assert.equal(window.used.server["index.html"], "a colleague's");
    });

    it("replaces it where the setting allows that, and its terminal and its question name it", async () => {
      await window.run(deploySite, goOn[0], { to: PREVIEW, with: undefined });
      await window.commands.services.store.update(window.panel.id, { guardLevel: "ask" });
      window.state({ ...STATED, replaceChanged: true });
      const named = "Changed on the server or never deployed, and replaced: index.html.";
      const said: string[] = [];
      const { questions } = await window.commands.answering(
        [{ to: "Deploy to “deployed.example.com”", with: true }],
        async () => assert.equal(await byTask(said), 0),
      );
      assert.ok(questions[0]?.detail.split("\n").includes(named), questions[0]?.detail);
      assert.ok(said.includes(named), said.join("\n"));
      assert.equal(window.used.server["index.html"], "one");
    });
  });

  describe("whose folder has links that lead out of it", () => {
    const OUT = "Links out of the folder, not sent";

    beforeEach(async () => {
      await mkdir(join(window.used.workspace, "packages/ui"), { recursive: true });
      await window.used.source({ "new.html": "one" });
      await mkdir(join(window.used.folder, "node_modules/@acme"), { recursive: true });
      await symlink("../packages/ui", join(window.used.folder, "shared"));
    });

    const module = async () => symlink("../../../packages/ui", join(window.used.folder, "node_modules/@acme/ui"));

    it("has a task name them before anything is sent", async () => {
      await window.run(deploySite, goOn[0], { to: PREVIEW, with: undefined });
      const said: string[] = [];
      assert.equal(await byTask(said), 0);
      assert.ok(said.includes(`${OUT}: shared (to ../packages/ui)`), said.join("\n"));
    });

    it("has a task say what stays in the place of a link, and what is almost there already", async () => {
      await window.run(deploySite, goOn[0], { to: PREVIEW, with: undefined });
      window.used.put({ "public/storage/photo.jpg": "theirs", "read.txt": "theirs" });
      await window.used.source({ "new.html": "one", "Read.txt": "one", "storage/app/a": "a" });
      await mkdir(join(window.used.folder, "public"));
      await symlink("../storage/app", join(window.used.folder, "public/storage"));
      const said: string[] = [];
      assert.equal(await byTask(said), 0);
      assert.ok(said.includes("Directories of the server stay in the places of these links: public/storage"));
      const alike = "New beside a name of the server that differs only in case or composition";
      assert.ok(said.includes(`${alike}: Read.txt (there is read.txt)`), said.join("\n"));
      assert.equal(window.used.server["public/storage/photo.jpg"], "theirs");
    });

    it("has a task send nothing of a project that would lack its modules, unless they are left out by name", async () => {
      await module();
      window.state({ ...STATED, exclude: ["!node_modules/"] });
      await window.run(deploySite, goOn[0], { to: PREVIEW, with: undefined });
      assert.equal(
        await byTask(),
        "These links lead to modules that are not deployed: node_modules/@acme/ui (to ../../../packages/ui). The project would lack them. " +
          "Have the build copy them, or name the links in “exclude”. Nothing was sent.",
      );
      assert.equal(window.used.server["new.html"], undefined);
      window.state({ ...STATED, exclude: ["!node_modules/", "/node_modules/@acme/ui"] });
      assert.equal(await byTask(), 0);
      assert.equal(window.used.server["new.html"], "one");
    });
  });

  it("names patterns that match nothing in a task's output", async () => {
    await window.run(deploySite, goOn[0], { to: PREVIEW, with: undefined });
    await window.used.source({ "new.html": "one" });
    window.state({ ...STATED, exclude: ["./secrets", "*.map"] });
    const said: string[] = [];
    assert.equal(await byTask(said), 0);
    assert.ok(said.includes("Patterns of “exclude” that match nothing: ./secrets, *.map"), said.join("\n"));
  });

  it("looks whether a script that a step runs has Windows line ends", async () => {
    await window.used.source({ "deploy.sh": "set -e\r\necho\r\n" });
    window.state({ ...STATED, steps: [{ name: "Deploy", run: "bash deploy.sh" }] });
    const services = { ...window.services, dialogs: window.commands.services.dialogs };
    const [stated] = statedDeployments(services).filter(isOfFolder);
    assert.ok(stated);
    assert.deepEqual((await readFolder(services, stated, {}))?.source.windowsScripts, ["deploy.sh"]);
  });

  /** Runs the deployment by a task: its exit code, or why it did not begin. */
  async function byTask(said: string[] = []): Promise<number | string> {
    const { signal } = new AbortController();
    const finished = await deployByTask({ ...window.services, dialogs: window.commands.services.dialogs }, "site", {
      showLines: () => undefined,
      say: (sentence) => void said.push(sentence),
      signal,
      showProgress: (_requests, task) => task(signal, () => undefined),
      sentence: (question) => `A task asks: ${question}`,
    });
    assert.ok(typeof finished === "string" || "outcome" in finished);
    return typeof finished === "string" ? finished : exitCodeOf(finished.outcome);
  }

  it("says what is wrong with other entries, and a task with its own", async () => {
    window.state({ ...STATED, name: "broken", check: "example.com" }, 5, STATED);
    const { messages } = await window.run(deploySite, ...goOn);
    const why = `“check” of “broken” is not valid. ${describeField("check")}`;
    assert.equal(messages[0]?.message, `Not valid in serverPanel.deployments: ${why} Entry 2 is no deployment.`);
    assert.match(messages[1]?.message ?? "", /was deployed/);
    window.state(1, 2, 3, 4, 5, STATED);
    const many = await window.run(deploySite, { to: "Which deployment?", with: undefined });
    assert.match(many.messages[0]?.message ?? "", /Entry 3 is no deployment\. … and 2 more$/);
    window.state({ ...STATED, name: "broken", check: "example.com" });
    const { signal } = new AbortController();
    const task = {
      showLines: () => undefined,
      say: () => undefined,
      signal,
      showProgress: () => assert.fail("nothing is sent"),
      sentence: (question: string) => `A task asks: ${question}`,
    };
    await window.run(async (services) => {
      assert.equal(await deployByTask(services, "broken", task), why);
    });
  });

  describe("with several panels", () => {
    const chosen = () => Object.values(window.commands.kept.get("serverPanel.deploymentPanels") ?? {});
    const toShop = [
      { to: "Which deployment?", with: "site" },
      { to: "Which panel?", with: "Shop" },
    ] as const;
    let other: PanelRecord;
    beforeEach(async () => (other = await window.commands.add({ name: "Other", address: "https://192.0.2.2:8888" })));

    it("asks for another one from its preview, and goes there", async () => {
      const { messages } = await window.run(
        deploySite,
        ...toShop,
        { to: "to “deployed.example.com” on “Shop”", with: " > Deploy#1" },
        { to: "Which panel?", with: "Other" },
        { to: "to “deployed.example.com” on “Other”", with: " > Deploy" },
      );
      assert.match(messages[0]?.message ?? "", /was deployed to “deployed.example.com” on “Other”/);
      assert.deepEqual(chosen(), [other.id]);
    });

    it("keeps what was asked of a new deployment, which the settings do not have yet", async () => {
      window.state();
      await writeFile(join(window.used.workspace, "odd\nname.txt"), "x");
      const leaveOut = { to: "These names cannot be deployed: odd name.txt", with: "Leave It Out" } as const;
      const { messages } = await window.run(
        deploySite,
        { to: "Which panel?", with: "Shop" },
        { to: "Deploy to Website", with: SITE },
        { to: "Which folder?", with: "project" },
        { to: "Deploy to Website", with: "" },
        leaveOut,
        { to: "to “deployed.example.com” on “Shop”", with: " > Deploy#1" },
        { to: "Which panel?", with: "Other" },
        leaveOut,
        { to: "to “deployed.example.com” on “Other”", with: " > Deploy" },
        { to: "was deployed", with: "Save as Deployment" },
      );
      assert.match(messages[0]?.message ?? "", /was deployed to “deployed.example.com” on “Other”/);
      const saved = window.commands.workspace.settings.get(window.used.workspace);
      assert.deepEqual(saved, [{ name: "project", website: SITE, source: "", exclude: ["/odd\nname.txt"] }]);
    });

    it("asks for another one by a command of its own, and keeps it once it has the website", async () => {
      await window.run(deploySite, ...toShop, { to: "on “Shop”", with: undefined });
      assert.deepEqual(chosen(), [window.panel.id]);
      const [site] = window.used.panel.state.sites.splice(0, 1);
      assert.ok(site);
      const choose = { to: "Choose Panel Again for “site”", with: "Other" };
      const { messages } = await window.run(choosePanelAgain, choose);
      assert.equal(messages[0]?.message, "“Other” has no website “deployed.example.com”.");
      assert.deepEqual(chosen(), [window.panel.id]);
      window.used.panel.state.sites.push(site);
      const { mentioned } = await window.run(choosePanelAgain, choose);
      assert.deepEqual([mentioned, chosen()], [["“site” is now deployed to “Other”."], [other.id]]);
      await window.run(choosePanelAgain, { ...choose, with: undefined });
      assert.deepEqual(chosen(), [other.id]);
    });

    it("has nothing to ask where the settings have no deployment to a website", async () => {
      window.state();
      const { messages } = await window.run(choosePanelAgain);
      assert.equal(messages[0]?.message, "There is no deployment of a folder, or to several servers, in the settings.");
    });
  });

  describe("with an address to ask", () => {
    let status: number;
    let asked: number;
    let server: Server;
    beforeEach(async () => {
      [status, asked] = [200, 0];
      server = createServer((_request, response) => {
        asked += 1;
        response.writeHead(status).end();
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      const { port } = server.address() as AddressInfo;
      window.state({ ...STATED, check: `http://127.0.0.1:${port}/`, rollBack: "auto" });
      await window.run(deploySite, ...goOn);
      asked = 0;
    });
    afterEach(() => void server.close());

    const [again] = goOn;

    it("asks it also where nothing has changed", async () => {
      const { messages } = await window.run(deploySite, again);
      assert.equal(asked, 1);
      assert.match(
        messages[0]?.message ?? "",
        /^“site” is already on .+ Nothing was sent\. http:\S+ answered with 200\.$/,
      );
      assert.equal(messages[0]?.severity, "information");
      assert.equal(await byTask(), 0);
    });

    it("says that it fails, and rolls nothing back, since it has changed nothing", async () => {
      status = 500;
      const { messages } = await window.run(deploySite, again);
      assert.match(
        messages[0]?.message ?? "",
        /^“site” is already on .+ Nothing was sent\. http:\S+ answered with 500\.$/,
      );
      assert.deepEqual([messages[0]?.severity, messages[0]?.buttons], ["warning", ["Deploy Again", "Show Details"]]);
      assert.equal(window.used.server["index.html"], "one");
      assert.equal(await byTask(), 1);
    });
  });
});
