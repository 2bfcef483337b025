import fc from "fast-check";

/** Pieces of which names are made that cannot be shown as they are, or are shown like others. */
const PIECES = [
  "Shop",
  "a",
  "b",
  "1",
  "2",
  " ",
  "<",
  "‹",
  ">",
  "[",
  "](",
  "] (",
  "![",
  "! [",
  "~~~",
  "'''",
  "```",
  "token",
  "password",
  "=",
  "***",
  "abcdefgh1",
  "\n",
  "\u200b",
  "\u202e",
  "\u2800",
  "“",
  "”",
] as const;

/** Names of panels and resources as nobody should give them. */
export const oddName = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(""));
