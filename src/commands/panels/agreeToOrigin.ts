import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { panelNodeId } from "../../tree/treeNodes.ts";
import { isLoopback } from "../../panels/address.ts";
import { PanelError } from "../../wire/answers/failure.ts";
import { sentences } from "../../characters/sentences.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Revealing } from "../../views/drawnTree.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** Agreeing to an address, unless another panel has it. */
export interface Agreeing extends KeepingPanels, Revealing, Talking {}

/**
 * Asks for consent before a panel is used at an origin: if another panel has it already, and if calls are not
 * encrypted. Resolves to whether the person agreed to unencrypted calls; `undefined`: do not use the origin. Going to
 * the other panel instead ends the command.
 *
 * @param panel the one that moves there; absent if one is added
 */
export async function agreeToOrigin(
  services: Agreeing,
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
  if (!origin.startsWith("http://") || isLoopback(origin)) return false;
  return (await askHttpConsent(services, origin, panel !== undefined && isSecure(panel))) || undefined;
}

/** Whether calls to a panel are, or should be, encrypted. */
export function isSecure({ address }: Pick<PanelRecord, "address">): boolean {
  return address.startsWith("https://");
}

/**
 * Asks whether calls may be signed over plain http: whoever captures one can use the panel for good (docs/protocol.md
 * 1.3).
 * @param wasSecure whether the panel is stored with https
 */
export async function askHttpConsent({ dialogs }: Talking, address: string, wasSecure = false): Promise<boolean> {
  const risk = l10n.t(
    "Over http, anybody between you and the server can intercept a call and use it to control the panel from then on. If you can, turn on SSL in the panel under Settings.",
  );
  const warning = l10n.t(
    "This panel is stored with https. If that stopped working by itself, the connection may be intercepted.",
  );
  return dialogs.ask(
    l10n.t("Use the panel at {0} without encryption?", address),
    wasSecure ? sentences(warning, risk) : risk,
    l10n.t("Use http"),
  );
}
