/** A row of a list that changes while it is open. */
export interface LiveRow<T> {
  /** Identifies the row, so that it stays highlighted while others arrive. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: string;
  /** Stands above this row and those that follow. */
  readonly heading?: string;
  readonly buttons?: readonly LiveButton<T>[];
  /** Absent: Enter does nothing on the row. */
  readonly value?: T;
  /** Shown whatever is typed. VS Code filters the other rows by their labels and descriptions. */
  readonly isAlwaysShown?: boolean;
}

/** A button in a row. */
export interface LiveButton<T> {
  readonly icon: string;
  readonly tooltip: string;
  readonly value: T;
}

export interface LiveRows<T> {
  readonly rows: readonly LiveRow<T>[];
  readonly isBusy: boolean;
}

/** Provides the rows from when the list is shown until it closes. */
export interface LiveSource<T> {
  /** Called at first, and whenever something is typed. */
  typed(text: string): void;
  /** Called when a row or button is taken; `false` keeps the list open. */
  taken(value: T): boolean;
  /** Ends whatever is under way. */
  closed(): void;
}

/** The open list, as its source uses it. */
export interface LiveBox<T> {
  show(rows: LiveRows<T>): void;
  /** Closes the list as if this value had been taken. */
  close(value: T): void;
}

/** A list whose rows may change while it is open. */
export interface LiveList<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Typed into the box at first. */
  readonly value?: string;
  /** Closes the list as if it had been dismissed. */
  readonly signal?: AbortSignal;
  readonly open: (box: LiveBox<T>) => LiveSource<T>;
}
