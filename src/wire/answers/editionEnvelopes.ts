import { classic, converted, stamped, timestamped, wordsIn, type Envelope } from "./envelope.ts";
import { isObject } from "./isObject.ts";
import type { KnownEdition } from "./operation.ts";

/** The envelopes in which the editions give one answer. */
export type EditionEnvelopes = Readonly<Record<KnownEdition, Envelope>>;

/** The panel's words, as `msg`. */
export const inWords: EditionEnvelopes = {
  baota: classic,
  aapanel: converted(timestamped, (content) => ({ msg: wordsIn(content) })),
};

/** An object with data or the panel's words in its fields; an empty one where an answer has no content. */
export const inFields: EditionEnvelopes = {
  baota: classic,
  aapanel: converted(timestamped, (content) => {
    if (isObject(content)) return content;
    return {};
  }),
};

/** Whatever `envelope` takes; aaPanel may put it into the second envelope. */
export function inStamp(envelope: Envelope): EditionEnvelopes {
  return { baota: envelope, aapanel: stamped(envelope) };
}
