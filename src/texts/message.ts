/** The width of the line that VS Code shows of a notification without buttons, in Latin letters. */
const LINE = 55;

/** Breaks a text into lines of at most so many Latin letters, between words or, where none end, within them. */
export function linesOf(text: string, longest: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const part of text.match(PART) ?? []) {
    if (line !== "" && widthOf(line + part.trimEnd()) > longest) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += part;
  }
  if (line.trim() === "") return lines;
  return [...lines, line.trimEnd()];
}

/** A word with what follows it up to the next, at most 40 letters of it, or one wide sign with its punctuation. */
const PART =
  /[\u2e80-\u9fff\uac00-\ud7a3][\u3001\u3002\uff00-\uff0f\uff1a-\uff20”]{0,4}|[^\s\u2e80-\u9fff\uac00-\ud7a3]{1,40}\s*|\s+/g;

const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);

/** Signs as wide as two Latin letters. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;

/**
 * Whether VS Code would cut a notification. Those with a button are shown whole; of those, errors stay, all others go after
 * some seconds.
 */
export function isLongerThanLine(text: string): boolean {
  return text.includes("\n") || widthOf(text) > LINE;
}
