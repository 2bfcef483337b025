import * as l10n from "@vscode/l10n";
import type { SavedHost } from "../../resources/savedHost.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { chooseItem, panelOf } from "../context/choose.ts";
import { copyCommand } from "./copyCommand.ts";
import { forPanel } from "../context/errorWithPanel.ts";
import type { Handler } from "../context/services.ts";
import type { ResourceServices } from "./resourceServices.ts";

/** Opens a terminal that runs `ssh` to a saved host; the user name is asked for once for each host. */
export const openHostTerminal = terminalCommand(l10n.t("Open SSH Terminal"), false);

/** The same as another user, who is remembered from then on. */
export const openHostTerminalAs = terminalCommand(l10n.t("Open SSH Terminal As"), true);

function terminalCommand(title: string, asksUser: boolean): Handler<ResourceServices> {
  return async (services, args) => {
    const item = await chooseItem(services, args, "savedHost", title);
    if (item === undefined) return;
    const panel = panelOf(services, item.panelId);
    const { address, port } = item.row as SavedHost;
    await forPanel(panel, async () => {
      const host = sshHost(address, new URL(panel.address).hostname);
      if (host === undefined) {
        const message = l10n.t("“{0}” has no address that SSH can use.", item.label);
        await services.dialogs.tell({ severity: "warning", message });
        return;
      }
      const user = await userFor(services, item, asksUser);
      if (user === undefined) return;
      const shellArgs = [...(port === undefined ? [] : ["-p", String(port)]), "-l", user, "--", host];
      services.terminals.create({ name: l10n.t("ssh {0}", item.label), shellPath: "ssh", shellArgs }).show();
    });
  };
}

export const copyHost = copyCommand("savedHost", l10n.t("Copy Host Address"), ({ row }) => (row as SavedHost).address);

/** What ssh is to connect to: loopback is the panel's own machine. `undefined`: ssh could take it for an option. */
export function sshHost(address: string | undefined, panelHost: string): string | undefined {
  if (address === undefined || !/^[\w.:[\]-]+$/.test(address) || address.startsWith("-")) return undefined;
  const isLoopback = /^(127(\.\d+){3}|::1|\[::1\]|localhost)$/i.test(address);
  return isLoopback ? panelHost.replace(/^\[(.*)\]$/, "$1") : address;
}

/** The user that was named last; asks where there is none, or where `asks` says so. */
async function userFor(
  { dialogs, memento }: ResourceServices,
  { id, label }: ItemNode,
  asks: boolean,
): Promise<string | undefined> {
  const key = `serverPanel.sshUser/${id}`;
  const kept = memento.get(key);
  const known = typeof kept === "string" ? kept : undefined;
  if (known !== undefined && !asks) return known;
  const user = await dialogs.input({
    title: l10n.t("SSH User for “{0}”", label),
    prompt: l10n.t("It is remembered for this host."),
    value: known ?? "root",
    problem: (typed) => (/^[A-Za-z_][\w.-]*$/.test(typed) ? undefined : l10n.t("This is not a valid user name.")),
  });
  if (user !== undefined) await memento.update(key, user);
  return user;
}
