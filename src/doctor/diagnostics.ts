import { settings } from "../manifest/settings.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Environment } from "../ports/environment.ts";
import { causeOf, type PanelFailure } from "../wire/answers/failure.ts";
import type { Edition } from "../wire/answers/operation.ts";
import type { Diagnosis, RecentFailure } from "./connectionHistory.ts";
import type { Finding, Seen } from "./finding.ts";

/** A panel, as far as a report tells of it. */
export interface ReportedPanel {
  readonly record: PanelRecord;
  readonly edition: Edition;
  readonly version: string | undefined;
  /** Absent: it answered, or was not asked yet. */
  readonly failure: PanelFailure | undefined;
  readonly diagnosis: Diagnosis | undefined;
}

/** Settings that a report tells whole, because no value of theirs tells of anybody. */
const PLAIN_SETTINGS = [
  ...Object.keys(settings),
  "http.proxySupport",
  "http.proxyStrictSSL",
  "http.systemCertificates",
] as const;

/** Settings and variables of which a report tells only whether they have a value. */
const RISKY_SETTINGS = ["serverPanel.deployments", "http.proxy", "http.noProxy", "http.proxyAuthorization"] as const;
const RISKY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"] as const;

/** Without a port or name behind it, as some remotes have. */
const REMOTES = ["ssh-remote", "wsl", "dev-container", "attached-container", "codespaces", "tunnel"];

/** Four numbers would be an IP address. */
const VERSION = /^v?\d{1,5}(\.\d{1,5}){0,2}(-insider)?$/;
const HOST = /^(desktop|web|codespaces|server-distro)$/;
const LANGUAGE = /^[a-z]{2,3}(-[a-z]{2,4})?$/i;
/** Among them `ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE`. */
const CODE = /^[A-Z](?:[A-Z_\d]|SSL\/TLS){0,49}$/;

/**
 * What a person can send with a report, in English like the log. It is put together of facts of known forms alone:
 * versions, kinds, counts and codes. Panels have numbers in place of names, and no text of a panel, a person or a
 * system is in it.
 */
export function diagnosticsText(
  environment: Environment,
  panels: readonly ReportedPanel[],
  failures: readonly RecentFailure[],
): string {
  const { extension, editor, host, platform, node, language, remote, runsIn, setting, variable } = environment;
  const setOrEmpty = (value: unknown) => (isEmpty(value) ? "empty" : "set");
  return [
    `Server Panel ${knownForm(extension, VERSION)}`,
    `VS Code ${knownForm(editor, VERSION)}, ${knownForm(host, HOST)}, language ${knownForm(language, LANGUAGE)}`,
    `${knownForm(platform, /^[a-z\d]{1,10} [a-z\d]{1,10}$/)}, Node ${knownForm(node, VERSION)}`,
    `Remote: ${remoteKind(remote)}; the extension runs in: ${runsIn}`,
    ...section("Settings", [
      ...PLAIN_SETTINGS.map((id) => `${id}: ${plainValue(setting(id))}`),
      ...RISKY_SETTINGS.map((id) => `${id}: ${setOrEmpty(setting(id))}`),
      ...RISKY_VARIABLES.map((name) => `${name}: ${setOrEmpty(variable(name) ?? variable(name.toLowerCase()))}`),
    ]),
    ...section(
      "Panels",
      panels.map((panel, index) => panelLine(panel, index + 1)),
    ),
    ...section(
      "Failed calls of this window",
      failures.map(
        ({ operation, outcome, count, lastAt }) => `${operation}: ${outcome}, ${count} times, last at ${iso(lastAt)}`,
      ),
    ),
    ...panels.flatMap(({ diagnosis }, index) => {
      if (diagnosis === undefined) return [];
      return section(`Diagnosis of panel ${index + 1} at ${iso(diagnosis.at)}`, diagnosis.findings.map(findingLine));
    }),
  ].join("\n");
}

function remoteKind(remote: string | undefined): string {
  if (remote === undefined) return "none";
  return REMOTES.find((kind) => kind === remote) ?? "other";
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return ["", `${title}:`, "- none"];
  return ["", `${title}:`, ...lines.map((line) => `- ${line}`)];
}

function panelLine({ record, edition, version, failure }: ReportedPanel, number: number): string {
  const { pin, guardLevel, hiddenGroups, keyRef } = record;
  const parts = [
    softwareLine(edition, version),
    failure === undefined ? "no failure" : failureLine(failure),
    schemeLine(record),
    pin === undefined ? "no pin" : "pinned",
    keyRef === undefined ? "no key" : "key stored",
    guardLevel,
    `${hiddenGroups.length} groups hidden`,
  ];
  return `panel ${number}: ${parts.join("; ")}`;
}

function schemeLine({ address, httpConsent }: PanelRecord): string {
  if (address.startsWith("https://")) return "https";
  if (httpConsent) return "http, agreed to";
  return "http, not agreed to";
}

function softwareLine(edition: Edition, version: string | undefined): string {
  if (version === undefined) return `${edition} of unknown version`;
  return `${edition} ${knownForm(version, VERSION)}`;
}

function findingLine({ step, mark, seen }: Finding): string {
  return `${step}: ${mark}, ${seenLine(seen)}`;
}

/** What was seen at a step, by facts of known forms alone: no address, name or text of anybody. */
export function seenLine(seen: Seen): string {
  switch (seen.fact) {
    case "failure":
      if (seen.isEarlier === true) return `${failureLine(seen.failure)}, earlier`;
      return failureLine(seen.failure);
    case "asStranger":
      return `${seen.fact}, ${failureLine(seen.failure)}`;
    case "resolved":
      return `${seen.fact}, ${seen.addresses.length} addresses`;
    case "connected":
      return `${seen.fact}, ${Math.round(seen.milliseconds)} ms`;
    case "trusted":
      return `${seen.fact} by ${seen.by}`;
    case "clock":
      if (seen.aheadMs === undefined) return "no time";
      return `${Math.round(seen.aheadMs / 1000)} s ahead`;
    case "software":
      return softwareLine(seen.edition, seen.version);
    case "offer":
      return `${seen.groups.length} groups, ${seen.hidden.length} hidden`;
    case "address":
      return `${seen.address.startsWith("https://") ? "https" : "http"}, from ${seen.from.place}`;
    case "notReached":
    case "fine":
    case "unlikePanel":
    case "numeric":
    case "throughProxy":
    case "plain":
      return seen.fact;
    default:
      return seen satisfies never;
  }
}

/** The kind of a failure with what is ours or Node's in it: never a panel's words, an address or a value. */
export function failureLine(outerFailure: PanelFailure): string {
  const failure = causeOf(outerFailure);
  const parts: string[] = outerFailure === failure ? [failure.kind] : [outerFailure.kind, failure.kind];
  if ("reason" in failure) parts.push(failure.reason);
  if ("problem" in failure) parts.push(failure.problem);
  if ("status" in failure) parts.push(String(failure.status));
  if ("redirect" in failure && failure.redirect !== undefined) parts.push(failure.redirect);
  if ("code" in failure && failure.code !== undefined) parts.push(knownForm(failure.code, CODE));
  return parts.join(" ");
}

/** A text of a known form; others may have been chosen by somebody. */
function knownForm(text: string, form: RegExp): string {
  if (form.test(text)) return text;
  return "other";
}

function plainValue(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return knownForm(value, /^(off|on|fallback|override)$/);
  if (isEmpty(value)) return "empty";
  return "other";
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
