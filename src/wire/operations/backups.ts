import * as v from "valibot";
import { bareObject, classic, timestamped, wordsIn } from "../answers/envelope.ts";
import { maybe, sentence, text, integer } from "../answers/fields.ts";
import { pageOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";

/** The panel's numbers for what a backup is of. */
const KINDS = { site: "0", database: "1" } as const;

const backup = v.pipe(
  v.object({ id: maybe(integer), filename: maybe(text) }),
  // what is in a cloud has that after the path
  v.transform(({ id, filename }) => ({ id, path: filename?.split("|")[0] })),
);

const byId = v.object({ id: v.pipe(v.number(), v.integer()) });

/** Both editions' wires of a backup, which answer once the archive is written. */
function backUpWires<const Controller extends string>(controller: Controller) {
  const common = {
    method: "POST",
    action: "ToBackup",
    encode: ({ id }: v.InferOutput<typeof byId>) => ({ id: String(id) }),
  } as const;
  return [
    { ...common, route: controller, edition: "baota", path: `/${controller}`, envelope: classic },
    {
      ...common,
      route: `v2${controller}` as const,
      edition: "aapanel",
      path: `/v2/${controller}`,
      envelope: timestamped,
      normalise: (content: unknown) => ({ msg: wordsIn(content) }),
    },
  ] as const;
}

const backUpOperation = { effect: "change", deadlineMs: 600_000, params: byId, result: sentence } as const;

/** Backups of websites and databases, as archives on the server (docs/protocol.md 20). */
export const backupOperations = {
  /** The latest backups of one website or database, the newest first. */
  "backup.list": operation({
    area: "backup",
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({ of: v.picklist(["site", "database"]), ...byId.entries }),
    result: pageOf(backup),
    wires: [
      {
        route: "data",
        method: "POST",
        path: "/data",
        action: "getData",
        table: "backup",
        encode: ({ of, id }) => ({ type: KINDS[of], search: String(id), p: "1", limit: "100" }),
        envelope: bareObject("data"),
      },
    ],
  }),
  "database.backUp": operation({ ...backUpOperation, area: "database", wires: backUpWires("database") }),
  "site.backUp": operation({ ...backUpOperation, area: "site", wires: backUpWires("site") }),
};
