/** A notification in words. */
export interface Message {
  readonly severity: "information" | "warning" | "error";
  readonly message: string;
  readonly buttons?: readonly string[];
  /** What it is about, as the question before called it: shown as it is. */
  readonly names?: readonly string[];
}
