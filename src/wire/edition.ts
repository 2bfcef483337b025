import { readBoundedJson } from "./answers/boundedJson.ts";
import { isObject } from "./answers/isObject.ts";
import type { KnownEdition } from "./answers/operation.ts";
import type { RawAnswer } from "./decode.ts";

/** Which panel it is; `unknown` until an answer tells. */
export type Edition = KnownEdition | "unknown";

/**
 * Which edition gave these answers (docs/protocol.md 14.2). Many are the same in both and tell nothing; those of
 * `system.total` tell, unless aaPanel speaks another language than English. Answers that contradict each other are
 * `unknown`.
 */
export function recogniseEdition(answers: readonly RawAnswer[]): Edition {
  const found = new Set(answers.map(editionOf).filter((edition) => edition !== "unknown"));
  const [edition = "unknown", ...others] = found;
  return others.length === 0 ? edition : "unknown";
}

/** Sentences that a panel has in its own language only. */
const SENTENCES: readonly (readonly [RegExp, Edition])[] = [
  [/^(密钥校验失败$|IP校验失败|连续\d+次验证失败|指定参数无效!$)/, "baota"],
  [
    /^(Secret key verification failed$|IP validation failed|\d+ consecutive verification failures|Specific parameters are invalid!$)/,
    "aapanel",
  ],
];

/** How long the machine has been up, the number of rows of a list, and the category that is always there. */
const LABELS: readonly (readonly [RegExp, Edition])[] = [
  [/^\d+(天|小时|分钟)|<span class='Pcount'>共|^默认分类$/, "baota"],
  [/^\d+ (Day|Hour|Minute)\(s\)|<span class='Pcount'>Total |^Default category$/, "aapanel"],
];

/** In characters: what tells is short, and a longer answer is not worth reading twice. */
const LONGEST_TELLING = 2 ** 20;

/** The beginning of a text that may tell. */
const LONGEST_WORDS = 8_192;

function editionOf({ body: text }: RawAnswer): Edition {
  if (text.length > LONGEST_TELLING) return "unknown";
  const json = readBoundedJson(text);
  const body = json.kind === "json" ? json.value : undefined;
  // nginx itself, which may stand before either panel, ends its lines with CR and LF
  if (body === undefined) return text.startsWith("<html>\n<head><title>404 Not Found") ? "aapanel" : "unknown";
  const [first] = Array.isArray(body) ? (body as readonly unknown[]) : [body];
  if (!isObject(first)) return "unknown";
  if (typeof first["status"] === "number" && "message" in first && "timestamp" in first) return "aapanel";
  if ("memTotal" in first && "memNewTotal" in first) return "baota";
  if (first["status"] === false) return spoken(SENTENCES, first["msg"]);
  const labels = [first["time"], first["page"], first["id"] === 0 ? first["name"] : undefined];
  return labels.map((label) => spoken(LABELS, label)).find((edition) => edition !== "unknown") ?? "unknown";
}

function spoken(clues: readonly (readonly [RegExp, Edition])[], words: unknown): Edition {
  if (typeof words !== "string") return "unknown";
  const start = words.slice(0, LONGEST_WORDS);
  return clues.find(([pattern]) => pattern.test(start))?.[1] ?? "unknown";
}
