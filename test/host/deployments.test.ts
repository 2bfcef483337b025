import assert from "node:assert/strict";
import { utimes } from "node:fs/promises";
import * as vscode from "vscode";
import { scriptsText } from "../../src/deployments/exchange/scriptReader.ts";
import { statusReply } from "../../src/demoPanel/http.ts";
import { handlers } from "../demoPanel/baota/handlers.ts";
import { openItems, useAddedPanels } from "./helpers/addedPanels.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";
import { eventually } from "../eventually.ts";
import { useWorkspaceFolder } from "./helpers/useWorkspaceFolder.ts";

const SITE = "blog.example.com";
const PREVIEW = `Deploy “site” to “${SITE}” on “Shop”`;

describe("deploying a folder of the workspace", () => {
  useQuickClock();
  const [shop] = useAddedPanels("Shop");
  afterEach(async () => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  const { folder, write, setDeployments } = useWorkspaceFolder("dist");

  const root = () => shop.panel.state.sites.find(({ name }) => name === SITE)?.path ?? assert.fail("no site");
  const onServer = (path: string) => shop.panel.state.files.get(`${root()}/${path}`)?.bytes?.toString();
  const protect = async (guardLevel: "trusted" | "ask" | "readOnly") =>
    (await features()).services.store.update(shop.id, { guardLevel });

  beforeEach(async () => {
    await protect("trusted");
    await write("dist/index.html", "one");
    await write("dist/assets/中文.js", "x");
    await write("dist/.env", "secret");
    await setDeployments(
      ["site", "other"].map((name) => ({ name, website: name === "site" ? SITE : "x.com", source: "dist" })),
    );
  });

  const deploy = async () => vscode.commands.executeCommand("serverPanel.deploy", await site());

  async function site(): Promise<string> {
    const items = await openItems(shop, "site");
    return items.find(({ label }) => label === SITE)?.id ?? assert.fail("the site is not listed");
  }

  it("shows what it does, places the files, knows them again, and rolls them back", async () => {
    const before = onServer("index.html");
    const first = await answering([{ to: PREVIEW, with: " > Deploy" }], deploy);
    assert.match(first.messages[0]?.message ?? "", new RegExp(`^“site” was deployed to “${SITE}” on “Shop”`));
    assert.deepEqual([onServer("index.html"), onServer("assets/中文.js"), onServer(".env")], ["one", "x", undefined]);

    const second = await answering([], deploy);
    assert.match(second.messages[0]?.message ?? "", /is already on .* Nothing was sent\.$/);

    await write("dist/index.html", "two");
    const third = await answering(
      [
        { to: PREVIEW, with: " > Deploy" },
        { to: "was deployed", with: "Roll Back" },
        { to: `Roll Back “${SITE}” on “Shop”`, with: " > Roll Back" },
      ],
      deploy,
    );
    assert.match(third.messages[1]?.message ?? "", /is as it was before the deployment/);
    assert.equal(onServer("index.html"), "one");
    assert.notEqual(before, "one");
  });

  it("has the website serve a release, and its own directory again", async () => {
    const served = () => {
      const { files } = shop.panel.state;
      const text = files.get(`/www/server/panel/vhost/nginx/${SITE}.conf`)?.bytes?.toString() ?? "";
      return /root ([^;]+);/.exec(text)?.[1];
    };
    await setDeployments([{ name: "site", website: SITE, source: "dist", mode: "releases", shared: ["uploads/"] }]);
    const plain = served();
    const first = await answering([{ to: PREVIEW, with: " > Deploy" }], deploy);
    assert.match(first.messages[0]?.message ?? "", /was deployed to .* The website serves /);
    const release = served()?.slice(root().length + 1) ?? assert.fail("it serves nothing");
    assert.match(release, /^releases-/);
    assert.equal(onServer(`${release}/index.html`), "one");
    const rollBack = async () => vscode.commands.executeCommand("serverPanel.rollBack", await site());
    await answering(
      [
        { to: "Go back to what?", with: "The website as it was before its first release" },
        { to: "as it was before its first release?", with: true },
      ],
      rollBack,
    );
    assert.equal(served(), plain);
  });

  it("sends nothing where the preview is dismissed, and nothing to a panel that is read-only", async () => {
    const before = onServer("index.html");
    await answering([{ to: PREVIEW, with: undefined }], deploy);
    await protect("readOnly");
    const { messages } = await answering([], deploy);
    assert.match(messages[0]?.message ?? "", /read-only/);
    assert.equal(onServer("index.html"), before);
  });

  it("shows the difference of a changed file in an editor, and its preview again once that is closed", async () => {
    const title = "index.html (on the server and here)";
    const tab = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => label === title);
    const closed = (async () => {
      const shown = await eventually(
        async () => tab(),
        (found) => found !== undefined,
      );
      assert.ok(shown?.input instanceof vscode.TabInputTextDiff);
      assert.equal(shown.input.modified.fsPath, vscode.Uri.joinPath(folder, "dist/index.html").fsPath);
      await vscode.window.tabGroups.close(shown);
    })();
    await answering(
      [
        { to: PREVIEW, with: " > index.html" },
        { to: PREVIEW, with: undefined },
      ],
      deploy,
    );
    await closed;
  });

  it("leaves out what panels cannot be asked for, if the person says so, and writes that into the settings", async () => {
    await write("dist/two\nlines.txt", "x");
    await answering(
      [
        { to: "These names cannot be deployed: two lines.txt (a line break", with: "Leave It Out" },
        { to: PREVIEW, with: " > Deploy" },
      ],
      deploy,
    );
    assert.deepEqual([onServer("index.html"), onServer("two\nlines.txt")], ["one", undefined]);
    const entries = await eventually(
      async () => vscode.workspace.getConfiguration("serverPanel", folder).get("deployments") as readonly object[],
      ([first]) => first !== undefined && "exclude" in first,
    );
    assert.deepEqual(entries, [
      { name: "site", website: SITE, source: "dist", exclude: ["/two\nlines.txt"] },
      { name: "other", website: "x.com", source: "dist" },
    ]);
  });

  it("shows the script that the server runs, which nobody can change there", async () => {
    await vscode.commands.executeCommand("serverPanel.deployment.showScript");
    const { document } = vscode.window.activeTextEditor ?? assert.fail("no editor");
    const script = scriptsText(await (await features()).services.exchangeScript());
    assert.match(script, /exchange\.sh VERB[^]*step\.sh/);
    assert.equal(document.getText(), script);
    assert.equal(document.languageId, "shellscript");
    await vscode.commands.executeCommand("type", { text: "x" });
    assert.equal(document.isDirty, false);
    assert.equal(document.getText(), script);
  });

  it("is done by a task of a tasks.json, which sends nothing if what it depends on fails", async () => {
    const task = { type: "serverPanel", task: "deploy", deployment: "site" };
    const tasks = [
      { label: "fails", ...task, deployment: "unknown" },
      { label: "after", dependsOn: "fails", ...task, deployment: "other" },
      { label: "alone", ...task },
    ];
    await write(".vscode/tasks.json", JSON.stringify({ version: "2.0.0", tasks }));
    const before = onServer("index.html");
    assert.equal(await endOf("alone"), 1, "nobody has chosen its panel yet");
    await answering([{ to: PREVIEW, with: " > Deploy" }], deploy);
    await write("dist/index.html", "two");
    assert.equal(await endOf("after"), 1, "the task on which it depends");
    assert.equal(onServer("index.html"), "one");
    assert.equal(await endOf("alone"), 0);
    assert.equal(onServer("index.html"), "two");
    assert.notEqual(before, "two");
  });

  it("stops as a task where it would replace what somebody has changed, unless the setting allows that", async () => {
    const task = { label: "alone", type: "serverPanel", task: "deploy", deployment: "site" };
    await write(".vscode/tasks.json", JSON.stringify({ version: "2.0.0", tasks: [task] }));
    await answering([{ to: PREVIEW, with: " > Deploy" }], deploy);
    const { files } = shop.panel.state;
    const path = `${root()}/index.html`;
    const placed = files.get(path) ?? assert.fail("not deployed");
    files.set(path, { ...placed, bytes: Buffer.from("a colleague's") });
    shop.panel.shell.synchronise();
    await write("dist/index.html", "two");
    assert.equal(await endOf("alone"), 1);
    assert.equal(onServer("index.html"), "a colleague's");
    await setDeployments([{ name: "site", website: SITE, source: "dist", replaceChanged: true }]);
    assert.equal(await endOf("alone"), 0);
    assert.equal(onServer("index.html"), "two");
  });

  it("has its own terminal in front after the task that runs before it", async () => {
    const tasks = [
      { label: "build", type: "shell", command: "true" },
      { label: "alone", type: "serverPanel", task: "deploy", deployment: "site" },
    ];
    await answering([{ to: PREVIEW, with: " > Deploy" }], deploy);
    await write(".vscode/tasks.json", JSON.stringify({ version: "2.0.0", tasks }));
    await setDeployments([{ name: "site", website: SITE, source: "dist", task: "build" }]);
    await write("dist/index.html", "two");
    // VS Code tells late that a task has come
    await eventually(
      async () => (await vscode.tasks.fetchTasks()).map(({ name }) => name),
      (names) => names.includes("build"),
    );
    assert.equal(await endOf("alone", "alone"), 0);
    assert.equal(onServer("index.html"), "two");
    const name = await eventually(
      async () => vscode.window.activeTerminal?.name,
      (front) => front?.includes("alone") === true,
    );
    assert.match(name ?? "", /alone/);
  });

  describe("of a jar", () => {
    const project = () =>
      shop.panel.state.javaProjects.find(({ name }) => name === "order-service") ?? assert.fail("no project");
    const jar = () => shop.panel.state.files.get(project().path)?.bytes?.toString();

    beforeEach(async () => {
      for (const [name, at] of [
        ["orders-2.jar", 2_000_000_000],
        ["orders-1.jar", 1_000_000_000],
      ] as const) {
        await write(`target/${name}`, name);
        await utimes(vscode.Uri.joinPath(folder, "target", name).fsPath, at, at);
      }
      // nobody has deployed the project's jar
      await setDeployments([{ name: "orders", project: "order-service", jar: "target/*.jar", replaceChanged: true }]);
    });
    afterEach(async () => vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, "target"), { recursive: true }));

    it("is a task that a row adds, deploys the latest that matches, and goes back where that does not run", async () => {
      const items = await openItems(shop, "javaProject");
      const row = items.find(({ label }) => label === "order-service") ?? assert.fail("no row");
      await answering([{ to: "Which task?", with: "Deploy orders on Shop" }], () =>
        vscode.commands.executeCommand("serverPanel.addTask", row.id),
      );
      const pids = project().server.run?.pids;
      assert.equal(await endOf("Deploy orders on Shop"), 0);
      assert.equal(jar(), "orders-2.jar");
      assert.notDeepEqual(project().server.run?.pids, pids, "it was restarted");
      assert.equal(await endOf("Deploy orders on Shop"), 0, "it is there already");

      await write("target/orders-3.jar", "broken");
      await utimes(vscode.Uri.joinPath(folder, "target", "orders-3.jar").fsPath, 2_100_000_000, 2_100_000_000);
      const { "java.restart": restart } = handlers;
      shop.options.handlers = {
        "java.restart": (context) => {
          if (jar() !== "broken") return restart(context);
          project().server.run = undefined;
          return statusReply(true, "操作已执行");
        },
      };
      assert.equal(await endOf("Deploy orders on Shop"), 1);
      assert.equal(jar(), "orders-2.jar");
      assert.ok(project().server.run !== undefined, "the old one runs again");
    });

    it("waits for the answer to the panel's question, and is refused by a panel that is read-only", async () => {
      const definition = { type: "serverPanel", task: "deploy", deployment: "orders" };
      await write(".vscode/tasks.json", JSON.stringify({ version: "2.0.0", tasks: [{ label: "jar", ...definition }] }));
      const before = jar();
      assert.equal(await endOf("jar"), 1, "nobody has chosen its panel yet");
      const items = await openItems(shop, "javaProject");
      const row = items.find(({ label }) => label === "order-service") ?? assert.fail("no row");
      await answering([{ to: "Which task?", with: "Deploy orders on Shop" }], () =>
        vscode.commands.executeCommand("serverPanel.addTask", row.id),
      );
      await protect("readOnly");
      assert.equal(await endOf("jar"), 1);
      await protect("ask");
      const question = "Deploy to “order-service” on “Shop”?";
      await answering([{ to: question, with: false }], async () => assert.equal(await endOf("jar"), 1));
      assert.equal(jar(), before);
      await answering([{ to: question, with: true }], async () => assert.equal(await endOf("jar"), 0));
      assert.equal(jar(), "orders-2.jar");
    });
  });

  /** Runs a task; resolves to the exit code of the first one that ends, or of the one of a name. */
  async function endOf(label: string, ending?: string): Promise<number | undefined> {
    const find = async () =>
      (await vscode.tasks.fetchTasks({ type: "serverPanel" })).find(({ name }) => name === label);
    const task = (await eventually(find, (found) => found !== undefined)) ?? assert.fail();
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const ended = vscode.tasks.onDidEndTaskProcess(({ exitCode, execution }) => {
      if (ending === undefined || execution.task.name === ending) resolve(exitCode);
    });
    try {
      await vscode.tasks.executeTask(task);
      return await promise;
    } finally {
      ended.dispose();
    }
  }
});
