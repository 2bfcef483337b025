import type { EditionEnvelopes } from "../answers/editionEnvelopes.ts";
import type { Envelope } from "../answers/envelope.ts";
import type { Fields, KnownEdition, Wire } from "../answers/operation.ts";

/** Where an operation is on a panel, and the name of the way there (`Wire.route`). */
export interface Endpoint<Route extends string = string> {
  readonly route: Route;
  readonly path: string;
}

/** What is sent to an endpoint, and how its answer is read. */
export interface WireDetails<P> extends Omit<Wire<P>, keyof Endpoint | "edition" | "method" | "envelope"> {
  /** POST unless given. */
  readonly method?: "GET";
  /** One for both editions, or one for each. */
  readonly envelope: Envelope | EditionEnvelopes;
}

/** The wire of an operation that both editions have without any difference. */
export function onEither<P, const Route extends string>(
  { route, path }: Endpoint<Route>,
  details: WireDetails<P> & { readonly envelope: Envelope },
): Wire<P, Route> {
  return { method: "POST", route, path, ...details };
}

/** The wire of an operation on BaoTa. */
export function onBaota<P, const Route extends string>(endpoint: Endpoint<Route>, details: WireDetails<P>) {
  return { ...onEither(endpoint, detailsOn("baota", details)), edition: "baota" } as const;
}

/** The wire of an operation on aaPanel. */
export function onAapanel<P, const Route extends string>(endpoint: Endpoint<Route>, details: WireDetails<P>) {
  return { ...onEither(endpoint, detailsOn("aapanel", details)), edition: "aapanel" } as const;
}

/**
 * The wires of an operation on both editions; aaPanel's is below `/v2`.
 * @param onAapanelOnly what is otherwise on aaPanel
 */
export function onBoth<P, const Route extends string>(
  endpoint: Endpoint<Route>,
  details: WireDetails<P>,
  onAapanelOnly: Partial<WireDetails<P>> = {},
) {
  return [onBaota(endpoint, details), onAapanel(v2(endpoint), { ...details, ...onAapanelOnly })] as const;
}

/** The same endpoint in aaPanel's second API. */
export function v2<const Route extends string>({ route, path }: Endpoint<Route>): Endpoint<`v2${Route}`> {
  return { route: `v2${route}`, path: `/v2${path}` };
}

function detailsOn<P>(edition: KnownEdition, { envelope, ...details }: WireDetails<P>) {
  return { ...details, envelope: typeof envelope === "function" ? envelope : envelope[edition] };
}

/**
 * Sends parameters under the panel's names for them, which stand first: `{ project_name: "project" }`.
 * @param constants fields that are always the same
 */
export function fields<const Names extends Readonly<Record<string, string>>>(names: Names, constants: Fields = {}) {
  return (params: Readonly<Record<Names[keyof Names], string | number>>): Fields => {
    const sent = Object.entries(names).map(([field, param]) => [field, String(params[param as Names[keyof Names]])]);
    return { ...(Object.fromEntries(sent) as Fields), ...constants };
  };
}
