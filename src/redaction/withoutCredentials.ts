import { credentialShapes } from "./credentialShapes.ts";
import { MASK, maskRanges, mergedRanges } from "./maskRanges.ts";
import { shapesIn } from "./secretShapes.ts";
import { viewsOf } from "./textViews.ts";

/** Invisible characters: inside a word they would hide it from the patterns. */
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\0-\x08\x0e-\x1f\x7f\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** What may be a user with a password before a host. */
const AUTHORITY = /(:\/\/)([^\s"'<>`]+)/g;

/**
 * Masks credentials of anybody by their shape, and leaves out what nobody sees. Models are mostly elsewhere, so too much is masked
 * rather than too little.
 */
export function withoutCredentials(text: string): string {
  const visible = text
    .replaceAll(UNSEEN, "")
    .replaceAll(AUTHORITY, (_, start: string, rest: string) => start + withoutUser(rest));
  return credentialShapes.reduce(
    (masked, shape) => masked.replaceAll(shape, `$1${MASK}`),
    withoutSecretData(withoutShapes(visible)),
  );
}

/** Without the signatures, cookies and private keys that the redactor knows, too. */
function withoutShapes(text: string): string {
  const ranges = mergedRanges([...viewsOf(text)].flatMap(shapesIn));
  return maskRanges(text, ranges, { start: 0, end: text.length });
}

/** A Secret of Kubernetes, and the lines of it that have values. */
const SECRET = /\bkind:[ \t]{0,9}["']?Secret\b/;
const DATA = /^[ \t]{0,20}(?:data|stringData):[ \t]{0,9}\n(?:[ \t]{1,40}[^\n]*(?:\n|$))+/gm;
const VALUE = /^([ \t]{1,40}[\w.-]{1,100}:[ \t]{1,9})[^\n]+/gm;

function withoutSecretData(text: string): string {
  if (!SECRET.test(text)) return text;
  return text.replaceAll(DATA, (data) => data.replaceAll(VALUE, `$1${MASK}`));
}

/** A URL from its authority on, without the password in it. A password may have any sign, even those that end an authority. */
function withoutUser(rest: string): string {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? "";
  const colon = authority.indexOf(":");
  const hasPassword = colon >= 0 && !/^\d{0,5}$/.test(authority.slice(colon + 1));
  const searched = hasPassword ? rest : authority;
  const end = searched.lastIndexOf("@");
  if (end < 0) return rest;
  if (hasPassword && end > colon) return `${rest.slice(0, colon + 1)}${MASK}${rest.slice(end)}`;
  // a token in place of a user
  if (end >= 16) return MASK + rest.slice(end);
  return rest;
}
