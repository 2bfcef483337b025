import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { DemoState } from "../../src/demoPanel/state/demoState.ts";
import type { Handler } from "../../src/demoPanel/state/handler.ts";
import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../../src/demoPanel/startDemoPanel.ts";
import { actionsOf, groupKindOf, resourceKinds, resourceOf, type ResourceKind } from "../../src/resources/resources.ts";
import type { Verb } from "../../src/resources/resource.ts";
import { groupNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";

/** One action of the resource table: on what it is done, what is answered, and what the panel must look like then. */
interface Row {
  readonly kind: ResourceKind;
  readonly verb: Verb;
  /** The label in the tree. */
  readonly on: string;
  readonly operation: OperationId;
  readonly answers?: readonly ScriptedAnswer[];
  /** Brings the panel into the state in which the action is offered. */
  readonly arrange?: (state: DemoState) => void;
  readonly isDone: (state: DemoState) => boolean;
  /** What the panel says when it does nothing of the kind. */
  readonly lie: unknown;
}

const said = (msg: string) => ({ status: true, msg });
const java = (state: DemoState, name: string) => state.javaProjects.find((project) => project.name === name);
const container = (state: DemoState, name: string) => state.containers.find((row) => row.name === name);
const site = (state: DemoState, name: string) => state.sites.find((row) => row.name === name);
const sure = (to: string): ScriptedAnswer => ({ to, with: true });

/** What a person saw of each kind besides its key, as another one would have it; none where there is nothing else. */
const ANOTHER: Partial<Record<ResourceKind, (state: DemoState, on: string) => unknown>> = {
  site: (state, on) => Object.assign(site(state, on) ?? {}, { name: "another.example.com" }),
  javaProject: (state, on) => Object.assign(java(state, on) ?? {}, { javaType: "neizhi" }),
  container: (state, on) => Object.assign(container(state, on) ?? {}, { name: "another" }),
  certificateOrder: (state, on) => {
    const order = state.certificateOrders.find(({ domains }) => domains[0] === on);
    return Object.assign(order ?? {}, { domains: ["another.example.com"] });
  },
};

const TABLE: readonly Row[] = [
  {
    kind: "site",
    verb: "stop",
    on: "www.example.com",
    operation: "site.stop",
    answers: [sure("Stop website “www.example.com”")],
    isDone: (state) => site(state, "www.example.com")?.running === false,
    lie: said("站点已停用"),
  },
  {
    kind: "site",
    verb: "start",
    on: "staging.example.com",
    operation: "site.start",
    isDone: (state) => site(state, "staging.example.com")?.running === true,
    lie: said("站点已启用"),
  },
  {
    kind: "site",
    verb: "remove",
    on: "static.example.com",
    operation: "site.delete",
    answers: [
      { to: "Delete static.example.com", with: "Root directory" },
      sure("Delete website “static.example.com”"),
      { to: "Delete website “static.example.com”", with: "static.example.com" },
    ],
    isDone: (state) => site(state, "static.example.com") === undefined,
    lie: said("站点删除成功!"),
  },
  {
    kind: "javaProject",
    verb: "restart",
    on: "order-service",
    operation: "java.restart",
    answers: [sure("Restart Java project")],
    isDone: (state) => java(state, "order-service")?.server.run?.pids[0] !== 3776,
    lie: said("操作已执行"),
  },
  {
    kind: "javaProject",
    verb: "start",
    on: "legacy-api",
    operation: "java.start",
    isDone: (state) => java(state, "legacy-api")?.server.run !== undefined,
    lie: said("操作已执行"),
  },
  {
    kind: "javaProject",
    verb: "stop",
    on: "order-service",
    operation: "java.stop",
    answers: [sure("Stop Java project")],
    isDone: (state) => java(state, "order-service")?.server.run === undefined,
    lie: said("项目停止指令已执行"),
  },
  {
    kind: "javaProject",
    verb: "changeLogPath",
    on: "order-service",
    operation: "java.changeLogPath",
    answers: [{ to: "Log Directory", with: "/www/wwwlogs/orders" }, sure("Change log directory of Java project")],
    isDone: (state) => java(state, "order-service")?.logFile.startsWith("/www/wwwlogs/orders/") === true,
    lie: said("项目日志路径修改成功"),
  },
  {
    kind: "container",
    verb: "restart",
    on: "database",
    operation: "container.restart",
    answers: [sure("Restart container")],
    isDone: (state) => container(state, "database")?.status === "running",
    lie: said("容器重启成功!"),
  },
  {
    kind: "container",
    verb: "start",
    on: "migration",
    operation: "container.start",
    isDone: (state) => container(state, "migration")?.status === "running",
    lie: said("启动成功!"),
  },
  {
    kind: "container",
    verb: "stop",
    on: "web-proxy",
    operation: "container.stop",
    answers: [sure("Stop container")],
    isDone: (state) => container(state, "web-proxy")?.status === "exited",
    lie: said("停止成功!"),
  },
  {
    kind: "container",
    verb: "pause",
    on: "web-proxy",
    operation: "container.pause",
    answers: [sure("Pause container")],
    isDone: (state) => container(state, "web-proxy")?.status === "paused",
    lie: said("容器暂停成功"),
  },
  {
    kind: "container",
    verb: "unpause",
    on: "web-proxy",
    operation: "container.unpause",
    arrange: (state) => Object.assign(container(state, "web-proxy") ?? {}, { status: "paused" }),
    isDone: (state) => container(state, "web-proxy")?.status === "running",
    lie: said("容器取消暂停成功"),
  },
  {
    kind: "container",
    verb: "remove",
    on: "migration",
    operation: "container.remove",
    answers: [sure("Delete container “migration”")],
    isDone: (state) => container(state, "migration") === undefined,
    lie: said("成功删除!"),
  },
  {
    kind: "certificateOrder",
    verb: "remove",
    on: "legacy.example.com",
    operation: "certificateOrder.remove",
    answers: [sure("Delete certificate order “legacy.example.com”")],
    isDone: (state) => state.certificateOrders.every(({ domains }) => domains[0] !== "legacy.example.com"),
    lie: said("订单删除成功!"),
  },
  {
    kind: "terminalSetting",
    verb: "turnOn",
    on: "theme",
    operation: "terminal.setTheme",
    isDone: (state) => state.terminal.settings?.terminal_theme === true,
    lie: said("设置成功"),
  },
  {
    kind: "terminalSetting",
    verb: "turnOff",
    on: "aiAnalysis",
    operation: "terminal.setAiAnalysis",
    isDone: (state) => state.terminal.settings?.ai_shell_analyze === false,
    lie: said("关闭成功"),
  },
  {
    kind: "dependencyManager",
    verb: "update",
    on: "composer",
    operation: "composer.update",
    isDone: (state) => state.composer.version === "2.8.1",
    lie: said("当前已经是最新版本，无需升级!"),
  },
  {
    kind: "runtime",
    verb: "upgrade",
    on: "python",
    operation: "runtime.startUpgrade",
    answers: [sure("Start runtime upgrade of “Shop”")],
    isDone: ({ upgrade }) => upgrade.locked || upgrade.upgraded,
    lie: said("环境升级任务已启动..."),
  },
];

describe("The resource table", () => {
  const delays = {
    javaProcess: 100,
    javaListen: 100,
    container: 100,
    completionDownload: 100,
    composer: 100,
    upgradeStart: 100,
  };
  let panel: DemoPanel;
  let panelId: string;

  async function open(options: DemoPanelOptions = {}): Promise<void> {
    panel = await startDemoPanel({ delays, ...options });
    const { services } = await features();
    panelId = (await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key })).id;
  }

  /** Loads the group as opening it does, and finds the row. */
  async function nodeOf({ kind, on }: Row): Promise<string> {
    const { tree } = (await features()).services;
    await tree.children(undefined);
    await tree.children(panelNodeId(panelId));
    for (const id of await tree.children(groupNodeId(panelId, groupKindOf(kind)))) {
      const node = tree.node(id);
      if (node?.type === "item" && node.kind === kind && node.label === on) return id;
    }
    return assert.fail(`no ${kind} ${on}`);
  }

  async function act(row: Row, whenShown: () => unknown = () => undefined) {
    row.arrange?.(panel.state);
    const id = await nodeOf(row);
    whenShown();
    return answering(row.answers ?? [], () =>
      vscode.commands.executeCommand(`serverPanel.${row.kind}.${row.verb}`, id, [id]),
    );
  }

  beforeEach(removePanels);

  afterEach(async () => {
    await vscode.workspace.getConfiguration().update("serverPanel.confirmation.waitSeconds", undefined, true);
    await removePanels();
    await panel.close();
  });

  it("has a row here for each of its actions", async () => {
    await open();
    const actions = resourceKinds.flatMap((kind) => actionsOf(kind).map(([verb]) => `${kind}.${verb}`));
    assert.deepEqual(new Set(TABLE.map(({ kind, verb }) => `${kind}.${verb}`)), new Set(actions));
    assert.ok(resourceKinds.every((kind) => resourceOf(kind).key !== undefined));
  });

  for (const row of TABLE) {
    it(`${row.kind} ${row.verb}: is done and seen`, async () => {
      await open();
      const { told } = await act(row);
      assert.ok(row.isDone(panel.state), "the panel's state");
      assert.equal(panel.counters.calls[row.operation], 1);
      assert.equal(told.at(-1)?.severity, "information", told.at(-1)?.message);
    });

    const become = ANOTHER[row.kind];
    if (become !== undefined)
      it(`${row.kind} ${row.verb}: does not hit another one than was shown`, async () => {
        await open();
        const { told } = await act(row, () => become(panel.state, row.on));
        assert.equal(panel.counters.calls[row.operation] ?? 0, 0);
        assert.match(told.at(-1)?.message ?? "", /has changed: it is now “.+”\. Nothing was sent/);
        assert.equal(told.at(-1)?.severity, "warning");
      });

    it(`${row.kind} ${row.verb}: is not claimed when the panel only says so`, async () => {
      const lie: Handler = () => row.lie;
      await open({ handlers: { [row.operation]: lie } });
      await vscode.workspace.getConfiguration().update("serverPanel.confirmation.waitSeconds", 1, true);
      const { told } = await act(row);
      const last = told.at(-1);
      assert.notEqual(last?.severity, "information");
      assert.match(last?.message ?? "", /not confirmed|accepted it, but it failed|still at/);
    });
  }
});
