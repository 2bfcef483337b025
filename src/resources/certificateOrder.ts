import * as l10n from "@vscode/l10n";
import type { ResultOf } from "../wire/operations/operations.ts";
import { decodeDomains } from "../characters/decodeDomains.ts";
import { facts } from "./facts.ts";
import { assertAbsent, onlyRow } from "./onlyRow.ts";
import { lastLineOfRenewal, renewed } from "./renewal.ts";
import {
  type Call,
  evaluateGone,
  type Identity,
  latest,
  resource,
  type ResourceState,
  type Target,
} from "./resource.ts";
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

/** The date decides on expiry: an order stays "valid" when its certificate has expired. */
function stateOf(order: CertificateOrder, now: number): ResourceState {
  const state = STATES.get(order.status ?? "") ?? "unknown";
  const isOver = (daysUntil(order.validUntil ?? order.orderExpiresAt, now) ?? 0) < 0;
  return isOver && (state === "valid" || state === "pending") ? "expired" : state;
}

/** Whole days, rounded down: 0 in the last day, -1 in the first day after it. */
function daysUntil(seconds: number | undefined, now: number): number | undefined {
  return seconds === undefined ? undefined : Math.floor((seconds * 1000 - now) / DAY_MS);
}

async function observe(call: Call, { key }: Target): Promise<CertificateOrder | undefined> {
  const listing = await call("certificateOrder.list", {});
  const found = onlyRow(listing.rows, ({ index }) => index === key);
  if (found === undefined) assertAbsent([listing], ({ index }) => index);
  return found;
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
      index: order.index,
    }),
  seenRows: (order) => [order],
  factNames: { validUntilAt: () => l10n.t("Valid until") },
  actions: {
    renew: {
      operation: "certificateOrder.renew",
      words: {
        ...renewed,
        title: (target, panel) => l10n.t("Renew certificate order “{0}” on “{1}”", target, panel),
      },
      offered: ["valid", "expired", "failed"],
      mends: ["failed", "expired", "expiring"],
      send: (call, { key }) => call("certificateOrder.renew", { index: key }),
      lastLine: lastLineOfRenewal,
      verification: {
        observe,
        identity: identityOf,
        // the date alone shows it: a panel says so too where another one was ordered
        evaluate: (before, since) => {
          const now = latest(since)?.validUntil;
          return now !== undefined && now > (before?.validUntil ?? 0) ? "done" : "pending";
        },
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
        title: (target, panel) => l10n.t("Delete certificate order “{0}” on “{1}”", target, panel),
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
      verification: { observe, identity: identityOf, evaluate: evaluateGone },
    },
  },
});
