import * as v from "valibot";
import { inWords } from "../answers/editionEnvelopes.ts";
import { maybe } from "../answers/fields.ts";
import { logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { plainSigns } from "../../characters/plainSigns.ts";
import { siteModule } from "./modules.ts";
import { siteName } from "./sites.ts";
import { fields, onBoth } from "./wires.ts";

const details = { encode: fields({ siteName: "name" }), envelope: inWords };

/** Asks for the last 1000 lines. Without a number of lines, `/v2/site` sends up to 99,999 (docs/protocol.md 6.29). */
const withLines = { encode: fields({ siteName: "name" }, { lines: "1000" }) };

const log = {
  effect: "read",
  deadlineMs: 30_000,
  params: v.object({ name: siteName }),
  result: v.pipe(
    v.object({ msg: maybe(logText) }),
    v.transform(({ msg }) => ({ text: msg === undefined ? undefined : plainSigns(msg) })),
  ),
} as const;

/**
 * The web server's logs of a site: the last 1000 lines (docs/protocol.md 6.29). The panel rejects the call if there is no
 * log file, and answers with a web page if there is no such site (docs/protocol.md 6.30).
 */
export const siteLogOperations = {
  "site.accessLog": operation({
    ...log,
    wires: onBoth(siteModule, { ...details, action: "GetSiteLogs" }, withLines),
  }),
  "site.errorLog": operation({
    ...log,
    wires: onBoth(siteModule, { ...details, action: "get_site_errlog" }, { ...withLines, action: "get_site_err_log" }),
  }),
};
