import * as l10n from "@vscode/l10n";
import { sentences } from "../characters/sentences.ts";
import { PanelError } from "../wire/answers/failure.ts";
import type { Site } from "../wire/operations/sites.ts";
import { decodeDomains } from "../characters/decodeDomains.ts";
import { plainText } from "../characters/plainText.ts";
import { findSite, isGoneFromOthers, sitePage, type SiteOnPage, type SiteRoute } from "./eachSite.ts";
import {
  archiveFact,
  backedUp,
  hasNoBackup,
  newBackup,
  onBackupTimeout,
  readBackups,
  type WithBackups,
} from "./backUp.ts";
import { siteConfigurations } from "./files/configurationFiles.ts";
import { siteLabel } from "./siteName.ts";
import { facts } from "./facts.ts";
import {
  type Action,
  type ActionWords,
  becomes,
  type Call,
  type Identity,
  type PartKind,
  resource,
  type ResourceLog,
  type ResourceState,
  type Target,
} from "./resource.ts";
import { lastLineOfRenewal, renewed, renewedBy } from "./renewal.ts";
import { certificateActions, type SiteWithCertificate } from "./siteCertificate.ts";
import { refusalIn } from "../characters/panelRefusals.ts";
import { siteRefusals } from "../siteForm/siteRefusals.ts";
import { siteParts } from "./deletedSiteParts.ts";
import { deploying, removed, started, stopped } from "./words.ts";

/** The types of sites that this group manages. */
export const HERE: ReadonlySet<string> = new Set(["PHP", "WP"]);

function stateOf({ running, type }: Site): ResourceState {
  // other groups have the states and actions of other types
  if (type !== undefined && !HERE.has(type)) return "elsewhere";
  if (running === undefined) return "unknown";
  if (running) return "running";
  return "stopped";
}

const keyOf = ({ id }: Site): string | undefined => (id === undefined ? undefined : String(id));
const identityOf = (row: Site): Identity => [keyOf(row), row.name];
type Seen = SiteWithCertificate &
  WithBackups & {
    /** What the panel renews its certificate by; only for renewals. */
    readonly renewedBy?: string | undefined;
  };

const look = {
  observe: (call: Call, { key }: Target, last?: SiteOnPage) => findSite(call, key, last),
  identity: ({ site: row }: SiteOnPage) => identityOf(row),
};

/** A website in the parameters of a change. Throws for a site of another type, or without a plain name. */
export function siteOf(
  listed: SiteOnPage | undefined,
  types: ReadonlySet<string>,
): { readonly id: number; readonly name: string } {
  const { id, name, type } = listed?.site ?? {};
  // BaoTa tells the type since 11.1 at the latest, and what is to be done differs by type (docs/protocol.md 6.59)
  if (listed !== undefined && type === undefined)
    throw new PanelError({ kind: "invalid", field: "type", rule: "untold" });
  // panels build `rm -rf` paths from the name (docs/protocol.md 6.26)
  if (id === undefined || type === undefined || !types.has(type) || name === undefined || !/^[\w.-]+$/.test(name))
    throw new PanelError({ kind: "invalid", field: "name", rule: "shape" });
  return { id, name };
}

/** Without WordPress, because it is unknown what a deletion leaves of it. */
const DELETABLE: ReadonlySet<string> = new Set(["PHP"]);

/** The name on the wire, if it differs from the label. */
const punycodeOf = (row: Site): string | undefined => (siteLabel(row) === row.name ? undefined : row.name);

const certificateOf = ({ certificate }: Site) => (typeof certificate === "object" ? certificate : undefined);

/** The last day of a website's certificate, which sorts as text does; empty without one. */
const lastDayOf = (seen: Seen): string => certificateOf(seen.site)?.validTo ?? "";

/** What the list says of a version in two digits. */
const phpOf = (digits: string | undefined): string | undefined =>
  digits === "00" ? "static" : digits?.replace(/^(\d)(\d)$/, "$1.$2");

/** What a panel says of a website's PHP, unless it is a word in a language that nobody here knows. */
const knownPhp = (said: string | undefined): string | undefined => (said === "word" ? undefined : said);

/** Panels store the change and never say whether the web server applied it (docs/protocol.md 6.40). */
export const unserved = (): string => l10n.t("Whether the web server follows was not checked.");

function switched(
  operation: "site.start" | "site.stop",
  running: boolean,
  offered: readonly ResourceState[],
  words: Omit<ActionWords, "caveat">,
): Action<Site, Seen> {
  return {
    operation,
    words: { ...words, caveat: unserved },
    offered,
    send: (call, _target, _input, before) => call(operation, siteOf(before, HERE)),
    verification: {
      ...look,
      isAlready: (before) => before.site.running === running,
      proofs: [becomes(({ site: { running: now } }) => (now === undefined ? undefined : now === running))],
    },
  };
}

