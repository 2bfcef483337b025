import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ResourceKind } from "../../src/resources/resources.ts";
import { groupAbove, groupKindOf } from "../../src/resources/resources.ts";
import { groupNodeId, panelNodeId, type ItemNode } from "../../src/tree/treeNodes.ts";
import type { DocumentedId } from "../documentPanel/documentedOperations.ts";
import type { DocumentState } from "../documentPanel/documentState.ts";
import { startDocumentPanel, waysToRefuse, type DocumentPanel } from "../documentPanel/startDocumentPanel.ts";
import { draftWith } from "../unit/siteForm/drafts.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { openSiteForm } from "./helpers/openSiteForm.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { clearFollowedLogs, outputText } from "./logs/outputChannel.ts";

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`serverPanel.${command}`, ...args);

const WRONG_KEY = "wrongKeywrongKeywrongKeywrongKey";

/** The answers of somebody who adds the panel. */
const adding = ({ address }: DocumentPanel, key: string): readonly ScriptedAnswer[] => [
  { to: "Panel Address", with: address },
  { to: "Panel Name", with: "Shop" },
  { to: "API Key", with: key },
];

const DONE: ScriptedAnswer = { to: "Was Added", with: "Done" };

/** What a change ends with where nothing can be read again: no more than that it was sent, and what the panel said. */
const unconfirmed = (words: string) => new RegExp(`sent, not confirmed\\..*${words}`);

/** A change of a row, by its command. */
interface Change {
  readonly id: DocumentedId;
  readonly kind: ResourceKind;
  readonly verb: string;
  /** Its row; of what has no list its name is typed first. */
  readonly on: string;
  readonly answers?: readonly ScriptedAnswer[];
  readonly severity: "information" | "warning";
  readonly told: RegExp;
  readonly isDone: (state: DocumentState) => boolean;
}

/** The changes with how each ends; a setting is read again, and nothing else is. */
const changes: readonly Change[] = [
  {
    id: "restartProject",
    kind: "javaProject",
    verb: "restart",
    on: "order-service",
    answers: [{ to: "Restart Java project “order-service” on “Shop”?", with: true }],
    severity: "warning",
    told: unconfirmed("项目重启指令已执行"),
    isDone: ({ projects }) => projects.get("order-service")?.restarts === 1,
  },
  {
    id: "changeLogPath",
    kind: "javaProject",
    verb: "changeLogPath",
    on: "order-service",
    answers: [
      { to: "Log Directory", with: "/www/wwwlogs/orders" },
      { to: "Change the log directory of Java project", with: true },
    ],
    severity: "warning",
    told: unconfirmed("项目日志路径修改成功"),
    isDone: ({ projects }) => projects.get("order-service")?.logDirectory === "/www/wwwlogs/orders",
  },
  {
    id: "restartContainer",
    kind: "container",
    verb: "restart",
    on: "6f1d2c3b4a59",
    answers: [{ to: "Restart container “6f1d2c3b4a59” on “Shop”?", with: true }],
    severity: "warning",
    told: unconfirmed("容器重启成功"),
    isDone: ({ containers }) => containers.get("6f1d2c3b4a59")?.restarts === 1,
  },
  {
    id: "removeOrder",
    kind: "certificateOrder",
    verb: "remove",
    on: "order-42",
    answers: [{ to: "Delete certificate order “order-42”", with: true }],
    severity: "warning",
    told: unconfirmed("订单删除成功"),
    isDone: ({ orders }) => orders.size === 0,
  },
  {
    id: "updateComposer",
    kind: "dependencyManager",
    verb: "update",
    on: "composer",
    severity: "warning",
    told: unconfirmed("当前已经是最新版本"),
    isDone: ({ composer }) => composer.updates === 1,
  },
  {
    id: "setCompletion",
    kind: "terminalSetting",
    verb: "turnOn",
    on: "completion",
    severity: "information",
    // that its package is there cannot be seen
    told: /Command completion” is now on for “Shop”\. Package: not checked\./,
    isDone: ({ settings }) => settings.use_completion,
  },
  {
    id: "setTheme",
    kind: "terminalSetting",
    verb: "turnOn",
    on: "theme",
    severity: "information",
    told: /Terminal theme” is now on/,
    isDone: ({ settings }) => settings.terminal_theme,
  },
  {
    id: "setAiShell",
    kind: "terminalSetting",
    verb: "turnOff",
    on: "aiShell",
    severity: "information",
    told: /AI shell” is now off/,
    isDone: ({ settings }) => !settings.ai_shell,
  },
  {
    id: "setAiAnalysis",
    kind: "terminalSetting",
    verb: "turnOff",
    on: "aiAnalysis",
    severity: "information",
    told: /AI analysis” is now off/,
    isDone: ({ settings }) => !settings.ai_shell_analyze,
  },
];

