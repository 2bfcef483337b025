import type { ResultOf } from "../../panel/operations/table.ts";
import { facts } from "../facts.ts";
import { action, type Call, type Resource, type ResourceState, type Target } from "../resource.ts";

export type CertificateOrder = ResultOf<"certificateOrder.list">["rows"][number];

const DAY_MS = 86_400_000;

/** By the word of the ACME protocol. */
const STATES: ReadonlyMap<string, ResourceState> = new Map([
  ["valid", "valid"],
  ["ready", "valid"],
  ["pending", "pending"],
  ["processing", "pending"],
  ["invalid", "failed"],
  ["expired", "failed"],
  ["revoked", "failed"],
  ["deactivated", "failed"],
] as const);

/** An order keeps the status "valid" when its certificate has expired: the date decides. */
function stateOf(order: CertificateOrder, now: number): ResourceState {
  const state = STATES.get(order.status ?? "") ?? "unknown";
  const isOver = (daysLeft(order, now) ?? 0) < 0;
  return isOver && (state === "valid" || state === "pending") ? "expired" : state;
}

/** Until the certificate, or while there is none the order, expires. */
function daysLeft({ validUntil, orderExpiresAt }: CertificateOrder, now: number): number | undefined {
  const seconds = validUntil ?? orderExpiresAt;
  return seconds === undefined ? undefined : Math.floor((seconds * 1000 - now) / DAY_MS);
}

async function observe(call: Call, { key }: Target): Promise<CertificateOrder | undefined> {
  return (await call("certificateOrder.list", {})).rows.find(({ index }) => index === key);
}

/** Certificate orders (panel-reference.md 2.6, 3). */
export const certificateOrder: Resource<CertificateOrder> = {
  list: (call) => call("certificateOrder.list", {}),
  key: ({ index }) => index,
  label: ({ domains, index }) => (domains === undefined || domains.length === 0 ? (index ?? "") : domains.join(", ")),
  ages: true,
  state: stateOf,
  facts: (order, now) =>
    facts({
      daysLeft: daysLeft(order, now),
      domains: order.domains?.join(", "),
      type: order.authType,
      index: order.index,
    }),
  actions: {
    remove: action<CertificateOrder, CertificateOrder>({
      operation: "certificateOrder.remove",
      offered: ["valid", "pending", "expired", "failed", "unknown", "manual"],
      send: (call, { key }) => call("certificateOrder.remove", { index: key }),
      verification: {
        observe,
        judge: (_before, since) => (since.at(-1)?.seen === undefined ? "done" : "pending"),
        evidence: () => undefined,
      },
    }),
  },
};
