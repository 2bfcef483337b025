/**
 * Credentials that can be told by their shape, whoever's they are: signatures and cookies in a URL, a form, JSON, Python,
 * XML, a header or a part of a multipart body. What stands before the first group stays. The limits keep them linear.
 */
const SHAPES: readonly RegExp[] = [
  /request_token["'\\]{0,8}\s{0,9}[=:,][\s"'\\([]{0,20}([^\s"'\\&;,}%)\]<]+)/g,
  /request_token\W{1,40}([\da-f]{32})/g,
  /(?:set-)?cookie["']?\s{0,9}[:,]\s{0,9}"((?:[^"\\]|\\[^]){1,16384})/g,
  /(?:set-)?cookie["']?\s{0,9}[:,]\s{0,9}'((?:[^'\\]|\\[^]){1,16384})/g,
  /(?:set-)?cookie["']?\s{0,9}:\s{0,9}\[([^\]]{1,16384})/g,
  // in a header only what follows a "=" is quoted; any other quote is the end of a text that holds the header
  /(?:set-)?cookie["']?\s{0,9}:\s{0,9}(?!["'[\s])((?:=["'][^"'\r\n]{0,4096}["']?|[^\r\n"'\\]){1,16384})/g,
];

/** Where credentials stand in a view of a text. */
export function secretShapes(text: string): readonly (readonly [start: number, end: number])[] {
  // most texts have neither
  if (!/request_token|cookie/.test(text)) return [];
  return SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map((match) => {
      const end = match.index + match[0].length;
      return [end - (match[1] ?? "").length, end] as const;
    }),
  );
}
