import type { Range } from "./maskRanges.ts";
import { privateKeysIn } from "./privateKeys.ts";
import type { TextView } from "./textViews.ts";

/** A quoted text, closed or not. */
const QUOTED = String.raw`"(?:[^"\\]|\\[^]){0,4096}"?|'(?:[^'\\]|\\[^]){0,4096}'?`;

/** Characters between the name of a cookie's field and its value. */
const AFTER_COOKIE = String.raw`["'\]]{0,2}\s{0,9}(?:=>|[:,]|=(?![=>]))\s{0,9}`;

/**
 * Credentials of anybody that their shape gives away: signatures and cookies in a URL, a form, JSON, XML, a header, a
 * part of a multipart body, and as Python and JavaScript print or set them. What stands before the first group stays.
 * The limits keep them linear, and so does that none asks for an end.
 */
const SHAPES: readonly RegExp[] = [
  /request_token["'\\]{0,8}\s{0,9}[=:,][\s"'\\([]{0,20}([^\s"'\\&;,}%)\]<]+)/g,
  /request_token\W{1,40}([\da-f]{32})/g,
  new RegExp(String.raw`cookies?${AFTER_COOKIE}[bu]?"((?:[^"\\]|\\[^]){1,16384})`, "g"),
  new RegExp(String.raw`cookies?${AFTER_COOKIE}[bu]?'((?:[^'\\]|\\[^]){1,16384})`, "g"),
  // a list or an object, and a call such as `cookies.set("a", "b")`
  new RegExp(
    String.raw`cookies?(?:jar|\.set)?(?:${AFTER_COOKIE}|\s?)(?:\[object[^\]]{0,40}\]\s)?[[{(]((?:${QUOTED}|[^"'\]})]){1,16384})`,
    "g",
  ),
  // how Python prints one: `<Cookie a=b for 192.0.2.1/>`
  /<(?:\w{0,9}cookie|morsel):?\s{1,9}([^>]{1,16384})/g,
  /\bcookie\s{0,9}=(?![=>])\s{0,9}((?!["'[{(])(?:[^\s"'&;]|;\s{0,3}(?=[\w.-]{1,100}=)){1,16384})/g,
  // in a header only what follows a "=" is quoted; any other quote is the end of a text that holds the header
  /(?:set-)?cookie["']?\s{0,9}:\s{0,9}(?!["'[\s])((?:=["'][^"'\r\n]{0,4096}["']?|[^\r\n"'\\]){1,16384})/g,
];

/** Where credentials of anybody stand in the original text of a view. */
export function shapesIn({ text, starts }: TextView): readonly Range[] {
  return [...credentialsIn(text), ...privateKeysIn(text)].map(([from, to]) => ({
    start: starts[from] ?? text.length,
    end: starts[to] ?? text.length,
  }));
}

function credentialsIn(text: string): readonly (readonly [start: number, end: number])[] {
  // most texts have neither
  if (!/request_token|cookie|morsel/.test(text)) return [];
  return SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map((match) => {
      const matchEnd = match.index + match[0].length;
      return [matchEnd - (match[1] ?? "").length, matchEnd] as const;
    }),
  );
}
