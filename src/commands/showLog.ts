import { l10n } from "vscode";
import type { Call } from "../model/resource.ts";
import { cleanTerminalText } from "../model/terminalText.ts";
import type { ItemNode } from "../model/treeNodes.ts";
import { chooseItem } from "./choose.ts";
import { forPanel } from "./panelProblem.ts";
import type { Handler } from "./services.ts";

/** Panels send a container's whole log where it is smaller than 1 MiB, whatever is asked for (panel-reference.md 3). */
const CONTAINER_LINES = 1_000;

/** Shows the end of a log, as the panel has it now, in an Output channel. */
export function showLog(kind: "javaProject" | "container"): Handler {
  return async (services, args) => {
    const item = await chooseItem(services, args, kind, l10n.t("Show Log"));
    const panel = services.panels().find(({ id }) => id === item?.panelId);
    if (item === undefined || panel === undefined) return;
    const text = await forPanel(panel, () =>
      services.dialogs.progress(l10n.t("Asking “{0}”", panel.name), (signal) =>
        readLog(services.connections.of(panel).callFor(signal), item),
      ),
    );
    const lines = (text ?? "").split("\n").map(cleanTerminalText);
    const isEmpty = lines.every((line) => line.trim() === "");
    const shown = isEmpty ? l10n.t("The log is empty, or the panel does not have it.") : lines.join("\n");
    services.resourceLogs.show(l10n.t("{0} ({1})", item.label, panel.name), shown);
  };
}

async function readLog(call: Call, { kind, key }: ItemNode): Promise<string | undefined> {
  if (kind === "javaProject") return (await call("java.log", { project: key })).text;
  return (await call("container.log", { container: key, tail: CONTAINER_LINES })).text;
}
