import type { LogTail } from "./followedLog.ts";
import type { LogEvent } from "./logFollower.ts";

/** What is said of a followed log between its lines. */
export type LogNotice =
  | Exclude<LogEvent, { readonly kind: "lines" }>
  | { readonly kind: "started" }
  | { readonly kind: "stopped" }
  /** The panel answered, and there is no text. */
  | { readonly kind: "empty" };

/** What a sentence about a moment depends on. */
export interface NoticeContext {
  readonly following: LogTail;
  /** Whether text of the log stands above. */
  readonly hasText: boolean;
}