/** Panels answer in the same way for a missing site and for a missing log (docs/protocol.md 6.30). */
function webLog(operation: "site.accessLog" | "site.errorLog"): ResourceLog {
  return {
    mode: "tail",
    pieces: 1_000,
    read: async (call, _key, name = "") => ({ text: (await call(operation, { name })).text ?? "" }),
    isThere: async (call, key) => (await findSite(call, key, undefined)) !== undefined,
  };
}

/** Websites (docs/protocol.md 6). */
export const site = resource<Site, Seen, SiteRoute>()({
  words: {
    list: () => l10n.t("Websites"),
    one: () => l10n.t("website"),
    many: (count) => l10n.t("{0} websites", count),
    all: () => l10n.t("websites"),
    none: () => l10n.t("No websites"),
  },
  icon: "globe",
  factNames: {
    certificateDomains: () => l10n.t("Certificate for"),
    certificateIssuer: () => l10n.t("Certificate issued by"),
    certificateEnd: () => l10n.t("Certificate's last day"),
    archive: () => l10n.t("Archive"),
    settingNow: () => l10n.t("Now"),
  },
  rowFacts: ["certificateDays", "php", "type"],
  listedBy: "site.list",
  list: sitePage,
  searchable: true,
  key: keyOf,
  identity: identityOf,
  label: siteLabel,
  alias: punycodeOf,
  state: stateOf,
  facts: (row) => {
    // the PHP version of other types means nothing
    const php = HERE.has(row.type ?? "") ? row.php : undefined;
    const word = php === "static" || php === "other" ? php : undefined;
    const certificate = certificateOf(row);
    return facts({
      punycode: punycodeOf(row),
      type: row.type === "PHP" ? word : row.type,
      php: word === undefined ? knownPhp(php) : undefined,
      certificateDays: certificate?.daysLeft,
      "site.certificateEnd": certificate?.validTo,
      "site.certificateDomains": decodeDomains(certificate?.domains?.join(", ") ?? ""),
      "site.certificateIssuer": certificate?.issuer,
      root: row.root,
      note: row.note === undefined ? undefined : plainText(row.note),
    });
  },
  procedures: {
    create: {
      operation: "site.create",
      words: {
        // Chinese creates it "on" the panel
        title: (target, panel) => l10n.t("Create website “{0}” on “{1}”", target, panel),
        effect: () => l10n.t("Its ports are opened in the server's firewall, and the web server reloads."),
        done: (target, panel) => l10n.t("“{0}” was created on “{1}”.", target, panel),
        already: (target, panel) => l10n.t("“{0}” already exists on “{1}”.", target, panel),
        ifUnknown: () => l10n.t("Check the panel's websites before you try again."),
        leftBehind: () => l10n.t("Its directory and configuration files may remain on the server."),
        refused: (message) => refusalIn(siteRefusals(), message)?.text(message),
      },
    },
    ...deploying({ deploy: ["running", "stopped", "unknown"], rollBack: ["running", "stopped", "unknown"] }),
    // one for all: src/siteSettings has what is asked and said about each
    changeSetting: {
      operation: "site.setNote",
      words: {
        effect: () => "",
        done: (target, panel) => l10n.t("A setting of “{0}” on “{1}” was changed.", target, panel),
      },
    },
    // offered where the panel has lost the run path of a release
    serveAgain: {
      operation: "site.setRunPath",
      words: {
        title: (target, panel) => l10n.t("Serve the release of “{0}” on “{1}” again", target, panel),
        effect: () => l10n.t("No file is changed, and the web server reloads."),
        done: (target, panel) => l10n.t("“{0}” on “{1}” is to serve its release again.", target, panel),
      },
    },
  },
  seenRows: ({ site: row }) => [row],
  actions: {
    start: {
      ...switched("site.start", true, ["stopped", "unknown"], {
        ...started,
        done: (target, panel) => l10n.t("“{0}” on “{1}” is marked as running.", target, panel),
        already: (target, panel) => l10n.t("“{0}” on “{1}” is already marked as running.", target, panel),
      }),
      inline: ["stopped"],
    },
    stop: switched("site.stop", false, ["running", "unknown"], {
      ...stopped,
      done: (target, panel) => l10n.t("“{0}” on “{1}” is marked as stopped.", target, panel),
      already: (target, panel) => l10n.t("“{0}” on “{1}” is already marked as stopped.", target, panel),
    }),
    backUp: {
      operation: "site.backUp",
      words: backedUp,
      offered: ["running", "stopped"],
      send: (call, _target, _input, before) => call("site.backUp", { id: siteOf(before, HERE).id }),
      verification: {
        ...look,
        observe: async (call, target, last) => {
          const found = await look.observe(call, target, last);
          return found && { ...found, ...(await readBackups(call, "site", Number(target.key))) };
        },
        isDoubtful: hasNoBackup,
        proofs: [newBackup],
        onTimeout: onBackupTimeout,
        evidence: (seen, before) => archiveFact(seen, before, "site.archive"),
      },
    },
    renew: {
      operation: "certificate.renew",
      words: {
        ...renewed,
        title: (target, panel) => l10n.t("Renew certificate of website “{0}” on “{1}”", target, panel),
        caveat: unserved,
        notForAll: () => l10n.t("Some have no certificate that could be renewed. Nothing was done."),
      },
      offered: ["running"],
      mends: ["expired", "expiring"],
      appliesTo: (row) => certificateOf(row)?.domains !== undefined,
      obstacle: async (_call, _input, before) =>
        before?.renewedBy === undefined ? { kind: "invalid", field: "certificate", rule: "foreign" } : undefined,
      send: (call, _target, _input, before) => call("certificate.renew", { index: before?.renewedBy ?? "" }),
      lastLine: lastLineOfRenewal,
      verification: {
        ...look,
        observe: async (call, target, last: Seen | undefined) => {
          const found = await look.observe(call, target, last);
          const certificate = found && certificateOf(found.site);
          if (found === undefined || certificate === undefined) return found;
          // once, before the change: an order that is being renewed has no date
          return { ...found, renewedBy: last === undefined ? await renewedBy(call, certificate) : last.renewedBy };
        },
        proofs: [{ isShown: (now, before) => lastDayOf(before) !== "" && lastDayOf(now) > lastDayOf(before) }],
        evidence: ({ site: row }) => facts({ "site.certificateEnd": certificateOf(row)?.validTo })[0],
      },
    },
    ...certificateActions({ named: (before) => siteOf(before, HERE), identity: look.identity }),
    changePhp: {
      operation: "site.setPhp",
      words: {
        effect: ({ php }) =>
          phpOf(php) === "static"
            ? l10n.t("It no longer runs PHP: visitors get PHP files as plain text.")
            : l10n.t("It then runs with PHP {0}: pages that do not work with it fail.", phpOf(php) ?? "?"),
        done: (target, panel) => l10n.t("“{0}” on “{1}” is set to the new PHP version.", target, panel),
        caveat: unserved,
      },
      offered: ["running", "stopped"],
      oneAtATime: true,
      undo: ({ php }) => (php === undefined || !/^\d\.\d$/.test(php) ? undefined : { php: php.replace(".", "") }),
      // panels take a version that is not there, and their web server no longer starts
      obstacle: async (call, { php }) => {
        if (php === undefined) return undefined;
        const { rows } = await call("site.phpVersions", {});
        if (rows.some(({ code }) => code === php)) return undefined;
        return { kind: "invalid", field: "php", rule: "shape" };
      },
      send: (call, _target, { php = "" }, before) => call("site.setPhp", { name: siteOf(before, HERE).name, php }),
      verification: {
        ...look,
        proofs: [becomes(({ site: { php: now } }, { php }) => (now === undefined ? undefined : now === phpOf(php)))],
        evidence: ({ site: { php } }) => facts({ php: knownPhp(php) })[0],
      },
    },
    remove: {
      operation: "site.delete",
      words: {
        ...removed,
        effect: () =>
          sentences(
            l10n.t("The website and its web server configuration are deleted."),
            // docs/protocol.md 20.4
            l10n.t("Backups that the panel has made of it stay."),
          ),
        caveat: unserved,
        notForAll: () => l10n.t("WordPress websites can be deleted only in the panel. Nothing was done."),
      },
      offered: ["running", "stopped", "unknown"],
      oneAtATime: true,
      safeguard: "typeName",
      appliesTo: ({ type }) => type === undefined || DELETABLE.has(type),
      send: (call, _target, input, before) => {
        const goes = (kind: PartKind) => (input.with ?? []).some((part) => part.kind === kind);
        return call("site.delete", {
          ...siteOf(before, DELETABLE),
          withRoot: goes("root"),
          withFtp: goes("ftp"),
          withDatabase: goes("database"),
        });
      },
      parts: siteParts,
      verification: {
        ...look,
        proofs: [{ gone: "wanted", isCertain: async (call, { key }) => isGoneFromOthers(call, key) }],
      },
    },
  },
  backups: { offered: ["running", "stopped", "unknown"], of: "site" },
  configurations: { offered: ["running", "stopped", "elsewhere", "unknown"], of: siteConfigurations },
  webLogs: { nameOf: ({ name }) => name, access: webLog("site.accessLog"), error: webLog("site.errorLog") },
});
