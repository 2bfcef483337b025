import type { Fact } from "./facts.ts";
import { troubles, type ResourceState, type Trouble } from "./resource.ts";

/** The days left at which a certificate needs attention, and urgent attention. */
export interface CertificateLimits {
  readonly warningDays: number;
  readonly urgentDays: number;
}

/** How urgently a certificate needs attention: `urgent` and `soon` are about to expire. */
export type Urgency = "expired" | "urgent" | "soon";

const OF_STATE: Readonly<Partial<Record<ResourceState, Trouble>>> = {
  dead: "dead",
  failed: "failed",
  restarting: "restarting",
  stopped: "stopped",
  paused: "paused",
  expired: "expired",
};

const OF_CERTIFICATE: Readonly<Record<Urgency, Trouble>> = { expired: "expired", urgent: "expiring", soon: "expiring" };

/**
 * How urgently the certificate among these facts needs attention; `undefined`: not at all, or the resource itself is in
 * trouble: nobody sees the certificate of a stopped website.
 */
export function urgencyOf(
  state: ResourceState,
  facts: readonly Fact[],
  limits: CertificateLimits,
): Urgency | undefined {
  if (OF_STATE[state] !== undefined) return undefined;
  const daysLeft = facts.find(({ name }) => name === "certificateDays" || name === "daysLeft");
  if (daysLeft === undefined) return undefined;
  const days = Number(daysLeft.value);
  if (days < 0) return "expired";
  // first, because a person may set the limits the wrong way round
  if (days < limits.urgentDays) return "urgent";
  if (days < limits.warningDays) return "soon";
  return undefined;
}

/** The trouble of a resource by its configuration, its state, else its certificate; its icon and its group show it. */
export function troubleOf(
  state: ResourceState,
  facts: readonly Fact[],
  limits: CertificateLimits,
): Trouble | undefined {
  if (state !== "dead" && state !== "failed" && facts.some(({ name }) => name === "service.configuration"))
    return "misconfigured";
  if (state === "running" && facts.some(({ name }) => name === "service.savedAt")) return "outdated";
  const urgency = urgencyOf(state, facts, limits);
  if (urgency === undefined) return OF_STATE[state];
  return OF_CERTIFICATE[urgency];
}

/** The rank of a resource, from 0, if trouble comes first; resources without trouble have `LAST_RANK`. */
export function troubleRank(state: ResourceState, facts: readonly Fact[], limits: CertificateLimits): number {
  const trouble = troubleOf(state, facts, limits);
  if (trouble === undefined) return LAST_RANK;
  // what is down comes before a certificate for which there is time
  if (urgencyOf(state, facts, limits) === "soon") return troubles.length;
  return troubles.indexOf(trouble);
}

export const LAST_RANK = troubles.length + 1;
