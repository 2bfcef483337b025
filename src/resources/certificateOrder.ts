import * as l10n from "@vscode/l10n";
import type { ResultOf } from "../wire/operations/operations.ts";
import type { Listing } from "../wire/answers/listing.ts";
import { decodeDomains } from "../characters/decodeDomains.ts";
import { facts } from "./facts.ts";
import { assertAbsent, onlyRow } from "./onlyRow.ts";
import { lastLineOfRenewal, renewed } from "./renewal.ts";
import { type Call, type Identity, resource, type ResourceState, type Target } from "./resource.ts";
import { removed } from "./words.ts";

export type CertificateOrder = ResultOf<"certificateOrder.list">["rows"][number];

const DAY_MS = 86_400_000;

/** States by the status of the ACME protocol. */
const STATES: ReadonlyMap<string, ResourceState> = new Map([
  ["valid", "valid"],
  ["pending", "pending"],
  // validated, but the certificate was not requested yet
  ["ready", "pending"],
  ["processing", "pending"],
  ["invalid", "failed"],
  ["expired", "failed"],
  ["revoked", "failed"],
  ["deactivated", "failed"],
] as const);

/** What the words of the ACME protocol for a failed order mean; the list has no more of a reason (docs/protocol.md 9.1). */
function whyFailed({ status }: CertificateOrder): string | undefined {
  const texts: ReadonlyMap<string | undefined, string> = new Map([
    ["invalid", l10n.t("The certificate authority could not confirm its domains, or has refused it.")],
    ["expired", l10n.t("It ran out before the certificate authority had confirmed its domains.")],
    ["revoked", l10n.t("It was revoked.")],
    ["deactivated", l10n.t("It was deactivated.")],
  ]);
  return texts.get(status);
}

/** The date decides on expiry: an order stays "valid" when its certificate has expired. */
function stateOf(order: CertificateOrder, now: number): ResourceState {
  const state = STATES.get(order.status ?? "") ?? "unknown";
  const isOver = (daysUntil(order.validUntil ?? order.orderExpiresAt, now) ?? 0) < 0;
  if (isOver && (state === "valid" || state === "pending")) return "expired";
  return state;
}

/** Whole days, rounded down: 0 in the last day, -1 in the first day after it. */
function daysUntil(seconds: number | undefined, now: number): number | undefined {
  if (seconds === undefined) return undefined;
  return Math.floor((seconds * 1000 - now) / DAY_MS);
}

async function observe(call: Call, { key }: Target): Promise<CertificateOrder | undefined> {
  return orderIn(await call("certificateOrder.list", {}), key);
}

/** Throws unless the order is certainly in the list or not. */
function orderIn(listing: Listing<CertificateOrder>, key: string): CertificateOrder | undefined {
  const found = onlyRow(listing.rows, ({ index }) => index === key);
  if (found === undefined) assertAbsent([listing], ({ index }) => index);
  return found;
}

/** Whether an order is certainly not in the list, because others are: a panel that cannot read its list sends an empty one. */
async function isGoneFromOthers(call: Call, { key }: Target): Promise<boolean> {
  const listing = await call("certificateOrder.list", {});
  return listing.rows.length > 0 && orderIn(listing, key) === undefined;
}

const namesOf = ({ domains = [] }: CertificateOrder): string => domains.join(", ");
const labelOf = (order: CertificateOrder): string => decodeDomains(namesOf(order)) || (order.index ?? "");

/** The names on the wire, if they differ from the label. */
const punycodeOf = (order: CertificateOrder): string | undefined =>
  [labelOf(order), ""].includes(namesOf(order)) ? undefined : namesOf(order);

const identityOf = ({ index, domains }: CertificateOrder): Identity => [index, domains?.join(", ")];

/** Certificate orders (docs/protocol.md 9). */
export const certificateOrder = resource<CertificateOrder, CertificateOrder>()({
  words: {
    list: () => l10n.t("Certificate Orders"),
    one: () => l10n.t("certificate order"),
    many: (count) => l10n.t("{0} certificate orders", count),
    all: () => l10n.t("certificate orders"),
    none: () => l10n.t("No certificate orders"),
    whereMade: () => l10n.t("apply for one in the panel"),
  },
  icon: "lock",
  rowFacts: ["daysLeft", "orderDaysLeft"],
  listedBy: "certificateOrder.list",
  list: (call) => call("certificateOrder.list", {}),
  key: ({ index }) => index,
  identity: identityOf,
  label: labelOf,
  alias: punycodeOf,
  ages: true,
  state: stateOf,
  facts: (order, now) =>
    facts({
      daysLeft: daysUntil(order.validUntil, now),
      // before there is a certificate, the order itself can expire
      orderDaysLeft: order.validUntil === undefined ? daysUntil(order.orderExpiresAt, now) : undefined,
      domains: decodeDomains(namesOf(order)),
      punycode: punycodeOf(order),
      validation: order.authType,
      "certificateOrder.orderedAt":
        order.createdAt === undefined ? undefined : new Date(order.createdAt * 1000).toISOString(),
      index: order.index,
    }),
  whyInTrouble: whyFailed,
  seenRows: (order) => [order],
  factNames: { orderedAt: () => l10n.t("Ordered"), validUntilAt: () => l10n.t("Valid until") },
  actions: {
    renew: {
      operation: "certificateOrder.renew",
      words: {
        ...renewed,
      },
      offered: ["valid", "expired", "failed"],
      mends: ["failed", "expired", "expiring"],
      send: (call, { key }) => call("certificateOrder.renew", { index: key }),
      lastLine: lastLineOfRenewal,
      verification: {
        observe,
        identity: identityOf,
        // the date alone shows it: a panel says so too where another one was ordered
        proofs: [
          {
            isShown: ({ validUntil: now = 0 }, before) => {
              // while an order is renewed, it has no date, and the old one again if that fails (docs/protocol.md 9.6)
              const isKnown = before.validUntil !== undefined || STATES.get(before.status ?? "") === "failed";
              return isKnown && now > (before.validUntil ?? 0);
            },
          },
        ],
        evidence: ({ validUntil }) =>
          facts({
            "certificateOrder.validUntilAt":
              validUntil === undefined ? undefined : new Date(validUntil * 1000).toISOString(),
          })[0],
      },
    },
    remove: {
      operation: "certificateOrder.remove",
      words: {
        ...removed,
        effect: (_input, many) =>
          many
            ? l10n.t(
                "The orders' records are deleted and their renewals stop. Certificate files and website settings are kept.",
              )
            : l10n.t(
                "The order's record is deleted and its renewal stops. Certificate files and website settings are kept.",
              ),
      },
      offered: ["valid", "pending", "expired", "failed", "unknown", "manual"],
      send: (call, { key }) => call("certificateOrder.remove", { index: key }),
      verification: { observe, identity: identityOf, proofs: [{ gone: "wanted", isCertain: isGoneFromOthers }] },
    },
  },
});
