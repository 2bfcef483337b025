import { visibleText } from "../characters/plainText.ts";
import { dataText } from "../redaction/dataText.ts";

/** Longest name of a panel, in characters: a question shows it whole. */
const LONGEST = 200;

/** Taking something out may put together what has to go out, too. */
const MOST_ROUNDS = 5;

/**
 * The name under which a panel is kept: as it is shown everywhere, to models too, so that one name never stands for another.
 * Without markup, hidden characters and credentials, on one line. May be empty.
 */
export function panelName(typedName: string): string {
  let name = visibleText(typedName, LONGEST);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const shownName = asShown(name);
    if (shownName === name) return name;
    name = shownName;
  }
  // what is left are words
  return asShown(name.replaceAll(/[^\p{L}\p{N}]+/gu, " "));
}

function asShown(name: string): string {
  return dataText(name, (text) => text, LONGEST);
}
