import * as v from "valibot";
import { inStamp, inWords } from "../answers/editionEnvelopes.ts";
import { bare, bareObject, type Envelope } from "../answers/envelope.ts";
import { firstItems, integer, key, maybe, nonEmptyParam, rawText, sentence, text, time } from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { lengthOf, rowsOf } from "../answers/listing.ts";
import { logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { fields, onAapanel, onBaota, onBoth, v2 } from "./wires.ts";

/** Takes the full id, its first 12 digits, or the name (docs/protocol.md 8.4). */
const container = v.object({ container: nonEmptyParam });

const portBinding = v.object({ HostIp: v.fallback(maybe(text), undefined), HostPort: maybe(text) });

type Binding = v.InferOutput<typeof portBinding>;

/** Most ports of a container: some publish ranges of hundreds. */
const MOST_PORTS = 1_000;

/** The ports of a container with where each is published: those of TCP first, which a person may open. */
const portBindings: v.GenericSchema<unknown, readonly (readonly [string, readonly Binding[] | undefined])[]> = v.pipe(
  v.custom<object>(isObject),
  v.transform((ports): readonly (readonly [string, unknown])[] => {
    const isTcp = ([port]: readonly [string, unknown]) => port.endsWith("/tcp");
    return Object.entries(ports)
      .toSorted((one, other) => Number(isTcp(other)) - Number(isTcp(one)))
      .slice(0, MOST_PORTS);
  }),
  v.array(v.tuple([text, maybe(firstItems(portBinding))])),
);

/** Values of `HostIp` that mean all addresses of the server. */
const EVERYWHERE: ReadonlySet<string | undefined> = new Set([undefined, "", "0.0.0.0", "::"]);

/** Ports of a container; one that is published on all addresses of IPv4 and IPv6 counts once. */
function portsOf(bound: v.InferOutput<typeof portBindings>): readonly string[] {
  const ports = bound.flatMap(([port, bindings = []]) => {
    if (bindings.length === 0) return [port];
    return bindings.map((binding) => publishedPort(port, binding));
  });
  return [...new Set(ports)];
}

function publishedPort(port: string, { HostIp, HostPort }: Binding): string {
  if (HostPort === undefined) return port;
  if (EVERYWHERE.has(HostIp)) return `${HostPort}→${port}`;
  return `${hostInUrl(HostIp ?? "")}:${HostPort}→${port}`;
}

/** An address as it stands before a port. */
function hostInUrl(address: string): string {
  if (address.includes(":")) return `[${address}]`;
  return address;
}

const containerRow = v.pipe(
  v.object({
    id: maybe(key),
    name: maybe(key),
    status: maybe(text),
    image: maybe(rawText),
    created_time: time,
    ports: maybe(portBindings),
  }),
  v.transform((row) => ({
    id: row.id,
    name: row.name,
    /** Docker's own word: `running`, `exited`, `paused`, `created`, `restarting`, `dead`. */
    status: row.status,
    image: row.image,
    createdSeconds: row.created_time,
    /**
     * Such as `8080→80/tcp`, or `127.0.0.1:8080→80/tcp` where it is published on one address alone; those that are
     * not published have no part of the host.
     */
    ports: portsOf(row.ports ?? []),
  })),
);

export type Container = v.InferOutput<typeof containerRow>;

/** Where panels have an operation on containers. */
const docker = (name: string) => ({ route: "btdocker", path: `/btdocker/container/${name}` }) as const;

/** A change, whose success only means that the command was issued. */
const changes = { encode: fields({ id: "container" }), envelope: inWords };

/** All times: what heeds `tail` does so only beside a span (docs/protocol.md 8.12). In seconds since the epoch. */
const ALWAYS = "[0, 4102444800]";

const log = v.object({
  container: nonEmptyParam,
  tail: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
});

const bareLog = bare((body) => body === "" || (isObject(body) && "logs" in body && body["status"] !== false));

/** The empty log of a container that exists names its container; without the name, the container is gone. */
const logEnvelope: Envelope = (body) => {
  const opened = bareLog(body);
  const content = opened.kind === "success" ? opened.content : undefined;
  const isGone = isObject(content) && content["logs"] === "" && !OWN_FIELDS.some((field) => field in content);
  if (isGone) return { kind: "failure", message: "" };
  return opened;
};

const OWN_FIELDS = ["id", "name", "size"];

/** The first versions that may have these: up to the one before, panels are known to have none. */
const SINCE = { baota: "8.1", aapanel: "7.0" } as const;

export const containerOperations = {
  /** Empty also when Docker is down (docs/protocol.md 8.3). */
  "container.list": operation({
    since: SINCE,
    effect: "read",
    deadlineMs: 20_000,
    params: v.object({}),
    probe: {},
    result: v.pipe(
      v.object({ container_list: rowsOf(containerRow) }),
      v.transform(({ container_list: list }) => ({ ...list, total: lengthOf(list) })),
    ),
    wires: onBoth(docker("get_list"), { envelope: inStamp(bareObject("container_list")) }),
  }),
  /** The result of `docker inspect`. */
  "container.info": operation({
    since: SINCE,
    effect: "read",
    deadlineMs: 20_000,
    params: container,
    result: v.pipe(
      v.object({
        Id: maybe(text),
        Name: maybe(text),
        RestartCount: maybe(integer),
        State: maybe(v.object({ Status: maybe(text), Running: maybe(v.boolean()), StartedAt: maybe(text) })),
        NetworkSettings: maybe(v.object({ Ports: maybe(portBindings) })),
      }),
      v.transform((info) => ({
        id: info.Id,
        name: info.Name?.replace(/^\//, ""),
        status: info.State?.Status,
        running: info.State?.Running,
        /** RFC 3339 with nanoseconds: compare as text, never as a date. */
        startedAt: info.State?.StartedAt,
        /** How often Docker has started it again by its restart policy, since somebody has started it. */
        ...(info.RestartCount !== undefined && { restartCount: info.RestartCount }),
        /** The ports in the form of the list (docs/protocol.md 8.2). */
        ports: info.NetworkSettings?.Ports && portsOf(info.NetworkSettings.Ports),
      })),
    ),
    wires: onBoth(docker("get_container_info"), {
      encode: fields({ id: "container" }),
      envelope: inStamp(bareObject("State")),
    }),
  }),
  /** Blocks for Docker's stop grace, up to 13 s (docs/protocol.md 8.7). An unknown id answers with a bare string. */
  "container.restart": operation({
    since: SINCE,
    effect: "disrupt",
    deadlineMs: 90_000,
    documented: "3",
    params: container,
    result: sentence,
    wires: [
      onBaota(docker("restart"), { ...changes, method: "GET", isUndocumented: true }),
      onBaota({ route: "xdocker", path: "/xdocker/container/restart" }, { ...changes, method: "GET" }),
      onAapanel(v2(docker("restart")), changes),
    ],
  }),
  /** A paused one goes on. An unknown id answers with null. */
  "container.start": operation({
    since: SINCE,
    effect: "change",
    deadlineMs: 60_000,
    params: container,
    result: sentence,
    wires: onBoth(docker("start"), changes),
  }),
  /** Blocks like a restart. An unknown id answers as if it had been stopped. */
  "container.stop": operation({
    since: SINCE,
    effect: "disrupt",
    deadlineMs: 90_000,
    params: container,
    result: sentence,
    wires: onBoth(docker("stop"), changes),
  }),
  /** Its processes stand still, and Docker still calls it running. */
  "container.pause": operation({
    since: SINCE,
    effect: "disrupt",
    deadlineMs: 60_000,
    params: container,
    result: sentence,
    wires: onBoth(docker("pause"), changes),
  }),
  "container.unpause": operation({
    since: SINCE,
    effect: "change",
    deadlineMs: 60_000,
    params: container,
    result: sentence,
    wires: onBoth(docker("unpause"), changes),
  }),
  /** Forced: a running one too. Its volumes stay. */
  "container.remove": operation({
    since: SINCE,
    effect: "destroy",
    deadlineMs: 90_000,
    params: container,
    result: sentence,
    wires: onBoth(docker("del_container"), changes),
  }),
  /**
   * The whole log, whatever `tail` says; panels may heed it for one of more than 1 MiB (docs/protocol.md 8.12). Of a
   * container that is gone it is rejected, by BaoTa without a word (docs/protocol.md 8.11).
   */
  "container.log": operation({
    since: SINCE,
    effect: "read",
    deadlineMs: 30_000,
    params: log,
    result: v.union([
      // where Docker keeps no file for it
      v.pipe(
        v.literal(""),
        v.transform(() => ({ text: "", size: undefined })),
      ),
      v.pipe(
        v.object({ logs: maybe(logText), size: maybe(integer) }),
        v.transform(({ logs, size }) => ({
          text: logs,
          /** Bytes of Docker's whole file, which holds more than the text. */
          size,
        })),
      ),
    ]),
    wires: onBoth(docker("get_logs"), {
      encode: fields({ id: "container", tail: "tail" }, { time_search: ALWAYS }),
      envelope: inStamp(logEnvelope),
    }),
  }),
};
