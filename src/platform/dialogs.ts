import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Redact } from "../redaction/redactor.ts";
import type { Message } from "../texts/message.ts";
import { withProgress } from "./progress.ts";
import { showList } from "./showList.ts";
import { escapeLinks } from "./escapeLinks.ts";

export interface InputRequest {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** A sentence that says what is wrong, or `undefined`. */
  readonly problem?: (value: string) => string | undefined;
}

export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly icon?: string;
  readonly value: T;
}

/** A button of a modal question. */
export type Answer<T> = Pick<Choice<T>, "label" | "value">;

/**
 * Everything that asks a person something or tells them. The one place that opens dialogs, so that tests can answer
 * in its stead. `undefined` always means that they turned away. Texts are shown as they are, never as links or icons.
 */
export interface Dialogs {
  input(request: InputRequest): Promise<string | undefined>;
  /**
   * A list. It cuts long texts at its width, so what must be read in full belongs into `choose`. `current` is highlighted
   * at first and marked.
   */
  pick<T>(title: string, placeholder: string, choices: readonly Choice<T>[], current?: T): Promise<T | undefined>;
  /** One choice or several, with a checkbox for each; where none is checked, Enter takes the highlighted one. */
  pickSome<T>(title: string, placeholder: string, choices: readonly Choice<T>[]): Promise<readonly T[] | undefined>;
  /** The same where no choice at all is an answer too; what `picked` holds is checked at first. */
  pickMany<T>(
    title: string,
    placeholder: string,
    choices: readonly Choice<T>[],
    picked?: readonly T[],
  ): Promise<readonly T[] | undefined>;
  /** A modal question with one button besides Cancel. */
  ask(message: string, detail: string, button: string): Promise<boolean>;
  /** A modal question with several buttons besides Cancel; the first is the default. `names`: see `Message`. */
  choose<T>(
    message: string,
    detail: string,
    answers: readonly Answer<T>[],
    names?: readonly string[],
  ): Promise<T | undefined>;
  /** A notification; resolves to the button that was pressed, and at once where there is none to press. */
  tell(message: Message): Promise<string | undefined>;
  /** A notification that nobody waits for. `onPressed` runs when one of its buttons is pressed, and must not reject. */
  notify(message: Message, onPressed: (button: string) => Promise<void>): void;
  /** Shows that a task goes on; its signal is aborted by the Cancel button. */
  progress<T>(title: string, task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>): Promise<T>;
}

/**
 * VS Code's own dialogs. Notifications and details of lists and choices pass `redact`, for a panel's own words may be in
 * them. Questions and boxes do not: a person decides by the names in them, which no secret that is alike may hide.
 */
export function createDialogs(redact: Redact): Dialogs {
  const told = (text: string, names?: readonly string[]) => escapeLinks(redact(text, names));
  const optional = (text: string | undefined) => (text === undefined ? undefined : escapeLinks(text));

  /** Resolves when a button is pressed or the notification goes away. */
  async function show({ severity, message, buttons = [], names }: Message): Promise<string | undefined> {
    const text = told(message, names);
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

  function quickPickItem<T>({ icon, label, description, detail, value }: Choice<T>) {
    return {
      label: escapeLinks(label),
      value,
      ...(description === undefined ? {} : { description: escapeLinks(description) }),
      ...(detail === undefined ? {} : { detail: told(detail) }),
      ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
    };
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
    async input({ title, prompt, value, placeholder, password, problem }) {
      return vscode.window.showInputBox({
        title: escapeLinks(title),
        prompt: escapeLinks(prompt),
        // what was typed must survive a look at another window
        ignoreFocusOut: true,
        password: password ?? false,
        ...(value === undefined ? {} : { value }),
        ...(placeholder === undefined ? {} : { placeHolder: escapeLinks(placeholder) }),
        ...(problem === undefined ? {} : { validateInput: (typed) => optional(problem(typed)) }),
      });
    },
    async pick(title, placeholder, choices, current) {
      // a choice may stand for nothing, which is not what a list without a current one has
      const isCurrent = ({ value }: { readonly value: unknown }) => current !== undefined && value === current;
      const items = choices.map((choice) => quickPickItem(isCurrent(choice) ? marked(choice) : choice));
      const active = items.find(isCurrent);
      const picked = await showList(items, { ...listTexts(title, placeholder), active });
      return picked?.[0]?.value;
    },
    async pickSome(title, placeholder, choices) {
      const items = choices.map((choice) => quickPickItem(choice));
      const checkboxes = { checked: [], mayBeNone: false };
      return (await showList(items, { ...listTexts(title, placeholder), checkboxes }))?.map(({ value }) => value);
    },
    async pickMany(title, placeholder, choices, picked = []) {
      const items = choices.map((choice) => quickPickItem(choice));
      const checkboxes = { checked: items.filter(({ value }) => picked.includes(value)), mayBeNone: true };
      return (await showList(items, { ...listTexts(title, placeholder), checkboxes }))?.map(({ value }) => value);
    },
    async ask(message, detail, button) {
      const options = { modal: true, detail: escapeLinks(detail) };
      return (await vscode.window.showWarningMessage(escapeLinks(message), options, button)) === button;
    },
    async choose(message, detail, answers, names) {
      const options = { modal: true, detail: told(detail, names) };
      const items = answers.map(({ label, value }) => ({ title: label, value }));
      return (await vscode.window.showWarningMessage(escapeLinks(message), options, ...items))?.value;
    },
    async tell(message) {
      const pressed = show(message);
      return message.buttons === undefined || message.buttons.length === 0 ? undefined : pressed;
    },
    notify(message, onPressed) {
      void showThenRun(message, onPressed);
    },
    progress: withProgress,
  };
}
