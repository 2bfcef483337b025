import * as l10n from "@vscode/l10n";
import { exactPath } from "../wire/answers/exactPath.ts";
import type { Site } from "../wire/operations/sites.ts";
import { failureOf } from "../wire/answers/failure.ts";
import type { ActionWords, Call } from "./resource.ts";

const DAY_MS = 86_400_000;

/** Both editions write what a renewal does into this file, and empty it before (docs/protocol.md 9.9). */
export const RENEWAL_LOG = "/www/server/panel/logs/letsencrypt.log";

/** The part of the log that is looked at, from its end, in characters. */
const LOOKED_AT = 10_000;

type Certificate = Exclude<Site["certificate"], "none" | undefined>;

export const renewed: Pick<ActionWords, "effect" | "awaited" | "done"> = {
  effect: () =>
    l10n.t("The panel orders a new certificate from the authority, which checks the domains. This can take minutes."),
  awaited: () => l10n.t("waiting for the new certificate…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” has a new certificate.", target, panel),
};

/** The last line that a renewal has written, without the panel's mark at its beginning. */
export async function lastLineOfRenewal(call: Call): Promise<string | undefined> {
  const { text = "" } = await call("file.text", { path: exactPath("text", RENEWAL_LOG) });
  const lines = text.slice(-LOOKED_AT).split("\n");
  return lines.findLast((line) => /\p{L}/u.test(line))?.replace(/^\|-\s*/, "");
}

/**
 * What the panel renews a website's certificate by. `undefined`: it has none with exactly these names and this last day, as
 * of one that was uploaded; it would not put a certificate with other names in its place (docs/protocol.md 9.7).
 */
export async function renewedBy(call: Call, { domains = [], validTo }: Certificate): Promise<string | undefined> {
  const [domain] = domains;
  if (domain === undefined || validTo === undefined) return undefined;
  const names = namesOf(domains);
  const isIt = (held: Held) => namesOf(held.domains ?? []) === names && isNear(held.validTo, validTo);
  return (await heldFor(call, domain)).find(isIt)?.index;
}

interface Held {
  readonly index: string | undefined;
  readonly domains: readonly string[] | undefined;
  /** Milliseconds since the epoch, or a date. */
  readonly validTo: number | string | undefined;
}

/** What the panel can renew: certificates, or on a panel without a list of them its orders. */
async function heldFor(call: Call, domain: string): Promise<readonly Held[]> {
  try {
    return (await call("certificate.list", { domain })).rows;
  } catch (error) {
    if (failureOf(error)?.kind !== "unsupported") throw error;
    const { rows } = await call("certificateOrder.list", {});
    return rows.map(({ index, domains, validUntil }) => ({
      index,
      domains,
      validTo: validUntil === undefined ? undefined : validUntil * 1_000,
    }));
  }
}

/** Names in an order that does not matter. */
function namesOf(domains: readonly string[]): string {
  return domains
    .map((name) => name.trim().toLowerCase())
    .toSorted()
    .join(" ");
}

/** Whether a time is on a day, by whatever clock: panels mix the server's and UTC. */
function isNear(time: Held["validTo"], day: string): boolean {
  return time !== undefined && Math.abs(new Date(time).getTime() - Date.parse(day)) < 2 * DAY_MS;
}
