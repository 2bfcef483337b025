import type { Effect } from "../wire/answers/operation.ts";

/** Protection levels of a panel, from the least to the most careful. */
export const guardLevels = ["trusted", "ask", "typeName", "readOnly"] as const;
export type GuardLevel = (typeof guardLevels)[number];

/** The level of a new panel. */
export const defaultLevel: GuardLevel = "ask";

/** The step before an operation is sent. `typeName`: a person types the target's name. */
export type Safeguard = "none" | "ask" | "typeName" | "refuse";

const SAFEGUARDS: Readonly<Record<GuardLevel, Readonly<Record<Effect, Safeguard>>>> = {
  trusted: { read: "none", change: "none", disrupt: "none", destroy: "ask" },
  ask: { read: "none", change: "none", disrupt: "ask", destroy: "ask" },
  typeName: { read: "none", change: "ask", disrupt: "ask", destroy: "typeName" },
  readOnly: { read: "none", change: "refuse", disrupt: "refuse", destroy: "refuse" },
};

/** Whether a panel with this level may be changed at all. */
export function mayChange(level: GuardLevel): boolean {
  return level !== "readOnly";
}

/** The safeguard for an effect at a level. */
export function safeguardFor(level: GuardLevel, effect: Effect): Safeguard {
  return SAFEGUARDS[level][effect];
}
