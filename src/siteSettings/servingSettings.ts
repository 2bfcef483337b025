import * as l10n from "@vscode/l10n";
import { lookAtFiles } from "../resources/lookAtFile.ts";
import type { Call } from "../resources/resource.ts";
import { unserved } from "../resources/site.ts";
import { exactPath } from "../wire/answers/exactPath.ts";
import { PanelError } from "../wire/answers/failure.ts";
import type { Site } from "../wire/operations/sites.ts";
import type { Reading, SiteSetting } from "./siteSetting.ts";

/** What panels themselves look for in the configuration of a website, to know whether it redirects (docs/protocol.md 6.54). */
const REDIRECT = "HTTP_TO_HTTPS_START";

async function readRedirect(call: Call, { name = "" }: Site): Promise<Reading> {
  const path = exactPath("text", `/www/server/panel/vhost/nginx/${name}.conf`);
  const { text } = await call("file.text", { path });
  if (text === undefined) throw new PanelError({ kind: "malformed", fields: ["data"] });
  return { value: text.includes(REDIRECT) ? "on" : "off" };
}

/** Sends visitors of http to https. */
export const httpsRedirect: SiteSetting = {
  label: () => l10n.t("Redirect to HTTPS"),
  operation: "site.redirectToHttps",
  read: readRedirect,
  text: (value) => (value === "on" ? l10n.t("on") : l10n.t("off")),
  asking: { choices: () => ["on", "off"] },
  send: (call, { name }, value) => call(value === "on" ? "site.redirectToHttps" : "site.serveHttp", { name }),
  effect: ({ value }) =>
    value === "on"
      ? l10n.t("Visitors of http:// are sent to https://: without a certificate for their domain they get a warning.")
      : l10n.t("Visitors of http:// are served without encryption."),
  caveat: unserved,
  refusals: () => [
    {
      begins: ["当前未开启SSL", "SSL is NOT currently enabled"],
      text: () => l10n.t("The website has no certificate: install one first."),
    },
  ],
};

/** What is below a website's own directory; `/` is that itself. */
const RUN_PATH = /^(?:\/|(?:\/[\w-][\w.-]*)+)$/;

async function readRunPath(call: Call, { id = 0, root = "", running }: Site): Promise<Reading> {
  const { runPath, directories } = await call("site.runPath", { id, root });
  // a stopped one serves a page of the panel's (docs/protocol.md 6.49)
  return running === true ? { value: runPath, options: directories } : { value: undefined };
}

/** Which directory below its own a website serves (docs/protocol.md 6.44). */
export const runPath: SiteSetting = {
  label: () => l10n.t("Run Path"),
  operation: "site.setRunPath",
  read: readRunPath,
  asking: {
    choices: ({ options = [] }) => options.filter((option) => RUN_PATH.test(option)),
    typed: {
      label: () => l10n.t("Another Directory…"),
      prompt: () => l10n.t("A directory below the website's own, such as /web/public. It must be there."),
      placeholder: "/web/public",
      begin: ({ value }) => value,
      read(typed) {
        const value = typed.trim().replace(/(?<!^)\/$/, "");
        if (RUN_PATH.test(value)) return { value };
        return {
          problem: l10n.t(
            "Begin with a slash, and use only letters without accents, digits and the signs . _ - in names.",
          ),
        };
      },
    },
  },
  about: ({ root }) => root,
  // the panel says true for a directory that is not there, and the website then answers 404
  async obstacle(call, value, { site: { root = "", running } }) {
    if (running !== true) return { kind: "invalid", field: "runPath", rule: "stopped" };
    const directory = root.replace(/\/$/, "") + (value === "/" ? "" : value);
    const [found] = await lookAtFiles(call, [`${directory}/.`]);
    return found?.exists === true
      ? undefined
      : { kind: "invalid", field: "runPath", rule: "missing", value: directory };
  },
  send: (call, { id }, value) => call("site.setRunPath", { id, runPath: value === "/" ? "" : value }),
  effect: () => l10n.t("Visitors get the files of this directory. No file is changed, and the web server reloads."),
  caveat: unserved,
};
