import type { Dispatched, Resolution } from "../../src/demoPanel/dispatcher.ts";
import { jsonAnswer, notFoundPage, type PanelRequest, statusReply } from "../../src/demoPanel/http.ts";
import type { DemoHandler } from "../../src/demoPanel/state.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { type AnyOperation, operations, type OperationId, type RouteOf } from "../../src/wire/operations/operations.ts";
import type { EditionReplies } from "./editionReplies.ts";
import { pythonJson } from "./pythonJson.ts";
import { textFields } from "./readAsPanel.ts";
import type { UnlistedEndpoint } from "./unlistedEndpoint.ts";

/** Endpoints that differ from the wire table. */
export interface ResolverOptions {
  readonly edition: KnownEdition;
  readonly absent: readonly RouteOf<OperationId>[];
  readonly unlisted: readonly UnlistedEndpoint[];
  readonly replies: EditionReplies;
}

/** Resolves requests that the wire table does not cover. */
export class Resolver {
  readonly #replies: EditionReplies;
  /** Paths of action routes, and of downloads. */
  readonly #modules: Set<string>;
  /** Path and action, or the path alone. */
  readonly #unlisted: ReadonlyMap<string, DemoHandler>;
  /** Paths of all models of the panel without suffix → paths in the wire table. */
  readonly #models = new Map<string, string>();

  constructor({ edition, absent, unlisted, replies }: ResolverOptions) {
    this.#replies = replies;
    this.#unlisted = new Map(unlisted.map(({ path, action, handler }) => [keyOf(path, action), handler]));
    const wires = (Object.values(operations) as AnyOperation[]).flatMap((row) => row.wires);
    this.#modules = new Set(replies.modules);
    for (const { path, action, route, edition: only = edition } of wires) {
      if (only !== edition) continue;
      if (action !== undefined || path.endsWith("/download")) this.#modules.add(path);
      else if (!absent.includes(route)) this.#addModel(path);
    }
    for (const { path, action } of unlisted) if (action === undefined) this.#addModel(path);
  }

  /** Replaces a model's path by that of the wire table; `undefined` if there is no such path. */
  located(request: PanelRequest): PanelRequest | undefined {
    if (this.#modules.has(request.path)) return request;
    const model = modelPath(request.path);
    return model && { ...request, path: this.#models.get(model.path) ?? request.path };
  }

  /** @param asked the path of the original request */
  resolve(request: PanelRequest, asked: string, usual: Resolution | undefined): Resolution | Dispatched {
    const { pages, unknownAction, unknownModel, missingTemplate } = this.#replies;
    const { path, fields } = request;
    if (this.#modules.has(path)) {
      if (request.message.method === "GET" && pages.has(path))
        return { answer: this.#replies.applicationPage, outcome: "page" };
      const found = usual ?? fromUnlisted(this.#unlisted.get(keyOf(path, fields["action"] ?? "")));
      return found === undefined ? refused(unknownAction) : this.#checked(request, found);
    }
    const model = modelPath(asked);
    const found = usual ?? fromUnlisted(this.#unlisted.get(path));
    if (model !== undefined && found !== undefined && this.#models.has(model.path)) {
      if (missingTemplate !== undefined && model.suffix === "html") return refused(missingTemplate);
      return this.#checked(request, ofModel(found, missingTemplate !== undefined && model.suffix === "json"));
    }
    const { module = "", name = "" } = model ?? {};
    const isKnownModule = [...this.#models.keys()].some((known) => known.startsWith(`${module}/`));
    return refused(unknownModel({ module, name, isKnownModule }));
  }

  #addModel(path: string): void {
    const model = modelPath(path);
    if (model === undefined) throw new Error(`${path} is no model's`);
    this.#models.set(model.path, path);
  }

  /** Checks the field `path` before every operation (docs/protocol.md 2.13). */
  #checked({ fields }: PanelRequest, found: Resolution): Resolution | Dispatched {
    if (!/\.\/|\.\./.test(fields["path"] ?? "")) return found;
    return { answer: jsonAnswer(statusReply(false, this.#replies.unsafePath)), outcome: "answered" };
  }
}

/** Handles a model path, which also takes parameters as JSON in the field `data`, and can answer with text (docs/protocol.md 1.7, 1.8). */
function ofModel(found: Resolution, isText: boolean): Resolution {
  return {
    ...found,
    handler: async (context) => {
      const { data } = context.fields;
      const wrapped = data === undefined ? {} : textFields(JSON.parse(data));
      const result = await found.handler({ ...context, fields: { ...context.fields, ...wrapped } });
      return isText ? [pythonJson(result), { "Content-Type": "application/json; charset=utf-8" }] : result;
    },
  };
}

function fromUnlisted(handler: DemoHandler | undefined): Resolution | undefined {
  return handler && { id: undefined, route: "unlisted", handler };
}

function refused(message: string | undefined): Dispatched {
  if (message === undefined) return { answer: notFoundPage, outcome: "page" };
  return { answer: jsonAnswer(statusReply(false, message)), outcome: "unsupported" };
}

function keyOf(path: string, action: string | undefined): string {
  return action === undefined ? path : `${path} ${action}`;
}

interface ModelPath {
  readonly path: string;
  readonly module: string;
  readonly name: string;
  readonly suffix: string | undefined;
}

/**
 * `/mod/<a>/<b>/<name>[/<suffix>]`, `/project/<b>/<name>[/<suffix>]` or `/<a>/<b>/<name>`; below `/v2` any may have the
 * last part.
 */
function modelPath(path: string): ModelPath | undefined {
  const match =
    /^(?<module>(?:\/v2)?\/mod\/[^/]+\/[^/]+)\/(?<name>[^/]+)(?:\/(?<suffix>[^/]+))?\/?$/.exec(path) ??
    /^(?<module>\/(?:project|v2\/(?!mod\/)[^/]+)\/[^/]+)\/(?<name>[^/]+)(?:\/(?<suffix>[^/]+))?\/?$/.exec(path) ??
    /^(?<module>\/(?!mod\/|v2\/)[^/]+\/[^/]+)\/(?<name>[^/]+)$/.exec(path);
  const { module, name, suffix } = match?.groups ?? {};
  return module === undefined || name === undefined ? undefined : { path: `${module}/${name}`, module, name, suffix };
}
