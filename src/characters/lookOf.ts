/** Letters of other scripts that look like Latin ones in the fonts of editors, in lower case: a letter, then all that look like it. */
const ALIKE = [
  "aаɑα",
  "bЬь",
  "cсϲ",
  "dԁ",
  "eеҽ",
  "gɡ",
  "hһ",
  "iіιı",
  "jјϳ",
  "kкκ",
  "lӏ",
  "mм",
  "nпη",
  "oоοσօ",
  "pрρ",
  "qԛ",
  "rг",
  "sѕ",
  "tтτ",
  "uυսц",
  "vѵν",
  "wԝω",
  "xхχ",
  "yуүγ",
  "zᴢ",
  "3з",
  "-‐‑‒–—−",
];

const LATIN: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap((letters) => {
    const [latin = "", ...others] = letters;
    return others.map((other) => [other, latin] as const);
  }),
);

/** What is not seen by itself: marks on letters, and what is invisible. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The look of a name, for comparing: names with the same look are taken for one another in a question. It knows letters of Cyrillic,
 * Greek and Armenian beside Latin ones, marks and forms of letters, and what is invisible; it does not know fonts, so that `l` and `1` differ.
 */
export function lookOf(name: string): string {
  // many marks in a row would be sorted in a time that grows with their square
  const plain = name.replaceAll(UNSEEN, "").normalize("NFKD").toLowerCase().replaceAll(UNSEEN, "");
  return Array.from(plain, (letter) => LATIN.get(letter) ?? letter).join("");
}
