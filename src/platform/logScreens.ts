import * as vscode from "vscode";
import type { LogScreen } from "../model/ports.ts";

/** The Output channels of followed logs; the caller disposes them. */
export interface LogScreens {
  /** A new channel. Two may have the same name. */
  readonly open: (name: string) => LogScreen;
  readonly dispose: () => void;
}

/** Every text passes `redact`. The channels are coloured as logs are. */
export function createLogScreens(redact: (text: string) => string): LogScreens {
  const channels: vscode.OutputChannel[] = [];
  return {
    open(name) {
      const channel = vscode.window.createOutputChannel(redact(name), "log");
      channels.push(channel);
      return {
        append: (text) => channel.append(redact(text)),
        clear: () => channel.clear(),
        show: () => channel.show(true),
        isVisible: () =>
          vscode.window.visibleTextEditors.some(
            // VS Code ends the name of an Output channel's document with that of the channel
            ({ document: { uri } }) => uri.scheme === "output" && uri.path.endsWith(`-${channel.name}`),
          ),
      };
    },
    dispose() {
      for (const channel of channels.splice(0)) channel.dispose();
    },
  };
}
