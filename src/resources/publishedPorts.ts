import { isIP } from "node:net";

/** A port of a container that its server publishes over TCP. */
export interface PublishedPort {
  /** The one address of the server on which it is; absent: all of them. */
  readonly address?: string;
  readonly port: number;
  /** The one inside of the container. */
  readonly inside: number;
}

/** Those of a container's row that can be reached from elsewhere or on the server itself, each once. */
export function publishedPorts(ports: readonly string[]): readonly PublishedPort[] {
  return ports.flatMap((text) => {
    const [, host, outer = "", inner = ""] = /^(?:(.+):)?(\d{1,5})→(\d{1,5})\/tcp$/.exec(text) ?? [];
    const address = host?.replace(/^\[(.*)\]$/, "$1");
    const [port, inside] = [Number(outer), Number(inner)];
    if (!isPort(port) || (address !== undefined && isIP(address) === 0)) return [];
    return [{ port, inside, ...(address === undefined ? {} : { address }) }];
  });
}

/** Whether a number can be that of a port. */
export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
