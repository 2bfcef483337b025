import * as vscode from "vscode";
import { cutText } from "../characters/plainText.ts";
import { escapeLinks } from "./escapeLinks.ts";

/** A link of a notification that stays. */
interface StayingLink {
  readonly label: string;
  readonly tooltip: string;
}

/** Longest text of such a notification. VS Code cuts notifications at 1,000 characters, which would cut off the links. */
export const LONGEST_STAYING = 500;

/** The command behind the links; its argument is a link's number. */
const FOLLOW = "_serverPanel.answer";

/** What each link does, by number. VS Code may show a link a moment longer than it works. */
const waiting = new Map<number, () => void>();
let shown = 0;
let followCommand: vscode.Disposable | undefined;

/** What a notification that stays has to be pressed. */
interface Pressable {
  /** Label of its one button. */
  readonly button: string;
  readonly links: readonly StayingLink[];
}

/**
 * Shows a notification with progress, the only one that stays until a person answers it and that can be taken away; its progress
 * stands still. It has one button, and links at the end of its text. Resolves to the label of the link that was followed, to
 * `pressed`, or to `gone` when the signal has taken it away.
 */
export async function showStaying(
  text: string,
  signal: AbortSignal,
  { button, links }: Pressable,
): Promise<{ readonly link: string } | "pressed" | "gone"> {
  if (signal.aborted) return "gone";
  followCommand ??= vscode.commands.registerCommand(FOLLOW, (number: number) => waiting.get(number)?.());
  const { promise, resolve } = Promise.withResolvers<{ readonly link: string } | "pressed" | "gone">();
  const numbers: number[] = [];
  const written = links.map(({ label, tooltip }) => {
    shown += 1;
    const number = shown;
    numbers.push(number);
    waiting.set(number, () => resolve({ link: label }));
    return `[${label}](command:${FOLLOW}?${number} "${tooltip}")`;
  });
  const end = () => resolve("gone");
  signal.addEventListener("abort", end, { once: true });
  const title = [escapeLinks(cutText(text, LONGEST_STAYING)), written.join(" · ")].join(" ");
  const location = vscode.ProgressLocation.Notification;
  const options: vscode.ProgressOptions = { location, title, cancellable: true };
  // the workbench takes a text for the label of the button, which the type does not say
  Object.assign(options, { cancellable: button });
  try {
    return await vscode.window.withProgress(options, async (progress, token) => {
      progress.report({ increment: 0 });
      const subscription = token.onCancellationRequested(() => resolve("pressed"));
      return promise.finally(() => subscription.dispose());
    });
  } finally {
    signal.removeEventListener("abort", end);
    for (const number of numbers) waiting.delete(number);
  }
}
