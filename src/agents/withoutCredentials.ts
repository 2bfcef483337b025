import { MASK } from "../redaction/maskRanges.ts";

/** Names of fields that hold credentials, up to their value. */
const NAMED = String.raw`(?:pass(?:word|wd|phrase)?|pwd|secret|token|credentials?|authorization|(?:api|access|private|secret)[_-]?key|密码|口令|密钥)["'\]]{0,2}\s{0,3}(?:=>|[=:：])\s{0,3}["']?`;

/**
 * What programs write into logs of credentials that nobody has told us, by the words before them or by their own look. The
 * limits keep the patterns linear. The first group stays.
 */
const SHAPES: readonly RegExp[] = [
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?:[^-]|-(?!----END)){0,20000}/g,
  /(\b(?:bearer|basic)\s{1,3})[\w.~+/=-]{8,4096}/gi,
  /(:\/\/[^\s/:@"']{0,100}:)[^\s/@"']{1,300}(?=@)/g,
  new RegExp(`(${NAMED})(?!true\\b|false\\b|null\\b|none\\b)[^\\s"',;&)}\\]*]{1,4096}`, "gi"),
  /(\b)(?:AKIA[A-Z\d]{16}|gh[pousr]_\w{20,255}|eyJ[\w-]{8,4096}\.[\w-]{8,4096}(?:\.[\w-]{0,4096})?)/g,
];

/** Masks credentials of anybody by their shape. Models are mostly elsewhere, so too much is masked rather than too little. */
export function withoutCredentials(text: string): string {
  return SHAPES.reduce((shown, shape) => shown.replaceAll(shape, `$1${MASK}`), text);
}
