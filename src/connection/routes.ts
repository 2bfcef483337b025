import { failureOf, isMissing, PanelError } from "../wire/answers/failure.ts";
import type { Edition, Effect, KnownEdition } from "../wire/answers/operation.ts";
import { areaOf, type OperationTable } from "../wire/operations/operations.ts";
import { wiresFor } from "../wire/operations/wiresFor.ts";

/** A table of operations, reduced to their routes. */
export type RoutedTable = Readonly<Record<string, RoutedOperation>>;

interface RoutedOperation {
  readonly effect: Effect;
  readonly probe?: unknown;
  readonly documented?: string;
  readonly wires: readonly {
    readonly route: string;
    readonly edition?: KnownEdition;
    readonly isUndocumented?: true;
  }[];
}

type IdIn<Table extends RoutedTable> = keyof Table & string;
type RouteIn<Table extends RoutedTable> = Table[keyof Table]["wires"][number]["route"];

/** Calls an operation on one route of the panel. */
export type Invoke<Table extends RoutedTable = OperationTable> = (
  id: IdIn<Table>,
  params: object,
  route: RouteIn<Table>,
) => Promise<unknown>;

/** The route of a call, and its answer where it was made to learn the route. */
export interface FoundRoute<Table extends RoutedTable = OperationTable> {
  readonly route: RouteIn<Table>;
  readonly answer?: unknown;
}

/**
 * The routes of a panel's areas, which differ between panels. Each is found by a read, the row of the area with a
 * `probe`; without one, a read tries its own routes. A change is never a probe.
 */
export class Routes<Table extends RoutedTable = OperationTable> {
  readonly #table: Table;
  readonly #edition: () => Edition;
  /** Routes by the row that found them. */
  readonly #learned = new Map<IdIn<Table>, RouteIn<Table>>();

  /** @param edition the panel's; routes of the other edition are not tried, unless it is `unknown` */
  constructor(table: Table, edition: () => Edition) {
    this.#table = table;
    this.#edition = edition;
  }

  /**
   * Finds the route to call an operation on: the one that is asked for, else the one that the panel has. The result
   * has the answer too where the call itself had to be made to learn the route.
   */
  async find(id: IdIn<Table>, params: object, invoke: Invoke<Table>): Promise<FoundRoute<Table>> {
    const routes = this.#routesOf(id);
    const askedRoute = "route" in params && routes.find((route) => route === params.route);
    if (askedRoute) return { route: askedRoute };
    const [preferred] = routes;
    if (preferred === undefined) throw new PanelError({ kind: "unsupported" });
    const probe = this.#probeOf(id, routes);
    if (probe === undefined) return { route: preferred };
    const learned = this.#learned.get(probe);
    if (id === probe && learned === undefined) return this.#ask(probe, params, invoke);
    const foundRoute = learned ?? (await this.#learn(probe, invoke));
    const tried = this.#routesOf(probe);
    const likely =
      foundRoute === undefined
        ? routes.find((route) => !tried.includes(route))
        : routes.find((route) => route === foundRoute);
    return { route: likely ?? preferred };
  }

  /** Forgets the routes, as the panel may have another version. */
  forget(): void {
    this.#learned.clear();
  }

  /** The route that answers a probe, if one does. */
  async #learn(probe: IdIn<Table>, invoke: Invoke<Table>): Promise<RouteIn<Table> | undefined> {
    try {
      return (await this.#ask(probe, this.#table[probe]?.probe as object, invoke)).route;
    } catch (error) {
      if (!saysNotHere(error)) throw error;
      // not remembered: it may have failed for another reason, and a page does not tell which
      return undefined;
    }
  }

  /** The first route that answers. If none does, throws the error of the preferred one. */
  async #ask(probe: IdIn<Table>, params: object, invoke: Invoke<Table>): Promise<Required<FoundRoute<Table>>> {
    let firstError: unknown;
    let isSure = true;
    for (const route of this.#routesOf(probe)) {
      try {
        const answer = await invoke(probe, params, route);
        if (isSure) this.#learned.set(probe, route);
        return { route, answer };
      } catch (error) {
        if (!saysNotHere(error)) throw error;
        // a page may only mean that the call failed this once: the preferred route is tried again next time
        isSure &&= failureOf(error)?.kind === "unsupported";
        firstError ??= error;
      }
    }
    throw firstError;
  }

  /**
   * The read that finds the route of an operation: its area's probe if they share a route, else the operation itself;
   * `undefined`: there is only one route, or it is a change without such a read.
   */
  #probeOf(id: IdIn<Table>, routes: readonly RouteIn<Table>[]): IdIn<Table> | undefined {
    // its only route helps others of the area, which have several
    if (this.#table[id]?.probe !== undefined) return id;
    if (routes.length < 2) return undefined;
    const sharesRoute = (otherId: string) => this.#routesOf(otherId).some((route) => routes.includes(route));
    const probes = Object.keys(this.#table).filter((otherId) => this.#table[otherId]?.probe !== undefined);
    const probe = probes.find((otherId) => areaOf(otherId) === areaOf(id) && sharesRoute(otherId));
    if (probe === undefined && this.#table[id]?.effect === "read") return id;
    return probe;
  }

  /** In order of preference. */
  #routesOf(id: IdIn<Table>): readonly RouteIn<Table>[] {
    const row = this.#table[id];
    if (row === undefined) return [];
    return wiresFor(row, this.#edition()).map(({ route }) => route);
  }
}

/** Whether a call failed because the panel does not have it on this route. */
export function saysNotHere(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== undefined && isMissing(failure);
}
