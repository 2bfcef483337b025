import { isObject } from "../../../src/wire/answers/isObject.ts";
import { stampedReply } from "../../../src/demoPanel/http.ts";
import type { DemoHandler, HandlerContext } from "../../../src/demoPanel/state.ts";
import type { UnlistedEndpoint } from "../unlistedEndpoint.ts";
import { addSiteUnchecked } from "./addSite.ts";
import { handlers as usual } from "./handlers.ts";

/** Action routes below `/v2` whose answers differ in more than the envelope. */
export const secondRoutes: readonly UnlistedEndpoint[] = [
  ...below("/v2/site", {
    AddSite: stamped(addSiteUnchecked),
    // reports a missing site as a success
    DeleteSite: async (context) =>
      stampedReply(0, wordsOf(await usual["site.delete"](withName(context))), context.now()),
    SiteStart: stamped(usual["site.start"]),
    SiteStop: stamped(usual["site.stop"]),
    GetPHPVersion: stamped(usual["site.phpVersions"]),
    get_site_types: stamped(usual["site.types"]),
  }),
  ...below("/v2/data", {
    getData: stamped((context) => usual[TABLES[context.fields["table"] ?? ""] ?? "site.list"](context)),
  }),
  ...below("/v2/xterm", {
    get_host_list: stamped(usual["terminal.hosts"]),
    get_command_list: stamped(usual["terminal.commands"]),
  }),
  // these also have the first envelope
  ...below("/v2/acme", {
    get_orders: usual["certificateOrder.list"],
    remove_order: usual["certificateOrder.remove"],
  }),
  ...below("/v2/files", { get_composer_version: composerVersion, update_composer: updateComposer }),
];

const TABLES: Readonly<Record<string, "site.domains" | "site.ftpUsers" | "site.databases">> = {
  domain: "site.domains",
  ftps: "site.ftpUsers",
  databases: "site.databases",
};

function below(path: string, handlers: Readonly<Record<string, DemoHandler>>): readonly UnlistedEndpoint[] {
  return Object.entries(handlers).map(([action, handler]) => ({ path, action, handler }));
}

function stamped(handler: DemoHandler): DemoHandler {
  return async (context) => {
    const answer = await handler(context);
    const isSaid = isObject(answer) && typeof answer["status"] === "boolean";
    if (!isSaid) return stampedReply(0, answer, context.now());
    return stampedReply(answer["status"] === true ? 0 : -1, wordsOf(answer), context.now());
  };
}

function wordsOf(answer: unknown): unknown {
  return { result: isObject(answer) ? answer["msg"] : answer };
}

function withName(context: HandlerContext): HandlerContext {
  return { ...context, fields: { webname: "", ...context.fields } };
}

/** Wraps the version twice if Composer does not run. */
function composerVersion({ state, now }: HandlerContext): unknown {
  const answer = stampedReply(0, { result: state.composer.version }, now());
  return state.composer.version === "" ? stampedReply(0, answer, now()) : answer;
}

/** Compares whole envelopes, whose times differ, and therefore always reports an upgrade (docs/protocol.md 10.4). */
async function updateComposer(context: HandlerContext): Promise<unknown> {
  const { state, now } = context;
  const version = () =>
    `{'status': 0, 'timestamp': ${Math.floor(now() / 1000)}, 'message': {'result': '${state.composer.version}'}}`;
  const before = version();
  await usual["composer.update"](context);
  return stampedReply(0, { result: `Upgrade composer from ${before} to ${version()}` }, now());
}
