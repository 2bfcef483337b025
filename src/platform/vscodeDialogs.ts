import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Redact } from "../redaction/redactor.ts";
import type { Choice, Dialogs, InputRequest, ListExtras, Message } from "../ports/dialogs.ts";
import { listText } from "../texts/listTexts.ts";
import { isLongerThanLine } from "../texts/message.ts";
import { systemClock } from "./clock.ts";
import { coloredDot } from "./coloredDot.ts";
import { escapeLinks } from "./escapeLinks.ts";
import { lateProgress } from "./lateProgress.ts";
import { showList } from "./showList.ts";
import { showLiveList } from "./showLiveList.ts";
import { LONGEST_STAYING, showStaying } from "./stayingNotification.ts";

/** How long a line stays in the status bar: enough to notice and read it. */
const MENTIONED_MS = 6_000;

/**
 * VS Code's own dialogs. Notifications and details of lists and choices pass `redact`, for a panel's own words may be
 * in them. Questions and boxes do not: a person decides by the names in them, and a name must stay readable even if it
 * is like a secret.
 */
export function createDialogs(redact: Redact): Dialogs {
  const shownText = (text: string, names?: readonly string[]) => escapeLinks(redact(text, names));

  /** Resolves when a button is pressed or the notification goes away. A long text gets a button that shows it all. */
  async function show({ severity, message, buttons = [], names, until }: Message): Promise<string | undefined> {
    const text = shownText(message, names);
    // all others go by themselves
    if (until !== undefined && severity === "error") return showStayingMessage(text, buttons, until);
    if (buttons.length > 0 || !isLongerThanLine(text)) return notification(severity, text, buttons);
    if ((await notification(severity, text, [l10n.t("Show Details")])) !== undefined) await showWhole(text);
    return undefined;
  }

  async function notification(
    severity: Message["severity"],
    text: string,
    buttons: readonly string[],
  ): Promise<string | undefined> {
    switch (severity) {
      case "information":
        return vscode.window.showInformationMessage(text, ...buttons);
      case "warning":
        return vscode.window.showWarningMessage(text, ...buttons);
      case "error":
        return vscode.window.showErrorMessage(text, ...buttons);
      default:
        return severity satisfies never;
    }
  }

  async function showThenRun(message: Message, onPressed: (button: string) => Promise<void>): Promise<void> {
    const button = await show(message);
    if (button !== undefined) await onPressed(button);
  }

  function quickPickItem<T>({ icon, color, label, description, detail, value }: Choice<T>) {
    return {
      label: escapeLinks(label),
      value,
      ...(description === undefined ? {} : { description: escapeLinks(description) }),
      ...(detail === undefined ? {} : { detail: shownText(detail) }),
      ...(icon === undefined ? {} : { iconPath: (color && coloredDot(color)) || new vscode.ThemeIcon(icon) }),
    };
  }

  /** A row whose value depends on what was typed. */
  function lastItem<T>(last: ListExtras<T>["last"]) {
    if (last === undefined) return undefined;
    // VS Code sorts by labels; without one the row stays last
    const text = { label: "", description: escapeLinks(last.label), alwaysShow: true };
    return { ...text, iconPath: new vscode.ThemeIcon("search"), value: last.value("") };
  }

  function valuesOf<T>(
    { items, typed }: { readonly items: readonly { readonly value: T }[]; readonly typed: string },
    shown: { readonly value: T } | undefined,
    last: ListExtras<T>["last"],
  ): readonly T[] {
    return items.map((item) => (item === shown && last !== undefined ? last.value(typed) : item.value));
  }

  const marked = <T>(choice: Choice<T>): Choice<T> => ({
    ...choice,
    icon: "check",
    description: [choice.description ?? [], l10n.t("current")].flat().join(" · "),
  });

  const listTexts = (title: string, placeholder: string) => ({
    title: escapeLinks(title),
    placeholder: escapeLinks(placeholder),
  });

  return {
    input: showInput,
    async pick(title, placeholder, choices, current, { suggested = [], last } = {}) {
      // without a current value, no choice is current, not even one whose value is `undefined`
      const isCurrent = ({ value }: { readonly value: unknown }) => current !== undefined && value === current;
      const items = choices.map((choice) => quickPickItem(isCurrent(choice) ? marked(choice) : choice));
      const active = items.find(isCurrent) ?? items.find(({ value }) => suggested.includes(value));
      const shown = lastItem(last);
      const answer = await showList(items, { ...listTexts(title, placeholder), active, last: shown });
      if (answer === undefined) return undefined;
      return valuesOf(answer, shown, last)[0];
    },
    async pickSome(title, placeholder, choices, { suggested = [], last } = {}) {
      const items = choices.map((choice) => quickPickItem(choice));
      const checked = items.filter(({ value }) => suggested.includes(value));
      const checkboxes = { checked, mayBeNone: false, areSuggested: true };
      const shown = lastItem(last);
      const answer = await showList(items, { ...listTexts(title, placeholder), checkboxes, last: shown });
      if (answer === undefined) return undefined;
      return valuesOf(answer, shown, last);
    },
    async pickMany(title, placeholder, choices, picked = [], typed = () => []) {
      const items = choices.map((choice) => quickPickItem(choice));
      const checkboxes = { checked: items.filter(({ value }) => picked.includes(value)), mayBeNone: true };
      const titles = listTexts(title, placeholder);
      const typedTitle = (text: string) => {
        const added = typed(text).map(({ label }) => label);
        if (added.length === 0) return titles.title;
        return l10n.t("{0} · Enter adds {1}", titles.title, listText(added));
      };
      const answer = await showList(items, { ...titles, checkboxes, typedTitle });
      return answer && [...answer.items, ...typed(answer.typedLast)].map(({ value }) => value);
    },
    live: showLiveList,
    async ask(message, detail, button) {
      const options = { modal: true, detail: escapeLinks(detail) };
      return (await vscode.window.showWarningMessage(escapeLinks(message), options, button)) === button;
    },
    async decide(message, detail, button) {
      const options = { modal: true, detail: escapeLinks(detail) };
      // VS Code's default is the first button that is not pressed by Escape
      const decline: vscode.MessageItem = { title: l10n.t("Decline") };
      const act: vscode.MessageItem = { title: button };
      const later: vscode.MessageItem = { title: l10n.t("Later"), isCloseAffordance: true };
      const pressed = await vscode.window.showWarningMessage(escapeLinks(message), options, decline, act, later);
      if (pressed === undefined || pressed === later) return undefined;
      return pressed === act;
    },
    announce: showAnnouncement,
    async choose(message, detail, answers, names) {
      const options = { modal: true, detail: shownText(detail, names) };
      const items = answers.map(({ label, value }) => ({ title: label, value }));
      return (await vscode.window.showWarningMessage(escapeLinks(message), options, ...items))?.value;
    },
    async read(message, detail, answers, names) {
      const options = { modal: true, detail: shownText(detail, names) };
      const items = answers.map(({ label, value }) => ({ title: label, value }));
      // in the place of Cancel, which would seem to undo something
      const close: vscode.MessageItem = { title: l10n.t("Close"), isCloseAffordance: true };
      const pressed = await vscode.window.showInformationMessage<vscode.MessageItem>(
        escapeLinks(message),
        options,
        ...items,
        close,
      );
      return items.find((item) => item === pressed)?.value;
    },
    async tell(message) {
      const pressed = show(message);
      if (message.buttons === undefined || message.buttons.length === 0) return undefined;
      return pressed;
    },
    notify(message, onPressed) {
      void showThenRun(message, onPressed);
    },
    mention(text, names) {
      const shown = `$(check) ${shownText(text, names)}`;
      vscode.window.setStatusBarMessage(shown, MENTIONED_MS);
    },
    async progress(title, task, place) {
      const { Notification, Window } = vscode.ProgressLocation;
      const location = place === "statusBar" ? Window : Notification;
      const options = { location, title: escapeLinks(title), cancellable: true };
      if (place === "beforeQuestion") {
        const abort = new AbortController();
        const running = task(abort.signal, () => undefined);
        const showUntil = (until: Promise<unknown>) =>
          vscode.window.withProgress(options, async (_progress, token) => {
            token.onCancellationRequested(() => abort.abort());
            await until;
          });
        return lateProgress(running, showUntil, systemClock);
      }
      return vscode.window.withProgress(options, async (progress, token) => {
        const abort = new AbortController();
        const subscription = token.onCancellationRequested(() => abort.abort());
        try {
          return await task(abort.signal, (message) => progress.report({ message: escapeLinks(message) }));
        } finally {
          subscription.dispose();
        }
      });
    },
  };
}

