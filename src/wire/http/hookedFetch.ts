import { createFetch } from "ofetch";
import type { WholeAnswer } from "./exchange.ts";
import type { Fetch } from "./transport.ts";

/**
 * Sends by ofetch, over a transport. ofetch has the hooks: it tells of each answer, and passes on what the transport throws.
 * The rest stays with the transport and the client, for ofetch would do it without their guarantees: it sends again what may
 * have happened, its timeout ends with the head of an answer, and it reads bodies without bounds, by content types that
 * panels choose freely (docs/protocol.md 2.1).
 * @param onAnswer called for each answer, also a failure
 */
export function hookedFetch(fetch: Fetch, onAnswer: () => void): Fetch {
  const request = createFetch({
    // ofetch gives its options on as they are, and reads no body where an answer has none
    fetch: fetch as unknown as typeof globalThis.fetch,
    defaults: {
      retry: false,
      ignoreResponseError: true,
      onResponse: onAnswer,
      onRequestError: ({ error }) => {
        // before ofetch makes one of its own, whose message has the URL, and so perhaps the signature
        throw error;
      },
    },
  });
  return async (path, init) => (await request.raw(path, init)) as unknown as WholeAnswer;
}
