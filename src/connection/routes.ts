import { failureOf } from "../wire/answers/failure.ts";
import { operations, type OperationId } from "../wire/operations/table.ts";
import { isPanelsPage } from "../actions/mayHaveHappened.ts";

/** Panels differ in where an area lives; the read that is the area's list tells which way this panel has. */
const AREAS = [
  { list: "site.list", params: { page: 1, limit: 1 }, routes: ["datalist", "getData"] },
  { list: "container.list", params: {}, routes: ["btdocker", "xdocker"] },
] as const;

type Area = (typeof AREAS)[number];

/** Calls an operation on one route of the panel. */
export type Invoke = (id: OperationId, params: object, route: string | undefined) => Promise<unknown>;

/** What was learned about one panel, from reads only: a change is never a probe. */
export class Routes {
  readonly #learned = new Map<Area, string>();

  /** Calls on the route that is asked for, else on the one that the panel has, which is found out first. */
  async call(id: OperationId, params: object, invoke: Invoke): Promise<unknown> {
    const area = areaOf(id);
    if (area === undefined) return invoke(id, params, undefined);
    if ("route" in params && typeof params.route === "string") return invoke(id, params, params.route);
    const learned = this.#learned.get(area);
    if (learned !== undefined) return invoke(id, params, learned);
    if (id === area.list) return (await this.#list(area, params, invoke)).answer;
    return invoke(id, params, await this.#find(area, invoke));
  }

  /** For when the panel may have become another version. */
  forget(): void {
    this.#learned.clear();
  }

  async #find(area: Area, invoke: Invoke): Promise<string> {
    try {
      return (await this.#list(area, area.params, invoke)).route;
    } catch (error) {
      if (!saysNotHere(error)) throw error;
      // not remembered: the list may have failed for another reason, and a page does not tell which
      const listed: readonly string[] = routesOf(area.list);
      return area.routes.find((route) => !listed.includes(route)) ?? area.routes[0];
    }
  }

  /** The first route that answers; throws what the preferred one threw where none does. */
  async #list(
    area: Area,
    params: object,
    invoke: Invoke,
  ): Promise<{ readonly route: string; readonly answer: unknown }> {
    let first: unknown;
    let isSure = true;
    for (const route of routesOf(area.list)) {
      try {
        const answer = await invoke(area.list, params, route);
        if (isSure) this.#learned.set(area, route);
        return { route, answer };
      } catch (error) {
        if (!saysNotHere(error)) throw error;
        // a page may only mean that the call failed this once: the preferred route is tried again next time
        isSure &&= failureOf(error)?.kind === "unsupported";
        first ??= error;
      }
    }
    throw first;
  }
}

/** Whether a call failed because the panel does not have it on this route. */
export function saysNotHere(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== undefined && (failure.kind === "unsupported" || isPanelsPage(failure));
}

function routesOf(id: OperationId): readonly string[] {
  return operations[id].wires.map(({ route }) => route);
}

function areaOf(id: OperationId): Area | undefined {
  const routes = routesOf(id);
  return AREAS.find((area) => area.routes.some((route) => routes.includes(route)));
}
