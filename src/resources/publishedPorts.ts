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

/** The parts of a port in a container's row: `outer` where it is published, with its address. */
const PORT = /^(?<outer>.*?)(?<port>\d{1,5})→(?<inner>\d{1,5})(?<protocol>\/\w+)$/;

/** A number behind those of all ports. */
const UNPUBLISHED = 65_536;

/** Fewer ports that follow each other stand one by one. */
const SHORTEST_RANGE = 3;

/** The ports in a container's row as a person reads them: hundreds that follow each other are one range. */
export function portRanges(ports: readonly string[]): readonly string[] {
  const runs: string[][] = [];
  const latest = new Map<string, string[]>();
  for (const text of ports.toSorted(inOrder)) {
    const { outer = "", protocol = "" } = PORT.exec(text)?.groups ?? {};
    const alike = `${outer} ${protocol}`;
    let run = latest.get(alike);
    if (run === undefined || !follows(run.at(-1) ?? "", text)) {
      run = [];
      runs.push(run);
      latest.set(alike, run);
    }
    run.push(text);
  }
  return runs.flatMap((run) => (run.length < SHORTEST_RANGE ? run : rangeOf(run)));
}

function inOrder(one: string, other: string): number {
  const numberIn = (text: string) => Number(PORT.exec(text)?.groups?.["port"] ?? UNPUBLISHED);
  return numberIn(one) - numberIn(other);
}

/** Whether a port is the next one, outside and inside. */
function follows(before: string, text: string): boolean {
  const [one, other] = [before, text].map((each) => PORT.exec(each)?.groups);
  if (one === undefined || other === undefined) return false;
  const isNext = (name: "port" | "inner") => Number(other[name]) === Number(one[name]) + 1;
  return isNext("port") && isNext("inner");
}

function rangeOf(run: readonly string[]): readonly string[] {
  const [first, last] = [run[0], run.at(-1)].map((each) => PORT.exec(each ?? "")?.groups);
  if (first === undefined || last === undefined) return run;
  const { outer = "", port = "", inner = "", protocol = "" } = first;
  return [`${outer}${port}–${last["port"]}→${inner}–${last["inner"]}${protocol}`];
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

/** Values side by side, each once; `undefined` if there are none. */
export function eachOnce(values: readonly (number | string)[]): string | undefined {
  if (values.length === 0) return undefined;
  return [...new Set(values)].join(" ");
}
