import * as vscode from "vscode";
import type { LogScreen } from "../../storage/ports.ts";
import { visibleText } from "../../characters/plainText.ts";
import { RedactedWriter } from "../../redaction/redactedWriter.ts";
import type { Redactor } from "../../redaction/redactor.ts";

/** Prefix of an Output channel's name in the path of its document. */
const CHANNEL = /^\/?extension-output-.+?-#\d+-/;

/** Longest name of a channel: VS Code never shows one whose file name is too long for file systems. */
const LONGEST_NAME = 60;

/** The language that colours log lines, also web servers' logs. */
const LOG_LANGUAGE = "serverPanelLog";

/** The Output channels of followed logs; the caller disposes them. */
export interface LogScreens {
  /** Creates a channel. Long names are cut; a name that is taken gets a number. */
  readonly open: (name: string) => LogScreen;
  readonly dispose: () => void;
}

/** Creates coloured Output channels. Every text passes the redactor, also across the joins of appended pieces. */
export function createLogScreens(redactor: Redactor): LogScreens {
  const channels = new Map<vscode.OutputChannel, RedactedWriter>();
  const unused = (name: string) => {
    const names = new Set([...channels.keys()].map((channel) => channel.name));
    let number = 1;
    let candidate = name;
    while (names.has(candidate)) candidate = `${name} ${++number}`;
    return candidate;
  };
  const close = (channel: vscode.OutputChannel) => {
    channels.get(channel)?.clear();
    channels.delete(channel);
    channel.dispose();
  };
  return {
    open(name) {
      const channel = vscode.window.createOutputChannel(
        unused(visibleText(redactor.redact(name), LONGEST_NAME)),
        LOG_LANGUAGE,
      );
      const writer = new RedactedWriter(redactor, (text) => channel.append(text));
      channels.set(channel, writer);
      return {
        append: (text) => writer.append(text),
        clear() {
          writer.clear();
          channel.clear();
        },
        show: () => channel.show(true),
        isVisible: () =>
          vscode.window.visibleTextEditors.some(
            ({ document: { uri } }) => uri.scheme === "output" && uri.path.replace(CHANNEL, "") === channel.name,
          ),
        dispose: () => close(channel),
      };
    },
    dispose() {
      for (const channel of channels.keys()) close(channel);
    },
  };
}
