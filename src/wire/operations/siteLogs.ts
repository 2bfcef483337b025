import * as v from "valibot";
import { classic, timestamped, wordsIn } from "../answers/envelope.ts";
import { maybe } from "../answers/fields.ts";
import { LONGEST_LOG_BODY, logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { plainSigns } from "../../characters/plainSigns.ts";
import { siteName } from "./sites.ts";

const site = v.object({ name: siteName });

const baota = { route: "site", edition: "baota", method: "POST", path: "/site", envelope: classic } as const;

/** The plain route sends the header of a translation file for an empty log (docs/protocol.md 6.30). */
const aapanel = {
  route: "v2site",
  edition: "aapanel",
  method: "POST",
  path: "/v2/site",
  envelope: timestamped,
  normalise: (content: unknown) => ({ msg: wordsIn(content) }),
} as const;

const encode = ({ name }: v.InferOutput<typeof site>) => ({ siteName: name });

const log = {
  area: "site",
  effect: "read",
  deadlineMs: 30_000,
  longestBody: LONGEST_LOG_BODY,
  params: site,
  result: v.pipe(
    v.object({ msg: maybe(logText) }),
    v.transform(({ msg }) => ({ text: msg === undefined ? undefined : plainSigns(msg) })),
  ),
} as const;

/**
 * What the web server writes about a site: the last 1000 lines (docs/protocol.md 6.29). Rejected where there is no file,
 * and, as by a page, where there is no such site (docs/protocol.md 6.30).
 */
export const siteLogOperations = {
  "site.accessLog": operation({
    ...log,
    wires: [
      { ...baota, action: "GetSiteLogs", encode },
      { ...aapanel, action: "GetSiteLogs", encode },
    ],
  }),
  "site.errorLog": operation({
    ...log,
    wires: [
      { ...baota, action: "get_site_errlog", encode },
      { ...aapanel, action: "get_site_err_log", encode },
    ],
  }),
};
