import * as v from "valibot";
import { requestMessage, requestParams, type Answer, type SiteFormRequest, type SiteFormResult } from "../protocol.ts";

/** One handler for each request of the page; one that is missing does not compile. */
export type Handlers = {
  readonly [Name in SiteFormRequest]: (
    params: v.InferOutput<(typeof requestParams)[Name]>,
  ) => Promise<SiteFormResult<Name>>;
};

/** Words for what a handler threw, or for a message that is no request. */
export type ProblemText = (error: unknown) => string;

/** Answers one message; `undefined`: it is not a request, and nobody waits for an answer. Never rejects. */
export type AnswerRequest = (message: unknown) => Promise<Answer | undefined>;

/**
 * Answers each request of the page exactly once, whatever its handler does. The page is not trusted: what its schema does not
 * take is answered as a problem.
 */
export function messageDispatch(handlers: Handlers, problemText: ProblemText): AnswerRequest {
  const handle = async (request: string, params: unknown): Promise<unknown> => {
    if (!isRequest(request)) throw new MessageError(request);
    const checked = v.safeParse(requestParams[request], params);
    if (!checked.success) throw new MessageError(request);
    return (handlers[request] as (params: unknown) => Promise<unknown>)(checked.output);
  };
  return async (message) => {
    const envelope = v.safeParse(requestMessage, message);
    if (!envelope.success) return undefined;
    const { id, request, params } = envelope.output;
    try {
      return { id, ok: true, result: await handle(request, params) };
    } catch (error) {
      return { id, ok: false, problem: problemText(error) };
    }
  };
}

function isRequest(name: string): name is SiteFormRequest {
  return Object.hasOwn(requestParams, name);
}

/** A message that is not in the protocol. Holds the request's name and nothing of what came with it. */
export class MessageError extends Error {
  constructor(request: string) {
    super(`no such message: ${request.slice(0, 40)}`);
    this.name = "MessageError";
  }
}
