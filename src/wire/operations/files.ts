import * as v from "valibot";
import { visibleText } from "../../characters/plainText.ts";
import { unescapeHtml } from "../../characters/unescapeHtml.ts";
import { inFields, inStamp, inWords } from "../answers/editionEnvelopes.ts";
import { bare, bareArray, bareObject, onlyStamped, type Envelope } from "../answers/envelope.ts";
import { attached } from "../answers/attachment.ts";
import { firstItems, flag, integer, maybe, rawText, sentence, text, time } from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { rowsOf, totalOf, wholeListOf } from "../answers/listing.ts";
import { pathFor, type PathUse } from "../answers/exactPath.ts";
import { operation } from "../answers/operation.ts";
import { filesModule } from "./modules.ts";
import { fields, onBoth } from "./wires.ts";

/** Panels split the field at line feeds. */
const paths = v.object({ paths: v.array(v.pipe(v.string(), v.regex(/^\/[^\n]*$/))) });

const entry = v.pipe(
  v.object({
    filename: maybe(text),
    exists: maybe(flag),
    isfile: maybe(flag),
    size: maybe(integer),
    mtime: time,
  }),
  v.transform(({ filename, exists, isfile, size, mtime }) => ({
    path: filename,
    exists,
    isFile: isfile,
    bytes: size,
    ...(mtime !== undefined && { mtime }),
  })),
);

/** A path in one use of it (docs/protocol.md 16.21). */
const path = <Use extends PathUse>(use: Use) => v.object({ path: pathFor(use) });

const transfer = v.object({ from: pathFor("transfer"), to: pathFor("transfer") });
const move = v.object({ ...transfer.entries, mustNotExist: v.optional(v.boolean()) });

/** A path in the field that an action has it in. */
const asPath = fields({ path: "path" });
const asFilename = fields({ filename: "path" });

const change = { effect: "change", deadlineMs: 60_000, result: sentence } as const;

const SHA1 = /^[\da-f]{40}$/;

/** A hash; an answer without one is unclear. */
const hash = bare((body) => isObject(body) && typeof body["sha1"] === "string" && SHA1.test(body["sha1"]));

/** Most bytes of a file in one answer; other calls wait for it. */
export const LARGEST_PART = 7 * 2 ** 20;

/** Between two pieces a panel answers with the bare number of bytes that it has. */
function piece(atTheEnd: Envelope): Envelope {
  return (body) => {
    const isNumberOfBytes = Number.isSafeInteger(body) && Number(body) >= 0;
    if (isNumberOfBytes) return { kind: "success", content: { there: body } };
    return atTheEnd(body);
  };
}

const upload = v.object({
  directory: pathFor("upload"),
  /** Without `/`: with one, panels answer 0 for ever. */
  name: v.pipe(v.string(), v.regex(/^[^/\p{Cc}]+$/u)),
  /** Of the whole file. */
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Where the bytes begin; -1 with no bytes asks how many the panel has. */
  start: v.pipe(v.number(), v.integer(), v.minValue(-1)),
  bytes: v.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array),
  /** File and directory are root's alone from the beginning. */
  isPrivate: v.exactOptional(v.literal(true)),
});

const part = v.object({
  path: pathFor("read"),
  from: v.pipe(v.number(), v.integer(), v.minValue(0)),
  length: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_PART)),
});

/** Most entries of a directory that are read. */
export const MOST_ENTRIES = 10_000;

/** `name;size;mtime;mode;owner; -> target;…`; what follows may hold anything. */
const ENTRY = /^([^;]+);(\d{1,15});(-?\d{1,15});([0-7]{1,4});([^;]*);(?: -> ([^;]*))?;/;

/** Panels send two signs of names as these, and `&` as it is (docs/protocol.md 16.17). */
const ESCAPED: Readonly<Record<string, string>> = { "&quot": '"', "&#x27": "'" };

/** One step for each of thousands of entries, instead of a schema for each of its fields. */
const listed = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const [, escaped = "", size, mtime, mode = "", user = "", linkTo] = ENTRY.exec(dataset.value) ?? [];
    const name = escaped.replaceAll(/&quot|&#x27/g, (entity) => ESCAPED[entity] ?? entity);
    if (name !== "" && visibleText(name) === name)
      return { name, size: Number(size), mtime: v.parse(time, mtime), mode, user, linkTo };
    addIssue({ message: "name" });
    return NEVER;
  }),
);

/** A list without one of its parts must not look empty. */
const wholeDirectory = bare(
  (body) =>
    isObject(body) && typeof body["PATH"] === "string" && ["DIR", "FILES"].every((field) => Array.isArray(body[field])),
);

