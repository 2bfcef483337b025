import { cleanTerminalText } from "../characters/terminalText.ts";
import { logOf } from "../followedLogs/followedLog.ts";
import { endOfLog } from "../followedLogs/logWindow.ts";
import { resourceOf } from "../resources/resources.ts";
import { failureUnlessCancelled } from "../wire/answers/failure.ts";
import type { AgentHandler } from "./agentServices.ts";
import { itemNamed, panelNamed, problemOf } from "./named.ts";
import { logsOf } from "./readResources.ts";
import { ToolProblem } from "./toolResult.ts";
import { withoutCredentials } from "../redaction/withoutCredentials.ts";

/** Reads the end of a log, or the lines before an offset. */
export const readLog: AgentHandler<"read_panel_log"> = async (services, input, { signal }) => {
  const { kind, log = "error", offset = 0 } = input;
  if (logsOf(kind).length === 0)
    throw new ToolProblem("Resources of this kind have no log.", "Do without, or read the log of another resource.");
  const panel = panelNamed(services, input.panel);
  const { item } = await itemNamed(services, panel, input, signal);
  const { webLogs } = resourceOf(kind);
  const { read, mode } = logOf({ kind, ...(webLogs !== undefined && { which: log }) });
  const name = item.row === undefined ? undefined : webLogs?.nameOf(item.row);
  const call = services.connections.of(panel).callFor(signal);
  const answer = await read(call, item.key, name).catch((error: unknown) => {
    throw problemOf(failureUnlessCancelled(error), panel);
  });
  if (answer === "gone")
    throw new ToolProblem("The resource is no longer there.", "List the resources again with list_panel_resources.");
  const { text, isCut } = endOfLog(answer.text);
  // redacted as one text, because a secret may go on in the next line
  const clean = text.split("\n").map(cleanTerminalText).join("\n");
  const lines = clean === "" ? [] : withoutCredentials(services.redactor.redact(clean)).split("\n");
  return {
    says: {
      kind,
      ...(webLogs !== undefined && { log }),
      ...(mode === "upgrade" && { upgrade_running: answer.running ?? "unknown" }),
      ...(lines.length === 0 && { next: "The log is empty, or the panel has no file for it." }),
      ...(isCut && { older_lines: "The log is longer than what can be read here." }),
    },
    data: { panel: panel.name, resource: item.label },
    rows: { name: "lines", items: lines.toReversed().slice(offset), offset, total: lines.length, isBackwards: true },
  };
};
