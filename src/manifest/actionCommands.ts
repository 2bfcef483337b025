import type { Verb } from "../resources/verbs.ts";
import { actionsOf, resourceKinds, type RowActionId } from "../resources/resources.ts";
import { operations } from "../wire/operations/operations.ts";
import { isInPalette } from "./pickedCommands.ts";
import type { CommandShape, MenuPlace } from "./commandShape.ts";

/** The command of an action. */
export type ActionCommandId = `serverPanel.${RowActionId}`;

const ICONS: Readonly<Partial<Record<Verb, string>>> = {
  reload: "refresh",
  restart: "debug-restart",
  start: "play",
  stop: "debug-stop",
  renew: "workspace-trusted",
};

/** Verbs whose commands are in a submenu. */
const IN_SUBMENUS: Readonly<Partial<Record<Verb, MenuPlace>>> = {
  backUp: "3_backups@1",
  changePhp: "3_settings@2",
  installCertificate: "3_certificate@1",
  orderCertificate: "3_certificate@2",
};

function groupOf(destroys: boolean, mends: boolean): "9_destroy" | "1_mend" | "3_change" {
  if (destroys) return "9_destroy";
  if (mends) return "1_mend";
  return "3_change";
}

/** The commands of all actions, in the order of the resource table; each is offered in its action's states. */
export function actionCommands(): Readonly<Record<string, CommandShape>> {
  return Object.fromEntries(
    resourceKinds.flatMap((kind) =>
      actionsOf(kind).map(([verb, { operation, offered, inline = [], inlineWhile, mends, oneAtATime }], index) => {
        const icon = ICONS[verb];
        const nodesIn = (states: readonly string[]) => states.map((state) => `${kind}.${state}`);
        const group = groupOf(operations[operation].effect === "destroy", mends !== undefined);
        const place: MenuPlace = IN_SUBMENUS[verb] ?? `${group}@${index + 1}`;
        const shape: CommandShape = {
          palette: isInPalette(verb) ? "withPanels" : "never",
          nodes: nodesIn(offered),
          change: verb,
          place,
          ...(oneAtATime === undefined && { several: true }),
          ...(icon !== undefined && { icon }),
          ...(mends !== undefined && { mends, inline: nodesIn(offered), inlineOrder: 0 }),
          ...(inlineWhile !== undefined && { inlineWhile }),
          ...(inline.length > 0 && { inline: nodesIn(inline) }),
        };
        return [`serverPanel.${kind}.${verb}`, shape];
      }),
    ),
  );
}
