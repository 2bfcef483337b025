import { chinese, type Language } from "./demoSentences.ts";
import { stampedReply, statusReply } from "./http.ts";

/** The part of a handler's context that an answer needs. */
export interface Replying {
  /** The route of the wire that was used. */
  readonly route: string;
  readonly language: Language;
  /** In milliseconds since the epoch. */
  readonly now: () => number;
}

/** Whether a request came by a route of aaPanel's with the second envelope. */
export const isV2 = ({ route }: Pick<Replying, "route">): boolean => route.startsWith("v2");

/** Answers a change in the envelope of its route, in the words of the edition. */
export function says(
  { route, language, now }: Replying,
  succeeded: boolean,
  inEnglish: string,
  inChinese: string,
): object {
  const words = language.orderDeleted === chinese.orderDeleted ? inChinese : inEnglish;
  if (isV2({ route })) return stampedReply(succeeded ? 0 : -1, { result: words }, now());
  return statusReply(succeeded, words);
}
