/** A row of a list that follows what is typed. */
export interface LiveRow<T> {
  /** By which the highlighted row is kept while others come. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: string;
  /** What the rows from here on have in common. */
  readonly heading?: string;
  readonly buttons?: readonly LiveButton<T>[];
  /** Absent: the row only says something. */
  readonly value?: T;
  /** It is the answer to what was typed, so that Enter takes it also where it was typed faster than it is drawn. */
  readonly isMatch?: boolean;
  /** It is no answer to what was typed: Enter takes it only after a person has gone to it. */
  readonly isAside?: boolean;
}

/** A button in a row. */
export interface LiveButton<T> {
  readonly icon: string;
  readonly tooltip: string;
  readonly value: T;
}

/** What a list shows. */
export interface LiveRows<T> {
  /** What was typed when they were found. */
  readonly text: string;
  /** Those that are shown already keep their places while the text is the same. */
  readonly rows: readonly LiveRow<T>[];
  readonly isBusy: boolean;
}

/** Where the rows come from, from when the list is shown until it closes. */
export interface LiveSource<T> {
  /** At first, and whenever something is typed. */
  typed(text: string): void;
  /** A row or button was taken; `false`: the list stays open. */
  taken(value: T): boolean;
  /** Ends whatever is under way. */
  closed(): void;
}

/** What a source does with the list. */
export interface LiveBox<T> {
  show(rows: LiveRows<T>): void;
  /** Closes the list as if this had been taken. */
  close(value: T): void;
}

/** A list whose rows follow what is typed. */
export interface LiveList<T> {
  readonly title: string;
  readonly placeholder: string;
  /** What stands in its box at first. */
  readonly value?: string;
  readonly open: (box: LiveBox<T>) => LiveSource<T>;
}
