import type { LiveList } from "./liveList.ts";
import type { Message } from "../texts/message.ts";

export interface InputRequest {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** A sentence that says what is wrong, or `undefined`. */
  readonly problem?: (value: string) => string | undefined;
  /** What helps with the answer; the box stays open. */
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
  readonly value: T;
}

/** What a list has besides its choices. */
export interface ListExtras<T> {
  /** Highlighted at first; where several can be taken, checked until something is typed. */
  readonly suggested?: readonly T[];
  /** The last row, which is there whatever is typed. */
  readonly last?: { readonly label: string; readonly value: (typed: string) => T };
}

/** A button of a modal question. */
export type ModalButton<T> = Pick<Choice<T>, "label" | "value">;

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
  pick<T>(
    title: string,
    placeholder: string,
    choices: readonly Choice<T>[],
    current?: T,
    extras?: ListExtras<T>,
  ): Promise<T | undefined>;
  /** One choice or several, with a checkbox for each; where none is checked, Enter takes the highlighted one. */
  pickSome<T>(
    title: string,
    placeholder: string,
    choices: readonly Choice<T>[],
    extras?: ListExtras<T>,
  ): Promise<readonly T[] | undefined>;
  /**
   * The same where no choice at all is an answer too; what `picked` holds is checked at first. `typed` makes more choices of
   * a text that was typed last, and not to find and check one.
   */
  pickMany<T>(
    title: string,
    placeholder: string,
    choices: readonly Choice<T>[],
    picked?: readonly T[],
    typed?: (text: string) => readonly T[],
  ): Promise<readonly T[] | undefined>;
  /** A list whose rows follow what is typed. */
  live<T>(list: LiveList<T>): Promise<T | undefined>;
  /** A modal question with one button besides Cancel. */
  ask(message: string, detail: string, button: string): Promise<boolean>;
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
  /** A notification; resolves to the button that was pressed, and at once where there is none to press. */
  tell(message: Message): Promise<string | undefined>;
  /** A notification that nobody waits for. `onPressed` runs when one of its buttons is pressed, and must not reject. */
  notify(message: Message, onPressed: (button: string) => Promise<void>): void;
  /** Says in the status bar, for a few seconds, that something went well. `names`: see `Message`. */
  mention(text: string, names?: readonly string[]): void;
  /**
   * Shows that a task goes on; its signal is aborted by the Cancel button, which the status bar does not have.
   * `beforeQuestion`: only where it takes a while, and gone before this resolves.
   */
  progress<T>(
    title: string,
    task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
    place?: "statusBar" | "beforeQuestion",
  ): Promise<T>;
}
