import * as v from "valibot";
import {
  bare,
  bareArray,
  bareObject,
  classic,
  onlyStamped,
  timestamped,
  wordsIn,
  type Envelope,
} from "../answers/envelope.ts";
import { flag, maybe, sentence, text, whole } from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { wholeListOf } from "../answers/listing.ts";
import { operation, type Wire } from "../answers/operation.ts";
import { serverPath } from "../answers/serverPath.ts";

/** Panels split the field at line feeds. */
const paths = v.object({ paths: v.array(v.pipe(v.string(), v.regex(/^\/[^\n]*$/))) });

const entry = v.pipe(
  v.object({
    filename: maybe(text),
    exists: maybe(flag),
    isfile: maybe(flag),
    size: maybe(whole),
    mtime: maybe(whole),
  }),
  v.transform(({ filename, exists, isfile, size, mtime }) => ({
    path: filename,
    exists,
    isFile: isfile,
    bytes: size,
    ...(mtime !== undefined && { mtime }),
  })),
);

const query = {
  method: "POST",
  action: "upload_files_exists",
  encode: (params: v.InferOutput<typeof paths>) => ({ files: params.paths.join("\n") }),
} as const;

const path = v.object({ path: serverPath });
const transfer = v.object({ from: serverPath, to: serverPath });

const baota = { route: "files", edition: "baota", method: "POST", path: "/files" } as const;
const aapanel = { route: "v2files", edition: "aapanel", method: "POST", path: "/v2/files" } as const;

/** The two wires of an action whose answer is nothing but the panel's sentence. */
function acts<P>(action: string, encode: Required<Wire<P>>["encode"]) {
  const inWords = { normalise: (content: unknown) => ({ msg: wordsIn(content) }) };
  return [
    { ...baota, action, encode, envelope: classic },
    { ...aapanel, action, encode, envelope: timestamped, ...inWords },
  ] as const;
}

/** The two wires of an action that both editions answer with the same bare object. */
function asks<P>(action: string, encode: Required<Wire<P>>["encode"], envelope: Envelope) {
  return [
    { ...baota, action, encode, envelope },
    { ...aapanel, action, encode, envelope },
  ] as const;
}

const named = (params: v.InferOutput<typeof path>) => ({ filename: params.path });

const inField = (params: v.InferOutput<typeof path>) => ({ path: params.path });

const change = { area: "file", effect: "change", deadlineMs: 60_000, result: sentence } as const;

/** A hash; an answer without one is unclear. */
const hash = bare((body) => isObject(body) && typeof body["sha1"] === "string" && /^[\da-f]{40}$/.test(body["sha1"]));

/** Between two pieces a panel answers with the bare number of bytes that it has. */
const piece =
  (atTheEnd: Envelope): Envelope =>
  (body) =>
    Number.isSafeInteger(body) && Number(body) >= 0 ? { kind: "success", content: { there: body } } : atTheEnd(body);

/** An object without members in place of anything else, as in an envelope without a `message`. */
const orNothing = (content: unknown) => (isObject(content) ? content : {});

const upload = v.object({
  directory: serverPath,
  /** Without `/`: with one, panels answer 0 for ever. */
  name: v.pipe(v.string(), v.regex(/^[^/\p{Cc}]+$/u)),
  /** Of the whole file. */
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Where the bytes begin; -1 with no bytes asks how many the panel has. */
  start: v.pipe(v.number(), v.integer(), v.minValue(-1)),
  bytes: v.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array),
});

const uploads = {
  action: "upload",
  encode: ({ directory, name, size, start }: v.InferOutput<typeof upload>) => ({
    f_path: directory,
    f_name: name,
    f_size: String(size),
    f_start: String(start),
  }),
  bytes: ({ bytes }: v.InferOutput<typeof upload>) => bytes,
} as const;

const downloads = { method: "GET", isSignedInBody: true, encode: named, envelope: bareObject("version") } as const;

