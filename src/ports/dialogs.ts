import type { LiveList } from "./liveList.ts";

/** A notification. */
export interface Message {
  readonly severity: "information" | "warning" | "error";
  readonly message: string;
  readonly buttons?: readonly string[];
  /** Names that the person has already seen, which are not redacted. */
  readonly names?: readonly string[];
  /** Takes an error away that is over; without it, an error with buttons stays until a person closes it. */
  readonly until?: AbortSignal;
}

export interface InputRequest {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** The problem with a value as a sentence, or `undefined`. */
  readonly problem?: (value: string) => string | undefined;
  /** Buttons that help with the answer; the box stays open. */
  readonly buttons?: readonly InputButton[];
}

/** A button of a box; `press` must not reject. */
export interface InputButton {
  readonly icon: string;
  readonly tooltip: string;
  readonly press: () => Promise<void>;
}

export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly icon?: string;
  /** A colour of the theme, by its name: a dot in it replaces the icon. */
  readonly color?: string;
  readonly value: T;
}

/** Options of a list besides its choices. */
export interface ListExtras<T> {
  /** Highlighted at first; in a list with checkboxes, checked until something is typed. */
  readonly suggested?: readonly T[];
  /** The last row, shown whatever is typed. */
  readonly last?: { readonly label: string; readonly value: (typed: string) => T };
}

/** A button of a modal question. */
export type ModalButton<T> = Pick<Choice<T>, "label" | "value">;

/**
 * All questions and messages to a person. Only its implementation opens dialogs, so that tests can answer them.
 * `undefined` always means dismissed. Texts are shown as they are, never as links or icons.
 */
export interface Dialogs {
  input(request: InputRequest): Promise<string | undefined>;
  /**
   * A list. It cuts long texts at its width; use `choose` for texts that must be read in full. `current` is
   * highlighted at first and marked.
   */
  pick<T>(
    title: string,
    placeholder: string,
    choices: readonly Choice<T>[],
    current?: T,
    extras?: ListExtras<T>,
  ): Promise<T | undefined>;
  /** One choice or several, with a checkbox for each; if none is checked, Enter takes the highlighted one. */
  pickSome<T>(
    title: string,
    placeholder: string,
    choices: readonly Choice<T>[],
    extras?: ListExtras<T>,
  ): Promise<readonly T[] | undefined>;
  /**
   * `pickSome` where no choice is an answer, too; `picked` ones are checked at first. `typed` turns a text that was
   * typed last, without checking anything afterwards, into more choices, which the title names.
   */
  pickMany<T>(
    title: string,
    placeholder: string,
    choices: readonly Choice<T>[],
    picked?: readonly T[],
    typed?: (text: string) => readonly Choice<T>[],
  ): Promise<readonly T[] | undefined>;
  /** A list whose rows follow what is typed. */
  live<T>(list: LiveList<T>): Promise<T | undefined>;
  /** A modal question with one button besides Cancel. */
  ask(message: string, detail: string, button: string): Promise<boolean>;
  /**
   * A modal question that no click has begun: Enter declines, and Escape leaves it for later, which is `undefined`. It comes
   * only after `announce`.
   */
  decide(message: string, detail: string, button: string): Promise<boolean | undefined>;
  /**
   * A notification that takes the keyboard from nobody and stays until a person presses *Answer…* (`true`), turns it away (`false`),
   * or the signal takes it away (`false`).
   */
  announce(text: string, signal: AbortSignal): Promise<boolean>;
  /** A modal question with several buttons besides Cancel; the first is the default. `names`: see `Message`. */
  choose<T>(
    message: string,
    detail: string,
    answers: readonly ModalButton<T>[],
    names?: readonly string[],
  ): Promise<T | undefined>;
  /** A modal text to be read, with buttons besides Close. `names`: see `Message`. */
  read<T>(
    message: string,
    detail: string,
    answers: readonly ModalButton<T>[],
    names?: readonly string[],
  ): Promise<T | undefined>;
  /** A notification; resolves to the pressed button, and at once if it has no buttons. One that would be cut has Show Details. */
  tell(message: Message): Promise<string | undefined>;
  /** A notification that nobody waits for. `onPressed` runs when one of its buttons is pressed, and must not reject. */
  notify(message: Message, onPressed: (button: string) => Promise<void>): void;
  /** Reports a success in the status bar for a few seconds. `names`: see `Message`. */
  mention(text: string, names?: readonly string[]): void;
  /**
   * Shows the progress of a task; its Cancel button, which the status bar does not have, aborts the signal.
   * `beforeQuestion`: shown only if the task takes a while, and gone before this resolves.
   */
  progress<T>(
    title: string,
    task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
    place?: "statusBar" | "beforeQuestion",
  ): Promise<T>;
}

/** Talking to the person. */
export interface Talking {
  readonly dialogs: Dialogs;
}
