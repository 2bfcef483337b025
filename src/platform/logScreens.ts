import * as vscode from "vscode";
import type { LogScreen } from "../model/ports.ts";

/** The Output channels of followed logs; the caller disposes them. */
export interface LogScreens {
  /** A new channel; one with the name of another gets a number. */
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
      const channel = vscode.window.createOutputChannel(unused(redact(name)), "log");
      channels.add(channel);
      return {
        append: (text) => channel.append(redact(text)),
        clear: () => channel.clear(),
        show: () => channel.show(true),
        isVisible: () =>
          vscode.window.visibleTextEditors.some(
            // VS Code ends the name of an Output channel's document with that of the channel
            ({ document: { uri } }) => uri.scheme === "output" && uri.path.endsWith(`-${channel.name}`),
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
