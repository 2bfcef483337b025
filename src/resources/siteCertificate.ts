import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { certificatesIn, summaryOf } from "../certificates/certificateChain.ts";
import { sentences } from "../characters/sentences.ts";
import { exactPath } from "../wire/answers/exactPath.ts";
import { PanelError, panelFailureOf, type PanelFailure } from "../wire/answers/failure.ts";
import { siteName, type Site } from "../wire/operations/sites.ts";
import type { HeldCertificate } from "./certificateInput.ts";
import { findSite, type SiteOnPage } from "./eachSite.ts";
import { facts } from "./facts.ts";
import { lastLineOfRenewal } from "./renewal.ts";
import type { Action, ActionInput, Call, Identity, Target, Verification } from "./resource.ts";

/** A website with the certificate that its configuration names. */
export interface SiteWithCertificate extends SiteOnPage {
  readonly held?: HeldCertificate | undefined;
}

const COMMENTS = /(?<![^\s;{}])#[^\n]*/g;

/** A directive of nginx begins a line or follows another one, and may go on in the next line. */
const OF_NGINX = /(?<![^\s;{}])ssl_certificate\s+["']?([^\s;"']+)["']?\s*;/;

/** Where panels have the configuration of a website for each web server, and how it names the certificate (docs/protocol.md 9.11). */
const CONFIGURATIONS = [
  { directory: "/www/server/panel/vhost/nginx", line: OF_NGINX },
  { directory: "/www/server/panel/vhost/apache", line: /^[ \t]*SSLCertificateFile[ \t]+"?([^\s"]+)"?/m },
] as const;

/**
 * Reads the certificate that a website's configuration names: what the panel has stored besides is served to nobody. `undefined`: there
 * is no such configuration.
 */
export async function readHeld(call: Call, name: string): Promise<HeldCertificate | undefined> {
  for (const { directory, line } of CONFIGURATIONS) {
    const configuration = await textOf(call, `${directory}/${name}.conf`);
    if (configuration === undefined) continue;
    const file = line.exec(configuration.replaceAll(COMMENTS, ""))?.[1];
    if (file === undefined) return "none";
    const [certificate] = certificatesIn((await textOf(call, file)) ?? "");
    return certificate === undefined ? "unreadable" : summaryOf(certificate);
  }
  return undefined;
}

/** Why a certificate cannot be given to a website whose configuration was not found. */
export const noConfiguration: PanelFailure = { kind: "malformed", fields: ["(configuration)"] };

/** `undefined`: there is no such file. */
async function textOf(call: Call, path: string): Promise<string | undefined> {
  try {
    return (await call("file.text", { path: exactPath("text", path) })).text ?? "";
  } catch (error) {
    if (panelFailureOf(error).kind === "rejected") return undefined;
    throw error;
  }
}

/** Whether two looks found the same certificate. */
export function isSameHeld(one: HeldCertificate | undefined, other: HeldCertificate | undefined): boolean {
  return fingerprintOf(one) === fingerprintOf(other);
}

function fingerprintOf(held: HeldCertificate | undefined): string | undefined {
  return typeof held === "object" ? held.fingerprint : held;
}

type Seen = SiteWithCertificate;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What the actions need of websites, which are in a file of their own. */
export interface SiteNames {
  /** Throws for a website without a plain name. */
  readonly named: (before: Seen | undefined) => Named;
  readonly identity: (seen: SiteOnPage) => Identity;
}

/** The files in which panels keep a website's certificate, and the configurations in which they name it (docs/protocol.md 9.11). */
function filesOf({ site: { name } }: Seen): readonly string[] {
  if (!v.is(siteName, name)) return [];
  const pair = ["fullchain.pem", "privkey.pem"].map((file) => `/www/server/panel/vhost/cert/${name}/${file}`);
  return [...pair, ...CONFIGURATIONS.map(({ directory }) => `${directory}/${name}.conf`)];
}

/** Whether the certificate is still the one that the question has named. */
const obstacle: NonNullable<Action<Site, Seen>["obstacle"]> = async (_call, { certificate, order }, before) => {
  const shown = certificate?.replaces ?? order?.replaces;
  if (before?.held === undefined) return noConfiguration;
  if (isSameHeld(shown, before?.held)) return undefined;
  return { kind: "invalid", field: "certificate", rule: "replaced" };
};

