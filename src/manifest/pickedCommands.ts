import type { CommandShape } from "./commandShape.ts";

/**
 * Commands of the palette that pick their resource among those of all kinds, with the names that the kinds' own commands
 * have: these are on rows, and not in the palette.
 */
export const pickedNames = {
  restart: ["restart"],
  start: ["start"],
  stop: ["stop"],
  followLog: ["followLog", "followAccessLog", "followErrorLog"],
  openConfiguration: ["openConfiguration"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PickedName = keyof typeof pickedNames;

export const pickedNameIds = Object.keys(pickedNames) as readonly PickedName[];

/** The command of the palette for a name. */
export type PickingCommandId = `serverPanel.resource.${PickedName}`;

/** The commands that pick their resource. */
export function pickingCommands(): Readonly<Record<string, CommandShape>> {
  return Object.fromEntries(pickedNameIds.map((name) => [`serverPanel.resource.${name}`, { palette: "withPanels" }]));
}

/** Whether a kind's own command is in the palette: not if a command for all kinds stands for it there. */
export function isInPalette(name: string): boolean {
  return !Object.hasOwn(pickedNames, name);
}
