import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { writeBrokenPages } from "../../../../src/demoPanel/seed.ts";
import { webLines } from "../../../../src/demoPanel/lines.ts";
import { deployFileOn } from "../../../../src/deployments/window/deployFileCommands.ts";
import { rememberPanel } from "../../../../src/deployments/window/chooseDeployment.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { choosePanelAgain, deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { exitCodeOfServers, runTask } from "../../../../src/tasks/runTask.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { operations, type OperationId, type ParamsOf } from "../../../../src/wire/operations/operations.ts";
import { FakeScreen } from "../../../fakes/tailsFixture.ts";
import { DeployFixture, ROOT } from "../deployFixture.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");
const { website: _website, ...COMMON } = STATED;
const SEVERAL = {
  ...COMMON,
  targets: [
    { role: "web-1", website: SITE },
    { role: "web-2", website: SITE },
  ],
};
const PREVIEW = "Deploy “site” to 2 servers";
const choose = { to: "Which deployment?", with: "site" } as const;
const panels = [
  { to: "The panel for “web-1” of “site”", with: "Shop" },
  { to: "The panel for “web-2” of “site”", with: "Shop 2" },
] as const;
const AFTERWARDS =
  "Afterwards: http://127.0.0.1:1/up is asked · it is watched for 30 s · it goes back by itself if that answers worse than before";
const goOn = { to: PREVIEW, with: " > Deploy to All" } as const;

