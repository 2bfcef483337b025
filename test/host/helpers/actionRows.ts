import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sentence, type SentenceName } from "../../../src/demoPanel/demoSentences.ts";
import { statusReply, stampedReply } from "../../../src/demoPanel/http.ts";
import type { DemoState, DemoHandler, HandlerContext, SomeHandlers } from "../../../src/demoPanel/state.ts";
import type { Verb } from "../../../src/resources/verbs.ts";
import type { ResourceKind } from "../../../src/resources/resources.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import { temporaryDirectory } from "../../fakes/storageFixture.ts";
import { Issuers, pemOfKey } from "../../unit/certificates/pairs.ts";
import type { ScriptedAnswer } from "./scriptedDialogs.ts";

/** An action of the resource table: its target, the answers to its questions, and the panel's state afterwards. */
interface ActionRow {
  readonly kind: ResourceKind;
  readonly verb: Verb;
  /** The label in the tree. */
  readonly on: string;
  readonly answers?: readonly ScriptedAnswer[];
  /** The files that a person chooses, by the titles of the dialogs. */
  readonly files?: () => Promise<Readonly<Record<string, string>>>;
  /** Brings the panel into a state in which the action is offered. */
  readonly arrange?: (state: DemoState) => void;
  readonly isDone: (state: DemoState) => boolean;
  /**
   * The operations that each edition receives, in order, and its answer to each if it does nothing; absent: the edition
   * lacks the action.
   */
  readonly steps: Readonly<Partial<Record<KnownEdition, SomeHandlers>>>;
}

const text =
  (msg: string): DemoHandler =>
  () =>
    statusReply(true, msg);

const says =
  (name: SentenceName): DemoHandler =>
  ({ language }) =>
    statusReply(true, sentence(language, name));

const stamps =
  (name: SentenceName): DemoHandler =>
  ({ language, now }) =>
    stampedReply(0, { result: sentence(language, name) }, now());

const java = (state: DemoState, name: string) => state.javaProjects.find((project) => project.name === name);
const container = (state: DemoState, name: string) => state.containers.find((row) => row.name === name);
const project = (state: DemoState, name: string) => state.projects.find((row) => row.name === name);
const scheduledTask = (state: DemoState, name: string) => state.scheduledTasks.find((row) => row.name === name);
const service = (state: DemoState, name: string) => state.services.all.find((row) => row.name === name);
const site = (state: DemoState, name: string) => state.sites.find((row) => row.name === name);
const sure = (to: string): ScriptedAnswer => ({ to, with: true });