/** Announces what waits for a person. The question is opened by the button, for to open it changes nothing. */
async function showAnnouncement(text: string, signal: AbortSignal): Promise<boolean> {
  const decline = { label: l10n.t("Decline"), tooltip: l10n.t("Turns the question away") };
  return (await showStaying(text, signal, { button: l10n.t("Answer…"), links: [decline] })) === "pressed";
}

/** Shows a text whole, with a button that copies it. */
async function showWhole(text: string): Promise<void> {
  const copy = l10n.t("Copy");
  const close: vscode.MessageItem = { title: l10n.t("Close"), isCloseAffordance: true };
  const pressed = await vscode.window.showInformationMessage<vscode.MessageItem>(
    text,
    { modal: true },
    { title: copy },
    close,
  );
  if (pressed?.title === copy) await vscode.env.clipboard.writeText(text);
}

/**
 * Shows a message that stays, and can be taken away; what is cut off has a link. Its button does no more than show something, for a fork
 * of VS Code may call it Cancel; what acts is a link. Resolves to what was pressed.
 */
async function showStayingMessage(
  text: string,
  buttons: readonly string[],
  until: AbortSignal,
): Promise<string | undefined> {
  const [close, details] = [l10n.t("Close"), l10n.t("Show Details")];
  const harmless = [l10n.t("Show Output"), details];
  const button = buttons.slice(0, 1).find((label) => harmless.includes(label)) ?? close;
  const isCut = text.length > LONGEST_STAYING && !buttons.includes(details);
  const labels = [...buttons, ...(isCut ? [details] : []), close].filter((label) => label !== button);
  const shown = await showStaying(text, until, { button, links: labels.map((label) => ({ label, tooltip: label })) });
  const pressed = typeof shown === "object" ? shown.link : button;
  if (shown === "gone" || pressed === close) return undefined;
  if (!isCut || pressed !== details) return pressed;
  await showWhole(text);
  return undefined;
}

/** Asks for a text in a box that may have buttons, unlike `showInputBox`; `undefined`: the box was dismissed. */
async function showInput(request: InputRequest): Promise<string | undefined> {
  const { title, prompt, value = "", placeholder = "", password = false, problem } = request;
  const problemOf = (typed: string) => escapeLinks(problem?.(typed) ?? "") || undefined;
  const buttons = (request.buttons ?? []).map(({ icon, tooltip, press }) => {
    const button: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon(icon), tooltip };
    return [button, press] as const;
  });
  const box = vscode.window.createInputBox();
  try {
    Object.assign(box, { value, password });
    box.title = escapeLinks(title);
    box.prompt = escapeLinks(prompt);
    box.placeholder = escapeLinks(placeholder);
    box.buttons = buttons.map(([button]) => button);
    // what was typed must survive a look at another window
    box.ignoreFocusOut = true;
    return await new Promise((resolve) => {
      box.onDidTriggerButton((pressed) => void buttons.find(([button]) => button === pressed)?.[1]());
      box.onDidChangeValue((typed) => (box.validationMessage = problemOf(typed)));
      box.onDidAccept(() => {
        box.validationMessage = problemOf(box.value);
        if (box.validationMessage === undefined) resolve(box.value);
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}
