import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { panelNodeId } from "../../tree/treeNodes.ts";
import { PanelError } from "../../wire/answers/failure.ts";
import { agreeToHttp } from "./httpConsent.ts";
import type { PanelServices } from "./panelServices.ts";

/**
 * Asks for consent before a panel is used at an origin: if another panel has it already, and if calls are not
 * encrypted. Resolves to whether the person agreed to unencrypted calls; `undefined`: do not use the origin. Going to
 * the other panel instead ends the command.
 *
 * @param panel the one that moves there; absent if one is added
 */
export async function agreeToOrigin(
  services: PanelServices,
  origin: string,
  panel: PanelRecord | undefined,
): Promise<boolean | undefined> {
  const { dialogs, store, reveal } = services;
  const other = store.list().find(({ id, address }) => address === origin && id !== panel?.id);
  if (other !== undefined) {
    const answer = await dialogs.choose(
      l10n.t("“{0}” is already at {1}", other.name, origin),
      l10n.t("Each entry has its own key and protection: what one refuses, another may allow."),
      [
        { label: l10n.t("Show It"), value: "show" },
        { label: panel === undefined ? l10n.t("Add Anyway") : l10n.t("Use Anyway"), value: "go" },
      ],
    );
    if (answer === undefined) return undefined;
    if (answer === "show") {
      await reveal(panelNodeId(other.id), { expand: false });
      throw new PanelError({ kind: "cancelled" });
    }
  }
  return agreeToHttp(services, origin, panel !== undefined && isSecure(panel));
}

/** Whether calls to a panel are, or should be, encrypted. */
export function isSecure({ address }: Pick<PanelRecord, "address">): boolean {
  return address.startsWith("https://");
}
