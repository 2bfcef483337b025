import * as v from "valibot";
import { bareArray, bareObject, classic, converted } from "../answers/envelope.ts";
import {
  firstItems,
  flag,
  integer,
  key,
  label,
  maybe,
  nonEmptyParam,
  rawText,
  sentence,
  text,
} from "../answers/fields.ts";
import { parseJson } from "../answers/parseJson.ts";
import { pageOf, wholeListOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";
import { addSite } from "./addSite.ts";
import { dataModule, siteModule } from "./modules.ts";
import { fields, onBaota, onEither } from "./wires.ts";

/** Longest name, note or domain. */
const LONGEST_SEARCH = 255;

const page = v.object({
  page: v.pipe(v.number(), v.integer()),
  /** 0: as many as the panel's own pages show, which leaves that number as it is (docs/protocol.md 6.35). */
  limit: v.pipe(v.number(), v.integer()),
  /** Only what the panel finds by this text. It enters the panel's search history (docs/protocol.md 6.2, 6.4). */
  search: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_SEARCH))),
});
type Page = v.InferOutput<typeof page>;

/** -1 where a site has no certificate (docs/protocol.md 6.5). */
const certificate = v.union([
  v.pipe(
    v.object({
      endtime: maybe(integer),
      notAfter: maybe(label),
      issuer: maybe(label),
      dns: v.fallback(maybe(firstItems(rawText)), undefined),
    }),
    v.transform(({ endtime, notAfter, issuer, dns }) => ({
      daysLeft: endtime,
      /** Its last day, as `2027-02-19`. */
      validTo: notAfter,
      issuer,
      /** The names in it. */
      domains: dns,
    })),
  ),
  v.pipe(
    v.number(),
    v.transform(() => "none" as const),
  ),
]);

/** Words of both editions in place of a version (docs/protocol.md 6.6). */
const PHP_SENTINELS: ReadonlyMap<string, "static" | "other"> = new Map([
  ["静态", "static"],
  ["Static", "static"],
  ["其它", "other"],
  ["Other", "other"],
]);

/** Any other word is `word`: it is no version, but may be one of these in another language. */
const phpVersionOrWord = v.pipe(
  label,
  v.transform((word) => PHP_SENTINELS.get(word) ?? (/^\d[\d.]*$/.test(word) ? word : "word")),
);

/** JSON text on one route of BaoTa, an object on the other (docs/protocol.md 6.4); anything else says nothing. */
const siteConfig = v.fallback(
  maybe(v.pipe(v.unknown(), v.transform(parsedIfText), v.object({ php_run_path: maybe(text) }))),
  undefined,
);

function parsedIfText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseJson(value);
  } catch {
    return undefined;
  }
}

const siteRow = v.pipe(
  v.object({
    id: maybe(integer),
    name: maybe(key),
    path: maybe(text),
    status: maybe(flag),
    ps: maybe(rawText),
    project_type: maybe(text),
    php_version: maybe(phpVersionOrWord),
    ssl: maybe(certificate),
    service_type: v.fallback(maybe(label), undefined),
    edate: maybe(label),
    project_config: siteConfig,
  }),
  v.transform((row) => ({
    id: row.id,
    /** The name in requests; other scripts are in punycode. */
    name: row.name,
    root: row.path,
    running: row.status,
    /** HTML-escaped by the panel. */
    note: row.ps,
    /** `PHP`, `WP` (WordPress, on aaPanel), `Java`, `Node` …; the `datalist` route lists PHP only. */
    type: row.project_type,
    /** Such as `8.2`, or `static`, `other` and `word`. */
    php: row.php_version,
    certificate: row.ssl,
    /** The web server that serves it, on aaPanel with several of them; with one alone the panel sends nothing, or an empty text. */
    server: row.service_type === "" ? undefined : row.service_type,
    /** The last day on which the panel serves it; `0000-00-00`: for ever. */
    ...(row.edate !== undefined && { lastDay: row.edate }),
    /** What BaoTa has it serve after its next start: the run path of its last stop (docs/protocol.md 6.49). */
    ...(row.project_config?.php_run_path !== undefined && { startRunPath: row.project_config.php_run_path }),
  })),
);

export type Site = v.InferOutput<typeof siteRow>;

const phpVersion = v.pipe(
  v.object({ version: maybe(text), name: maybe(label), status: maybe(flag) }),
  v.transform((row) => ({
    /** The value of `php` in `site.create`; `00` is static. */
    code: row.version,
    name: row.name,
    installed: row.status,
  })),
);

const siteType = v.object({
  /** Negative ones are views of the panel, such as stopped sites, and no categories (docs/protocol.md 6.9). */
  id: maybe(integer),
  name: maybe(rawText),
});

/** Names in other scripts are in `name` as punycode. */
const siteDomain = v.object({ name: maybe(text), port: maybe(integer) });

/** A row of the panel's table of sites. */
export const siteId = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Panels put the name into paths that they remove with `rm -rf`: never empty, and not dots alone. */
export const siteName = v.pipe(v.string(), v.regex(/^(?!\.+$)[\w.-]+$/));

