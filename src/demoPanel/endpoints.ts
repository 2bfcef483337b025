import type { KnownEdition } from "../wire/answers/operation.ts";
import { type AnyOperation, operations, type OperationId, type RouteOf } from "../wire/operations/operations.ts";
import type { PanelRequest } from "./http/panelRequest.ts";

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
