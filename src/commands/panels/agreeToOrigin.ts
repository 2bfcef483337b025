import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { panelNodeId } from "../../tree/treeNodes.ts";
import { PanelError } from "../../wire/answers/failure.ts";
import { agreeToHttp } from "./httpConsent.ts";
import type { PanelServices } from "./panelServices.ts";

/**
 * Asks what must be agreed to before a panel is used at an origin: that another one is there already, and that calls are
 * not encrypted. Resolves to whether unencrypted calls were agreed to; `undefined`: the origin is not to be used. Going to
 * the other panel instead ends the command.
 *
 * @param panel The one that moves there; none where one is added.
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

/** Whether calls to a panel are encrypted, or are meant to be. */
export function isSecure({ address }: Pick<PanelRecord, "address">): boolean {
  return address.startsWith("https://");
}