const site = v.object({ id: siteId, name: siteName });
const siteFields = fields({ id: "id", name: "name" });

/** A website, and which of its parts go with it. */
const deletion = v.object({
  ...site.entries,
  withRoot: v.boolean(),
  withFtp: v.boolean(),
  withDatabase: v.boolean(),
});

/** A page of the list, with a note on how it came. */
const pageBy = (route: string) => converted(bareObject("data"), (content) => ({ ...(content as object), route }));

const listWires = [
  onBaota(
    { route: "datalist", path: "/datalist/data/get_data_list" },
    {
      encode: ({ page: p, limit, search }: Page) => ({
        table: "sites",
        p: String(p),
        limit: String(limit),
        type: "-1",
        ...(search !== undefined && { search }),
      }),
      envelope: pageBy("datalist"),
    },
  ),
  onEither(
    { route: "getData", path: "/data" },
    {
      action: "getData",
      table: "sites",
      encode: ({ page: p, limit, search }: Page) => ({
        p: String(p),
        ...(limit > 0 && { limit: "100" }),
        type: "-1",
        ...(search !== undefined && { search }),
      }),
      envelope: pageBy("getData"),
    },
  ),
] as const;

/** The route of the first page; the next pages must come by the same one. */
const listRoute = v.picklist(listWires.map(({ route }) => route));

export const siteOperations = {
  /**
   * `datalist` leaves no trace on the panel as long as neither `order` nor `search` is sent; `type` must be -1. On
   * BaoTa `getData` stores `limit` as the page size of the panel's own pages (docs/protocol.md 6.2, 6.3).
   */
  "site.list": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({ ...page.entries, route: v.exactOptional(listRoute) }),
    probe: { page: 1, limit: 1 },
    result: v.intersect([pageOf(siteRow), v.object({ route: v.exactOptional(listRoute) })]),
    wires: listWires,
  }),
  /** The names of one site, as the panel's own pages ask for them. */
  "site.domains": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({ id: siteId }),
    result: wholeListOf(siteDomain),
    wires: [
      onEither(dataModule, {
        action: "getData",
        table: "domain",
        encode: fields({ search: "id" }, { list: "true" }),
        envelope: bareArray,
      }),
    ],
  }),
  /** The installed ones, static among them. */
  "site.phpVersions": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({}),
    result: wholeListOf(phpVersion),
    wires: [onEither(siteModule, { action: "GetPHPVersion", envelope: bareArray })],
  }),
  "site.types": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({}),
    result: wholeListOf(siteType),
    wires: [onEither(siteModule, { action: "get_site_types", envelope: bareArray })],
  }),
  /** Accepts a version that is not installed too, which breaks the web server's configuration (docs/protocol.md 6.41). */
  "site.setPhp": operation({
    effect: "disrupt",
    deadlineMs: 60_000,
    params: v.object({ name: nonEmptyParam, php: v.pipe(v.string(), v.regex(/^\d{2}$/)) }),
    result: sentence,
    wires: [
      onEither(siteModule, {
        action: "SetPHPVersion",
        encode: fields({ siteName: "name", version: "php" }),
        envelope: classic,
      }),
    ],
  }),
  /**
   * Changes the configuration's root to a directory below the website's own, and has the web server reload. It says true for a directory
   * that is not there, and where the web server refuses to reload (docs/protocol.md 6.44).
   */
  "site.setRunPath": operation({
    effect: "disrupt",
    deadlineMs: 60_000,
    params: v.object({ id: siteId, runPath: v.pipe(v.string(), v.regex(/^(?:\/[\w-][\w.-]*)*$/)) }),
    result: sentence,
    wires: [
      onEither(siteModule, {
        action: "SetSiteRunPath",
        encode: fields({ id: "id", runPath: "runPath" }),
        envelope: classic,
      }),
    ],
  }),
  "site.create": addSite,
  /** The name decides which configuration files go: it must be the one of that id (docs/protocol.md 6.26). */
  "site.delete": operation({
    effect: "destroy",
    deadlineMs: 120_000,
    params: deletion,
    result: sentence,
    wires: [
      onEither(siteModule, {
        action: "DeleteSite",
        encode: ({ id, name, withRoot, withFtp, withDatabase }: v.InferOutput<typeof deletion>) => ({
          id: String(id),
          webname: name,
          // any value but 1 keeps the part, and so does a missing field
          ...(withRoot && { path: "1" }),
          ...(withFtp && { ftp: "1" }),
          ...(withDatabase && { database: "1" }),
        }),
        envelope: classic,
      }),
    ],
  }),
  "site.start": operation({
    effect: "change",
    deadlineMs: 60_000,
    params: site,
    result: sentence,
    wires: [onEither(siteModule, { action: "SiteStart", encode: siteFields, envelope: classic })],
  }),
  "site.stop": operation({
    effect: "disrupt",
    deadlineMs: 60_000,
    params: site,
    result: sentence,
    wires: [onEither(siteModule, { action: "SiteStop", encode: siteFields, envelope: classic })],
  }),
};
