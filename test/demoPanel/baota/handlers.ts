import { handlers as shipped } from "../../../src/demoPanel/baota.ts";
import { isAtMost } from "./isAtMost.ts";
import { classic, statusReply } from "../../../src/demoPanel/http.ts";
import { findContainer } from "../../../src/demoPanel/demoContainers.ts";
import {
  type DemoHandler,
  type DemoHandlers,
  type HandlerContext,
  integer,
  required,
} from "../../../src/demoPanel/state.ts";
import { COMPLETION_PACKAGE, writeFile } from "../../../src/demoPanel/serverFiles.ts";
import { addSite } from "./addSite.ts";
import { UNKNOWN_ACTION } from "./editionReplies.ts";
import { fullAccountHandlers } from "../accounts.ts";
import { certificateOrderRow } from "../certificateOrderRow.ts";
import { rowsWithMore } from "../complete.ts";
import { fullContainerHandlers } from "../containers.ts";
import { keepingDatabase, pageFields } from "../page.ts";
import { noQuota } from "../siteFields.ts";
import { testState } from "../state.ts";
import { fullSystemHandlers } from "../system.ts";
import { moreOfJavaRow } from "./javaConfig.ts";
import { moreOfSiteDomains, phpVersions, siteList } from "./sites.ts";

type Members = Readonly<Record<string, unknown>>;

const GB = 2 ** 30;

const system = fullSystemHandlers(shipped, {
  memory(memory) {
    const [total, used] = [memory.memTotal, memory.memRealUsed].map((size) => (size / 1024).toFixed(1));
    return {
      ...memory,
      memAvailable: memory.memFree + memory.memBuffers + memory.memCached,
      memShared: 48,
      memNewTotalList: [total, "GB"],
      memNewRealUsedList: [used, "GB"],
      memNewRealUsed: used,
      memNewTotal: `${total}GB`,
    };
  },
  disk({ path, size, gigabytes: [total = 0, used = 0, free = 0], inodes: [all, taken] }) {
    return {
      byte_size: [total, used, free].map((gigabytes) => Math.round(gigabytes * GB)),
      size: [...size, `${(total - used - free).toFixed(1)} GB`, String(used)],
      inodes: [all, taken, all - taken, `${((100 * taken) / all).toFixed(2)} %`],
      d_size: "None",
      rname: path,
    };
  },
  details: { title: "宝塔Linux面板", simple_system: "Debian 12", installed: false, docker_run: true },
});

const containers = fullContainerHandlers(classic, () => ({ logs: "" }), undefined);

const accounts = fullAccountHandlers({
  ftpUsers: { ofTable: { auto_list: false, where: "" }, ofRow: { quota: noQuota, end_time: "0" } },
  databases: {
    ofTable: { auto_list: false, where: 'LOWER(type) = LOWER("MySQL")' },
    ofRow: { quota: noQuota, type: "MySQL", type_id: 0 },
  },
});

