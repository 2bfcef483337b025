import { readNumber } from "./records.ts";

/** An entry of an archive. */
export interface ArchiveEntry {
  readonly kind: "file" | "directory" | "link" | "special";
  /** As the archive has it, in bytes: Latin-1, one sign a byte. */
  readonly path: string;
  readonly size: number;
  readonly isEncrypted?: true;
  /** Its name is in an encoding that the archive does not tell. */
  readonly isForeign?: true;
}

const LINE =
  /^([-dlhbcpsCDV])[-rwxsStT]{9}\S* +\d+\/\d+ +(\d+(?:,\d+)?) \d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d+)?)? ([^]*)$/;

const KINDS: Readonly<Record<string, ArchiveEntry["kind"]>> = {
  "-": "file",
  C: "file",
  d: "directory",
  D: "directory",
  l: "link",
  h: "link",
};

/** Before what a link of a tar leads to. */
const LEADS = { l: " -> ", h: " link to " } as const;

/** A line of `tar -tv --quoting-style=escape --numeric-owner`; `undefined`: it is none. */
export function readTarLine(line: string): ArchiveEntry | undefined {
  const [, letter = "", said, rest] = LINE.exec(line) ?? [];
  if (rest === undefined) return undefined;
  const kind = KINDS[letter] ?? "special";
  // a device has two numbers in place of a size
  const size = kind === "special" ? 0 : readNumber(said);
  if (size === undefined) return undefined;
  return { kind, path: unescaped(nameIn(rest, letter)), size };
}

/** The name before what a link leads to. Where the words stand twice nobody can tell, and links are not unpacked. */
function nameIn(rest: string, letter: string): string {
  if (letter !== "l" && letter !== "h") return rest;
  const end = rest.indexOf(LEADS[letter]);
  return end === -1 ? rest : rest.slice(0, end);
}

const SIGNS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", a: "\u0007" };

function unescaped(name: string): string {
  return name.replaceAll(/\\(?:([0-7]{3})|([^]))/g, (_, octal: string | undefined, sign = "") =>
    octal === undefined
      ? (SIGNS[sign as string] ?? (sign as string))
      : String.fromCodePoint(Number.parseInt(octal, 8) & 0xff),
  );
}
