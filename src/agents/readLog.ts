import { cleanTerminalText } from "../characters/terminalText.ts";
import { logOf, type FollowedLog } from "../followedLogs/followedLog.ts";
import { endOfLog } from "../followedLogs/logWindow.ts";
import type { WebLog } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { failureUnlessCancelled } from "../wire/answers/failure.ts";
import type { AgentHandler } from "./agentServices.ts";
import { itemNamed, panelNamed, problemOf } from "./named.ts";
import { agentLines } from "./newLines.ts";
import { logsOf } from "./readResources.ts";
import { ToolProblem } from "./toolResult.ts";

/** Which log of a kind is meant; of a website the error log unless told. Throws `ToolProblem` where the kind has none. */
export function logMeant(kind: ResourceKind, log: WebLog = "error"): Pick<FollowedLog, "kind" | "which"> {
  if (logsOf(kind).length === 0)
    throw new ToolProblem("Resources of this kind have no log.", "Do without, or read the log of another resource.");
  if (resourceOf(kind).webLogs === undefined) return { kind };
  return { kind, which: log };
}

/** The name of an item in requests for its logs, where that is not its key. */
export function nameInLogs({ kind, row }: ItemNode): string | undefined {
  if (row === undefined) return undefined;
  return resourceOf(kind).webLogs?.nameOf(row);
}

/** Reads the end of a log, or the lines before an offset. */
export const readLog: AgentHandler<"read_panel_log"> = async (services, input, { signal }) => {
  const { offset = 0 } = input;
  const meant = logMeant(input.kind, input.log);
  const panel = panelNamed(services, input.panel);
  const { item } = await itemNamed(services, panel, input, signal);
  const { read, mode } = logOf(meant);
  const call = services.connections.of(panel).callFor(signal);
  const answer = await read(call, item.key, nameInLogs(item)).catch((error: unknown) => {
    throw problemOf(failureUnlessCancelled(error), panel);
  });
  if (answer === "gone")
    throw new ToolProblem("The resource is no longer there.", "List the resources again with list_panel_resources.");
  const { text, isCut } = endOfLog(answer.text);
  const lines = agentLines(text.split("\n").map(cleanTerminalText), (raw) => services.redactor.redact(raw));
  return {
    says: {
      kind: input.kind,
      log: meant.which,
      ...(mode === "upgrade" && { upgrade_running: answer.running ?? "unknown" }),
      ...(lines.length === 0 && { next: "The log is empty, or the panel has no file for it." }),
      ...(isCut && { older_lines: "The log is longer than what can be read here." }),
    },
    data: { panel: panel.name, resource: item.label },
    rows: { name: "lines", items: lines.toReversed().slice(offset), offset, total: lines.length, isBackwards: true },
  };
};
