import * as v from "valibot";
import { maybe, named, text, whole } from "../fields.ts";
import { rowsOf } from "../listing.ts";
import { operation } from "../operation.ts";
import { hasField, saysStatusTrue } from "../successRules.ts";

/** Takes the full id, its first 12 digits, or the name (panel-reference.md 2.3). */
const container = v.object({ container: named });
const containerFields = (params: { readonly container: string }) => ({ id: params.container });

const portBindings = v.record(v.string(), maybe(v.array(v.object({ HostPort: maybe(text) }))));

const containerRow = v.pipe(
  v.object({
    id: maybe(v.string()),
    name: maybe(text),
    status: maybe(text),
    image: maybe(text),
    created_time: maybe(whole),
    ports: maybe(portBindings),
  }),
  v.transform((row) => ({
    id: row.id,
    name: row.name,
    /** Docker's own word: `running`, `exited`, `paused`, `created`, `restarting`, `dead`. */
    status: row.status,
    image: row.image,
    createdSeconds: row.created_time,
    /** Such as `8080→80/tcp`; ports that are not published have no host part. */
    ports: Object.entries(row.ports ?? {}).flatMap(([port, bindings]) =>
      bindings === undefined || bindings.length === 0
        ? [port]
        : bindings.map(({ HostPort }) => (HostPort === undefined ? port : `${HostPort}→${port}`)),
    ),
  })),
);

export type Container = v.InferOutput<typeof containerRow>;

export const containerOperations = {
  /** Empty also when Docker is down (panel-reference.md 3). */
  "container.list": operation({
    effect: "read",
    deadlineMs: 20_000,
    params: v.object({}),
    result: v.pipe(
      v.object({ container_list: rowsOf(containerRow) }),
      v.transform(({ container_list: list }) => ({ ...list, total: list.rows.length + list.unreadable.length })),
    ),
    succeeded: hasField("container_list"),
    wires: [{ route: "btdocker", method: "GET", path: "/btdocker/container/get_list", encode: () => ({}) }],
  }),
  /** What `docker inspect` says. */
  "container.info": operation({
    effect: "read",
    deadlineMs: 20_000,
    params: container,
    result: v.pipe(
      v.object({
        Id: maybe(v.string()),
        Name: maybe(v.string()),
        State: maybe(
          v.object({ Status: maybe(v.string()), Running: maybe(v.boolean()), StartedAt: maybe(v.string()) }),
        ),
      }),
      v.transform((info) => ({
        id: info.Id,
        name: info.Name?.replace(/^\//, ""),
        status: info.State?.Status,
        running: info.State?.Running,
        /** RFC 3339 with nanoseconds: compare as text, never as a date. */
        startedAt: info.State?.StartedAt,
      })),
    ),
    succeeded: hasField("State"),
    wires: [
      { route: "btdocker", method: "GET", path: "/btdocker/container/get_container_info", encode: containerFields },
    ],
  }),
  /** Blocks for Docker's stop grace, up to 13 s (panel-reference.md 2.3). An unknown id answers with a bare string. */
  "container.restart": operation({
    effect: "disrupt",
    deadlineMs: 90_000,
    documented: "3",
    params: container,
    result: v.object({ msg: maybe(text) }),
    succeeded: saysStatusTrue,
    wires: [
      { route: "btdocker", method: "GET", path: "/btdocker/container/restart", encode: containerFields },
      { route: "xdocker", method: "GET", path: "/xdocker/container/restart", encode: containerFields },
    ],
  }),
};
