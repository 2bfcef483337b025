/** Escape sequences of terminals, also one that the end of the text cuts off. */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*(?:[@-~]|$)|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|\u001b?$)|\u001b[ -/]*(?:[0-~]|$)/g;

/** Erasing the line from its start, or all of it; pip does so before each step of a progress bar. */
// oxlint-disable-next-line no-control-regex
const ERASED = /^[^]*(?:\r\u001b\[0?K|\u001b\[[12]K)/;

/**
 * Converts a raw log line (without its `\n`) to its final look in a terminal: text after the last `\r` wins, tabs
 * stay, and colours, control characters and characters that change the writing direction are removed.
 */
export function cleanTerminalText(line: string): string {
  const written = line.replace(ERASED, "").replaceAll(SEQUENCES, "");
  let end = written.length;
  // as at the end of "\r\n", moving back alone overwrites nothing
  while (written[end - 1] === "\r") end -= 1;
  const shown = written.slice(0, end);
  return (
    withoutBackspaces(shown.slice(shown.lastIndexOf("\r") + 1))
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
  );
}

function withoutBackspaces(text: string): string {
  if (!text.includes("\b")) return text;
  const keptCharacters: string[] = [];
  for (const character of text) {
    if (character === "\b") keptCharacters.pop();
    else keptCharacters.push(character);
  }
  return keptCharacters.join("");
}
