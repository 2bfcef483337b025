import * as v from "valibot";
import { bareArray, onlyStamped } from "../answers/envelope.ts";
import { flag, maybe, text, whole } from "../answers/fields.ts";
import { wholeListOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";

/** Panels split the field at line feeds. */
const paths = v.object({ paths: v.array(v.pipe(v.string(), v.regex(/^\/[^\n]*$/))) });

const entry = v.pipe(
  v.object({ filename: maybe(text), exists: maybe(flag), isfile: maybe(flag), size: maybe(whole) }),
  v.transform(({ filename, exists, isfile, size }) => ({ path: filename, exists, isFile: isfile, bytes: size })),
);

const query = {
  method: "POST",
  action: "upload_files_exists",
  encode: (params: v.InferOutput<typeof paths>) => ({ files: params.paths.join("\n") }),
} as const;

/** The server's files (docs/protocol.md 16). */
export const fileOperations = {
  /** Looks up paths. A broken link counts as missing (docs/protocol.md 6.39). */
  "file.stat": operation({
    area: "file",
    effect: "read",
    deadlineMs: 30_000,
    params: paths,
    result: wholeListOf(entry),
    wires: [
      { route: "files", edition: "baota", path: "/files", envelope: bareArray, ...query },
      { route: "v2files", edition: "aapanel", path: "/v2/files", envelope: onlyStamped(bareArray), ...query },
    ],
  }),
};
