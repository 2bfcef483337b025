import type { OperationId } from "../wire/operations/operations.ts";
import type { Endpoints } from "./endpoints.ts";
import { Answer, jsonAnswer, notFoundPage } from "./http/answer.ts";
import type { Gate } from "./http/gate.ts";
import type { PanelRequest } from "./http/panelRequest.ts";
import type { DemoHandler, HandlerContext } from "./state/handler.ts";

/** What became of a request; `exception`: its handler threw. */
export type Outcome = "answered" | "refused" | "unsupported" | "page" | "exception";

/** An answer, and what became of the request that it is for. */
export interface Dispatched {
  readonly answer: Answer;
  readonly outcome: Outcome;
}

/** How a request is answered once the gate has let it through. */
export interface Resolution {
  /** How often it was called is of interest to tests; `undefined` for what is not in the wire table. */
  readonly id: OperationId | undefined;
  readonly route: string;
  readonly handler: DemoHandler;
}

/** What the dispatcher needs of the panel. */
export interface DispatcherOptions {
  readonly endpoints: Endpoints;
  readonly gate: Gate;
  readonly handlerOf: (id: OperationId) => DemoHandler;
  readonly context: () => Omit<HandlerContext, "fields" | "request" | "route">;
  readonly hooks: DispatcherHooks;
}

/** What tests add, for what panels have that no operation of ours asks for. */
export interface DispatcherHooks {
  /** Looks at a request first: passes it on, as it is or changed, or answers it without any look at its signature. */
  readonly read?: (request: PanelRequest) => PanelRequest | Answer;
  /** In place of the endpoint of the wire table: an answer, or how it comes about. */
  readonly resolve?: (request: PanelRequest, usual: Resolution | undefined) => Resolution | Dispatched;
  /** Told before a handler runs. */
  readonly called?: (id: OperationId, request: PanelRequest) => void;
}

/** Takes a request from the gate to its handler; never throws. */
export async function dispatch(
  read: PanelRequest | undefined,
  { endpoints, gate, handlerOf, context, hooks }: DispatcherOptions,
): Promise<Dispatched> {
  const page: Dispatched = { answer: notFoundPage, outcome: "page" };
  if (read === undefined) return page;
  const request = hooks.read?.(read) ?? read;
  if (request instanceof Answer) return { answer: request, outcome: "page" };
  const rejection = gate.reject(request);
  if (rejection !== undefined) return { answer: rejection.answer, outcome: rejection.refused ? "refused" : "page" };
  const endpoint = endpoints.find(request);
  const usual = endpoint && { ...endpoint, handler: handlerOf(endpoint.id) };
  const resolution = hooks.resolve?.(request, usual) ?? usual ?? page;
  if ("answer" in resolution) return resolution;
  const { id, route, handler } = resolution;
  if (id !== undefined) hooks.called?.(id, request);
  try {
    const result = await handler({ ...context(), fields: request.fields, request, route });
    return { answer: result instanceof Answer ? result : jsonAnswer(result), outcome: "answered" };
  } catch {
    return { answer: notFoundPage, outcome: "exception" };
  }
}
