import { createHash } from "node:crypto";

/** What stands where a secret was. */
export const MASK = "***";

/** Shorter texts occur by chance; masking them would destroy a log without protecting anything. */
const SHORTEST_SECRET = 4;

/** Credentials that can be told by their shape: signature fields and cookies, in a URL, a form, JSON or a header. */
const SHAPES: readonly RegExp[] = [
  /(request_token(?:\\?["']|%22)?\s*(?:[=:]|%3[ad])\s*(?:\\?["']|%22)?)[^\s"'\\&;,}%]+/gi,
  /((?:set-)?cookie["']?\s*:\s*["']?)[^\r\n"']+/gi,
];

/**
 * The one place that takes secrets out of text. It knows every live secret in plain, URI-encoded, form-encoded, base64
 * and JSON-escaped form, and the md5 of each, from which panels derive signatures (panel-reference.md 1.1).
 */
export class Redactor {
  /** Secret → how many owners registered it, so that two panels with the same key keep it known until both are gone. */
  readonly #owners = new Map<string, number>();
  #forms: readonly string[] = [];

  /** Makes a secret known. Call the returned function when it is no longer in use. */
  add(typed: string): () => void {
    // half a character has no URI-encoded form
    const secret = typed.toWellFormed();
    if (secret.length < SHORTEST_SECRET) return () => undefined;
    this.#count(secret, 1);
    let removed = false;
    return () => {
      if (removed) return;
      removed = true;
      this.#count(secret, -1);
    };
  }

  /** The text with every known secret masked, longest first so that no part of a longer one is left. */
  redact(text: string): string {
    let redacted = text;
    for (const form of this.#forms) redacted = redacted.replaceAll(form, MASK);
    for (const shape of SHAPES) redacted = redacted.replace(shape, `$1${MASK}`);
    return redacted;
  }

  #count(secret: string, change: 1 | -1): void {
    const owners = (this.#owners.get(secret) ?? 0) + change;
    if (owners > 0) this.#owners.set(secret, owners);
    else this.#owners.delete(secret);
    const forms = new Set([...this.#owners.keys()].flatMap(formsOf));
    this.#forms = [...forms].toSorted((a, b) => b.length - a.length);
  }
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const json = JSON.stringify(secret).slice(1, -1);
  const uri = encodeURIComponent(secret);
  const forms = [
    secret,
    uri,
    uri.replace(/%../g, (escaped) => escaped.toLowerCase()),
    uri.replaceAll("%20", "+"),
    new URLSearchParams({ s: secret }).toString().slice(2),
    json,
    escapedToAscii(json),
    createHash("md5").update(bytes).digest("hex"),
    ...base64Forms(bytes),
  ];
  return forms.filter((form) => form.length >= SHORTEST_SECRET);
}

/** Python's JSON escapes everything outside ASCII. */
function escapedToAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Inside a longer text a secret can start at any of three offsets; the letters it shares with its neighbours are cut. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const skipped = Math.ceil((offset * 8) / 6);
    const whole = Math.floor((padded.length * 8) / 6);
    const letters = padded.toString("base64").slice(skipped, whole);
    // fewer letters than this would occur by chance
    return letters.length < 8 ? [] : [letters, letters.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
