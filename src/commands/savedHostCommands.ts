import { env, l10n, window } from "vscode";
import type { SavedHost } from "../model/resources/savedHost.ts";
import { chooseItem } from "./choose.ts";
import { forPanel } from "./panelProblem.ts";
import type { Handler } from "./services.ts";

/** Opens a terminal that runs `ssh` to a saved host; the user name is asked for once for each host. */
export const openHostTerminal: Handler = async (services, args) => {
  const item = await chooseItem(services, args, "savedHost", l10n.t("Open SSH Terminal"));
  const panel = services.panels().find(({ id }) => id === item?.panelId);
  if (item === undefined || panel === undefined) return;
  const { address, port } = item.row as SavedHost;
  await forPanel(panel, async () => {
    const host = sshHost(address, new URL(panel.address).hostname);
    if (host === undefined) {
      const message = l10n.t("“{0}” has no address that ssh can be given.", item.label);
      await services.dialogs.tell({ severity: "warning", message });
      return;
    }
    const user = await askUser(services, item.id, item.label);
    if (user === undefined) return;
    const shellArgs = [...(port === undefined ? [] : ["-p", String(port)]), "-l", user, "--", host];
    window.createTerminal({ name: l10n.t("ssh {0}", item.label), shellPath: "ssh", shellArgs }).show();
  });
};

export const copyHost: Handler = async (services, args) => {
  const item = await chooseItem(services, args, "savedHost", l10n.t("Copy Host Address"));
  const address = (item?.row as SavedHost | undefined)?.address;
  if (address !== undefined) await env.clipboard.writeText(address);
};

/** Loopback is the panel's own machine. What comes from a panel must not be read by ssh as an option. */
export function sshHost(address: string | undefined, panelHost: string): string | undefined {
  if (address === undefined || !/^[\w.:[\]-]+$/.test(address) || address.startsWith("-")) return undefined;
  const isLoopback = /^(127(\.\d+){3}|::1|\[::1\]|localhost)$/i.test(address);
  return isLoopback ? panelHost.replace(/^\[(.*)\]$/, "$1") : address;
}

async function askUser(
  { dialogs, memento }: Parameters<Handler>[0],
  id: string,
  label: string,
): Promise<string | undefined> {
  const key = `serverPanel.sshUser/${id}`;
  const known = memento.get<string>(key);
  if (known !== undefined) return known;
  const user = await dialogs.input({
    title: l10n.t("SSH User for “{0}”", label),
    prompt: l10n.t("It is remembered for this host."),
    value: "root",
    problem: (typed) => (/^[A-Za-z_][\w.-]*$/.test(typed) ? undefined : l10n.t("This is not a user name.")),
  });
  if (user !== undefined) await memento.update(key, user);
  return user;
}
