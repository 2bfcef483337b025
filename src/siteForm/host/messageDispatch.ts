import * as v from "valibot";
import { requestMessage, type AnswerMessage } from "../siteFormProtocol.ts";

/** A table of requests, as `siteFormRequests` is one. */
type RequestTable = Readonly<Record<string, { readonly params: v.GenericSchema; readonly result: v.GenericSchema }>>;

/** One handler for each request of a table; one that is missing does not compile. */
export type HandlersOf<Table extends RequestTable> = {
  readonly [Name in keyof Table]: (
    params: v.InferOutput<Table[Name]["params"]>,
  ) => Promise<v.InferOutput<Table[Name]["result"]>>;
};

/** Words for what a handler threw, or for a message that is not in the table. */
export type ProblemText = (error: unknown) => string;

/** Answers one message; `undefined`: it is not a request, and nobody waits for an answer. Never rejects. */
export type AnswerRequest = (message: unknown) => Promise<AnswerMessage | undefined>;

/**
 * Answers each request of a webview exactly once, whatever its handler does. The webview is not trusted: what does not
 * fit the table is answered as a problem.
 */
export function messageDispatch<Table extends RequestTable>(
  table: Table,
  handlers: HandlersOf<Table>,
  problemText: ProblemText,
): AnswerRequest {
  const handle = async (request: string, params: unknown): Promise<unknown> => {
    if (!Object.hasOwn(table, request)) throw new MessageError(request);
    const name: keyof Table = request;
    const checked = v.safeParse(table[name]?.params ?? v.never(), params);
    if (!checked.success) throw new MessageError(request);
    return handlers[name](checked.output);
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

/** A message that is not in the protocol. Holds the request's name and nothing of what came with it. */
export class MessageError extends Error {
  constructor(request: string) {
    super(`no such message: ${request.slice(0, 40)}`);
    this.name = "MessageError";
  }
}
