import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Choice } from "../ports/dialogs.ts";
import type { Terminal } from "../ports/workbench.ts";
import { openPanelTerminal, type OpeningTerminals } from "./panelTerminal.ts";

/** A terminal that a person chose, with its state at that moment. */
export interface ChosenTerminal {
  readonly terminal: Terminal;
  /** Whether it led to a server when it was chosen. */
  readonly isSsh: boolean;
  /** Whether it was just opened, so that nobody is logged in yet. */
  readonly isFresh: boolean;
}

type Chooses = () => Promise<ChosenTerminal | undefined>;

/** Asks for a terminal, always: a panel's command is for its server, and must not get into a local shell unnoticed. */
export async function chooseTerminal(
  services: OpeningTerminals,
  panel: PanelRecord,
  label: string,
  [line = "", ...others]: readonly string[],
): Promise<ChosenTerminal | undefined> {
  const { dialogs, terminals } = services;
  const open = terminals.list();
  const fresh: Choice<Chooses> = {
    label: l10n.t("Open SSH Terminal…"),
    description: panel.name,
    icon: "add",
    async value() {
      const terminal = await openPanelTerminal(services, panel);
      return terminal && chosen(terminal, true);
    },
  };
  const freshLocal: Choice<Chooses> = {
    label: l10n.t("New Local Terminal"),
    description: l10n.t("local, not SSH"),
    icon: "add",
    value: async () => chosen(terminals.create(), false),
  };
  const choices = [
    ...open.filter(({ isSsh }) => isSsh).map(present),
    fresh,
    ...open.filter(({ isSsh }) => !isSsh).map(present),
    freshLocal,
  ];
  const question =
    others.length === 0
      ? l10n.t("Inserted, not run: {0}", line)
      : l10n.t("Inserted line by line, not run: {0} …", line);
  const picked = await dialogs.pick(l10n.t("Insert “{0}” into Terminal", label), question, choices);
  return picked?.();
}

function present(terminal: Terminal): Choice<Chooses> {
  return {
    label: terminal.name,
    description: terminal.isSsh ? l10n.t("SSH") : l10n.t("local, not SSH"),
    icon: "terminal",
    value: async () => chosen(terminal, false),
  };
}

function chosen(terminal: Terminal, isFresh: boolean): ChosenTerminal {
  return { terminal, isSsh: terminal.isSsh, isFresh };
}
