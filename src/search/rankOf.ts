import type { ItemNode } from "../tree/treeNodes.ts";
import { resourceOf } from "../resources/resources.ts";
import type { Fact } from "../resources/facts.ts";
import { groupText, itemText, kindText, stateText } from "../texts/resourceTexts.ts";

/** Something that can be gone to. */
export interface Entry {
  readonly node: ItemNode;
  readonly panelName: string;
  /** Where it stands among those that were used last; `Infinity` for all others. */
  readonly recency: number;
}

/** What was typed, ready to be looked for. */
export interface Query {
  readonly text: string;
  readonly words: readonly string[];
}

/** By these a person may know it, besides its name. */
const NAMING: ReadonlySet<Fact["name"]> = new Set(["punycode", "domains", "note", "image", "port", "ports", "address"]);

const LONGEST_QUERY = 200;

/** What an entry is known by, in lower case. */
interface Known {
  /** Its label first. */
  readonly names: readonly string[];
  /** What its row says beside its name, a blank before each word. */
  readonly words: string;
}

const known = new WeakMap<ItemNode, Known>();

export function queryOf(typed: string): Query {
  const text = typed.trim().slice(0, LONGEST_QUERY).toLowerCase();
  return { text, words: text.split(/\s+/).filter((word) => word !== "") };
}

/**
 * How well an entry fits, the least best; `undefined`: not at all. Each word must be somewhere in a name of it or its panel, or
 * begin one that its row says beside that; Chinese ones, which nothing separates, may stand within.
 */
export function rankOf(entry: Entry, { text, words }: Query): number | undefined {
  if (words.length === 0) return entry.recency === Infinity ? RANKS : entry.recency / (entry.recency + 1);
  const { names, words: said } = knownOf(entry.node);
  const panel = entry.panelName.toLowerCase();
  const isKnownBy = (word: string) =>
    panel.includes(word) ||
    names.some((name) => name.includes(word)) ||
    said.includes(/^\p{ASCII}/u.test(word) ? ` ${word}` : word);
  if (!words.every(isKnownBy)) return undefined;
  const label = names[0] ?? "";
  if (label === text) return 0;
  // "shop ord" names the panel and the beginning of what is on it
  const others = words.filter((word) => !panel.includes(word));
  const place = Math.min(
    placeOf(label, text, words),
    others.length === 0 || others.length === words.length ? WORST_PLACE : placeOf(label, others.join(" "), others),
  );
  // what was used lately stands before what fits better, unless that is meant exactly
  return entry.recency === Infinity ? RANKS + place : 1 + entry.recency / (entry.recency + 1);
}

/** Above all ranks of what was used lately. */
const RANKS = 2;

/** Of what is not known by its label. */
const WORST_PLACE = 3;

function placeOf(label: string, text: string, words: readonly string[]): number {
  if (label.startsWith(text)) return 0;
  const at = label.indexOf(text);
  if (at > 0 && /[^\p{L}\p{N}]/u.test(label[at - 1] ?? "")) return 1;
  return at > 0 || words.every((word) => label.includes(word)) ? 2 : WORST_PLACE;
}

function knownOf(node: ItemNode): Known {
  const before = known.get(node);
  if (before !== undefined) return before;
  const alias = node.row === undefined ? undefined : resourceOf(node.kind).alias?.(node.row);
  const others = node.facts.filter(({ name }) => NAMING.has(name)).map(({ value }) => value);
  const words = [itemText(node.kind, node.label), kindText(node.kind), groupText(node.kind), stateText(node.state)];
  const found = {
    names: [node.label, alias ?? "", ...others].map((name) => name.toLowerCase()),
    words: words.map((word) => ` ${word.toLowerCase()}`).join(""),
  };
  known.set(node, found);
  return found;
}