/** The handlers of a running BaoTa; overrides call them to change or delay an answer. */
export const handlers: DemoHandlers<"baota"> = {
  ...shipped,
  ...system,
  ...containers,
  ...accounts,
  "container.info": (context) =>
    context.fields["id"] === undefined || context.fields["id"] === ""
      ? statusReply(false, "容器ID为空，请刷新浏览器后再试！")
      : containers["container.info"](context),
  "container.stop": async (context) => {
    const isNew = findContainer(context.state, required(context.fields, "id"))?.status === "created";
    const answer = await containers["container.stop"](context);
    return isNew ? statusReply(false, "停止失败!") : answer;
  },
  "site.list": siteList,
  "site.domains": moreOfSiteDomains,
  "site.phpVersions": phpVersions,
  "site.create": addSite,
  "site.delete": (context) => shipped["site.delete"](keepingDatabase(context)),
  "java.list": async (context) => {
    const answer = (await shipped["java.list"](context)) as Members;
    if (answer["data"] === null) return answer;
    const { now, state } = context;
    const { changedProjects, javaProjects } = testState(state);
    const data = rowsWithMore(answer["data"], javaProjects, (project) =>
      moreOfJavaRow(project, now(), changedProjects.has(project.name)),
    );
    return { ...answer, ...pageFields(context, answer, 12), data };
  },
  "java.restart": started("java.restart"),
  "java.start": started("java.start"),
  "java.changeLogPath": started("java.changeLogPath"),
  "certificateOrder.list": ({ state }) => state.certificateOrders.map(certificateOrderRow),
  "composer.update": (context) =>
    testState(context.state).composer.hasNoPhp === true
      ? statusReply(false, "没有找到可用的PHP版本!")
      : shipped["composer.update"](context),
  "terminal.settings": (context) => {
    if (!hasCompletionOnly(context)) return shipped["terminal.settings"](context);
    const { terminal, files } = context.state;
    const isOn = terminal.settings !== undefined && files.has(COMPLETION_PACKAGE);
    return statusReply(isOn, isOn ? "启用中" : "未启用");
  },
  "terminal.setCompletion": async (context) => {
    const { terminal } = context.state;
    const { settings } = terminal;
    const { files } = context.state;
    const hadPackage = files.has(COMPLETION_PACKAGE);
    const answer = await shipped["terminal.setCompletion"](context);
    if (!hadPackage && files.has(COMPLETION_PACKAGE) && testState(context.state).terminal.isOffline === true)
      writeFile(files, COMPLETION_PACKAGE, Buffer.alloc(0), 0);
    const isOn = integer(context.fields, "status", 0) !== 0;
    if (hasCompletionOnly(context))
      terminal.settings = isOn ? (settings ?? { use_completion: false, terminal_theme: false }) : undefined;
    return answer;
  },
  "terminal.setTheme": unless(hasCompletionOnly, shipped["terminal.setTheme"]),
  "terminal.setAiShell": unless(hasCompletionOnly, shipped["terminal.setAiShell"]),
  "terminal.setAiAnalysis": unless(hasCompletionOnly, shipped["terminal.setAiAnalysis"]),
  "runtime.upgradeLog": unless(hasNoUpgrade, (context) => {
    const answer = shipped["runtime.upgradeLog"](context) as { readonly data: object };
    return { ...answer, data: { ...answer.data, log: lastLines(context.state.upgrade.log ?? "") } };
  }),
  "runtime.startUpgrade": unless(hasNoUpgrade, shipped["runtime.startUpgrade"]),
};

/** Between line feeds: 999 lines of a text that ends in one (docs/protocol.md 12.3). */
const MOST_PIECES = 1_000;

const LONGEST_LOG = 10 * 1024 * 1024;

/** Cuts a log as panels do: its last lines without outer whitespace, with the carriage returns between them. */
function lastLines(text: string): string {
  let start = text.length;
  for (let pieces = 0; pieces < MOST_PIECES && start >= 0; pieces++)
    start = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  return text
    .slice(start + 1)
    .slice(-LONGEST_LOG)
    .trim();
}

/** Whether completion is the only setting, as up to 11.3 (docs/protocol.md 11.1). */
function hasCompletionOnly({ state }: HandlerContext): boolean {
  return isAtMost(state.version, [11, 3]);
}

function hasNoUpgrade({ state }: HandlerContext): boolean {
  return isAtMost(state.version, [11, 1]);
}

/** A start applies changed settings. */
function started(id: "java.restart" | "java.start" | "java.changeLogPath"): DemoHandler {
  return (context) => {
    testState(context.state).changedProjects.delete(context.fields["project_name"] ?? "");
    return shipped[id](context);
  };
}

function unless(isLacking: (context: HandlerContext) => boolean, handler: DemoHandler): DemoHandler {
  return (context) => (isLacking(context) ? statusReply(false, UNKNOWN_ACTION) : handler(context));
}
