import { createHash } from "node:crypto";
import { plainText } from "../characters/plainText.ts";
import { LONGEST_CHANCE, SHORTEST_SECRET } from "./secretIndex.ts";
import { comparable, comparableBytes, viewsOf } from "./textViews.ts";

/** Shortest rest of a secret after undoing escapes: a shorter one may be an ordinary word. */
const SHORTEST_UNESCAPED = 8;

/** Fewest letters of base64: fewer occur by chance. */
const SHORTEST_BASE64 = 8;

/**
 * The forms of a secret in a view of a text (see `viewsOf`, which undoes escapes of URLs, forms, JSON and HTML): as
 * it is without the blanks round it, in hexadecimal and base64, as its md5, from which panels derive signatures
 * (docs/protocol.md 1.1), and in or by Latin-1. Of several lines, as a private key has them, each is known by itself, and all of them together
 * whatever ends them.
 */
export function secretForms(secret: string): readonly string[] {
  const trimmed = secret.trim();
  const bare = trimmed.length < SHORTEST_SECRET ? secret : trimmed;
  const lines = bare.split(/[\r\n]+/).filter((line) => !line.startsWith("-----"));
  if (lines.length < 2) return lineForms(bare);
  return [...lines.filter(({ length }) => length >= LONGEST_CHANCE), lines.join("")]
    .map(comparable)
    .concat(base64Forms(Buffer.from(bare, "utf8")));
}

function lineForms(secret: string): readonly string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const bytes = Buffer.from(secret, "utf8");
  const digest = createHash("md5").update(bytes).digest();
  const md5 = digest.toString("hex");
  // where a text is unescaped, so is what looks like an escape in the secret itself; and a panel's words lose what looks like a tag
  const [plain = "", ...others] = [secret, plainText(secret)]
    .flatMap((text) => [...viewsOf(text)])
    .map(({ text }) => text);
  return [
    plain,
    ...others.filter((text) => text.length >= SHORTEST_UNESCAPED),
    bytes.toString("hex"),
    md5,
    ...[bytes, digest, Buffer.from(md5), Buffer.from(md5.toUpperCase())].flatMap(base64Forms),
    ...latin1Forms(secret),
  ];
}

/**
 * A secret with characters outside ASCII, written in Latin-1 or taken for it, and what is left where such bytes are
 * no UTF-8.
 */
function latin1Forms(secret: string): readonly string[] {
  // oxlint-disable-next-line no-control-regex
  const strange = /[^\0-\x7f]/g;
  const plain = secret.replace(strange, "");
  if (plain === secret) return [];
  const misread = comparable(new TextDecoder("windows-1252").decode(Buffer.from(secret, "utf8")));
  // oxlint-disable-next-line no-control-regex
  if (/[^\0-\xff]/.test(secret)) return [misread];
  const bytes = Buffer.from(secret, "latin1");
  const left = [secret.replace(strange, "\ufffd"), plain].map(comparable);
  return [
    misread,
    comparableBytes(bytes),
    bytes.toString("hex"),
    ...base64Forms(bytes),
    ...left.filter((text) => text.length >= SHORTEST_UNESCAPED),
  ];
}

/** How a signed token may stand there; tokens come by the thousand, and nobody but us handles them. */
export function tokenForms(token: string): readonly string[] {
  return [comparable(token), ...base64Forms(Buffer.from(token))];
}

/** How the path of a security entrance may stand there: without its slash only where it is no ordinary word. */
export function entranceForms(entrance: string): readonly string[] {
  const name = entrance.replace(/^\//, "");
  const isWord = /^[a-z]?[a-z]+(?:[._-][a-z]+)*$/.test(name) || /^[A-Z][a-z]+$/.test(name);
  if (isWord) return secretForms(`/${name}`);
  return [...secretForms(`/${name}`), ...secretForms(name)];
}

/**
 * Inside a longer text a secret can start at any of three offsets; the letters it shares with its neighbours are cut.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const skipped = Math.ceil((offset * 8) / 6);
    const wholeLetters = Math.floor((padded.length * 8) / 6);
    const letters = padded.toString("base64").slice(skipped, wholeLetters);
    if (letters.length < SHORTEST_BASE64) return [];
    return [...new Set([letters, letters.replaceAll("+", "-").replaceAll("/", "_")])].map(comparable);
  });
}
