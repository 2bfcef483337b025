import * as v from "valibot";
import { bareArray, classic, onlyStamped } from "../answers/envelope.ts";
import { flag, maybe, text, whole } from "../answers/fields.ts";
import { wholeListOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";
import { serverPath } from "../answers/serverPath.ts";

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

/** The server's files (docs/protocol.md 16). */
export const fileOperations = {
  /** An entry of the file system; rejected where nothing is (docs/protocol.md 16.1). */
  "file.stat": operation({
    area: "file",
    effect: "read",
    deadlineMs: 20_000,
    params: v.object({ path: serverPath }),
    result: v.pipe(
      v.object({ msg: maybe(v.object({ size: maybe(whole), isfile: maybe(flag) })) }),
      v.transform(({ msg }) => ({ isFile: msg?.isfile, bytes: msg?.size })),
    ),
    wires: [
      {
        route: "files",
        method: "POST",
        path: "/files",
        action: "upload_file_exists",
        envelope: classic,
        encode: ({ path }) => ({ filename: path }),
      },
    ],
  }),
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
