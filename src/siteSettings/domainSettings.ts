import type { PanelRefusal } from "../characters/panelRefusals.ts";
import * as l10n from "@vscode/l10n";
import { decodeDomains } from "../characters/decodeDomains.ts";
import { sentences } from "../characters/sentences.ts";
import type { Call } from "../resources/resource.ts";
import { unserved } from "../resources/site.ts";
import { readSiteDomain } from "../siteForm/siteDomain.ts";
import { SKIPPED_PORTS } from "../siteForm/siteRules.ts";
import type { Site } from "../wire/operations/sites.ts";
import type { Reading, SiteSetting, Typed } from "./siteSetting.ts";

/** A domain as a value: with its port, unless that is 80. */
function valueOf(host: string, port: number): string {
  return port === 80 ? host : `${host}:${port}`;
}

/** The parameters of a domain that `valueOf` has made. */
function paramsOf(value: string): { readonly host: string; readonly port: number } {
  const [, host = value, port = "80"] = /^(.*):(\d{1,5})$/.exec(value) ?? [];
  return { host, port: Number(port) };
}

/** Reads the domains; every website has one, so a list without any is one that the panel could not read (docs/protocol.md 2.15). */
async function readDomains(call: Call, { id = 0 }: Site): Promise<Reading> {
  const { rows, unreadable } = await call("site.domains", { id });
  const options = rows.flatMap(({ name, port }) =>
    name === undefined || port === undefined ? [] : valueOf(name, port),
  );
  const isWhole = unreadable.length === 0 && options.length === rows.length && options.length > 0;
  return { value: undefined, options, ...(!isWhole && { isPart: true as const }) };
}

function hasDomain({ options = [], isPart }: Reading, value: string): boolean | undefined {
  if (options.includes(value)) return true;
  return isPart === true ? undefined : false;
}

function readTyped(typed: string, now: Reading, panelPort: number | undefined): Typed {
  const read = readSiteDomain(typed);
  if (read.kind === "invalid") return { problem: read.problem };
  const { host, port = 80 } = read.domain;
  const value = valueOf(host, port);
  if (now.options?.includes(value) === true) return { problem: l10n.t("The website already has this domain.") };
  if (SKIPPED_PORTS.includes(port) || port === panelPort)
    return { problem: l10n.t("Another service on the server uses this port.") };
  return { value };
}

const badPort = () => l10n.t("The panel does not accept this port.");

const refusals = (): readonly PanelRefusal[] => [
  {
    begins: ["指定域名[", "The specified domain name has been bound by"],
    text: (message) => l10n.t("A website on the panel already has this domain: {0}.", lastInBrackets(message)),
  },
  {
    begins: ["域名格式不正确", "Format of domain is invalid", "Domain name format is incorrect"],
    text: () => l10n.t("The panel does not accept this domain."),
  },
  { begins: ["端口不合法", "端口范围不合法"], text: badPort },
  { begins: ["Port range is incorrect", "The port is occupied", "Do not use the ports of the panel"], text: badPort },
  {
    begins: ["ERROR: 检测到配置文件有错误", "ERROR: An error was detected in the configuration file"],
    text: () =>
      l10n.t("A configuration file of the web server has an error. The panel adds no domain until it is corrected."),
  },
];

/** The website that panels name at the end of their sentence. */
function lastInBrackets(message: string): string {
  const start = message.lastIndexOf("[");
  const end = message.indexOf("]", start);
  return start === -1 || end === -1 ? "?" : decodeDomains(message.slice(start + 1, end));
}

/** Adds a domain to a website (docs/protocol.md 6.52). */
export const addDomain: SiteSetting = {
  label: () => l10n.t("Add Domain…"),
  operation: "site.addDomain",
  read: readDomains,
  text: decodeDomains,
  asking: {
    typed: {
      prompt: () => l10n.t("The domain, with its port after a colon unless that is 80. A wildcard begins with “*.”."),
      placeholder: "www.example.com",
      read: readTyped,
    },
  },
  isSo: hasDomain,
  send: (call, site, value) => call("site.addDomain", { ...site, ...paramsOf(value) }),
  effect: ({ value }) =>
    sentences(
      l10n.t("The web server reloads."),
      paramsOf(value).port !== 80 && l10n.t("The port is opened in the server's firewall."),
    ),
  sentences: (value) => ({
    title: (target, panel) => l10n.t("Add the domain “{0}” to “{1}” on “{2}”", value, target, panel),
    done: (target, panel) => l10n.t("“{1}” on “{2}” has the domain “{0}”.", value, target, panel),
    already: (target, panel) => l10n.t("“{1}” on “{2}” already has the domain “{0}”.", value, target, panel),
  }),
  caveat: unserved,
  refusals,
};

/** Takes a domain from a website; panels refuse to take the last one (docs/protocol.md 6.53). */
export const removeDomain: SiteSetting = {
  label: () => l10n.t("Remove Domain…"),
  operation: "site.removeDomain",
  read: readDomains,
  text: decodeDomains,
  asking: {
    choices: ({ options = [], isPart }) => (options.length === 1 && isPart !== true ? [] : options),
    none({ isPart }) {
      if (isPart === true)
        return l10n.t("The panel lists no domain of the website that can be read. Nothing was sent.");
      return l10n.t("It is the only domain of the website, and panels do not remove that. Nothing was sent.");
    },
  },
  isSo(now, value) {
    const isThere = hasDomain(now, value);
    return isThere === undefined ? undefined : !isThere;
  },
  // of domains that could not be read nobody knows whether they are the last
  obstacle: async (_call, _value, { now: { options = [], isPart } }) =>
    options.length === 1 && isPart !== true ? { kind: "invalid", field: "domain", rule: "last" } : undefined,
  send: (call, site, value) => call("site.removeDomain", { ...site, ...paramsOf(value) }),
  effect: () => l10n.t("Visitors of this domain no longer get this website. The web server reloads."),
  sentences: (value) => ({
    title: (target, panel) => l10n.t("Remove the domain “{0}” from “{1}” on “{2}”", value, target, panel),
    done: (target, panel) => l10n.t("“{1}” on “{2}” no longer has the domain “{0}”.", value, target, panel),
    already: (target, panel) => l10n.t("“{1}” on “{2}” does not have the domain “{0}”.", value, target, panel),
  }),
  caveat: unserved,
  refusals: () => [
    {
      begins: ["最后一个域名不能删除", "Last domain cannot be deleted"],
      text: () => l10n.t("It is the only domain of the website, and panels do not remove that."),
    },
  ],
};
