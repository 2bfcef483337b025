import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Terminal, UsingTerminals } from "../ports/workbench.ts";
import type { SavedHost } from "../resources/savedHost.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { panelOf } from "../commands/context/choose.ts";
import { forPanel } from "../commands/context/askPanel.ts";
import type { OnItem } from "../commands/context/handler.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";
import type { Remembering } from "../storage/ports.ts";
import type { Talking } from "../ports/dialogs.ts";
import { isSshUser, openSsh } from "./sshLogin.ts";

/** Opens a terminal that runs `ssh` to a saved host; asks for the user name once for each host. */
export const openHostTerminal: OnItem<KnownPanels & Remembering & Talking & UsingTerminals> = async (services, item) =>
  void (await openSavedHost(services, panelOf(services, item.panelId), item));

/** Opens a terminal as another user, who is remembered. */
export const openHostTerminalAs: typeof openHostTerminal = async (services, item) =>
  void (await openSavedHost(services, panelOf(services, item.panelId), item, true));

/** Opens and shows the terminal; `undefined`: dismissed, or a message says why there is none. */
export async function openSavedHost(
  services: Remembering & Talking & UsingTerminals,
  panel: PanelRecord,
  item: ItemNode,
  asksUser = false,
): Promise<Terminal | undefined> {
  const { address, port } = item.row as SavedHost;
  return forPanel(panel, async () => {
    const host = sshHost(address, new URL(panel.address).hostname);
    if (host === undefined) {
      const message = l10n.t("“{0}” has no address that SSH can use.", item.label);
      await services.dialogs.tell({ severity: "warning", message });
      return undefined;
    }
    const user = await userFor(services, item, asksUser);
    if (user === undefined) return undefined;
    return openSsh(services, item.label, { user, host, ...(port === undefined ? {} : { port }) });
  });
}

/** The host for ssh: loopback stands for the panel's own machine. `undefined`: ssh could take it for an option. */
export function sshHost(address: string | undefined, panelHost: string): string | undefined {
  const host = bareHost(address ?? "");
  if (!/^[\w.:][\w.:-]*$/.test(host)) return undefined;
  const isLoopback = /^(127(\.\d+){3}|::1|localhost)$/i.test(host);
  if (isLoopback) return bareHost(panelHost);
  return host;
}

/** A host without the brackets of IPv6, which URLs have and ssh does not. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** The last user name; asks if there is none, or if `asks` is set. */
async function userFor(
  { dialogs, memento }: Remembering & Talking,
  { id, label }: ItemNode,
  asks: boolean,
): Promise<string | undefined> {
  const key = `serverPanel.sshUser/${id}`;
  const kept = memento.get(key);
  const known = typeof kept === "string" && isSshUser(kept) ? kept : undefined;
  if (known !== undefined && !asks) return known;
  const user = await dialogs.input({
    title: l10n.t("SSH User for “{0}”", label),
    prompt: l10n.t("It is remembered for this host."),
    value: known ?? "root",
    problem: (typed) => (isSshUser(typed) ? undefined : l10n.t("This is not a valid user name.")),
  });
  if (user !== undefined) await memento.update(key, user);
  return user;
}
