import { type PanelRequest, Answer, jsonAnswer, notFoundPage, type Gate } from "./http.ts";
import type { DemoHandler, HandlerContext } from "./state.ts";
import type { KnownEdition } from "../wire/answers/operation.ts";
import { type AnyOperation, operations, type OperationId, type RouteOf } from "../wire/operations/operations.ts";

/** What a request asks for, and the route on which it does. */
export interface Endpoint {
  readonly id: OperationId;
  readonly route: string;
}

/** The operations of the wire table by the requests that ask for them. */
export class Endpoints {
  readonly #endpoints = new Map<string, Endpoint>();

  /** @param absent routes of the table that the panel lacks. Throws where two operations share an endpoint. */
  constructor(edition: KnownEdition, absent: readonly RouteOf<OperationId>[]) {
    for (const [id, { wires }] of Object.entries(operations) as [OperationId, AnyOperation][])
      for (const { path, action, table, route, edition: only = edition } of wires) {
        if (only !== edition || absent.includes(route)) continue;
        const key = keyOf(path, action, table);
        const other = this.#endpoints.get(key)?.id;
        if (other !== undefined && other !== id) throw new Error(`${id} and ${other} share one endpoint`);
        this.#endpoints.set(key, { id, route });
      }
  }

  find({ path, fields }: Pick<PanelRequest, "path" | "fields">): Endpoint | undefined {
    const { action = "", table } = fields;
    const keys = [keyOf(path, action, table), keyOf(path, action), keyOf(path)];
    return keys.map((key) => this.#endpoints.get(key)).find((endpoint) => endpoint !== undefined);
  }
}

function keyOf(path: string, action?: string, table?: string): string {
  return [path, action, table].filter((part) => part !== undefined).join(" ");
}

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