/** The server's files (docs/protocol.md 16). */
export const fileOperations = {
  /** Looks up paths. A broken link counts as missing (docs/protocol.md 6.39). `mtime` is in seconds since the epoch. */
  "file.stat": operation({
    area: "file",
    effect: "read",
    deadlineMs: 30_000,
    params: paths,
    result: wholeListOf(entry),
    wires: [
      { ...baota, envelope: bareArray, ...query },
      { ...aapanel, envelope: onlyStamped(bareArray), ...query },
    ],
  }),
  /**
   * Owner, mode, kind and file system of a path; rejected if nothing is there. Panels hand the path to a shell
   * (docs/protocol.md 16.3).
   */
  "file.attributes": operation({
    area: "file",
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({ path: v.pipe(serverPath, v.regex(/^[^;&|<>`$"'\\\n]*$/)) }),
    result: v.pipe(
      v.object({
        st_uid: maybe(whole),
        st_gid: maybe(whole),
        st_dev: maybe(whole),
        user: maybe(text),
        mode: maybe(text),
        is_dir: maybe(flag),
        is_link: maybe(flag),
      }),
      v.transform(({ st_uid, st_gid, st_dev, user, mode, is_dir, is_link }) => ({
        uid: st_uid,
        gid: st_gid,
        device: st_dev,
        user,
        mode,
        isDirectory: is_dir,
        isLink: is_link,
      })),
    ),
    wires: asks("get_file_attribute", named, bareObject("st_uid")),
  }),
  /** The hash of a file of any size; a page with status 404 if there is none. */
  "file.hash": operation({
    area: "file",
    effect: "read",
    deadlineMs: 120_000,
    params: path,
    result: v.pipe(
      v.object({ sha1: v.string() }),
      v.transform(({ sha1 }) => sha1),
    ),
    wires: asks("get_file_hash", named, hash),
  }),
  /** Reads a file of JSON with a field `version`, of at most 8 MiB; rejected if there is none. */
  "file.readJson": operation({
    area: "file",
    effect: "read",
    deadlineMs: 120_000,
    params: path,
    result: v.unknown(),
    wires: [
      { ...baota, ...downloads, path: "/download" },
      { ...aapanel, ...downloads, path: "/v2/download" },
    ],
  }),
  /** The text of a small file; rejected if there is none (docs/protocol.md 16.17). */
  "file.text": operation({
    area: "file",
    effect: "read",
    deadlineMs: 30_000,
    params: path,
    result: v.pipe(
      v.object({ data: maybe(text) }),
      v.transform(({ data }) => ({ text: data })),
    ),
    wires: [
      { ...baota, action: "GetFileBody", encode: inField, envelope: classic },
      { ...aapanel, action: "GetFileBody", encode: inField, envelope: timestamped, normalise: orNothing },
    ],
  }),
  /** Uploads a piece of a file; the last one replaces the file. `there`: the bytes that the panel has; absent at the end. */
  "file.upload": operation({
    area: "file",
    effect: "change",
    // a piece that is there already is not written again (docs/protocol.md 16.6); a handshake for each would take long
    isIdempotent: true,
    deadlineMs: 120_000,
    params: upload,
    result: v.object({ there: maybe(whole) }),
    wires: [
      { ...baota, ...uploads, envelope: piece(classic) },
      {
        ...aapanel,
        ...uploads,
        envelope: piece(timestamped),
        normalise: orNothing,
      },
    ],
  }),
  /** Creates a directory and its parents; rejected if it exists. Never with blanks (docs/protocol.md 16.5). */
  "file.createDirectory": operation({
    ...change,
    params: v.object({ path: v.pipe(serverPath, v.regex(/^\S+$/)) }),
    wires: acts("CreateDir", inField),
  }),
  /** Replaces an existing file, though not at once: the panel removes it first. */
  "file.move": operation({
    ...change,
    params: transfer,
    wires: acts("MvFile", ({ from, to }: v.InferOutput<typeof transfer>) => ({ sfile: from, dfile: to })),
  }),
  /** Overwrites an existing file in place; the copy has the owner and mode of the original. Above 500 MB BaoTa copies later. */
  "file.copy": operation({
    ...change,
    isIdempotent: true,
    deadlineMs: 300_000,
    params: transfer,
    wires: acts("CopyFile", ({ from, to }: v.InferOutput<typeof transfer>) => ({ sfile: from, dfile: to })),
  }),
  /** Moves a file to the panel's recycle bin, or deletes it where that is off. */
  "file.remove": operation({
    ...change,
    effect: "destroy",
    params: path,
    wires: acts("DeleteFile", inField),
  }),
  /** As `file.remove`, for a directory with everything in it. */
  "file.removeDirectory": operation({
    ...change,
    effect: "destroy",
    params: v.object({ path: v.pipe(serverPath, v.regex(/^\S+$/)) }),
    wires: acts("DeleteDir", inField),
  }),
  /** Unpacks a `.tar.gz` over a directory. The answer says nothing: it may come before the files, and without any. */
  "file.unpack": operation({
    ...change,
    effect: "disrupt",
    isIdempotent: true,
    deadlineMs: 600_000,
    params: v.object({ archive: serverPath, into: serverPath }),
    wires: acts("UnZip", ({ archive, into }: { readonly archive: string; readonly into: string }) => ({
      sfile: archive,
      dfile: into,
      type: "tar",
      coding: "UTF-8",
      password: "",
    })),
  }),
  /** Sets owner and mode of one file. Accepted even if either is invalid: read them afterwards. */
  "file.setAccess": operation({
    ...change,
    isIdempotent: true,
    params: v.object({
      path: serverPath,
      user: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
      mode: v.pipe(v.string(), v.regex(/^[0-7]{3}$/)),
    }),
    wires: acts(
      "SetFileAccess",
      ({ path: filename, user, mode }: { readonly path: string; readonly user: string; readonly mode: string }) => ({
        filename,
        user,
        access: mode,
        all: "False",
      }),
    ),
  }),
};
