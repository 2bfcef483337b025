import { type PanelRequest, Answer, jsonAnswer, notFoundPage, type Gate } from "./http.ts";
import { readFields } from "./readFields.ts";
import type { DemoHandler, HandlerContext } from "./state.ts";
import type { KnownEdition } from "../wire/answers/operation.ts";
import { type AnyOperation, operations, type OperationId, type RouteOf } from "../wire/operations/operations.ts";

interface Endpoint {
  readonly id: OperationId;
  readonly route: string;
}

/** Finds the operation of the wire table that a request asks for. */
export class Endpoints {
  readonly #endpoints = new Map<string, Endpoint>();

  /** Throws if two operations share an endpoint. @param absent routes of the table that the panel lacks */
  constructor(edition: KnownEdition, absent: readonly RouteOf<OperationId>[]) {
    for (const [id, { wires }] of Object.entries(operations) as [OperationId, AnyOperation][])
      for (const { path, action, table, route, edition: only = edition } of wires) {
        if (only !== edition || absent.includes(route)) continue;
        const key = keyOf(path, action, table);
        const otherId = this.#endpoints.get(key)?.id;
        if (otherId !== undefined && otherId !== id) throw new Error(`${id} and ${otherId} share one endpoint`);
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

/** The end of a request; `exception` means that its handler threw. */
export type Outcome = "answered" | "refused" | "unsupported" | "page" | "exception";

export interface Dispatched {
  readonly answer: Answer;
  readonly outcome: Outcome;
}

/** The handler of a request that has passed the gate. */
export interface Resolution {
  /** `undefined` for an endpoint that is not in the wire table. */
  readonly id: OperationId | undefined;
  readonly route: string;
  readonly handler: DemoHandler;
}

export interface DispatcherOptions {
  readonly endpoints: Endpoints;
  readonly gate: Gate;
  readonly handlerOf: (id: OperationId) => DemoHandler;
  readonly context: () => Omit<HandlerContext, "fields" | "request" | "route">;
  readonly hooks: DispatcherHooks;
}

/** Hooks with which tests add behavior that the wire table lacks. */
export interface DispatcherHooks {
  /** Replaces a request, or answers it before its signature is checked. */
  readonly read?: (request: PanelRequest) => PanelRequest | Answer;
  /** Replaces the endpoint of the wire table. */
  readonly resolve?: (request: PanelRequest, usual: Resolution | undefined) => Resolution | Dispatched;
  /** Runs before a handler. */
  readonly called?: (id: OperationId, request: PanelRequest) => void;
}

/** Takes a request through the gate to its handler; never throws. */
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
    const result = await handler({ ...context(), fields: readFields(request.fields), request, route });
    return { answer: result instanceof Answer ? result : jsonAnswer(result), outcome: "answered" };
  } catch {
    return { answer: notFoundPage, outcome: "exception" };
  }
}
