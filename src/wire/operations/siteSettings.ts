import * as v from "valibot";
import { bareArray, bareObject, classic, type Envelope } from "../answers/envelope.ts";
import { firstItems, label, maybe, nonEmptyParam, sentence, text } from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { wholeListOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";
import { configModule, dataModule, siteModule } from "./modules.ts";
import { siteId, siteName } from "./sites.ts";
import { fields, onEither } from "./wires.ts";

/** A domain that a website has, or is to have. */
const domain = v.object({
  id: siteId,
  name: siteName,
  /** In ASCII; a comma would begin another one. */
  host: v.pipe(nonEmptyParam, v.maxLength(255), v.regex(/^[^\s,]+$/)),
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
});

/** BaoTa answers with each domain and its own `status`; the first that was refused says why (docs/protocol.md 6.52). */
const added: Envelope = (body) => {
  if (!isObject(body) || !Array.isArray(body["domains"])) return classic(body);
  const refused = body["domains"].map(classic).find(({ kind }) => kind !== "success");
  return refused ?? { kind: "success", content: {} };
};

const switchesHttps = { effect: "disrupt", deadlineMs: 60_000, params: v.object({ name: siteName }) } as const;
const namedOnly = fields({ siteName: "name" });

/** Two digits of an installed version. */
const version = v.pipe(v.string(), v.regex(/^\d{2}$/));

/** A limit of a version of PHP, for all websites that run with it; no panel has one for a website alone. */
const limit = v.object({ version, amount: v.pipe(v.number(), v.integer(), v.minValue(1)) });
const limits = { effect: "disrupt", deadlineMs: 60_000, params: limit, result: sentence } as const;

/** Settings of a website, and of the version of PHP that it runs with. */
export const siteSettingOperations = {
  /** Opens the port in the firewall, too. */
  "site.addDomain": operation({
    effect: "change",
    deadlineMs: 60_000,
    params: domain,
    result: sentence,
    wires: [
      onEither(siteModule, {
        action: "AddDomain",
        encode: ({ id, name, host, port }: v.InferOutput<typeof domain>) => ({
          id: String(id),
          webname: name,
          domain: `${host}:${port}`,
        }),
        envelope: added,
      }),
    ],
  }),
  /** The last one is refused. aaPanel finds it by its name alone (docs/protocol.md 6.53). */
  "site.removeDomain": operation({
    effect: "destroy",
    deadlineMs: 60_000,
    params: domain,
    result: sentence,
    wires: [
      onEither(siteModule, {
        action: "DelDomain",
        encode: fields({ id: "id", webname: "name", domain: "host", port: "port" }),
        envelope: classic,
      }),
    ],
  }),
  /** Writes rules into the website's configuration, if a line is there that it looks for; true in any case (docs/protocol.md 6.54). */
  "site.redirectToHttps": operation({
    ...switchesHttps,
    result: sentence,
    wires: [onEither(siteModule, { action: "HttpToHttps", encode: namedOnly, envelope: classic })],
  }),
  "site.serveHttp": operation({
    ...switchesHttps,
    result: sentence,
    wires: [onEither(siteModule, { action: "CloseToHttps", encode: namedOnly, envelope: classic })],
  }),
  /** What a website serves below its own directory, and the directories in that. */
  "site.runPath": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({ id: siteId, root: nonEmptyParam }),
    result: v.pipe(
      v.object({
        runPath: maybe(v.object({ runPath: maybe(text), dirs: v.fallback(maybe(firstItems(text)), undefined) })),
      }),
      v.transform(({ runPath }) => ({ runPath: runPath?.runPath, directories: runPath?.dirs ?? [] })),
    ),
    wires: [
      onEither(siteModule, {
        action: "GetDirUserINI",
        encode: fields({ id: "id", path: "root" }),
        envelope: bareObject("runPath"),
      }),
    ],
  }),
  /** The last day on which the panel serves it; `0000-00-00`: for ever. */
  "site.setLastDay": operation({
    effect: "disrupt",
    deadlineMs: 30_000,
    params: v.object({ id: siteId, lastDay: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)) }),
    result: sentence,
    wires: [
      onEither(siteModule, {
        action: "SetEdate",
        encode: fields({ id: "id", edate: "lastDay" }),
        envelope: classic,
      }),
    ],
  }),
  "site.setNote": operation({
    effect: "change",
    deadlineMs: 30_000,
    params: v.object({ id: siteId, note: v.pipe(v.string(), v.maxLength(255)) }),
    result: sentence,
    wires: [
      onEither(dataModule, {
        action: "setPs",
        encode: fields({ id: "id", ps: "note" }, { table: "sites" }),
        envelope: classic,
      }),
    ],
  }),
  /** Lines of the `php.ini` of a version, as far as their values begin with a letter or digit (docs/protocol.md 6.57). */
  "php.settings": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({ version }),
    result: wholeListOf(v.object({ name: maybe(text), value: maybe(label) })),
    wires: [
      onEither(configModule, { action: "GetPHPConf", encode: fields({ version: "version" }), envelope: bareArray }),
    ],
  }),
  /** In megabytes. */
  "php.setMemory": operation({
    ...limits,
    wires: [
      onEither(configModule, {
        action: "SetPHPConf",
        encode: (params: v.InferOutput<typeof limit>) => ({
          version: params.version,
          memory_limit: `${params.amount}M`,
        }),
        envelope: classic,
      }),
    ],
  }),
  /** Of a file and a request, in megabytes; where nginx takes less, it takes as much from then on. */
  "php.setUploadSize": operation({
    ...limits,
    wires: [
      onEither(configModule, {
        action: "setPHPMaxSize",
        encode: fields({ version: "version", max: "amount" }),
        envelope: classic,
      }),
    ],
  }),
  /** Of a script, in seconds; where nginx waits less, it waits as long from then on. */
  "php.setTime": operation({
    ...limits,
    wires: [
      onEither(configModule, {
        action: "setPHPMaxTime",
        encode: fields({ version: "version", time: "amount" }),
        envelope: classic,
      }),
    ],
  }),
};
