import * as l10n from "@vscode/l10n";
import { basename, dirname } from "node:path";
import { agoText } from "../../texts/timeTexts.ts";
import { clientOf, SERVER_NAME, type AgentClientId } from "../clients/agentClients.ts";
import type { UnusableFile } from "../clients/configurationFile.ts";
import type { ConnectedClient } from "../clients/connectedClients.ts";
import type { ChangedText } from "./serversText.ts";

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
      return l10n.t("End Claude Code and start it again. There, /mcp says what has become of “{0}”.", SERVER_NAME);
    case "codex":
      return l10n.t("End Codex and start it again. There, /mcp says what has become of “{0}”.", SERVER_NAME);
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

/** Why the file of a client cannot be changed. Nothing was. */
export function unusableFileText(id: AgentClientId, path: string, why: UnusableFile): string {
  if (typeof why === "object")
    return l10n.t("{0} could not be read or written ({1}). Nothing was changed.", path, why.code);
  switch (why) {
    case "noClient":
      return l10n.t(
        "{0} was not found on this computer: there is no {1}. Nothing was changed.",
        clientName(id),
        dirname(path),
      );
    case "link":
      return l10n.t(
        "{0} is a link to another file. Server Panel replaces no links: put the entry where it leads to. Nothing was changed.",
        path,
      );
    case "special":
      return l10n.t("{0} is not a file. Nothing was changed.", path);
    case "tooLarge":
      return l10n.t("{0} is larger than such files are. Nothing was changed.", path);
    case "notUtf8":
      return l10n.t("{0} is not in UTF-8. Nothing was changed.", path);
    case "readOnly":
      return l10n.t("{0} is read-only. Nothing was changed.", path);
    default:
      return why satisfies never;
  }
}

/** Why the text of a file cannot be changed. Nothing was. */
export function unusableText(
  path: string,
  text: string,
  { offset, key }: Extract<ChangedText, { kind: "unusable" }>,
): string {
  const line = text.slice(0, offset).split("\n").length;
  if (key === undefined)
    return l10n.t(
      "{0} is not valid JSON: line {1} has a mistake. Correct it first. Nothing was changed.",
      path,
      String(line),
    );
  return l10n.t(
    "In line {0} of {1}, “{2}” is not what it should be, or is there twice. Correct it first. Nothing was changed.",
    String(line),
    path,
    key,
  );
}

/** The title of the comparison with what a file is to become. */
export function changeTitle(id: AgentClientId, path: string): string {
  return l10n.t("{0}: {1}, Now and Changed", clientName(id), basename(path));
}