/** Writes the files of a certificate for a website. */
async function certificateFiles(): Promise<Readonly<Record<string, string>>> {
  const directory = await temporaryDirectory();
  const issuers = new Issuers(Date.now());
  const { certificate, key } = issuers.issue({ names: ["docs.example.com", "help.example.com"] });
  const files = { "Certificate: docs.example.com": certificate, "Private Key: docs.example.com": pemOfKey(key) };
  const written = Object.entries(files).map(async ([title, content], index) => {
    const path = join(directory, `${index}.pem`);
    await writeFile(path, content);
    return [title, path] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

/** Changes the identity of a row, for kinds with more than a key. */
export const becomeAnother: Partial<Record<ResourceKind, (state: DemoState, on: string) => unknown>> = {
  site: (state, on) => Object.assign(site(state, on) ?? {}, { name: "another.example.com" }),
  javaProject: (state, on) => Object.assign(java(state, on) ?? {}, { javaType: "neizhi" }),
  container: (state, on) => Object.assign(container(state, on) ?? {}, { name: "another" }),
  database: (state, on) => {
    const { databases } = state.web;
    const at = databases.findIndex(({ name }) => name === on);
    return databases.splice(at, 1, { site: 0, name: "another", charset: "utf8" });
  },
  scheduledTask: (state, on) => Object.assign(scheduledTask(state, on) ?? {}, { name: "another" }),
  certificateOrder: (state, on) => {
    const order = state.certificateOrders.find(({ domains }) => domains[0] === on);
    return Object.assign(order ?? {}, { domains: ["another.example.com"] });
  },
};

function stepsOf(id: OperationId): ActionRow["steps"] {
  return {
    baota: { [id]: text("操作成功") },
    aapanel: { [id]: ({ now }: HandlerContext) => stampedReply(0, { result: "Done" }, now()) },
  };
}

const serviceSteps: ActionRow["steps"] = {
  baota: { "service.control": text("执行成功!") },
  aapanel: { "service.control": ({ now }) => stampedReply(0, { result: "Executed successfully!" }, now()) },
};

/** One row for each action. */
export const actionRows: readonly ActionRow[] = [
  {
    kind: "site",
    verb: "stop",
    on: "www.example.com",
    answers: [sure("Stop website “www.example.com”")],
    isDone: (state) => site(state, "www.example.com")?.running === false,
    steps: {
      baota: { "site.stop": text("站点已停用") },
      aapanel: { "site.stop": says("siteStopped") },
    },
  },
  {
    kind: "site",
    verb: "start",
    on: "staging.example.com",
    isDone: (state) => site(state, "staging.example.com")?.running === true,
    steps: {
      baota: { "site.start": text("站点已启用") },
      aapanel: { "site.start": says("siteStarted") },
    },
  },
  {
    kind: "site",
    verb: "remove",
    on: "static.example.com",
    answers: [
      { to: "Delete static.example.com", with: "Root directory" },
      sure("Delete website “static.example.com”"),
      { to: "Delete website “static.example.com”", with: "static.example.com" },
    ],
    isDone: (state) => site(state, "static.example.com") === undefined,
    steps: {
      baota: { "site.delete": text("站点删除成功!") },
      aapanel: { "site.delete": says("siteDeleted") },
    },
  },
  {
    kind: "site",
    verb: "installCertificate",
    on: "docs.example.com",
    files: certificateFiles,
    answers: [sure("Install a certificate for website")],
    isDone: (state) => site(state, "docs.example.com")?.certificate?.issuer === "Between of a test",
    steps: { baota: { "certificate.install": text("证书已保存!") }, aapanel: { "certificate.install": text("saved") } },
  },
  {
    kind: "site",
    verb: "orderCertificate",
    on: "docs.example.com",
    answers: [
      { to: "Order Certificate for docs.example.com", with: "docs.example.com|help.example.com" },
      sure("Order a certificate for website"),
    ],
    isDone: (state) => site(state, "docs.example.com")?.certificate?.issuer === "R11",
    steps: {
      baota: { "certificateOrder.order": text("申请成功!"), "certificate.install": text("证书已保存!") },
      aapanel: { "certificateOrder.order": text("ordered"), "certificate.install": text("saved") },
    },
  },
  {
    kind: "site",
    verb: "changePhp",
    on: "docs.example.com",
    answers: [{ to: "PHP Version of “docs.example.com”", with: "PHP 8.2" }, sure("Change the PHP version of website")],
    isDone: (state) => site(state, "docs.example.com")?.php === "8.2",
    steps: { baota: { "site.setPhp": text("成功") }, aapanel: { "site.setPhp": text("done") } },
  },
  {
    kind: "site",
    verb: "backUp",
    on: "docs.example.com",
    isDone: ({ backups }) => backups.length > 0,
    steps: stepsOf("site.backUp"),
  },
  {
    kind: "site",
    verb: "renew",
    on: "blog.example.com",
    isDone: (state) => (site(state, "blog.example.com")?.certificate?.validTo ?? 0) > Date.now() + 80 * 86_400_000,
    steps: { baota: { "certificate.renew": text("续签成功!") }, aapanel: { "certificate.renew": () => null } },
  },
  {
    kind: "javaProject",
    verb: "restart",
    on: "order-service",
    answers: [sure("Restart Java project")],
    isDone: (state) => ![undefined, 3776].includes(java(state, "order-service")?.server.run?.pids[0]),
    steps: {
      baota: { "java.restart": text("操作已执行") },
      aapanel: { "java.stop": says("javaStopped"), "java.start": says("javaStarted") },
    },
  },
  {
    kind: "javaProject",
    verb: "start",
    on: "legacy-api",
    isDone: (state) => java(state, "legacy-api")?.server.run !== undefined,
    steps: {
      baota: { "java.start": text("操作已执行") },
      aapanel: { "java.start": says("javaStarted") },
    },
  },
  {
    kind: "javaProject",
    verb: "stop",
    on: "order-service",
    answers: [sure("Stop Java project")],
    isDone: (state) => java(state, "order-service")?.server.run === undefined,
    steps: {
      baota: { "java.stop": text("项目停止指令已执行") },
      aapanel: { "java.stop": says("javaStopped") },
    },
  },
  {
    kind: "javaProject",
    verb: "changeLogPath",
    on: "order-service",
    answers: [{ to: "Log Directory", with: "/www/wwwlogs/orders" }, sure("Change the log directory of Java project")],
    isDone: (state) => java(state, "order-service")?.logFile.startsWith("/www/wwwlogs/orders/") === true,
    steps: {
      baota: { "java.changeLogPath": text("项目日志路径修改成功") },
      aapanel: { "java.stop": says("javaStopped"), "java.moveLogOfStopped": says("logPathChanged") },
    },
  },
  {
    kind: "project",
    verb: "restart",
    on: "storefront",
    answers: [sure("Restart project “storefront”")],
    isDone: (state) => ![undefined, 5101].includes(project(state, "storefront")?.run?.pid),
    steps: stepsOf("project.restartNode"),
  },
  {
    kind: "project",
    verb: "start",
    on: "chat",
    isDone: (state) => project(state, "chat")?.run !== undefined,
    steps: stepsOf("project.startNode"),
  },
  {
    kind: "project",
    verb: "stop",
    on: "gateway",
    answers: [sure("Stop project “gateway”")],
    isDone: (state) => project(state, "gateway")?.run === undefined,
    steps: stepsOf("project.stopGo"),
  },
  {
    kind: "container",
    verb: "restart",
    on: "database",
    answers: [sure("Restart container")],
    isDone: (state) => container(state, "database")?.status === "running",
    steps: {
      baota: { "container.restart": text("容器重启成功!") },
      aapanel: { "container.restart": stamps("containerRestarted") },
    },
  },
  {
    kind: "container",
    verb: "start",
    on: "migration",
    isDone: (state) => container(state, "migration")?.status === "running",
    steps: {
      baota: { "container.start": text("启动成功!") },
      aapanel: { "container.start": stamps("containerStarted") },
    },
  },
  {
    kind: "container",
    verb: "stop",
    on: "web-proxy",
    answers: [sure("Stop container")],
    isDone: (state) => container(state, "web-proxy")?.status === "exited",
    steps: {
      baota: { "container.stop": text("停止成功!") },
      aapanel: { "container.stop": stamps("containerStopped") },
    },
  },
  {
    kind: "container",
    verb: "pause",
    on: "web-proxy",
    answers: [sure("Pause container")],
    isDone: (state) => container(state, "web-proxy")?.status === "paused",
    steps: {
      baota: { "container.pause": text("容器暂停成功") },
      aapanel: { "container.pause": stamps("containerPaused") },
    },
  },
  {
    kind: "container",
    verb: "unpause",
    on: "web-proxy",
    arrange: (state) => Object.assign(container(state, "web-proxy") ?? {}, { status: "paused" }),
    isDone: (state) => container(state, "web-proxy")?.status === "running",
    steps: {
      baota: { "container.unpause": text("容器取消暂停成功") },
      aapanel: { "container.unpause": stamps("containerUnpaused") },
    },
  },
  {
    kind: "container",
    verb: "remove",
    on: "migration",
    answers: [sure("Delete container “migration”")],
    isDone: (state) => container(state, "migration") === undefined,
    steps: {
      baota: { "container.remove": text("成功删除!") },
      aapanel: { "container.remove": stamps("containerDeleted") },
    },
  },
  {
    kind: "service",
    verb: "reload",
    on: "PHP-FPM 8.2",
    answers: [sure("Reload service “PHP-FPM 8.2”")],
    isDone: (state) => service(state, "php-fpm-82")?.pid !== 921,
    steps: serviceSteps,
  },
  {
    kind: "service",
    verb: "restart",
    on: "nginx",
    answers: [sure("Restart service “nginx”")],
    isDone: (state) => service(state, "nginx")?.pid !== 907,
    steps: serviceSteps,
  },
  {
    kind: "service",
    verb: "start",
    on: "Pure-FTPd",
    answers: [sure("Start service “Pure-FTPd”")],
    isDone: (state) => service(state, "pure-ftpd")?.pid !== undefined,
    steps: serviceSteps,
  },
  {
    kind: "service",
    verb: "stop",
    on: "Redis",
    answers: [sure("Stop service “Redis”")],
    isDone: (state) => service(state, "redis")?.pid === undefined,
    steps: serviceSteps,
  },
  {
    kind: "database",
    verb: "backUp",
    on: "blog",
    isDone: ({ backups }) => backups.length > 0,
    steps: stepsOf("database.backUp"),
  },
  {
    kind: "scheduledTask",
    verb: "run",
    on: "Clear cache",
    answers: [sure("Run scheduled task “Clear cache”")],
    // it has started, and may be over
    isDone: (state) => ["pl", "log"].some((end) => state.files.has(`/www/server/cron/c1.${end}`)),
    steps: stepsOf("scheduledTask.run"),
  },
  {
    kind: "scheduledTask",
    verb: "turnOn",
    on: "Clear cache",
    isDone: (state) => scheduledTask(state, "Clear cache")?.on === true,
    steps: stepsOf("scheduledTask.toggle"),
  },
  {
    kind: "scheduledTask",
    verb: "turnOff",
    on: "Back up databases",
    isDone: (state) => scheduledTask(state, "Back up databases")?.on === false,
    steps: stepsOf("scheduledTask.toggle"),
  },
  {
    kind: "certificateOrder",
    verb: "renew",
    on: "shop.example.com",
    isDone: ({ certificateOrders }) => {
      const progress = certificateOrders.find(({ domains }) => domains[0] === "shop.example.com")?.progress;
      return progress?.status === "valid" && progress.validUntil > Date.now() / 1000 + 80 * 86_400;
    },
    steps: { baota: { "certificateOrder.renew": text("续签成功!") } },
  },
  {
    kind: "certificateOrder",
    verb: "remove",
    on: "legacy.example.com",
    answers: [sure("Delete certificate order “legacy.example.com”")],
    isDone: (state) => state.certificateOrders.every(({ domains }) => domains[0] !== "legacy.example.com"),
    steps: {
      baota: { "certificateOrder.remove": text("订单删除成功!") },
      aapanel: { "certificateOrder.remove": says("orderDeleted") },
    },
  },
  {
    kind: "terminalSetting",
    verb: "turnOn",
    on: "theme",
    isDone: (state) => state.terminal.settings?.terminal_theme === true,
    steps: {
      baota: { "terminal.setTheme": text("设置成功") },
    },
  },
  {
    kind: "terminalSetting",
    verb: "turnOff",
    on: "aiAnalysis",
    isDone: (state) => state.terminal.settings?.ai_shell_analyze === false,
    steps: {
      baota: { "terminal.setAiAnalysis": text("关闭成功") },
    },
  },
  {
    kind: "dependencyManager",
    verb: "update",
    on: "composer",
    isDone: (state) => state.composer.version === "2.8.1",
    steps: {
      baota: { "composer.update": text("当前已经是最新版本，无需升级!") },
      aapanel: { "composer.update": says("composerLatest") },
    },
  },
  {
    kind: "runtime",
    verb: "upgrade",
    on: "python",
    answers: [sure("Start runtime upgrade of “Shop”")],
    isDone: ({ upgrade }) => upgrade.locked || upgrade.upgraded,
    steps: {
      baota: { "runtime.startUpgrade": text("环境升级任务已启动...") },
    },
  },
];
