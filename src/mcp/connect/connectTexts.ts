import * as l10n from "@vscode/l10n";
import { agoText } from "../../texts/timeTexts.ts";
import { clientOf, type AgentClientId } from "../clients/agentClients.ts";
import type { ConnectedClient } from "../clients/connectedClients.ts";
import { SERVER_NAME } from "../clients/serverStart.ts";

/** The name of a client as people read it. */
export function clientName(id: AgentClientId): string {
  return id === "other" ? l10n.t("Another Client") : clientOf(id).name;
}

/** What is known of a client: that it is connected, and when it was last there. */
export function connectedText({ hello }: ConnectedClient, now: number): string {
  if (hello === undefined) return l10n.t("has not said hello yet");
  return l10n.t("last said hello {0}", agoText(hello.at, now));
}

/** Where to look when a client does not say hello. */
export function hintText(id: AgentClientId): string {
  switch (id) {
    case "cursor":
      return l10n.t(
        "Look into Cursor's settings, at its tools and MCP servers: “{0}” has to be turned on there.",
        SERVER_NAME,
      );
    case "claudeCode":
    case "codex":
    case "gemini":
    case "qwen":
      return l10n.t(
        "End {0} and start it again. There, /mcp says what has become of “{1}”.",
        clientName(id),
        SERVER_NAME,
      );
    case "windsurf":
      return l10n.t("Refresh the MCP servers in Windsurf's settings: “{0}” has to be turned on there.", SERVER_NAME);
    case "trae":
    case "traeCn":
      return l10n.t("Look at MCP in Trae's settings: “{0}” has to be turned on there.", SERVER_NAME);
    case "vscode":
      return l10n.t("Start it with the command “MCP: List Servers”. VS Code may first ask whether you trust it.");
    case "other":
      return l10n.t("Start the client again, and look at its list of MCP servers.");
    default:
      return id satisfies never;
  }
}
