import * as l10n from "@vscode/l10n";
import { isDemo } from "../panels/isDemo.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Choice, Talking } from "../ports/dialogs.ts";
import type { Terminal, UsingTerminals } from "../ports/workbench.ts";
import { groupNodeId, type ItemNode } from "../tree/treeNodes.ts";
import { itemsOf } from "../commands/context/askPanel.ts";
import { CommandAborted } from "../commands/context/commandAborted.ts";
import { bareHost, openSavedHost } from "./savedHostCommands.ts";
import type { KeepingPanels } from "../panels/panelStore.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";
import type { Remembering } from "../storage/ports.ts";
import { openSsh, sshLoginIn, sshLoginText, type SshLogin } from "./sshLogin.ts";

/** Opening the terminal of a panel's server. */
export interface OpeningTerminals extends KeepingPanels, KnownPanels, Remembering, Talking, UsingTerminals {}

/** Example of a login, with an address for documentation. */
const EXAMPLE = "root@192.0.2.1:22";

type Opens = () => Promise<Terminal | undefined>;

/**
 * Opens a terminal that runs `ssh` to a panel's server, or to one of its saved hosts. The panel is called only if a
 * person wants its saved hosts: they may need the terminal because it does not answer. `undefined`: dismissed, or a
 * message says why there is none.
 */
export async function openPanelTerminal(services: OpeningTerminals, panel: PanelRecord): Promise<Terminal | undefined> {
  if (isDemo(panel))
    throw new CommandAborted(l10n.t("The demo panel runs inside VS Code: there is no server to connect to."));
  const known = panel.ssh === undefined ? undefined : sshLoginIn(panel.ssh);
  const title = l10n.t("SSH Terminal for “{0}”", panel.name);
  const opens = await services.dialogs.pick(title, l10n.t("Which host?"), [
    ownHost(services, panel, known),
    ...savedHosts(services, panel, title),
    ...(known === undefined ? [] : [change(services, panel, known)]),
  ]);
  return opens?.();
}

function ownHost(
  services: KeepingPanels & Talking & UsingTerminals,
  panel: PanelRecord,
  known: SshLogin | undefined,
): Choice<Opens> {
  return {
    label: known === undefined ? hostOf(panel) : sshLoginText(known),
    description: known === undefined ? l10n.t("this panel's server; asks for the user") : l10n.t("this panel's server"),
    icon: "server",
    value: async () => (known === undefined ? askAndOpen(services, panel) : openSsh(services, panel.name, known)),
  };
}

function change(
  services: KeepingPanels & Talking & UsingTerminals,
  panel: PanelRecord,
  known: SshLogin,
): Choice<Opens> {
  return {
    label: l10n.t("Change User, Host or Port…"),
    icon: "edit",
    value: async () => askAndOpen(services, panel, known),
  };
}

/** The saved hosts of the tree, or a choice that loads them. */
function savedHosts(services: OpeningTerminals, panel: PanelRecord, title: string): readonly Choice<Opens>[] {
  const { tree } = services;
  const id = groupNodeId(panel.id, "savedHost");
  const group = tree.node(id);
  const isFiltered = group?.type === "group" && group.filter !== undefined;
  const nodes = tree.loadedChildren(id).flatMap((child) => tree.node(child) ?? []);
  const items = nodes.filter((node) => node.type === "item");
  if (items.length > 0 && !isFiltered) return items.map((item) => savedHost(services, panel, item));
  return [
    {
      label: l10n.t("Saved Hosts…"),
      description: l10n.t("asks the panel for them"),
      icon: "remote",
      async value() {
        const listed = await itemsOf(services, panel, "savedHost");
        if (listed.length === 0)
          throw new CommandAborted(l10n.t("No hosts are saved in the web terminal of “{0}”.", panel.name));
        const choices = listed.map((item) => savedHost(services, panel, item));
        return (await services.dialogs.pick(title, l10n.t("Which host?"), choices))?.();
      },
    },
  ];
}

function savedHost(
  services: Remembering & Talking & UsingTerminals,
  panel: PanelRecord,
  item: ItemNode,
): Choice<Opens> {
  const address = item.facts.find(({ name }) => name === "address")?.value;
  return {
    label: item.label,
    ...(address === undefined ? {} : { description: address }),
    icon: "remote",
    value: async () => openSavedHost(services, panel, item),
  };
}

/**
 * Asks for a login and opens a terminal. The panel's address is only a suggestion: it may be a proxy's or a tunnel's.
 */
async function askAndOpen(
  services: KeepingPanels & Talking & UsingTerminals,
  panel: PanelRecord,
  known: SshLogin = { user: "root", host: hostOf(panel) },
): Promise<Terminal | undefined> {
  const typed = await services.dialogs.input({
    title: l10n.t("SSH Login for “{0}”", panel.name),
    prompt: l10n.t(
      "user@host:port. Without user or port, your SSH configuration decides. It is remembered for this panel.",
    ),
    placeholder: EXAMPLE,
    value: sshLoginText(known),
    problem: (text) =>
      sshLoginIn(text) === undefined
        ? l10n.t("Type a host, user@host, or user@host:port; an IPv6 address with a port in brackets.")
        : undefined,
  });
  const login = typed === undefined ? undefined : sshLoginIn(typed);
  if (login === undefined) return undefined;
  await services.store.update(panel.id, { ssh: sshLoginText(login) });
  return openSsh(services, panel.name, login);
}

function hostOf({ address }: PanelRecord): string {
  return bareHost(new URL(address).hostname);
}
