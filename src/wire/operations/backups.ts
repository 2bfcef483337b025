import * as v from "valibot";
import { inWords } from "../answers/editionEnvelopes.ts";
import { bareObject } from "../answers/envelope.ts";
import { integer, maybe, sentence, text } from "../answers/fields.ts";
import { pageOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";
import { dataModule, siteModule } from "./modules.ts";
import { fields, onBoth, onEither } from "./wires.ts";

/** The panel's numbers for what a backup is of. */
const KINDS = { site: "0", database: "1" } as const;

const backup = v.pipe(
  v.object({ id: maybe(integer), filename: maybe(text) }),
  // of a backup in a cloud: `path|provider`
  v.transform(({ id, filename }) => ({ id, path: filename?.split("|")[0] })),
);

const byId = v.object({ id: v.pipe(v.number(), v.integer()) });
const listed = v.object({ of: v.picklist(["site", "database"]), ...byId.entries });

const databaseModule = { route: "database", path: "/database" } as const;

/** Answers once the archive is written. */
const backUp = { action: "ToBackup", encode: fields({ id: "id" }), envelope: inWords } as const;

const backUpOperation = { effect: "change", deadlineMs: 600_000, params: byId, result: sentence } as const;

/** Backups of websites and databases, as archives on the server (docs/protocol.md 20). */
export const backupOperations = {
  /** The latest backups of one website or database, the newest first. */
  "backup.list": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: listed,
    result: pageOf(backup),
    wires: [
      onEither(dataModule, {
        action: "getData",
        table: "backup",
        encode: (params: v.InferOutput<typeof listed>) => ({
          type: KINDS[params.of],
          search: String(params.id),
          p: "1",
          limit: "100",
        }),
        envelope: bareObject("data"),
      }),
    ],
  }),
  "database.backUp": operation({ ...backUpOperation, wires: onBoth(databaseModule, backUp) }),
  "site.backUp": operation({ ...backUpOperation, wires: onBoth(siteModule, backUp) }),
};
