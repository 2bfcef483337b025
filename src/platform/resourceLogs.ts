import * as vscode from "vscode";

/** Logs of what panels run, each in an Output channel of its own that is used again; the caller disposes it. */
export interface ResourceLogs {
  /** Shows a text in the channel of this name, in place of what it held. */
  readonly show: (name: string, text: string) => void;
  readonly dispose: () => void;
}

/** Every text passes `redact`. */
export function createResourceLogs(redact: (text: string) => string): ResourceLogs {
  const channels = new Map<string, vscode.OutputChannel>();
  return {
    show(name, text) {
      const channel = channels.get(name) ?? vscode.window.createOutputChannel(name, "log");
      channels.set(name, channel);
      channel.replace(redact(text));
      channel.show(true);
    },
    dispose() {
      for (const channel of channels.values()) channel.dispose();
      channels.clear();
    },
  };
}
