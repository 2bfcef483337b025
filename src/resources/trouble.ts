import type { Fact } from "./facts.ts";
import type { ResourceState } from "./resource.ts";

/**
 * What may be wrong with a resource, the worst first: what nobody wants and is broken already, what somebody may have
 * stopped on purpose, what is still to come.
 */
export const troubles = ["dead", "failed", "restarting", "expired", "stopped", "paused", "expiring"] as const;
export type Trouble = (typeof troubles)[number];

/** With how few days left a certificate needs attention, and when it does so at once. */
export interface CertificateLimits {
  readonly warningDays: number;
  readonly urgentDays: number;
}

/** How a certificate stands that needs attention: `urgent` and `soon` are about to expire. */
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
 * How the certificate among these facts stands; `undefined`: there is none, it is fine, or it does not matter, for the resource
 * itself is in trouble: nobody meets the certificate of a website that was stopped.
 */
export function urgencyOf(
  state: ResourceState,
  facts: readonly Fact[],
  limits: CertificateLimits,
): Urgency | undefined {
  if (OF_STATE[state] !== undefined) return undefined;
  const told = facts.find(({ name }) => name === "certificateDays" || name === "daysLeft");
  if (told === undefined) return undefined;
  const days = Number(told.value);
  if (days < 0) return "expired";
  // a person may set them the wrong way round: what is urgent is so before anything else
  if (days < limits.urgentDays) return "urgent";
  return days < limits.warningDays ? "soon" : undefined;
}

/** What is wrong with a resource: its state, else its certificate. Its icon and its group tell the same. */
export function troubleOf(
  state: ResourceState,
  facts: readonly Fact[],
  limits: CertificateLimits,
): Trouble | undefined {
  const urgency = urgencyOf(state, facts, limits);
  return urgency === undefined ? OF_STATE[state] : OF_CERTIFICATE[urgency];
}

/** Where a resource stands among others, from 0, if those in trouble come first; all that are well share `LAST_RANK`. */
export function troubleRank(state: ResourceState, facts: readonly Fact[], limits: CertificateLimits): number {
  const trouble = troubleOf(state, facts, limits);
  if (trouble === undefined) return LAST_RANK;
  const isLeast = urgencyOf(state, facts, limits) === "soon";
  return troubles.indexOf(trouble) + (isLeast ? 1 : 0);
}

export const LAST_RANK = troubles.length + 1;
