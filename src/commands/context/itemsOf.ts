import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { PanelError } from "../../wire/answers/failure.ts";
import { forPanel } from "./errorWithPanel.ts";
import type { Choosing } from "./services.ts";
import { whileConnecting } from "./whileConnecting.ts";

/** The items of a kind, asked for behind a progress notification. What fails is thrown as `ErrorWithPanel`. */
export async function itemsOf(
  services: Choosing,
  panel: PanelRecord,
  kind: ResourceKind,
): Promise<readonly ItemNode[]> {
  return forPanel(panel, () =>
    whileConnecting(services.dialogs, panel, (signal) => unlessAborted(services.tree.items(panel.id, kind), signal)),
  );
}

/** Stops waiting when the signal aborts; what was asked goes on and fills the tree. */
async function unlessAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => aborted.reject(new PanelError({ kind: "cancelled" })), { once: true });
  return Promise.race([task, aborted.promise]);
}
