import * as vscode from "vscode";
import type { LogScreen } from "../storage/ports.ts";
import { visibleText } from "../characters/plainText.ts";
import { RedactedStream } from "../redaction/redactedStream.ts";
import type { Redactor } from "../redaction/redactor.ts";

/** What VS Code puts before the name of an Output channel in the path of its document. */
const CHANNEL = /^\/?extension-output-.+?-#\d+-/;

/** VS Code never shows a channel whose name makes the name of its file longer than file systems take. */
const LONGEST_NAME = 60;

/** What colours the lines: VS Code's own language for logs, and what the logs of web servers have besides. */
const LOG_LANGUAGE = "serverPanelLog";

/** The Output channels of followed logs; the caller disposes them. */
export interface LogScreens {
  /** A new channel, by the beginning of a long name; one with the name of another gets a number. */
  readonly open: (name: string) => LogScreen;
  readonly dispose: () => void;
}

/**
 * How long the end of a text that may begin a secret is held back: until the next reading of a growing log, and not so
 * long that the last words of one stay hidden.
 */
const HELD_MS = 10_000;

/** In characters; to take the secrets out of more in one step would block the extension host. */
const LONGEST_PIECE = 2 ** 14;

/** Every text passes the redactor, over the joins of what is appended. The channels are coloured as logs are. */
export function createLogScreens(redactor: Redactor): LogScreens {
  /** Each with the timer that goes on with what waits, or ends what is held back. */
  const channels = new Map<vscode.OutputChannel, NodeJS.Timeout | undefined>();
  const unused = (name: string) => {
    const names = new Set([...channels.keys()].map((channel) => channel.name));
    let number = 1;
    let candidate = name;
    while (names.has(candidate)) candidate = `${name} ${++number}`;
    return candidate;
  };
  const setTimer = (channel: vscode.OutputChannel, timer?: NodeJS.Timeout) => {
    clearTimeout(channels.get(channel));
    channels.set(channel, timer);
  };
  const close = (channel: vscode.OutputChannel) => {
    clearTimeout(channels.get(channel));
    channels.delete(channel);
    channel.dispose();
  };
  return {
    open(name) {
      const channel = vscode.window.createOutputChannel(
        unused(visibleText(redactor.redact(name), LONGEST_NAME)),
        LOG_LANGUAGE,
      );
      const stream = new RedactedStream(redactor);
      channels.set(channel, undefined);
      let waiting = "";
      const release = () => channel.append(stream.flush());
      const write = () => {
        channel.append(stream.add(waiting.slice(0, LONGEST_PIECE)));
        waiting = waiting.slice(LONGEST_PIECE);
        if (waiting !== "") setTimer(channel, setTimeout(write, 0));
        else setTimer(channel, stream.isHolding ? setTimeout(release, HELD_MS) : undefined);
      };
      return {
        append(text) {
          const isWriting = waiting !== "";
          waiting += text;
          if (!isWriting) write();
        },
        clear() {
          waiting = "";
          setTimer(channel);
          stream.flush();
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
