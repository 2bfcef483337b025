import { htmlEscape } from "../http/htmlEscape.ts";
import type { SiteLogs } from "../records/demoRecords.ts";
import type { HandlerContext } from "../state/handler.ts";
import { required } from "../state/handler.ts";
import { allSites } from "./addSite.ts";

const LOG_LINES = 1_000;

const SIGNS: Readonly<Record<string, string>> = { '"': "＂", "<": "＜", ">": "＞", "'": "＇" };

/**
 * The last `lines` of a log of a site as panels write them (docs/protocol.md 6.29); `undefined`: there is no file, or no
 * such site.
 */
export function siteLog(
  { state, fields }: HandlerContext,
  which: keyof SiteLogs,
  lines = LOG_LINES,
): string | undefined {
  const name = required(fields, "siteName");
  const log = allSites(state).find((site) => site.name === name)?.logs?.[which];
  const end = log?.slice(-lines).join("\n").trim();
  return end === undefined ? undefined : htmlEscape(end.replace(/["<>']/g, (sign) => SIGNS[sign] ?? sign));
}

/** Whether there is a site of the name that is asked for. */
export function hasSite({ state, fields }: HandlerContext): boolean {
  return allSites(state).some(({ name }) => name === fields["siteName"]);
}
