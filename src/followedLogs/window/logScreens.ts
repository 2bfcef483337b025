import * as vscode from "vscode";
import type { LogScreen } from "../../storage/ports.ts";
import { visibleText } from "../../characters/plainText.ts";
import { RedactedStream } from "../../redaction/redactedStream.ts";
import type { Redactor } from "../../redaction/redactor.ts";

/** Prefix of an Output channel's name in the path of its document. */
const CHANNEL = /^\/?extension-output-.+?-#\d+-/;

/** Longest name of a channel: VS Code never shows one whose file name is too long for file systems. */
const LONGEST_NAME = 60;

/** The language that colours log lines, also those of web servers. */
const LOG_LANGUAGE = "serverPanelLog";

/** The Output channels of followed logs; the caller disposes them. */
export interface LogScreens {
  /** Creates a channel. Long names are cut; a name that is taken gets a number. */
  readonly open: (name: string) => LogScreen;
  readonly dispose: () => void;
}

/**
 * Time for which an end of text that may begin a secret is held back: longer than the pause between readings of a
 * growing log, and short enough not to hide its last words.
 */
const HELD_MS = 10_000;

/** Characters that are redacted in one step: more would block the extension host. */
const LONGEST_PIECE = 2 ** 14;

/** Creates coloured Output channels. Every text passes the redactor, also across the joins of appended pieces. */
export function createLogScreens(redactor: Redactor): LogScreens {
  /** Each channel with the timer that writes the waiting text. */
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