/** Most entries of the recycle bin that are asked for. */
export const MOST_BINNED = 1_000;

/** A bin without its list must not look empty. */
const bin = bare((body) => isObject(body) && Array.isArray(body["list"]));

const binned = v.object({ rname: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000)) });

const kept = v.object({ st_mtime: time, st_size: maybe(integer), history_file: text });

/** The server's files (docs/protocol.md 16). */
export const fileOperations = {
  /** Looks up paths. A broken link counts as missing (docs/protocol.md 6.39). `mtime` is in seconds since the epoch. */
  "file.stat": operation({
    since: { baota: "8.1", aapanel: "7.46" },
    effect: "read",
    deadlineMs: 30_000,
    params: paths,
    result: wholeListOf(entry),
    wires: onBoth(filesModule, {
      action: "upload_files_exists",
      encode: (params: v.InferOutput<typeof paths>) => ({ files: params.paths.join("\n") }),
      envelope: { baota: bareArray, aapanel: onlyStamped(bareArray) },
    }),
  }),
  /**
   * The entries of a directory, of which `isCut` says whether there are more. `path` is the directory that was read: another one
   * if this one does not exist. A broken link has mode 0; names that panels cannot send are missing or altered (docs/protocol.md 16.17).
   */
  "file.list": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: path("list"),
    result: v.pipe(
      v.object({
        PATH: text,
        DIR: rowsOf(listed, MOST_ENTRIES + 1),
        FILES: rowsOf(listed, MOST_ENTRIES + 1),
        FILE_RECYCLE: maybe(flag),
        PAGE: v.fallback(maybe(rawText), undefined),
      }),
      v.transform(({ PATH, DIR, FILES, FILE_RECYCLE, PAGE }) => ({
        path: PATH,
        directories: DIR,
        files: FILES,
        hasRecycleBin: FILE_RECYCLE,
        /** How many entries the panel counts, also of those that it leaves out. */
        counted: totalOf(PAGE ?? ""),
      })),
    ),
    wires: onBoth(filesModule, {
      action: "GetDir",
      // one more than is kept, to know that there are more: pages overlap and may lose the last one
      encode: fields({ path: "path" }, { p: "1", showRow: String(MOST_ENTRIES + 1) }),
      envelope: inStamp(wholeDirectory),
    }),
  }),
  /**
   * Owner, mode, kind and file system of a path, its link followed; rejected if nothing is there. Panels hand the path to a shell
   * (docs/protocol.md 16.3). Never for a device, socket or pipe: panels read it to its end. `sha1` is absent of directories and above 100 MB.
   */
  "file.attributes": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: path("attributes"),
    result: v.pipe(
      v.object({
        st_uid: maybe(integer),
        st_gid: maybe(integer),
        st_mode: maybe(integer),
        st_dev: maybe(integer),
        st_ino: maybe(text),
        st_nlink: maybe(integer),
        user: maybe(text),
        group: maybe(text),
        mode: maybe(text),
        lsattr: maybe(text),
        is_dir: maybe(flag),
        is_link: maybe(flag),
        sha1: maybe(text),
        history: maybe(firstItems(kept)),
      }),
      v.transform(({ user, group, mode, lsattr, sha1, history = [], ...more }) => ({
        uid: more.st_uid,
        gid: more.st_gid,
        user,
        group,
        mode,
        /** Whether it has one of the bits above 777. */
        hasSpecialMode: more.st_mode === undefined ? undefined : (more.st_mode & 0o7000) !== 0,
        device: more.st_dev,
        inode: more.st_ino,
        links: more.st_nlink,
        isDirectory: more.is_dir,
        isLink: more.is_link,
        isLocked: /[ia]/.test(lsattr ?? ""),
        sha1: sha1 !== undefined && SHA1.test(sha1) ? sha1 : undefined,
        history: history.map(({ st_mtime, st_size, history_file }) => ({
          at: st_mtime,
          size: st_size,
          path: history_file,
        })),
      })),
    ),
    wires: onBoth(filesModule, {
      action: "get_file_attribute",
      encode: asFilename,
      envelope: bareObject("st_uid"),
    }),
  }),
  /** The hash of a file of any size; a page with status 404 if there is none. */
  "file.hash": operation({
    effect: "read",
    deadlineMs: 120_000,
    params: path("hash"),
    result: v.pipe(
      v.object({ sha1: v.string() }),
      v.transform(({ sha1 }) => sha1),
    ),
    wires: onBoth(filesModule, { action: "get_file_hash", encode: asFilename, envelope: hash }),
  }),
  /**
   * A part of a file; rejected if there is none. A page with status 416 if it begins at the end or after it, so never of an empty
   * file. Not for names with `|` or `&`, which stand for other ones.
   */
  "file.read": operation({
    effect: "read",
    deadlineMs: 120_000,
    params: part,
    result: v.object({ bytes: v.instance(Uint8Array), from: v.number(), total: v.number() }),
    wires: onBoth(
      { route: "files", path: "/download" },
      {
        method: "GET",
        isSignedInBody: true,
        encode: asFilename,
        range: ({ from, length }: v.InferOutput<typeof part>) => `${from}-${from + length - 1}`,
        envelope: attached,
      },
    ),
  }),
  /** The text of a small file; rejected if there is none (docs/protocol.md 16.20). */
  "file.text": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: path("text"),
    result: v.pipe(
      v.object({ data: maybe(text) }),
      v.transform(({ data }) => ({ text: data })),
    ),
    wires: onBoth(filesModule, { action: "GetFileBody", encode: asPath, envelope: inFields }),
  }),
  /** Uploads a piece of a file; the last one replaces the file. `there`: the bytes that the panel has; absent at the end. */
  "file.upload": operation({
    effect: "change",
    // a piece that is there already is not written again (docs/protocol.md 16.6); a handshake for each would take long
    isIdempotent: true,
    deadlineMs: 120_000,
    params: upload,
    result: v.object({ there: maybe(integer) }),
    wires: onBoth(filesModule, {
      action: "upload",
      encode: ({ directory, name, size, start, isPrivate }: v.InferOutput<typeof upload>) => ({
        f_path: directory,
        f_name: name,
        f_size: String(size),
        f_start: String(start),
        ...(isPrivate === true && { dir_mode: "700,root", file_mode: "600,root" }),
      }),
      bytes: ({ bytes }: v.InferOutput<typeof upload>) => bytes,
      envelope: { baota: piece(inFields.baota), aapanel: piece(inFields.aapanel) },
    }),
  }),
  /** Creates a directory and its parents; rejected if it exists. Panels hand its path to a shell (docs/protocol.md 16.5). */
  "file.createDirectory": operation({
    ...change,
    params: path("createDirectory"),
    wires: onBoth(filesModule, { action: "CreateDir", encode: asPath, envelope: inWords }),
  }),
  /**
   * Replaces an existing file, though not at once: the panel removes it first. Into an existing directory it merges another one.
   * `mustNotExist`: rejected for what exists.
   */
  "file.move": operation({
    ...change,
    params: move,
    wires: onBoth(filesModule, {
      action: "MvFile",
      encode: ({ from, to, mustNotExist }: v.InferOutput<typeof move>) => ({
        sfile: from,
        dfile: to,
        ...(mustNotExist === true && { rename: "true" }),
      }),
      envelope: inWords,
    }),
  }),
  /** Moves a file to the panel's recycle bin, or deletes it where that is off. */
  "file.remove": operation({
    ...change,
    effect: "destroy",
    params: path("remove"),
    wires: onBoth(filesModule, { action: "DeleteFile", encode: asPath, envelope: inWords }),
  }),
  /** As `file.remove`, for a directory with everything in it. */
  "file.removeDirectory": operation({
    ...change,
    effect: "destroy",
    params: path("removeDirectory"),
    wires: onBoth(filesModule, { action: "DeleteDir", encode: asPath, envelope: inWords }),
  }),
  /**
   * Names in the recycle bins of all file systems whose last part has these words; `rest` counts those that cannot be read.
   * Names that the panel does not understand are missing (docs/protocol.md 16.22).
   */
  "file.binned": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({ words: v.pipe(v.string(), v.nonEmpty()) }),
    result: v.pipe(
      v.object({ list: rowsOf(binned, MOST_BINNED) }),
      v.transform(({ list }) => ({
        names: list.rows.map(({ rname }) => unescapeHtml(rname)),
        rest: list.unreadable.length,
      })),
    ),
    wires: onBoth(filesModule, {
      action: "Get_Recycle_bin",
      encode: fields({ search: "words" }, { type: "", p: "1", limit: String(MOST_BINNED) }),
      envelope: inStamp(bin),
    }),
  }),
  /** Sets owner and mode of one file. Accepted even if either is invalid: read them afterwards. */
  "file.setAccess": operation({
    ...change,
    isIdempotent: true,
    params: v.object({
      path: pathFor("access"),
      user: v.pipe(v.string(), v.regex(/^\w[\w.-]*$/)),
      mode: v.pipe(v.string(), v.regex(/^[0-7]{3}$/)),
    }),
    wires: onBoth(filesModule, {
      action: "SetFileAccess",
      encode: fields({ filename: "path", user: "user", access: "mode" }, { all: "False" }),
      envelope: inWords,
    }),
  }),
};
