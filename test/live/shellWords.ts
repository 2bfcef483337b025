/** The lines of an output; none of an empty one. */
export function linesIn(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** Quotes one word for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A line of `sha1sum`, which begins with a stroke where the name is written otherwise. */
export function hashIn(line: string): readonly [path: string, sha1: string] {
  if (!line.startsWith("\\")) return [line.slice(44), line.slice(0, 40)];
  const path = line.slice(45).replaceAll(/\\([nr\\])/g, (_, sign: string) => ({ n: "\n", r: "\r" })[sign] ?? sign);
  return [path, line.slice(1, 41)];
}
