/**
 * A line of a key's text in base64, which in a view has small letters, and a space for each "+". Somewhere near its beginning no word is as
 * long as what stands there.
 */
const LINE = String.raw`(?=[a-z\d/= ]{0,47}?[a-z\d/]{16})[a-z\d/= ]+`;

/** The lines of a key; the last one may be short. */
const BODY = String.raw`(?:(?:\s{0,64}${LINE})+(?:\s{0,64}[a-z\d/= ]{1,75}(?=\s{0,9}(?:-|$)))?)?`;

/** What may stand between the first line of a key and its text, where it is encrypted or one of PGP. */
const HEADERS = String.raw`(?:\s{0,9}(?:proc-type: \d,encrypted|dek-info: [a-z\d-]{1,40},[a-f\d]{1,64}|(?:charset|comment|hash|subject|version): [^\n]{0,200}\n)){0,5}`;

/**
 * How the text of a key begins in base64, for each format: what comes before the key's own numbers is always the same. A certificate
 * and a public key begin otherwise.
 */
const BEGINNINGS = [
  // PKCS #8: RSA and DSA; curves; Ed25519 and X25519; Ed448; encrypted
  String.raw`mii[a-z\d/ ]{3}ibad(?:anbgkqhkig9w0baq|cc)`,
  String.raw`mi[gh][a-z\d/ ]ageamb[am]gbyqgsm49`,
  "mc4caqawbqydk2v[uw]bcie",
  "meccaqawbqydk2vxbdse",
  String.raw`mii[a-z\d/ ]{3}b[a-z]bgkqhkig9w0bbq0w|mi[gh][a-z\d/ ]m[a-z]cgcsqgsib3dqefdt`,
  // PKCS #1, SEC 1, OpenSSH
  String.raw`mii[a-z\d/ ]{3}ibaak[bc]`,
  String.raw`mh[a-z\d]caqeei|mi[gh][a-z\d/ ]agebb[de]`,
  "b3blbnnzac1rzxktdje",
  // "PRIVATE KEY" in base64, wherever it starts: a whole file in base64, as in secrets of Kubernetes
  "ufjjvkfursblrvk|bssvzbveugs0vz|quklwqvrfietfw",
].join("|");

/** Private keys in a view (see `TextView`); the first group is to mask. */
const SHAPES: readonly RegExp[] = [
  new RegExp(String.raw`-{4,5} ?begin [a-z\d ]{0,40}private key(?: block)? ?-{4,5}${HEADERS}(${BODY})`, "g"),
  new RegExp(String.raw`((?:${BEGINNINGS})[a-z\d/= ]*${BODY})`, "g"),
  // PuTTY
  new RegExp(String.raw`private-lines: \d{1,4}(${BODY})`, "g"),
];

/** The last line of a key. */
const END = /-{4,5} ?end [a-z\d ]{0,40}private key/g;

/** Where the text of private keys stands in a view: with its first line or its last, by how it begins, or as PuTTY writes it. */
export function privateKeysIn(text: string): readonly (readonly [start: number, end: number])[] {
  // most texts have none
  if (!/private|\bm[chi]|mec|b3blb|ufjjv|bssvz|quklw/.test(text)) return [];
  const byBeginning = SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map((match) => {
      const end = match.index + match[0].length;
      return [end - (match[1] ?? "").length, end] as const;
    }),
  );
  let before = 0;
  const byEnd = [...text.matchAll(END)].map(({ index }) => {
    const body = text
      .slice(before, index)
      .split(/[^a-z\d/=\s]/)
      .at(-1);
    before = index;
    return [index - (body ?? "").trimStart().length, index] as const;
  });
  return [...byBeginning, ...byEnd].filter(([start, end]) => text.slice(start, end).trim() !== "");
}
