import * as l10n from "@vscode/l10n";
import type { ResultOf } from "../wire/operations/operations.ts";
import { unescapeHtml } from "../characters/unescapeHtml.ts";
import { facts } from "./facts.ts";
import { resource } from "./resource.ts";

export type SavedHost = ResultOf<"terminal.hosts">["rows"][number];

/** SSH hosts saved in the panel's web terminal (docs/protocol.md 11.6), without their credentials. */
export const savedHost = resource<SavedHost>()({
  words: {
    list: () => l10n.t("Saved Hosts"),
    one: () => l10n.t("saved host"),
    many: (count) => l10n.t("{0} saved hosts", count),
    all: () => l10n.t("saved hosts"),
    none: () => l10n.t("No saved hosts"),
    whereMade: () => l10n.t("save one in the panel's terminal"),
  },
  icon: "remote",
  rowIcon: "remote",
  rowFacts: ["address"],
  listedBy: "terminal.hosts",
  list: (call) => call("terminal.hosts", {}),
  key: ({ id, address }) => id ?? address,
  identity: ({ id, address }) => [id ?? address, address],
  label: ({ note, address, id }) => (note === undefined || note === "" ? (address ?? id ?? "") : unescapeHtml(note)),
  state: () => "stateless",
  facts: ({ address, port }) =>
    facts({ address: address === undefined || port === undefined ? address : `${address}:${port}` }),
  actions: {},
  copies: [{ what: () => l10n.t("Address"), textOf: ({ address }) => address }],
  offers: {
    openTerminal: { offered: ["stateless"], inline: ["stateless"] },
    openTerminalAs: { offered: ["stateless"] },
  },
});
