import { plainText } from "../../characters/plainText.ts";

/** Line ends in the words of panels. */
const LINE_END = /<br\s*\/?>|\n/i;

/** A line of a service about what is wrong with its configuration (docs/protocol.md 13.6). */
const ERROR = /\[(?:emerg|alert|crit|error)\]|\bsyntax error\b/i;

/** A line of nginx or Apache that changes nothing. */
const WARNING = /\[(?:\w+:)?(?:warn|notice|info|debug)\]|\bAH\d{5}: warning:|\bAH00558:/i;

/**
 * The reason of a refusal as plain text. Services warn of each website before they name the one error that decides: such warnings are
 * left out where an error is there, for the text is cut at its end.
 */
export function refusalText(html: string): string {
  if (!ERROR.test(html)) return plainText(html);
  return plainText(
    html
      .split(LINE_END)
      .filter((line) => ERROR.test(line) || !WARNING.test(line))
      .join("<br>"),
  );
}
