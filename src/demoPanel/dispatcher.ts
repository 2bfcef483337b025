import type { OperationId } from "../wire/operations/operations.ts";
import { isObject } from "../wire/answers/isObject.ts";
import type { Accent } from "./http/accent.ts";
import { Answer, jsonAnswer } from "./http/answer.ts";
import type { RequestOutcome } from "./counters.ts";
import type { Endpoints, Resolution } from "./endpoints.ts";
import type { Gate } from "./http/gate.ts";
import type { DemoHandler, HandlerContext } from "./state/handler.ts";
import type { PanelRequest } from "./http/panelRequest.ts";
import { pythonJson } from "./http/pythonJson.ts";
import { saying } from "./http/saying.ts";

/** What the dispatcher needs of the panel. */
export interface DispatcherOptions {
  readonly endpoints: Endpoints;
  readonly gate: Gate;
  readonly accent: Accent;
  readonly handlerOf: (id: OperationId) => DemoHandler;
  readonly context: () => Omit<HandlerContext, "fields" | "request" | "route">;
  /** Told before the handler runs. */
  readonly onCall: (id: OperationId) => void;
}

/** What is known of a request before it is answered. */
export interface Trace {
  operation: OperationId | undefined;
}

interface Dispatched {
  readonly answer: Answer;
  readonly outcome: RequestOutcome;
}

type Operation = Extract<Resolution, { readonly kind: "operation" }>;

/** Takes a request from the gate to its handler. */
export class Dispatcher {
  readonly #options: DispatcherOptions;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Never throws. Notes in `trace` which handler it calls. */
  async dispatch(request: PanelRequest, trace: Trace): Promise<Dispatched> {
    const { endpoints, gate, accent } = this.#options;
    const page: Dispatched = { answer: accent.notFoundPage, outcome: "page" };
    const resolution = endpoints.resolve(request);
    if (resolution.kind === "notFound") return page;
    const rejection = gate.reject(request);
    if (rejection !== undefined) return { answer: rejection.answer, outcome: rejection.refused ? "refused" : "page" };
    switch (resolution.kind) {
      case "applicationPage":
        return { answer: accent.applicationPage, outcome: "page" };
      case "unsupported":
        if (resolution.message === undefined) return page;
        return { answer: jsonAnswer(saying(false, resolution.message)), outcome: "unsupported" };
      case "operation":
        return this.#run(resolution, request, trace);
      default:
        return resolution satisfies never;
    }
  }

  async #run({ id, route, isModel, suffix }: Operation, request: PanelRequest, trace: Trace): Promise<Dispatched> {
    const { handlerOf, context, onCall, accent } = this.#options;
    const { missingTemplate, unsafePath, notFoundPage } = accent;
    if (suffix === "html" && missingTemplate !== undefined)
      return { answer: jsonAnswer(saying(false, missingTemplate)), outcome: "unsupported" };
    // checked for every operation, before its own code (docs/protocol.md 2.13)
    if (/\.\/|\.\./.test(request.fields["path"] ?? ""))
      return { answer: jsonAnswer(saying(false, unsafePath)), outcome: "answered" };
    const isListed = typeof id === "string";
    if (isListed) {
      trace.operation = id;
      onCall(id);
    }
    try {
      const fields = isModel ? { ...request.fields, ...wrappedFields(request) } : request.fields;
      const result = await (isListed ? handlerOf(id) : id)({ ...context(), fields, request, route });
      if (result instanceof Answer) return { answer: result, outcome: "answered" };
      const value =
        suffix === "json" && missingTemplate !== undefined
          ? [pythonJson(result), { "Content-Type": "application/json; charset=utf-8" }]
          : result;
      return { answer: jsonAnswer(value), outcome: "answered" };
    } catch {
      return { answer: notFoundPage, outcome: "exception" };
    }
  }
}

/** Model paths also take their parameters as JSON in the field `data` (docs/protocol.md 1.7). */
function wrappedFields({ fields }: PanelRequest): Readonly<Record<string, string>> {
  if (fields["data"] === undefined) return {};
  const wrapped: unknown = JSON.parse(fields["data"]);
  if (!isObject(wrapped)) return {};
  return Object.fromEntries(Object.entries(wrapped).map(([name, value]) => [name, String(value)]));
}
