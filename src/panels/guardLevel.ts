import type { Effect } from "../wire/answers/operation.ts";

/** How carefully a panel is to be treated, from the least to the most careful; chosen per panel. */
export const guardLevels = ["trusted", "ask", "typeName", "readOnly"] as const;
export type GuardLevel = (typeof guardLevels)[number];

/** Of a panel for which nobody has chosen one. */
export const defaultLevel: GuardLevel = "ask";

/** What must happen before an operation is sent. `typeName`: the target's name is typed. */
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

/** The safeguard that a panel's level asks of an effect. */
export function safeguardFor(level: GuardLevel, effect: Effect): Safeguard {
  return SAFEGUARDS[level][effect];
}
