import * as v from "valibot";
import { classic } from "../answers/envelope.ts";
import { flag, maybe, whole } from "../answers/fields.ts";
import { operation } from "../answers/operation.ts";
import { serverPath } from "../answers/serverPath.ts";

/** The server's files (docs/protocol.md 16). */
export const fileOperations = {
  /** What is at a path; rejected where nothing is (docs/protocol.md 16.1). */
  "files.stat": operation({
    area: "files",
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
};
