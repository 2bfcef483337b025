import { handlers as shipped } from "../../../src/demoPanel/aapanel.ts";
import { Answer, fromApplication, statusReply, stampedReply, stamped } from "../../../src/demoPanel/http.ts";
import { sentence } from "../../../src/demoPanel/demoSentences.ts";
import type { DemoHandler, DemoHandlers, HandlerContext } from "../../../src/demoPanel/state.ts";
import { fullAccountHandlers } from "../accounts.ts";
import { certificateOrderRow } from "../certificateOrderRow.ts";
import { rowsWithMore } from "../complete.ts";
import { fullContainerHandlers } from "../containers.ts";
import { keepingDatabase, pageFields } from "../page.ts";
import { fullSystemHandlers } from "../system.ts";
import { addSite } from "./addSite.ts";
import { NOTHING_TRANSLATED } from "./languages.ts";
import { ADDED } from "../siteFields.ts";
import { testState } from "../state.ts";
import { modJavaRow, moreOfJavaRow } from "./javaRow.ts";
import { noQuota, siteList } from "./sites.ts";

type Members = Readonly<Record<string, unknown>>;

const system = fullSystemHandlers(shipped, {
  memory: (memory) => memory,
  disk: ({ size, gigabytes: [total = 0, used = 0, free = 0], inodes: [all, taken] }) => ({
    size: [...size, `${(total - used - free).toFixed(2)}G`],
    inodes: [
      ...[all, taken, all - taken].map((count) => `${(count / 2 ** 20).toFixed(1)}G`),
      `${Math.ceil((100 * taken) / all)}%`,
    ],
  }),
  details: { title: "aaPanel Linux panel", installed: true },
});

const accounts = fullAccountHandlers({
  ftpUsers: { ofTable: { where: "" }, ofRow: { quota: noQuota } },
  databases: { ofTable: { where: 'type = "MySQL"' }, ofRow: { quota: noQuota } },
});

/** The handlers of a running aaPanel; overrides call them to change or delay an answer. */
export const handlers: DemoHandlers<"aapanel"> = {
  ...shipped,
  ...system,
  "system.edition": async (context) => stampedReply(0, await system["system.total"](context), context.now()),
  ...fullContainerHandlers(
    stamped,
    ({ language, now }) => stampedReply(-1, { result: sentence(language, "noSuchContainer") }, now()),
    1_000,
  ),
  ...accounts,
  "site.list": siteList,
  "site.domains": (context) =>
    (shipped["site.domains"](context) as readonly Members[]).map((row) => ({ ...row, addtime: ADDED })),
  "site.create": addSite,
  "site.delete": (context) =>
    context.fields["webname"] === undefined
      ? nameWanted(context.now())
      : shipped["site.delete"](keepingDatabase(context)),
  "java.list": async (context) => {
    const answer = (await shipped["java.list"](context)) as Members;
    const { state, now, route } = context;
    const projects = state.javaProjects;
    const data =
      route === "v2mod"
        ? (answer["data"] as readonly Members[]).flatMap(({ name }) =>
            projects.filter((project) => project.name === name).map((project) => modJavaRow(project, now())),
          )
        : rowsWithMore(answer["data"], projects, (project) => moreOfJavaRow(project, now()));
    return { ...answer, ...pageFields(context, answer, 20), data };
  },
  "java.start": inMod(shipped["java.start"]),
  "java.stop": inMod(shipped["java.stop"]),
  "java.moveLogOfStopped": inMod(shipped["java.moveLogOfStopped"]),
  "certificateOrder.list": ({ state }) => state.certificateOrders.map(certificateOrderRow),
  "composer.version": ({ state: { composer } }) =>
    statusReply(true, composer.version === "" ? NOTHING_TRANSLATED : composer.version),
  /** Without any PHP it claims to be up to date. */
  "composer.update": (context) => {
    const { state } = context;
    if (testState(state).composer.hasNoPhp !== true) return shipped["composer.update"](context);
    return statusReply(true, sentence(context.language, "composerLatest"));
  },
};

/** Packaged installations answer with bare text in the second envelope (docs/protocol.md 7.19). */
function inMod(handler: DemoHandler): DemoHandler {
  return async (context: HandlerContext) => {
    const answer = (await handler(context)) as ReturnType<typeof statusReply>;
    return context.route === "v2mod" ? stampedReply(answer.status ? 0 : -1, answer.msg, context.now()) : answer;
  };
}

/** Answers in the second envelope although the route has the first, because a library of the panel does (docs/protocol.md 2.4). */
function nameWanted(now: number): Answer {
  const { status, timestamp } = stampedReply(-1, "", now);
  const body = JSON.stringify({ message: { result: "webname is required" }, status, timestamp });
  return new Answer(200, { "Content-Type": "application/json", ...fromApplication }, `${body}\n`);
}