describe("the command that deploys to several servers", () => {
  let window: DeployWindow;
  let second: DeployFixture;
  let other: PanelRecord;

  beforeEach(async () => {
    window = await DeployWindow.open();
    second = await DeployFixture.start("baota");
    const [site] = second.panel.state.sites;
    assert.ok(site);
    second.panel.state.sites.splice(0, 1, { ...site, name: SITE, domains: [SITE], path: ROOT });
    other = await window.commands.add({ name: "Shop 2", address: "https://192.0.2.2:8888" });
    window.commands.editions.set(other.id, "baota");
    const call = second.callFor(new AbortController().signal);
    const ids = Object.keys(operations) as OperationId[];
    window.commands.ownHandlers.set(
      other.id,
      Object.fromEntries(ids.map((id) => [id, async (params: ParamsOf<OperationId>) => call(id, params)] as const)),
    );
    window.state(SEVERAL);
    await window.used.source({ "index.html": "one" });
  });
  afterEach(async () => {
    await window.dispose();
    await second.stop();
  });

  const pages = () => [window.used.server["index.html"], second.server["index.html"]];
  const fails = (used: DeployFixture, operation: OperationId) => {
    used.fault = (_call, id, isMade) => {
      if (!isMade && id === operation) throw new PanelError({ kind: "timeout", afterMs: 1 });
    };
  };
  const texts = (messages: readonly { readonly message: string }[]) =>
    messages.map(({ message }) => message).join("\n");

  it("goes to the panel that was chosen meanwhile where it is deployed again", async () => {
    await window.run(deploySite, choose, ...panels, { to: PREVIEW, with: undefined });
    const third = await window.commands.add({ name: "Shop 3", address: "https://192.0.2.3:8888" });
    window.commands.editions.set(third.id, "baota");
    const handlers = window.commands.ownHandlers.get(other.id);
    assert.ok(handlers);
    window.commands.ownHandlers.set(third.id, handlers);
    const [folder] = window.services.workspace.folders();
    assert.ok(folder);
    const server = { role: "web-2", roles: ["web-1", "web-2"] };
    let refusals = 0;
    second.fault = (_call, id, isMade) => {
      const isOnFirst = window.used.server["index.html"] === "one";
      if (isMade || !isOnFirst || id !== "scheduledTask.add" || refusals++ > 1) return;
      void rememberPanel(window.services.memento, { folder, deployment: { name: "site", server } }, third);
      throw new PanelError({ kind: "rejected", message: "no" });
    };
    const { messages } = await window.run(
      deploySite,
      choose,
      goOn,
      { to: "“site” is not on all servers", with: "Deploy Again" },
      goOn,
    );
    assert.match(texts(messages), /“site” is on all 2 servers\./);
    assert.ok(Object.values(window.commands.kept.get("serverPanel.deploymentPanels") ?? {}).includes(third.id));
  });

  it("asks for each panel once, shows each server, and deploys to all", async () => {
    const first = await window.run(deploySite, choose, ...panels, goOn);
    assert.match(texts(first.messages), /^“site” is on all 2 servers\./);
    assert.deepEqual(first.questions, []);
    assert.deepEqual(pages(), ["one", "one"]);
    const rows = first.choices.at(-1)?.join("\n") ?? "";
    for (const role of ["web-1", "web-2", "Deploy to All"]) assert.ok(rows.includes(role), rows);
    await window.used.source({ "index.html": "two" });
    await window.run(deploySite, choose, goOn);
    assert.deepEqual(pages(), ["two", "two"]);
    const groups = window.commands.finished.map(({ group }) => group);
    assert.deepEqual(
      groups.map((group) => group?.role),
      ["web-1", "web-2", "web-1", "web-2"],
    );
    assert.equal(new Set(groups.map((group) => group?.id)).size, 2);
    const again = await window.run(deploySite, choose);
    assert.match(texts(again.messages), /is already on all 2 servers/);
  });

  it("sends nothing where the person turns away, and leaves nothing there", async () => {
    await window.run(deploySite, choose, ...panels, { to: PREVIEW, with: undefined });
    assert.deepEqual(pages(), ["old", "old"]);
    assert.deepEqual([window.used.tasks(), second.tasks()], [[], []]);
    assert.deepEqual(
      (await readdir(window.used.workspace)).filter((name) => name !== "dist"),
      [],
    );
  });

  it("sends nothing to any server where one of them cannot be reached", async () => {
    fails(second, "site.list");
    const { messages } = await window.run(deploySite, choose, ...panels);
    assert.match(texts(messages), /^Nothing was deployed to any server\. web-2 on “Shop 2”: /);
    assert.deepEqual(pages(), ["old", "old"]);
  });

  it("names each server that cannot be reached or changed, with its own reason", async () => {
    fails(window.used, "site.list");
    fails(second, "site.list");
    const { messages } = await window.run(deploySite, choose, ...panels);
    assert.match(texts(messages), /^Nothing was deployed to any server\. web-1 on “Shop”: .* web-2 on “Shop 2”: /);
    for (const used of [window.used, second]) used.fault = () => undefined;
    await window.run(deploySite, choose, ...panels, { to: PREVIEW, with: undefined });
    for (const { id } of [window.panel, other]) await window.services.store.update(id, { guardLevel: "readOnly" });
    const { messages: refused } = await window.run(deploySite, choose);
    assert.match(texts(refused), /web-1 on “Shop”: “Shop” is read-only.* web-2 on “Shop 2”: “Shop 2” is read-only/);
    assert.deepEqual(pages(), ["old", "old"]);
  });

  it("sends nothing to any server where one of the panels is read-only", async () => {
    await window.run(deploySite, choose, ...panels, { to: PREVIEW, with: undefined });
    await window.services.store.update(other.id, { guardLevel: "readOnly" });
    const { messages } = await window.run(deploySite, choose);
    assert.match(texts(messages), /“Shop 2” is read-only/);
    assert.deepEqual(pages(), ["old", "old"]);
    assert.deepEqual([window.used.tasks(), second.tasks()], [[], []]);
  });

  it("sends nothing where two roles mean the same website", async () => {
    const { messages } = await window.run(deploySite, choose, panels[0], { ...panels[1], with: "Shop" });
    assert.match(texts(messages), /^“web-1” and “web-2” mean the same/);
    assert.deepEqual(pages(), ["old", "old"]);
  });

  it("tells which server failed, and rolls back the others by a button", async () => {
    const failing = {
      ...goOn,
      get with() {
        fails(second, "file.upload");
        return " > Deploy to All";
      },
    };
    const { messages, questions } = await window.run(
      deploySite,
      choose,
      ...panels,
      failing,
      { to: "“site” is not on all servers.", with: "Roll Back All" },
      { to: "Roll back “site” on web-1?", with: true },
    );
    assert.match(messages[0]?.message ?? "", /web-2: .* It is on web-1\./);
    assert.equal(questions.length, 1);
    assert.deepEqual(pages(), ["old", "old"]);
  });

  it("goes back by itself where the deployment says so", async () => {
    window.state({ ...SEVERAL, rollBack: "auto" });
    const failing = {
      ...goOn,
      get with() {
        fails(second, "file.upload");
        return " > Deploy to All";
      },
    };
    const { messages } = await window.run(deploySite, choose, ...panels, failing);
    assert.deepEqual(pages(), ["old", "old"]);
    assert.match(texts(messages), /is as it was before the deployment/);
    assert.deepEqual(
      window.commands.finished.map(({ group, verb }) => [group?.role, verb]),
      [
        ["web-1", "deploy"],
        ["web-2", "deploy"],
        ["web-1", "rollBack"],
      ],
    );
  });

  it("rolls back all although all have ended well, and says that it is there no more", async () => {
    const there = { to: "“site” is on all 2 servers.", with: "Roll Back All" };
    const all = { to: "Roll back “site” on web-1, web-2?", with: true };
    const { messages, questions } = await window.run(deploySite, choose, ...panels, goOn, there, all);
    for (const line of [`• web-1: “${SITE}” on “Shop” · undone: `, `• web-2: “${SITE}” on “Shop 2” · undone: `])
      assert.ok(questions[0]?.detail.includes(line), questions[0]?.detail);
    assert.match(messages[1]?.message ?? "", /^“site” was rolled back on 2 of 2 servers\./);
    assert.deepEqual(pages(), ["old", "old"]);
  });

  it("asks where something was cut off before, and counts its end for itself", async () => {
    await window.run(deploySite, choose, ...panels, goOn);
    const { state: before, shell } = second.panel;
    const site = [...before.files.keys()].find((path) => path.includes("/history-")) ?? assert.fail();
    const directory = posix.dirname(site);
    const id = before.files.get(site)?.bytes?.toString().trim() ?? assert.fail();
    const entry = { mtime: 1, uid: 0, gid: 0, mode: 0o600 };
    before.files.set(posix.join(directory, "unfinished"), { ...entry, bytes: Buffer.from(`${id}\n`) });
    before.files.set(posix.join(directory, id, "state"), { ...entry, bytes: Buffer.from("forward\n") });
    shell.synchronise();
    await window.used.source({ "index.html": "two" });
    const cut = { to: "Go back to what was there before “site” was cut off?", with: true };
    const { questions } = await window.run(deploySite, choose, cut, goOn);
    assert.ok(questions[0]?.detail.includes(`It was for “${SITE}” on “Shop 2”.`), questions[0]?.detail);
    assert.deepEqual(pages(), ["two", "two"]);
    const last = window.commands.finished.slice(-3).map(({ verb, group }) => [verb, group?.role]);
    assert.deepEqual(last, [
      ["rollBack", undefined],
      ["deploy", "web-1"],
      ["deploy", "web-2"],
    ]);
  });

  it("asks once about the steps of all servers, and keeps a digest for each", async () => {
    window.state({ ...SEVERAL, steps: [{ name: "Note", run: "true", user: "root" }] });
    const question = "Run these commands on 2 servers?";
    const { questions } = await window.run(
      deploySite,
      choose,
      ...panels,
      goOn,
      { to: question, with: true },
      { to: question, with: "root" },
    );
    const detail = questions[0]?.detail ?? "";
    assert.equal(detail.split("│ true").length, 2, detail);
    for (const panel of ["Shop", "Shop 2"]) assert.ok(detail.includes(`“${SITE}” on “${panel}”`), detail);
    assert.deepEqual(pages(), ["one", "one"]);
    const kept = await window.commands.secrets.keys();
    assert.equal(kept.filter((name) => name.startsWith("steps/")).length, 2);
  });

  it("goes to one server alone from its row, and says so", async () => {
    await window.run(deploySite, choose, ...panels, { to: PREVIEW, with: undefined });
    const items = await window.commands.items(other, "site");
    const id = items.find(({ label }) => label === SITE)?.id;
    const { choices, messages } = await window.commands.answering(
      [{ to: "Deploy “site” to “deployed.example.com” on “Shop 2”", with: " > Deploy" }],
      async () => deploySite({ ...window.services, dialogs: window.commands.services.dialogs }, [id]),
    );
    assert.ok(choices.at(-1)?.join("\n").includes("This server alone"), choices.at(-1)?.join("\n"));
    assert.match(texts(messages), /was deployed/);
    assert.deepEqual(pages(), ["old", "one"]);
  });

  it("has each server's panel chosen again by itself", async () => {
    const { choices, mentioned } = await window.run(
      choosePanelAgain,
      { to: "Choose Panel Again", with: "site" },
      { to: "Choose Panel Again for “site (web-1)”", with: "Shop 2" },
    );
    assert.equal(choices[0]?.length, 2);
    assert.deepEqual(mentioned, ["“web-1” of “site” is now on “Shop 2”."]);
  });

  describe("of a jar", () => {
    const project = "order-service";
    const path = `/www/wwwroot/java/${project}.jar`;
    const question = { to: "Deploy to 2 Java projects?", with: true };

    beforeEach(async () => {
      await window.used.source({ "app.jar": "new" });
      window.commands.workspace.jars = [join(window.used.folder, "app.jar")];
      for (const { panel } of [window.used, second]) {
        const entry = { mtime: 1, uid: 1001, gid: 1001 };
        panel.state.files.set("/www/wwwroot/java", { ...entry, mode: 0o755 });
        panel.state.files.set(path, { ...entry, mode: 0o644, bytes: Buffer.from("old") });
      }
      stateJar();
    });

    const stateJar = (more: object = {}) => {
      const targets = ["web-1", "web-2"].map((role) => ({ role, project }));
      window.state({ name: "site", jar: "dist/*.jar", targets, ...more });
    };
    const deployJar = deployFileOn("javaProject");
    const states = () => [window.used, second].map(({ panel }) => panel.state);
    const jars = () => states().map(({ files }) => files.get(path)?.bytes?.toString());
    const setLevels = async (...levels: readonly PanelRecord["guardLevel"][]) => {
      for (const [index, { id }] of [window.panel, other].entries())
        await window.services.store.update(id, { guardLevel: levels[index] ?? "ask" });
    };

    it("replaces it on each, and restarts the projects", async () => {
      const pids = () =>
        states().map(({ javaProjects }) => javaProjects.find(({ name }) => name === project)?.server.run?.pids);
      const before = pids();
      const { messages, choices } = await window.run(deployJar, choose, ...panels, goOn);
      assert.match(texts(messages), /^“site” is on all 2 servers\./);
      assert.ok(choices.at(-1)?.join("\n").includes("The project restarts"), choices.at(-1)?.join("\n"));
      assert.deepEqual(jars(), ["new", "new"]);
      for (const [index, now] of pids().entries()) assert.notDeepEqual(now, before[index]);
    });

    it("is asked once more, as the most careful of the panels says", async () => {
      await setLevels("trusted", "ask");
      const { questions } = await window.run(deployJar, choose, ...panels, goOn, { ...question, with: false });
      const detail = questions[0]?.detail ?? "";
      for (const said of ["“Shop”", "“Shop 2”", "app.jar", path, "restarts", "never deployed, and replaced"])
        assert.ok(detail.includes(said), `${said} in ${detail}`);
      assert.deepEqual(jars(), ["old", "old"]);
      await setLevels("trusted", "trusted");
      const trusted = await window.run(deployJar, choose, goOn);
      assert.deepEqual(trusted.questions, []);
      assert.deepEqual(jars(), ["new", "new"]);
    });

    it("is shown with its steps, and asked about in full where one server alone lacks it", async () => {
      await window.run(deployJar, choose, ...panels, goOn);
      await setLevels("trusted", "typeName");
      const old = { mtime: 2, uid: 1001, gid: 1001, mode: 0o644, bytes: Buffer.from("somebody's") };
      second.panel.state.files.set(path, old);
      stateJar({ steps: [{ name: "Note", run: "true", user: "root" }] });
      const { choices } = await window.run(deployJar, choose, goOn, { ...question, with: false });
      assert.ok(choices.at(-1)?.includes("Steps after the files"), choices.at(-1)?.join("\n"));
      stateJar({ watch: 30, check: "http://127.0.0.1:1/up", rollBack: "auto" });
      const alone = { to: "Deploy to “order-service” on “Shop 2”?", with: false };
      const { questions } = await window.run(deployJar, choose, goOn, alone);
      const detail = questions[0]?.detail ?? "";
      for (const said of [path, "app.jar", "never deployed, and replaced", AFTERWARDS])
        assert.ok(detail.includes(said), `${said} in ${detail}`);
      assert.deepEqual(jars(), ["new", "somebody's"]);
    });
  });

  describe("by a task", () => {
    const byTask = async (signal = new AbortController().signal) => {
      const screen = new FakeScreen();
      const { services } = window;
      const code = await runTask(
        { type: "serverPanel", task: "deploy", deployment: "site" },
        {
          services: {
            ...services,
            callFor: () => assert.fail("no log is followed"),
            onDefect: (error: unknown) => assert.fail(String(error)),
            sentenceFor: () => undefined,
            deploy: async (name, task) => deployByTask(services, name, task),
          },
          screen,
          signal,
          sentence: (question) => `A task asks: ${question}`,
          confirm: async () => true,
        },
      );
      return { code, text: screen.text };
    };

    it("names the roles that have no panel yet", async () => {
      const { code, text } = await byTask();
      assert.equal(code, 1);
      assert.match(text, /Not chosen yet: web-1(?: and|,) web-2/);
    });

    it("says which server's steps are not agreed to, and not what it looks at on each", async () => {
      await window.run(deploySite, choose, ...panels, goOn);
      window.state({ ...SEVERAL, steps: [{ name: "Note", run: "true", user: "root" }] });
      const { code, text } = await byTask();
      assert.equal(code, 1, text);
      assert.match(text, /Nothing was deployed to any server\. web-1 on “Shop”: Its steps are not agreed to/);
      assert.equal(text.split("Looking ").length, 2, text);
    });

    it("shows what steps write, each line with its server", async () => {
      window.state({ ...SEVERAL, steps: [{ name: "Note", run: "echo hello", user: "root" }] });
      const question = "Run these commands on 2 servers?";
      await window.run(
        deploySite,
        choose,
        ...panels,
        goOn,
        { to: question, with: true },
        { to: question, with: "root" },
      );
      await window.used.source({ "index.html": "two" });
      const { code, text } = await byTask();
      assert.equal(code, 0, text);
      for (const role of ["web-1", "web-2"]) {
        assert.ok(text.includes(`[${role}] Step “Note”`), text);
        assert.ok(text.includes(`\n[${role}] hello\n`), text);
      }
    });

    it("shows what the logs of watched servers gain, each line with its server, and takes nothing back for it", async () => {
      await window.run(deploySite, choose, ...panels, { to: PREVIEW, with: undefined });
      const { state: onSecond } = second.panel;
      const now = () => window.commands.clock.wallTime();
      for (const { state } of [window.used.panel, second.panel]) {
        const [site] = state.sites;
        assert.ok(site);
        site.running = true;
        site.logs = { access: [], error: [webLines.error(SITE, 1, now() - 3_600_000)] };
      }
      let visits = 0;
      second.fault = (_call, id, isMade) => {
        if (id === "site.errorLog" && !isMade && visits++ < 3) writeBrokenPages(onSecond, now());
      };
      for (const used of [window.used, second]) used.put({ "index.php": "<?php\necho 1;\n" });
      await window.used.source({ "index.php": "<?php\nthrow new Exception();\n" });
      window.state({ ...SEVERAL, watch: 60, rollBack: "auto", replaceChanged: true });
      const { code, text } = await byTask();
      assert.equal(code, 0, text);
      assert.match(text, /\[web-2\] Log of “deployed\.example\.com”/);
      assert.equal(text.split("\n[web-2] ").filter((line) => /PHP Fatal error/.test(line)).length, 2, text);
      assert.match(text, /web-1: “site” was deployed .+ Its log has no new lines\./);
      assert.deepEqual(
        [window.used, second].map(({ server }) => server["index.php"]),
        ["<?php\nthrow new Exception();\n", "<?php\nthrow new Exception();\n"],
      );
    });

    it("goes back by itself after a cancel, too, which is not one of its way back", async () => {
      window.state({ ...SEVERAL, rollBack: "auto" });
      await window.run(deploySite, choose, ...panels, { to: PREVIEW, with: undefined });
      window.state({ ...SEVERAL, rollBack: "auto", replaceChanged: true });
      const cancel = new AbortController();
      // the first has it, and the second begins
      second.fault = () => {
        if (window.used.server["index.html"] === "one") cancel.abort();
      };
      const { text } = await byTask(cancel.signal);
      assert.ok(cancel.signal.aborted, text);
      const [latest] = window.commands.finished.slice(-1);
      assert.deepEqual([latest?.verb, latest?.group?.role, latest?.outcome.kind], ["rollBack", "web-1", "done"], text);
      assert.deepEqual(pages(), ["old", "old"], text);
    });

    it("ends with a table, and a code that counts all servers", async () => {
      await window.run(deploySite, choose, ...panels, goOn);
      await window.used.source({ "index.html": "three", "new.html": "x" });
      window.state({ ...SEVERAL, replaceChanged: true });
      const { code, text } = await byTask();
      assert.equal(code, 0, text);
      assert.match(
        text,
        /\nServer +Panel +Result +Files +Seconds\nweb-1 +Shop +done +2 +\d.*\nweb-2 +Shop 2 +done +2 +\d/,
      );
      assert.match(text, /\[web-2\] /);
      assert.deepEqual(pages(), ["three", "three"]);
      assert.equal(exitCodeOfServers({ servers: [] }), 0);
    });
  });
});