/** The kinds of which the document has changes and no list, with the context of an entry that is added. */
const nameable = {
  javaProject: "javaProject.manual+restart!+changeLogPath+addTask+copyName+close",
  container: "container.manual+restart!+addTask+copyName+close",
  certificateOrder: "certificateOrder.manual+remove+copyName+close",
} as const;

for (const way of waysToRefuse)
  describe(`On a panel of the document alone that refuses by ${way}`, () => {
    // one run: what is remembered of the panel must hold for all that follows
    let panel: DocumentPanel;
    let panelId: string;

    before(async () => {
      await removePanels();
      panel = await startDocumentPanel(way);
    });
    after(async () => {
      await clearFollowedLogs();
      await removePanels();
      await panel.close();
    });

    const sent = (id: DocumentedId) => panel.calls.filter((call) => call.id === id).length;

    /** The rows of a kind's group, opened as a person opens it. */
    async function rowsOf(kind: ResourceKind): Promise<readonly string[]> {
      const { tree } = (await features()).services;
      const group = groupKindOf(kind);
      const above = groupAbove(group);
      await tree.children(undefined);
      const groups = await tree.children(panelNodeId(panelId));
      const inTree = above === undefined ? groups : await tree.children(groupNodeId(panelId, above));
      assert.ok(inTree.includes(groupNodeId(panelId, group)), `no group of ${kind}`);
      return tree.children(groupNodeId(panelId, group));
    }

    async function itemsOf(kind: ResourceKind): Promise<readonly ItemNode[]> {
      const { tree } = (await features()).services;
      return (await rowsOf(kind)).flatMap((id) => {
        const node = tree.node(id);
        return node?.type === "item" && node.kind === kind ? node : [];
      });
    }

    async function rowOf(kind: ResourceKind, label: string): Promise<string> {
      const items = await itemsOf(kind);
      return items.find((item) => item.label === label)?.id ?? assert.fail(`no ${kind} ${label}`);
    }

    /** Clicks the row that says that there is no list. */
    async function clickAddByName(kind: ResourceKind): Promise<void> {
      const { itemOf } = await features();
      const drawn = (await rowsOf(kind)).map((id) => itemOf(id));
      const row = drawn.find(({ label, description }) => `${label as string} ${description}`.includes("Add by name…"));
      assert.ok(row?.command, `no row adds a ${kind}: ${drawn.map(({ label }) => label as string).join(", ")}`);
      await vscode.commands.executeCommand(row.command.command, ...((row.command.arguments ?? []) as unknown[]));
    }

    it("a wrong key is not taken, and the right one is proved by what the document has", async () => {
      const { questions } = await answering(
        [
          ...adding(panel, WRONG_KEY),
          { to: "not saved yet", with: "Change the API Key…" },
          { to: "API Key", with: panel.key },
          DONE,
        ],
        () => run("panel.add"),
      );
      assert.match(questions[0]?.detail ?? "", /refused|密钥校验失败/);
      const { services } = await features();
      const [record] = services.store.list();
      assert.ok(record);
      panelId = record.id;
      assert.equal(await services.store.apiKey(record), panel.key);
      assert.ok(panel.calls.some(({ id, signature }) => id !== undefined && signature === "right"));
    });

    it("the panel is no failing one, and nothing in its tree says so", async () => {
      const { services, itemOf } = await features();
      await services.tree.children(undefined);
      const groups = await services.tree.children(panelNodeId(panelId));
      assert.equal(itemOf(panelNodeId(panelId)).contextValue?.split("+")[0], "panel.answering");
      for (const kind of ["site", "javaProject", "container", "certificateOrder", "dependencyManager"] as const)
        assert.ok(groups.includes(groupNodeId(panelId, kind)), kind);
      for (const group of groups)
        for (const id of await services.tree.children(group)) {
          const { label, description, tooltip } = itemOf(id);
          for (const text of [label, description, tooltip])
            assert.doesNotMatch((text ?? "") as string, /refused|API may be off|No such operation/i);
        }
    });

    for (const [kind, context] of Object.entries(nameable) as [keyof typeof nameable, string][])
      it(`a ${kind} is added by name from the row that says that there is no list`, async () => {
        const { itemOf } = await features();
        const [{ on }] = changes.filter((change) => change.kind === kind) as [Change];
        await answering([{ to: "Add", with: on }], () => clickAddByName(kind));
        assert.equal(itemOf(await rowOf(kind, on)).contextValue, context);
      });

    for (const { id, kind, verb, on, answers = [], severity, told, isDone } of changes)
      it(`${id}: is sent from its row, and told as far as it can be seen`, async () => {
        const { itemOf } = await features();
        const row = await rowOf(kind, on);
        assert.match(itemOf(row).contextValue ?? "", new RegExp(`\\+${verb}\\b`));
        assert.ok(!isDone(panel.state));
        const { messages } = await answering(answers, () => run(verb, row, [row]));
        assert.ok(isDone(panel.state), messages.at(-1)?.message);
        assert.equal(sent(id), 1);
        assert.match(messages.at(-1)?.message ?? "", told);
        assert.equal(messages.at(-1)?.severity, severity, messages.at(-1)?.message);
      });

    it("readSettings: the rows of the settings are as the panel has them", async () => {
      const { itemOf } = await features();
      const states = (await itemsOf("terminalSetting")).map(({ id, label }) => {
        const { checkboxState } = itemOf(id);
        const state = typeof checkboxState === "object" ? checkboxState.state : checkboxState;
        return [label, state === undefined ? undefined : state === vscode.TreeItemCheckboxState.Checked];
      });
      const { use_completion: completion, terminal_theme: theme, ...ai } = panel.state.settings;
      const { ai_shell: aiShell, ai_shell_analyze: aiAnalysis } = ai;
      assert.deepEqual(Object.fromEntries(states), { completion, theme, aiShell, aiAnalysis });
    });

    it("listHosts and listCommands: the rows are as the panel has them", async () => {
      const labels = async (kind: ResourceKind) => (await itemsOf(kind)).map(({ label }) => label);
      assert.deepEqual(await labels("savedHost"), ["backup"]);
      assert.deepEqual(await labels("savedCommand"), ["Disk"]);
    });

    for (const [php, domain] of [
      ["00", "static.example.com"],
      ["82", "php.example.com"],
    ] as const)
      it(`createSite: ${domain} is sent from the group's form, and told as far as it can be seen`, async () => {
        const { itemOf } = await features();
        await rowsOf("site");
        assert.match(itemOf(groupNodeId(panelId, "site")).contextValue ?? "", /\+create\b/);
        const { submit, session } = await openSiteForm(panelId);
        const before = sent("createSite");
        const outcome = await submit(draftWith({ domain, php, additionalDomains: `www.${domain}` }));
        session.dispose();
        const site = panel.state.sites.find((each) => each.domain === domain);
        assert.deepEqual(
          [site?.domains, site?.php, site?.port],
          [[`www.${domain}`], php, "80"],
          JSON.stringify(outcome),
        );
        assert.equal(sent("createSite"), before + 1);
        assert.equal(outcome.kind, "sent", JSON.stringify(outcome));
        assert.match(JSON.stringify(outcome), /sent, not confirmed/i);
      });

    it("readUpgradeLog: the log is shown as the panel has it", async () => {
      await answering([], async () => run("followLog", await rowOf("runtime", "python")));
      const text = await outputText("Runtime Upgrade – Shop", (shown) => shown.includes("finished"));
      for (const line of panel.state.upgrade.log.trim().split("\n")) assert.ok(text.includes(line), line);
    });

    it("refreshes ask for nothing again that is not there", async () => {
      const missing = () => panel.calls.filter(({ id }) => id === undefined).length;
      const asked = missing();
      for (let round = 0; round < 2; round++) {
        await run("view.refresh");
        await run("refresh", panelNodeId(panelId));
        await run("panels.check");
        for (const kind of ["site", "javaProject", "container", "certificateOrder", "dependencyManager"] as const)
          await run("refresh", groupNodeId(panelId, kind));
      }
      assert.equal(missing(), asked);
    });

    it("nothing that is not there was asked twice in all this, and nothing undocumented was sent", () => {
      const missing = panel.calls.flatMap(({ id, signature, asked }) =>
        id === undefined && signature === "right" ? [asked] : [],
      );
      const twice = [...Map.groupBy(missing, (asked) => asked)].filter(([, { length }]) => length > 1);
      assert.deepEqual(
        twice.map(([asked, { length }]) => `${length} × ${asked}`),
        [],
      );
      assert.deepEqual(panel.complaints(), []);
    });
  });
