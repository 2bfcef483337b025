import type { KnownEdition } from "../wire/answers/operation.ts";
import { type AnyOperation, operations, type OperationId, type RouteOf } from "../wire/operations/operations.ts";
import type { Accent } from "./http/accent.ts";
import type { PanelRequest } from "./http/panelRequest.ts";
import type { DemoHandler, UnlistedEndpoint } from "./state/handler.ts";

/** What a request is about. */
export type Resolution =
  | {
      readonly kind: "operation";
      /** How to answer where no row of the wire table asks for it. */
      readonly id: OperationId | DemoHandler;
      readonly route: string;
      /** Asked for by its path alone, without a field `action` (docs/protocol.md 1.6, 1.7). */
      readonly isModel: boolean;
      /** The free last part of a `/mod` path (docs/protocol.md 1.8). */
      readonly suffix: string | undefined;
    }
  /** The panel does not know it, and says so in JSON, or with the page. */
  | { readonly kind: "unsupported"; readonly message: string | undefined }
  | { readonly kind: "applicationPage" }
  | { readonly kind: "notFound" };

type WirePath = Pick<AnyOperation["wires"][number], "path" | "action" | "table"> & { readonly route: string };

interface Endpoint {
  readonly id: OperationId | DemoHandler;
  readonly route: string;
}

/** Which endpoints a panel has. */
export interface EndpointsOptions {
  /** It has its own wires and those of both. */
  readonly edition: KnownEdition;
  /** Routes of the table that this panel lacks. */
  readonly absent: readonly RouteOf<OperationId>[];
  /** What it has besides. */
  readonly unlisted: readonly UnlistedEndpoint[];
  readonly accent: Pick<Accent, "modules" | "pages" | "unknownAction" | "unknownModel">;
}

/** The operations of the wire table by the requests that ask for them. */
export class Endpoints {
  /** Path → action, with its table where it reads several → endpoint. */
  readonly #actions: Map<string, Map<string, Endpoint>>;
  /** Path without suffix → endpoint. */
  readonly #models = new Map<string, Endpoint>();
  readonly #accent: EndpointsOptions["accent"];

  /** Throws where two share one endpoint, which a panel could not tell apart. */
  constructor({ edition, absent, unlisted, accent }: EndpointsOptions) {
    this.#accent = accent;
    this.#actions = new Map(accent.modules.map((path) => [path, new Map<string, Endpoint>()]));
    for (const [id, row] of Object.entries(operations) as [OperationId, AnyOperation][]) {
      for (const wire of row.wires)
        if (wire.edition === undefined || wire.edition === edition) this.#add(id, wire, !absent.includes(wire.route));
    }
    for (const { handler, ...endpoint } of unlisted) this.#add(handler, { ...endpoint, route: "unlisted" }, true);
  }

  resolve({ method, path, fields }: PanelRequest): Resolution {
    const { pages, unknownAction, unknownModel } = this.#accent;
    const actions = this.#actions.get(path);
    if (actions !== undefined) {
      if (method === "GET" && pages.has(path)) return { kind: "applicationPage" };
      const action = fields["action"] ?? "";
      const endpoint = actions.get(actionKey(action, fields["table"])) ?? actions.get(action);
      if (endpoint === undefined) return { kind: "unsupported", message: unknownAction };
      return { kind: "operation", ...endpoint, isModel: false, suffix: undefined };
    }
    const model = modelPath(path);
    if (model === undefined) return { kind: "notFound" };
    const endpoint = this.#models.get(model.path);
    if (endpoint !== undefined) return { kind: "operation", ...endpoint, isModel: true, suffix: model.suffix };
    const isKnownModule = [...this.#models.keys()].some((known) => known.startsWith(`${model.module}/`));
    return { kind: "unsupported", message: unknownModel({ module: model.module, name: model.name, isKnownModule }) };
  }

  #add(id: Endpoint["id"], wire: WirePath, isPresent: boolean): void {
    const { action, route, table } = wire;
    const path = action === undefined ? modelPath(wire.path)?.path : wire.path;
    if (path === undefined) throw new Error(`${wire.path} is neither a module's nor a model's`);
    const actions = this.#actions.get(path) ?? new Map<string, Endpoint>();
    if (action !== undefined) this.#actions.set(path, actions);
    if (!isPresent) return;
    const group = action === undefined ? this.#models : actions;
    const key = action === undefined ? path : actionKey(action, table);
    const other = group.get(key)?.id;
    if (other !== undefined && other !== id) throw new Error(`${nameOf(id)} and ${nameOf(other)} share one endpoint`);
    group.set(key, { id, route });
  }
}

function nameOf(id: Endpoint["id"]): string {
  return typeof id === "string" ? id : "an unlisted one";
}

function actionKey(action: string, table: string | undefined): string {
  return table === undefined ? action : `${action} ${table}`;
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
