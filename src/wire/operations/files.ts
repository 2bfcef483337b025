import * as v from "valibot";
import { bareArray, onlyStamped } from "../answers/envelope.ts";
import { flag, maybe, text } from "../answers/fields.ts";
import { wholeListOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";

/** Panels divide the field at line feeds. */
const paths = v.object({ paths: v.array(v.pipe(v.string(), v.regex(/^\/[^\n]*$/))) });

const presence = v.pipe(
  v.object({ filename: maybe(text), exists: maybe(flag) }),
  v.transform(({ filename, exists }) => ({ path: filename, exists })),
);

const asked = {
  method: "POST",
  action: "upload_files_exists",
  encode: (params: v.InferOutput<typeof paths>) => ({ files: params.paths.join("\n") }),
} as const;

export const fileOperations = {
  /** Whether files or directories are there. A link that leads nowhere is not (docs/protocol.md 6.39). */
  "file.presence": operation({
    area: "file",
    effect: "read",
    deadlineMs: 30_000,
    params: paths,
    result: wholeListOf(presence),
    wires: [
      { route: "files", edition: "baota", path: "/files", envelope: bareArray, ...asked },
      { route: "v2files", edition: "aapanel", path: "/v2/files", envelope: onlyStamped(bareArray), ...asked },
    ],
  }),
};
