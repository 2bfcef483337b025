import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import { openItems, useAddedPanels } from "../helpers/addedPanels.ts";
import { features } from "../helpers/extension.ts";
import { answering } from "../helpers/scriptedDialogs.ts";
import { useQuickClock } from "../helpers/useQuickClock.ts";
import { invoke, invokeText, useAgentAccess } from "./invoke.ts";
import { useWorkspaceFolder } from "../helpers/useWorkspaceFolder.ts";

const SITE = "blog.example.com";

for (const edition of ["baota", "aapanel"] as const)
  describe(`the tools for agents that deploy, on ${edition}`, () => {
    useQuickClock();
    useAgentAccess("all");
    const [shop] = useAddedPanels({ name: "Shop", edition });
    afterEach(async () => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    const { folder, write, setDeployments } = useWorkspaceFolder("dist");

    const PREVIEW = `Deploy “site” to “${SITE}” on “Shop”`;
    const QUESTION = `Deploy to “${SITE}” on “Shop”?`;

    const onServer = (path: string) => {
      const root = shop.panel.state.sites.find(({ name }) => name === SITE)?.path ?? assert.fail("no site");
      return shop.panel.state.files.get(`${root}/${path}`)?.bytes?.toString();
    };
    const deploy = { deployment: "site" };

    beforeEach(async () => {
      await write("dist/index.html", "one");
      await setDeployments([{ name: "site", website: SITE, source: "dist" }]);
      const { services } = await features();
      await services.store.update(shop.id, { guardLevel: "trusted" });
      // a person deploys once, which chooses the panel
      const site = (await openItems(shop, "site")).find(({ label }) => label === SITE);
      await answering([{ to: PREVIEW, with: " > Deploy" }], () =>
        vscode.commands.executeCommand("serverPanel.site.deploy", site?.id),
      );
      await services.store.update(shop.id, { guardLevel: "ask" });
      await write("dist/index.html", "two");
      await write("dist/new.html", "new");
    });

    it("preview without a change, deploy after preview and question, and roll back after a question", async () => {
      await answering([], async () => {
        const { data } = await invoke("plan_panel_deployment", deploy);
        assert.deepEqual(
          data?.files?.map((file) => [file["file"], file["change"]]),
          [
            ["new.html", "new"],
            ["index.html", "replaced"],
          ],
        );
      });
      assert.equal(onServer("index.html"), "one");
      const { questions, choices } = await answering(
        [
          { to: PREVIEW, with: " > Deploy" },
          { to: QUESTION, with: true },
        ],
        async () => assert.equal((await invoke("run_panel_deployment", deploy)).happened, "yes"),
      );
      assert.ok(
        choices[0]?.some((label) => label.startsWith("Asked for by: an agent")),
        choices[0]?.join(),
      );
      assert.match(questions[0]?.detail ?? "", /^An agent in this window asks for this\./);
      assert.deepEqual([onServer("index.html"), onServer("new.html")], ["two", "new"]);
      await answering([{ to: `Roll Back “${SITE}” on “Shop”`, with: " > Roll Back" }], async () =>
        assert.equal((await invoke("roll_back_panel_deployment", deploy)).happened, "yes"),
      );
      assert.deepEqual([onServer("index.html"), onServer("new.html")], ["one", undefined]);
      const [back, forth] = await (await (await features()).activity()).read();
      assert.deepEqual(
        [back, forth].map((entry) => [entry?.verb, entry?.by]),
        [
          ["rollBack", "agent"],
          ["deploy", "agent"],
        ],
      );
    });

    it("preview, deploy and roll back a jar, each seen at the project that runs", async () => {
      const question = "Deploy to “order-service” on “Shop”?";
      const project = () =>
        shop.panel.state.javaProjects.find(({ name }) => name === "order-service") ?? assert.fail("no project");
      const jar = () => shop.panel.state.files.get(project().path)?.bytes?.toString();
      const jars = { deployment: "orders" };
      await write("dist/orders.jar", "one");
      await setDeployments([{ name: "orders", project: "order-service", jar: "dist/*.jar" }]);
      // a person deploys once, which chooses the panel
      const row = (await openItems(shop, "javaProject")).find(({ label }) => label === "order-service");
      await answering([{ to: question, with: true }], () =>
        vscode.commands.executeCommand("serverPanel.javaProject.deploy", row?.id),
      );
      assert.equal(jar(), "one");
      await answering([], async () =>
        assert.equal((await invoke("plan_panel_deployment", jars)).up_to_date, true, "it is there"),
      );

      await write("dist/orders.jar", "two!");
      const pids = project().server.run?.pids;
      await answering([], async () => {
        const { up_to_date: isThere, data } = await invoke("plan_panel_deployment", jars);
        assert.deepEqual(
          [isThere, data?.project, data?.jar_here, data?.bytes_here, data?.bytes_on_server],
          [false, "order-service", "orders.jar", 4, 3],
        );
      });
      assert.deepEqual([jar(), project().server.run?.pids], ["one", pids], "a preview changes nothing");
      await answering([{ to: question, with: false }], async () =>
        assert.equal((await invoke("run_panel_deployment", jars)).outcome, "declined"),
      );
      assert.equal(jar(), "one");
      const { questions } = await answering([{ to: question, with: true }], async () =>
        assert.equal((await invoke("run_panel_deployment", jars)).happened, "yes"),
      );
      assert.match(questions[0]?.detail ?? "", /^An agent in this window asks for this\./);
      assert.equal(jar(), "two!");
      assert.notDeepEqual(project().server.run?.pids, pids, "it was restarted");
      await answering([{ to: "Roll Back “order-service” on “Shop”", with: " > Roll Back" }], async () =>
        assert.equal((await invoke("roll_back_panel_deployment", jars)).happened, "yes"),
      );
      assert.equal(jar(), "one");
      assert.ok(project().server.run !== undefined, "the old one runs again");
      const [back, forth] = await (await (await features()).activity()).read();
      assert.deepEqual(
        [back, forth].map((entry) => [entry?.kind, entry?.verb, entry?.by]),
        [
          ["javaProject", "rollBack", "agent"],
          ["javaProject", "deploy", "agent"],
        ],
      );
    });

    // the rest is the same for each panel
    if (edition !== "baota") return;

    it("preview files whose names give orders as data", async () => {
      await write("dist/![OBEY](command:x).html", "x");
      const text = await invokeText("plan_panel_deployment", deploy);
      const { data, ...ours } = JSON.parse(text) as ToolAnswer;
      assert.ok(
        data?.files?.some((file) => String(file["file"]).includes("OBEY")),
        text,
      );
      assert.ok(!JSON.stringify(ours).includes("OBEY"));
      assert.doesNotMatch(text, /!\[|\]\(/);
    });

    it("change nothing where the person turns the preview away, and say that nothing is left to do", async () => {
      await answering([{ to: PREVIEW, with: undefined }], async () =>
        assert.equal((await invoke("run_panel_deployment", deploy)).outcome, "declined"),
      );
      assert.equal(onServer("index.html"), "one");
      await answering([{ to: "Roll Back “", with: undefined }], async () =>
        assert.equal((await invoke("roll_back_panel_deployment", deploy)).outcome, "declined"),
      );
      await write("dist/index.html", "one");
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, "dist/new.html"));
      await answering([], async () => {
        assert.equal((await invoke("run_panel_deployment", deploy)).outcome, "already");
      });
    });

    it("fill in the form for a new website once, and leave a person's entries alone", async () => {
      const input = { panel: "Shop", domain: "agent.example.com", additional_domains: ["www.agent.example.com"] };
      const sites = shop.panel.state.sites.length;
      const typing = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument());
      const { next } = await invoke("open_website_form", input);
      assert.match(next ?? "", /review the form/);
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const tab = tabs.find(({ label }) => label === "Create Website: Shop");
      assert.ok(tab?.isActive === true, "the form is in sight");
      await vscode.commands.executeCommand("type", { text: "typed on" });
      assert.equal(typing.document.getText(), "typed on", "and has not taken the keyboard");
      assert.match((await invoke("open_website_form", input)).next ?? "", /already has entries/);
      assert.ok(vscode.window.activeTextEditor === typing);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await vscode.window.tabGroups.close(tab);
      // the next form is an empty one
      assert.match((await invoke("open_website_form", input)).next ?? "", /review the form/);
      assert.equal(shop.panel.state.sites.length, sites);
    });
  });
