import * as v from "valibot";
import { bareObject } from "../answers/envelope.ts";
import { integer, key, label, maybe } from "../answers/fields.ts";
import { pageFields, pageOf, pageParams } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";
import { dataModule } from "./modules.ts";
import { onEither } from "./wires.ts";

/** The rows have passwords in plain text too, which nobody reads here. */
const account = v.pipe(
  v.object({
    id: maybe(integer),
    pid: maybe(integer),
    name: maybe(key),
    username: maybe(key),
    sid: maybe(integer),
    accept: v.fallback(maybe(label), undefined),
    conn_config: v.fallback(maybe(v.object({ db_host: maybe(key), db_port: maybe(integer) })), undefined),
  }),
  v.transform((row) => ({
    id: row.id,
    /** The id of the site that it was created with; 0 where there was none. */
    site: row.pid,
    name: row.name,
    /** The user of a database. */
    user: row.username,
    /** The server of a database; 0 is the panel's own. */
    server: row.sid,
    /** From where a database accepts connections: addresses, or `%` for all. */
    ...(row.accept !== undefined && { access: row.accept }),
    /** Where a database is that a person added by its address (docs/protocol.md 6.43). */
    ...(row.conn_config?.db_host !== undefined && {
      address: { host: row.conn_config.db_host, port: row.conn_config.db_port },
    }),
  })),
);

/** An FTP user or a database. */
export type Account = v.InferOutput<typeof account>;

const page = { action: "getData", encode: pageFields, envelope: bareObject("data") } as const;

/** Accounts of sites in the panel's own tables: neither FTP nor MySQL need run (docs/protocol.md 6.37). */
export const accountOperations = {
  "site.ftpUsers": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: pageParams,
    result: pageOf(account),
    wires: [onEither(dataModule, { ...page, table: "ftps" })],
  }),
  /** Databases of MySQL: sites have no others. */
  "site.databases": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: pageParams,
    result: pageOf(account),
    wires: [onEither(dataModule, { ...page, table: "databases" })],
  }),
};
