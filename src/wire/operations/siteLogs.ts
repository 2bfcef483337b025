import * as v from "valibot";
import { classic, timestamped, wordsIn } from "../answers/envelope.ts";
import { maybe } from "../answers/fields.ts";
import { logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { plainSigns } from "../../characters/plainSigns.ts";
import { siteName } from "./sites.ts";

const site = v.object({ name: siteName });

const baota = { route: "site", edition: "baota", method: "POST", path: "/site", envelope: classic } as const;

const aapanel = {
  route: "v2site",
  edition: "aapanel",
  method: "POST",
  path: "/v2/site",
  envelope: timestamped,
  normalise: (content: unknown) => ({ msg: wordsIn(content) }),
} as const;

const encode = ({ name }: v.InferOutput<typeof site>) => ({ siteName: name });

/** Without a number of lines, `/v2/site` sends up to 99,999 (docs/protocol.md 6.29). */
const encodeV2 = (params: v.InferOutput<typeof site>) => ({ ...encode(params), lines: "1000" });

const log = {
  area: "site",
  effect: "read",
  deadlineMs: 30_000,
  params: site,
  result: v.pipe(
    v.object({ msg: maybe(logText) }),
    v.transform(({ msg }) => ({ text: msg === undefined ? undefined : plainSigns(msg) })),
  ),
} as const;

/**
 * The web server's logs of a site: the last 1000 lines (docs/protocol.md 6.29). Rejected if there is no file; a page
 * if there is no such site (docs/protocol.md 6.30).
 */
export const siteLogOperations = {
  "site.accessLog": operation({
    ...log,
    wires: [
      { ...baota, action: "GetSiteLogs", encode },
      { ...aapanel, action: "GetSiteLogs", encode: encodeV2 },
    ],
  }),
  "site.errorLog": operation({
    ...log,
    wires: [
      { ...baota, action: "get_site_errlog", encode },
      { ...aapanel, action: "get_site_err_log", encode: encodeV2 },
    ],
  }),
};
