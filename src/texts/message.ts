/** A notification. */
export interface Message {
  readonly severity: "information" | "warning" | "error";
  readonly message: string;
  readonly buttons?: readonly string[];
  /** Names that the person has already seen, which are not redacted. */
  readonly names?: readonly string[];
}

/** The width of the line that VS Code shows of a notification without buttons, in Latin letters. */
const LINE = 55;

/** Signs as wide as two Latin letters. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;

/**
 * Whether VS Code would cut a notification. Those with a button are shown whole; of those, errors stay, all others go after
 * some seconds.
 */
export function isLongerThanLine(text: string): boolean {
  return text.includes("\n") || text.length + (text.match(WIDE)?.length ?? 0) > LINE;
}
