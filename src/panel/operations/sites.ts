import * as v from "valibot";
import { flag, maybe, text, whole } from "../fields.ts";
import { pageOf } from "../listing.ts";
import { operation } from "../operation.ts";
import { hasField } from "../successRules.ts";

const page = v.object({ page: v.pipe(v.number(), v.integer()), limit: v.pipe(v.number(), v.integer()) });

/** -1 where a site has no certificate (panel-reference.md 3). */
const certificate = v.union([
  v.pipe(
    v.object({ endtime: maybe(whole), notAfter: maybe(text), issuer: maybe(text) }),
    v.transform((ssl) => ({ daysLeft: ssl.endtime, validTo: ssl.notAfter, issuer: ssl.issuer })),
  ),
  v.pipe(
    v.number(),
    v.transform(() => "none" as const),
  ),
]);

/** What panels of both languages write where there is no version (panel-reference.md 3, "Field-type traps"). */
const PHP_SENTINELS: ReadonlyMap<string, "static" | "other"> = new Map([
  ["静态", "static"],
  ["Static", "static"],
  ["其它", "other"],
  ["Other", "other"],
]);

const siteRow = v.pipe(
  v.object({
    id: maybe(whole),
    name: maybe(text),
    path: maybe(text),
    status: maybe(flag),
    ps: maybe(text),
    project_type: maybe(text),
    php_version: maybe(text),
    ssl: maybe(certificate),
  }),
  v.transform((row) => ({
    id: row.id,
    name: row.name,
    root: row.path,
    running: row.status,
    /** HTML-escaped by the panel. */
    note: row.ps,
    /** `PHP`, `Java`, `Node` …; the `datalist` route lists PHP only. */
    type: row.project_type,
    /** Such as `8.2`. */
    php: row.php_version === undefined ? undefined : (PHP_SENTINELS.get(row.php_version) ?? row.php_version),
    certificate: row.ssl,
  })),
);

export type Site = v.InferOutput<typeof siteRow>;

export const siteOperations = {
  /**
   * `datalist` leaves no trace on the panel as long as neither `order` nor `search` is sent; `type` must be -1.
   * `getData` stores `limit` as the page size of the panel's own pages (panel-reference.md 3).
   */
  "site.list": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: page,
    result: pageOf(siteRow),
    succeeded: hasField("data"),
    wires: [
      {
        route: "datalist",
        method: "POST",
        path: "/datalist/data/get_data_list",
        encode: ({ page: p, limit }) => ({ table: "sites", p: String(p), limit: String(limit), type: "-1" }),
      },
      {
        route: "getData",
        method: "POST",
        path: "/data",
        action: "getData",
        encode: ({ page: p }) => ({ table: "sites", p: String(p), limit: "100", type: "-1" }),
      },
    ],
  }),
};
