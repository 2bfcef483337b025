import * as vscode from "vscode";
import type { LogScreen } from "../model/ports.ts";
import { visibleText } from "../panel/plainText.ts";

/** What VS Code puts before the name of an Output channel in the path of its document. */
const CHANNEL = /^\/?extension-output-.+?-#\d+-/;

/** VS Code never shows a channel whose name makes the name of its file longer than file systems take. */
const LONGEST_NAME = 60;

/** The Output channels of followed logs; the caller disposes them. */
export interface LogScreens {
  /** A new channel, by the beginning of a long name; one with the name of another gets a number. */
  readonly open: (name: string) => LogScreen;
  readonly dispose: () => void;
}

/** Every text passes `redact`. The channels are coloured as logs are. */
export function createLogScreens(redact: (text: string) => string): LogScreens {
  const channels = new Set<vscode.OutputChannel>();
  const unused = (name: string) => {
    const names = new Set([...channels].map((channel) => channel.name));
    let number = 1;
    let candidate = name;
    while (names.has(candidate)) candidate = `${name} ${++number}`;
    return candidate;
  };
  return {
    open(name) {
      const channel = vscode.window.createOutputChannel(unused(visibleText(redact(name), LONGEST_NAME)), "log");
      channels.add(channel);
      return {
        append: (text) => channel.append(redact(text)),
        clear: () => channel.clear(),
        show: () => channel.show(true),
        isVisible: () =>
          vscode.window.visibleTextEditors.some(
            ({ document: { uri } }) => uri.scheme === "output" && uri.path.replace(CHANNEL, "") === channel.name,
          ),
        dispose() {
          channels.delete(channel);
          channel.dispose();
        },
      };
    },
    dispose() {
      for (const channel of channels) channel.dispose();
      channels.clear();
    },
  };
}
