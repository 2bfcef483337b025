/** The names of the signs of Latin-1 from the 160th on, in their order: HTML knows them without a `;`, too. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 " +
  "ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc " +
  "Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml " +
  "aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave " +
  "uacute ucirc uuml yacute thorn yuml";

const FIRST_OF_LATIN_1 = 160;

/** The signs that HTML knows by a name without a `;`, by that name. */
export const namedSigns: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(" ").map((name, index) => [name, String.fromCharCode(FIRST_OF_LATIN_1 + index)] as const),
  ...(["amp", "AMP"] as const).map((name) => [name, "&"] as const),
  ...(["lt", "LT"] as const).map((name) => [name, "<"] as const),
  ...(["gt", "GT"] as const).map((name) => [name, ">"] as const),
  ...(["quot", "QUOT"] as const).map((name) => [name, '"'] as const),
  ["COPY", "©"],
  ["REG", "®"],
]);

/**
 * A part of a text that HTML may take for another sign: a number, a name that it knows without a `;`, or any word with one. Its table of
 * those has 2,125 names.
 */
export const htmlEntity = new RegExp(`&(?:#\\d|#[xX][\\da-fA-F]|\\w+;|${[...namedSigns.keys()].join("|")})`);
