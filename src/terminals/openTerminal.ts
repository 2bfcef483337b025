import * as l10n from "@vscode/l10n";
import { choosePanel, nodeArgument } from "../commands/context/choose.ts";
import type { Choosing } from "../commands/context/choosing.ts";
import type { Handler } from "../commands/context/handler.ts";
import { openPanelTerminal, type OpeningTerminals } from "./panelTerminal.ts";
import { openHostTerminal } from "./savedHostCommands.ts";

/** *Open SSH Terminal…*: to a saved host, or to the server of a panel. */
export const openTerminal: Handler<Choosing & OpeningTerminals> = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "item" && node.kind === "savedHost") return openHostTerminal(services, node);
  const panel = await choosePanel(services, args, l10n.t("Open SSH Terminal"));
  if (panel !== undefined) await openPanelTerminal(services, panel);
};
