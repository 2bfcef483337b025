import { maskRanges, mergedRanges, type Range } from "./maskRanges.ts";
import { entranceForms, secretForms, tokenForms } from "./secretForms.ts";
import { LONGEST_CHANCE, SecretIndex, SHORTEST_SECRET } from "./secretIndex.ts";
import type { SentSecrets } from "../wire/client.ts";
import { shapesIn } from "./secretShapes.ts";
import { joinedLines, openEscape, placeBehind, viewsOf, type TextView } from "./textViews.ts";

/** Takes secrets out of a text; what lies within one of `names` is shown. */
export type Redact = (text: string, names?: readonly string[]) => string;

/** Parts of a text to mask. */
export interface Findings {
  /** Merged. */
  readonly secrets: readonly Range[];
  /** Start of an end that may become a secret as the text goes on; the text's length if there is none. */
  readonly openFrom: number;
}

/** Most tokens to remember: a signature never expires, but is echoed soon if at all. */
const MOST_TOKENS = 1_000;

const MOST_TRIED = 100;

/** Most secrets of calls to remember: what a panel repeats is told at once, and again when it is looked up. */
const MOST_SENT = 100;

/**
 * The one place that takes secrets out of text. By value it knows every live secret: the keys and security entrances
 * of panels, each for as long as its owner keeps it, the last hundred keys and entrances that were tried, the last hundred
 * passwords and private keys that were sent, and the last thousand signed tokens; each in the forms of `secretForms`, under any
 * escapes and over the ends of lines. It learns only what this side stored or sent, for a panel must not be able to have words of
 * its choice masked. Beside them it knows signatures, cookies and private keys by their shape. A line, or a text that was cut, is
 * masked where it ends in most of a secret.
 */
export class Redactor {
  readonly #index = new SecretIndex();
  readonly #tokens = new Latest(MOST_TOKENS);
  readonly #tried = new Latest(MOST_TRIED);
  readonly #sent = new Latest(MOST_SENT);

  /** Registers a secret. Call the returned function when it is no longer in use; other owners may keep it. */
  add(secret: string): () => void {
    return this.#learn(secretForms(secret.toWellFormed()));
  }

  /** Registers the path of a security entrance, which may have the name of an ordinary directory. */
  addEntrance(entrance: string): () => void {
    return this.#learn(entranceForms(entrance.toWellFormed()));
  }

  /** Registers a key that is being tried; the last hundred are kept. */
  addTried(secret: string): void {
    this.#tried.keep(secret, () => this.add(secret));
  }

  /** Registers an entrance that was typed or is used once. */
  addTriedEntrance(entrance: string): void {
    this.#tried.keep(entrance, () => this.addEntrance(entrance));
  }

  /** Registers the secrets of a call that is about to be sent. */
  addSent({ token, fields }: SentSecrets): void {
    this.#addToken(token);
    for (const field of fields) this.#sent.keep(field, () => this.add(field));
  }

  #addToken(token: string): void {
    this.#tokens.keep(token, () => this.#learn(tokenForms(token)));
  }

  /**
   * Masks every secret in a text. Occurrences of `names` stay: people know things by them, and the question before
   * shows them unmasked.
   */
  redact(text: string, names: readonly string[] = []): string {
    const { secrets } = this.find(text, names);
    if (secrets.length === 0) return text;
    return maskRanges(text, secrets, { start: 0, end: text.length });
  }

  find(text: string, names: readonly string[] = []): Findings {
    const ranges: Range[] = [];
    // half of a character may become a whole one
    const wholeText = text.replace(/[\ud800-\udbff]$/, "");
    let openFrom = wholeText.length;
    const findIn = (view: TextView, shortest: number, endOf: (position: number) => number | undefined) => {
      const end = openEscape(view);
      for (const match of this.#index.find(view.text, end)) {
        if (match.form.length < shortest) continue;
        const start = view.starts[match.start] ?? text.length;
        const isOpen = match.part !== "whole" && match.end === end;
        if (isOpen) openFrom = Math.min(openFrom, start);
        if (match.part === "some") continue;
        const knownEnd = isOpen ? undefined : endOf(match.end);
        ranges.push({ start, end: knownEnd ?? text.length });
      }
    };
    for (const view of viewsOf(wholeText)) {
      findIn(view, SHORTEST_SECRET, (position) => view.starts[position]);
      const joined = joinedLines(view);
      // a line break behind a secret is none of its parts
      if (joined !== undefined)
        findIn(joined, LONGEST_CHANCE, (position) => placeBehind(view, joined.starts[position - 1] ?? 0));
      ranges.push(...shapesIn(view));
    }
    return { secrets: mergedRanges(outside(names, text, ranges)), openFrom };
  }

  #learn(forms: readonly string[]): () => void {
    for (const form of forms) this.#index.add(form);
    let forgotten = false;
    return () => {
      if (forgotten) return;
      forgotten = true;
      for (const form of forms) this.#index.delete(form);
    };
  }
}

/** The secrets registered last, up to a number; each older one is forgotten. */
class Latest {
  readonly #most: number;
  readonly #forget = new Map<string, () => void>();

  constructor(limit: number) {
    this.#most = limit;
  }

  keep(name: string, learn: () => () => void): void {
    const forget = this.#forget.get(name) ?? learn();
    // it is the newest one from here on
    this.#forget.delete(name);
    this.#forget.set(name, forget);
    const [oldest] = this.#forget;
    if (this.#forget.size <= this.#most || oldest === undefined) return;
    this.#forget.delete(oldest[0]);
    oldest[1]();
  }
}

/** Ranges outside of the occurrences of names. */
function outside(names: readonly string[], text: string, ranges: readonly Range[]): readonly Range[] {
  if (ranges.length === 0) return ranges;
  /** For each place, how far the names reach that begin there or before. */
  const reach = new Uint32Array(text.length);
  for (const name of names) {
    if (name === "") continue;
    for (let position = text.indexOf(name); position !== -1; position = text.indexOf(name, position + name.length))
      reach[position] = Math.max(reach[position] ?? 0, position + name.length);
  }
  for (let position = 1; position < reach.length; position++)
    reach[position] = Math.max(reach[position] ?? 0, reach[position - 1] ?? 0);
  return ranges.filter(({ start, end }) => end > (reach[start] ?? 0));
}

/** Taking secrets out of texts. */
export interface Redacting {
  readonly redactor: Redactor;
}
