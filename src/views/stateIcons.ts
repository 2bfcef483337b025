import type { ResourceState } from "../resources/resource.ts";
import type { Urgency } from "../resources/trouble.ts";
import { stateColors } from "./stateColors.ts";

const { fine, warning, wrong, quiet } = stateColors;

/** An icon and its colour, if it has one of its own. */
export type StateIcon = readonly [icon: string, color: string | undefined];

/** The icon of each state. No two colours have the same shape: in high contrast there are none, and some people do not tell them apart. */
export const stateIcons: Readonly<Record<ResourceState, StateIcon>> = {
  running: ["circle-filled", fine],
  starting: ["play-circle", warning],
  restarting: ["sync", warning],
  created: ["circle-outline", quiet],
  stopped: ["circle-outline", quiet],
  dead: ["error", wrong],
  paused: ["debug-pause", warning],
  on: ["circle-filled", fine],
  off: ["circle-outline", quiet],
  valid: ["verified", fine],
  pending: ["watch", warning],
  expired: ["error", wrong],
  failed: ["error", wrong],
  upgrading: ["sync~spin", undefined],
  stateless: ["circle-small", undefined],
  elsewhere: ["arrow-small-right", quiet],
  manual: ["edit", undefined],
  unknown: ["question", quiet],
};

/** Icons of items that are in no trouble but for their certificate. */
export const certificateIcons: Readonly<Record<Urgency, StateIcon>> = {
  soon: ["warning", warning],
  urgent: ["error", wrong],
  expired: ["error", wrong],
};

/** Icons of services by their configuration: refused, whether they run with the old one or not, or saved and not in use yet. */
export const configurationIcons = { misconfigured: ["error", wrong], outdated: ["warning", warning] } as const;