/** Whether a website has got what was ordered: a newer certificate for all these domains. One of a website's own making may last longer. */
function hasOrdered(
  now: HeldCertificate | undefined,
  before: HeldCertificate | undefined,
  input: ActionInput,
): boolean {
  if (typeof now !== "object" || isSameHeld(now, before)) return false;
  const began = typeof before === "object" ? before.validFrom : "";
  return now.validFrom > began && (input.order?.domains ?? []).every((domain) => now.names.includes(domain));
}

const unvisited = (): string => l10n.t("The configuration names it; what visitors get was not looked at.");

/** The actions that give websites certificates (docs/protocol.md 9.11, 9.13). */
export function certificateActions({ named, identity }: SiteNames) {
  const look = async (call: Call, { key }: Target, last?: Seen): Promise<Seen | undefined> => {
    const found = await findSite(call, key, last);
    if (found === undefined) return undefined;
    const { name } = found.site;
    // the runner tells a website of another name, or of one that is no file's
    return { ...found, held: v.is(siteName, name) ? await readHeld(call, name) : undefined };
  };
  const verification = (isShown: (now: Seen, before: Seen, input: ActionInput) => boolean): Verification<Seen> => ({
    observe: look,
    identity,
    proofs: [{ isShown }],
    evidence: ({ held }) =>
      facts({ "site.certificateEnd": typeof held === "object" ? held.validTo.slice(0, 10) : "" })[0],
  });

  /** Orders, and gives the website what was ordered unless somebody has given it something else meanwhile. */
  const orderAndInstall: Action<Site, Seen>["send"] = async (call, target, { order }, before) => {
    const site = named(before);
    const { certificate, key } = await call("certificateOrder.order", {
      id: site.id,
      domains: [...(order?.domains ?? [])],
    });
    const now = await look(call, target, before);
    const [ordered] = certificatesIn(certificate);
    const isThere = now !== undefined && named(now).name === site.name;
    const has = isThere ? now.held : undefined;
    // where the website had one with the same names, the panel has replaced it
    if (ordered !== undefined && fingerprintOf(has) === ordered.fingerprint256) return;
    if (!isThere || !isSameHeld(has, before?.held))
      throw new PanelError({ kind: "invalid", field: "certificate", rule: "kept" });
    await call("certificate.install", { name: site.name, certificate, key });
  };

  return {
    installCertificate: {
      operation: "certificate.install",
      words: {
        effect: () => l10n.t("Visitors get it as soon as the web server has reloaded."),
        done: (target, panel) => l10n.t("“{0}” on “{1}” has the certificate.", target, panel),
        caveat: unvisited,
        ifUnknown: () => l10n.t("Look at the website by https before you try again."),
      },
      offered: ["running", "stopped"],
      oneAtATime: true,
      // whatever the guard level: it says what is replaced
      safeguard: () => "ask",
      obstacle,
      putsBack: filesOf,
      send: (call, _target, { certificate: pair }, before) => {
        if (pair === undefined) throw new TypeError("no certificate");
        return call("certificate.install", { name: named(before).name, certificate: pair.certificate, key: pair.key });
      },
      verification: verification(
        ({ held }, _before, { certificate }) => fingerprintOf(held) === certificate?.summary.fingerprint,
      ),
    },
    orderCertificate: {
      operation: "certificateOrder.order",
      words: {
        effect: () =>
          sentences(
            l10n.t("The panel orders it from Let’s Encrypt, which asks each domain for a file by http."),
            l10n.t("All of them have to lead to this server."),
            l10n.t("This can take minutes. Then the website gets the certificate."),
          ),
        awaited: () => l10n.t("waiting for the new certificate…"),
        done: (target, panel) => l10n.t("“{0}” on “{1}” has a new certificate.", target, panel),
        caveat: unvisited,
        ifUnknown: () => l10n.t("The panel may still be at it: look at its certificate orders before you try again."),
      },
      offered: ["running"],
      oneAtATime: true,
      // whatever the guard level: it says what is replaced
      safeguard: () => "ask",
      obstacle,
      putsBack: filesOf,
      send: orderAndInstall,
      lastLine: lastLineOfRenewal,
      verification: verification((now, before, input) => hasOrdered(now.held, before.held, input)),
    },
  } as const satisfies Record<string, Action<Site, Seen>>;
}
