import type { Fact, ResourceState } from "./resource.ts";

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

const OF_STATE: Readonly<Partial<Record<ResourceState, readonly [Trouble]>>> = {
  dead: ["dead"],
  failed: ["failed"],
  restarting: ["restarting"],
  stopped: ["stopped"],
  paused: ["paused"],
  expired: ["expired"],
};

const OF_CERTIFICATE: Readonly<Record<Urgency, readonly [Trouble]>> = {
  expired: ["expired"],
  urgent: ["expiring"],
  soon: ["expiring"],
};

const NONE: readonly Trouble[] = [];

/** How the certificate among these facts stands; `undefined`: there is none, or it is fine. */
export function urgencyOf(facts: readonly Fact[], limits: CertificateLimits): Urgency | undefined {
  const told = facts.find(({ name }) => name === "certificateDays" || name === "daysLeft");
  if (told === undefined) return undefined;
  const days = Number(told.value);
  if (days < 0) return "expired";
  // a person may set them the wrong way round: what is urgent is so before anything else
  if (days < limits.urgentDays) return "urgent";
  return days < limits.warningDays ? "soon" : undefined;
}

/** What is wrong with a resource, each once, the worst first. */
export function troublesOf(
  state: ResourceState,
  facts: readonly Fact[],
  limits: CertificateLimits,
): readonly Trouble[] {
  const urgency = urgencyOf(facts, limits);
  const ofState = OF_STATE[state] ?? NONE;
  const ofCertificate = urgency === undefined ? NONE : OF_CERTIFICATE[urgency];
  if (ofState.length === 0 || ofState[0] === ofCertificate[0]) return ofCertificate;
  if (ofCertificate.length === 0) return ofState;
  return [...ofState, ...ofCertificate].toSorted((a, b) => troubles.indexOf(a) - troubles.indexOf(b));
}

/** Where a resource stands among others, from 0, if those in trouble come first; all that are well share `LAST_RANK`. */
export function troubleRank(state: ResourceState, facts: readonly Fact[], limits: CertificateLimits): number {
  const [worst] = troublesOf(state, facts, limits);
  if (worst === undefined) return LAST_RANK;
  const isLeast = worst === "expiring" && urgencyOf(facts, limits) === "soon";
  return troubles.indexOf(worst) + (isLeast ? 1 : 0);
}

export const LAST_RANK = troubles.length + 1;
