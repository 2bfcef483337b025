import { isIP } from "node:net";

/** A TCP port of a server. */
export interface PublishedPort {
  /** The only address of the server that has it; absent: all addresses. */
  readonly address?: string;
  readonly port: number;
  /** The port inside the container, for those of containers. */
  readonly inside?: number;
}

/** Parses the published TCP ports in a container's row. */
export function publishedPorts(ports: readonly string[]): readonly PublishedPort[] {
  return ports.flatMap((text) => {
    const [, host, outer = "", inner = ""] = /^(?:(.+):)?(\d{1,5})→(\d{1,5})\/tcp$/.exec(text) ?? [];
    const address = host?.replace(/^\[(.*)\]$/, "$1");
    const [port, inside] = [Number(outer), Number(inner)];
    if (!isPort(port) || (address !== undefined && isIP(address) === 0)) return [];
    return [{ port, inside, ...(address === undefined ? {} : { address }) }];
  });
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

/** Values side by side, each once; `undefined` if there are none. */
export function eachOnce(values: readonly (number | string)[]): string | undefined {
  if (values.length === 0) return undefined;
  return [...new Set(values)].join(" ");
}
