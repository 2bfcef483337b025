import type { KnownEdition } from "../wire/answers/operation.ts";
import { type AnyOperation, operations, type OperationId } from "../wire/operations/operations.ts";
import type { PanelRequest } from "./http/panelRequest.ts";
import { UNKNOWN_ACTION } from "./http/saying.ts";

/** What a request is about. */
export type Resolution =
  | {
      readonly kind: "operation";
      readonly id: OperationId;
      readonly route: string;
      /** Asked for by its path alone, without a field `action` (docs/protocol.md 1.6, 1.7). */
      readonly isModel: boolean;
      /** The free last part of a `/mod` path (docs/protocol.md 1.8). */
      readonly suffix: string | undefined;
    }
  /** The panel does not know it, and says so in JSON. */
  | { readonly kind: "unsupported"; readonly message: string }
  | { readonly kind: "applicationPage" }
  | { readonly kind: "notFound" };

type TableWire = AnyOperation["wires"][number];

interface Endpoint {
  readonly id: OperationId;
  readonly route: string;
}

/** Modules that are also pages of the panel's browser application: GET never runs an action (docs/protocol.md 1.9). */
const pages: ReadonlySet<string> = new Set(["/site", "/files", "/xterm"]);

/** Modules that every panel has, also those of which no operation is in the table. */
const modules: readonly string[] = [...pages, "/system", "/data", "/acme", "/ajax"];

/** The operations of the wire table by the requests that ask for them. */
export class Endpoints {
  /** Path → action, with its table where it reads several → endpoint. */
  readonly #actions = new Map(modules.map((path) => [path, new Map<string, Endpoint>()]));
  /** Path without suffix → endpoint. */
  readonly #models = new Map<string, Endpoint>();

  /**
   * @param absent routes of the table that this panel lacks
   * @param edition has its own routes alone
   * Throws where two operations share one endpoint, which a panel could not tell apart.
   */
  constructor(absent: readonly string[], edition: KnownEdition = "baota") {
    for (const [id, row] of Object.entries(operations) as [OperationId, AnyOperation][]) {
      for (const wire of row.wires)
        if (wire.edition === undefined || wire.edition === edition) this.#add(id, wire, !absent.includes(wire.route));
    }
  }

  resolve({ method, path, fields }: PanelRequest): Resolution {
    const actions = this.#actions.get(path);
    if (actions !== undefined) {
      if (method === "GET" && pages.has(path)) return { kind: "applicationPage" };
      const action = fields["action"] ?? "";
      const endpoint = actions.get(actionKey(action, fields["table"])) ?? actions.get(action);
      if (endpoint === undefined) return { kind: "unsupported", message: UNKNOWN_ACTION };
      return { kind: "operation", ...endpoint, isModel: false, suffix: undefined };
    }
    const model = modelPath(path);
    if (model === undefined) return { kind: "notFound" };
    const endpoint = this.#models.get(model.path);
    if (endpoint !== undefined) return { kind: "operation", ...endpoint, isModel: true, suffix: model.suffix };
    if (path.startsWith("/v2/")) return { kind: "notFound" };
    const isKnown = [...this.#models.keys()].some((known) => known.startsWith(`${model.module}/`));
    const [group, name] = model.module.split("/").slice(-2);
    const message = isKnown ? `[${group}/${name}]模块中找不到[${model.name}]方法` : "没有在模型中找到指定模块";
    return { kind: "unsupported", message };
  }

  #add(id: OperationId, wire: TableWire, isPresent: boolean): void {
    const { action, route, table } = wire;
    const path = action === undefined ? modelPath(wire.path)?.path : wire.path;
    if (path === undefined) throw new Error(`${id} has a path that is neither a module's nor a model's`);
    const actions = this.#actions.get(path) ?? new Map<string, Endpoint>();
    if (action !== undefined) this.#actions.set(path, actions);
    if (!isPresent) return;
    const group = action === undefined ? this.#models : actions;
    const key = action === undefined ? path : actionKey(action, table);
    const other = group.get(key)?.id;
    if (other !== undefined && other !== id) throw new Error(`${id} and ${other} share one endpoint`);
    group.set(key, { id, route });
  }
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
