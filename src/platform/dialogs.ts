import * as vscode from "vscode";

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

export interface Message {
  readonly severity: "information" | "warning" | "error";
  readonly message: string;
  /** With a detail it is a dialog that a person closes, not a notification. */
  readonly detail?: string;
  readonly buttons?: readonly string[];
}

/**
 * Everything that asks a person something or tells them. The one place that opens dialogs, so that tests can answer
 * in its stead. `undefined` always means that they turned away.
 */
export interface Dialogs {
  input(request: InputRequest): Promise<string | undefined>;
  pick<T>(title: string, placeholder: string, choices: readonly Choice<T>[]): Promise<T | undefined>;
  /** A modal question with one button besides Cancel. */
  ask(message: string, detail: string, button: string): Promise<boolean>;
  /** A notification; resolves to the button that was pressed. */
  tell(message: Message): Promise<string | undefined>;
}

/** VS Code's own dialogs. Every text passes `redact`. */
export function createDialogs(redact: (text: string) => string): Dialogs {
  return {
    async input({ title, prompt, value, placeholder, password, problem }) {
      return vscode.window.showInputBox({
        title,
        prompt,
        // what was typed must survive a look at another window
        ignoreFocusOut: true,
        password: password ?? false,
        ...(value === undefined ? {} : { value }),
        ...(placeholder === undefined ? {} : { placeHolder: placeholder }),
        ...(problem === undefined ? {} : { validateInput: problem }),
      });
    },
    async pick(title, placeholder, choices) {
      const items = choices.map(({ icon, label, description, detail, value }) => ({
        label,
        value,
        ...(description === undefined ? {} : { description }),
        ...(detail === undefined ? {} : { detail }),
        ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
      }));
      const options = { title, placeHolder: placeholder, ignoreFocusOut: true, matchOnDescription: true };
      return (await vscode.window.showQuickPick(items, options))?.value;
    },
    async ask(message, detail, button) {
      const options = { modal: true, detail: redact(detail) };
      return (await vscode.window.showWarningMessage(redact(message), options, button)) === button;
    },
    async tell({ severity, message, detail, buttons = [] }) {
      const text = redact(message);
      const options = detail === undefined ? {} : { modal: true, detail: redact(detail) };
      switch (severity) {
        case "information":
          return vscode.window.showInformationMessage(text, options, ...buttons);
        case "warning":
          return vscode.window.showWarningMessage(text, options, ...buttons);
        case "error":
          return vscode.window.showErrorMessage(text, options, ...buttons);
        default:
          return severity satisfies never;
      }
    },
  };
}
