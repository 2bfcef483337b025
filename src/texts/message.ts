/** A notification. */
export interface Message {
  readonly severity: "information" | "warning" | "error";
  readonly message: string;
  readonly buttons?: readonly string[];
  /** Names that the person has already seen, which are not redacted. */
  readonly names?: readonly string[];
}
