import { createHash } from "node:crypto";
import { posix } from "node:path";
import { sentence } from "./demoSentences.ts";
import { Answer, type Envelope, fromApplication, htmlEscape, statusReply } from "./http.ts";
import { htmlUnescape } from "./readFields.ts";
import {
  accounts,
  BIN_SWITCH,
  deviceOf,
  isDirectory,
  linksOf,
  placeOf,
  realPath,
  type ServerFile,
  type ServerFiles,
  statOf,
} from "./serverFiles.ts";
import { type HandlerContext, integer, required } from "./state.ts";

const DIRECTORY_BYTES = 4_096;

const SITES = "/www/wwwroot";

/** Where panels keep earlier states of the files that they change. */
const HISTORY = "/www/backup/file_history";

/** Differences between editions. */
export interface FileRules {
  readonly envelope: Envelope;
  /** Mode of uploaded files; absent if they get their directory's mode. */
  readonly mode?: number;
  /** Blanks at the end of the path of a deleted file are cut off. */
  readonly trimsDeleted?: true;
  /** Broken links are missing from lists. */
  readonly hidesBrokenLinks?: true;
}

/** Handles what reads the server's files (docs/protocol.md 16). */
export function fileReadHandlers({ envelope: { reply, content }, hidesBrokenLinks }: FileRules) {
  return {
    /** Looks at the paths in the lines of the field (docs/protocol.md 6.39). */
    "file.stat": ({ state: { files }, fields, now }: HandlerContext) => {
      const rows = (fields["files"]?.split("\n") ?? []).map((filename) => {
        const path = filename.replace(/(?<=.)\/\.$|(?<=^\/)\.$/, "");
        const isFound = path === filename || isDirectory(files, path);
        const file = isFound ? statOf(files, path) : undefined;
        const isfile = file?.bytes !== undefined;
        return { filename, exists: file !== undefined, size: sizeOf(file), mtime: file?.mtime ?? 0, isfile };
      });
      return content(rows, now());
    },
    /** Lists the default directory in place of a missing one, and the directory of a file. */
    "file.list": (context: HandlerContext) => {
      const { state, fields, language, now } = context;
      const { files } = state;
      let path = htmlUnescape(required(fields, "path"));
      if (statOf(files, path) === undefined) path = SITES;
      if (posix.basename(path) === ".Recycle_bin") return reply(false, sentence(language, "recycleBinListed"), now());
      if (!isDirectory(files, path)) path = posix.dirname(path);
      const names = namesIn(files, path);
      const [size, page] = [integer(fields, "showRow", 500), integer(fields, "p", 1)];
      // the last entry of a page comes again on the next one
      const shift = Math.max(0, (page - 1) * size - 1);
      const rows = names.slice(shift, shift + size).flatMap((name) => {
        const place = posix.join(path, name);
        const isHidden = hidesBrokenLinks === true && statOf(files, place) === undefined;
        if (isHidden) return [];
        return entryOf(files, place) ?? [];
      });
      const entriesOf = (isOfDirectories: boolean) =>
        rows.filter((row) => row.isDirectory === isOfDirectories).map(({ text }) => text);
      const answer = {
        PAGE: `<div><span class='Pcount'>${sentence(language, "total", names.length)}</span></div>`,
        STORE: [],
        FILE_RECYCLE: files.has(BIN_SWITCH),
        DIR: entriesOf(true),
        FILES: entriesOf(false),
        PATH: path,
        dir_history: [{ val: path, time: Math.floor(now() / 1000) }],
        search_history: [],
      };
      return content(answer, now());
    },
    "file.attributes": ({ state: { files }, fields, language, now }: HandlerContext) => {
      const path = required(fields, "filename").trim();
      const file = statOf(files, path);
      if (file === undefined) return reply(false, sentence(language, "noSuchFile"), now());
      const { bytes, mtime: st_mtime, uid: st_uid, gid: st_gid } = file;
      const is_dir = isDirectory(files, path);
      const typeBits = is_dir ? 0o040000 : 0o100000;
      return {
        name: posix.basename(path),
        path: posix.dirname(path),
        st_size: sizeOf(file),
        st_mtime,
        st_uid,
        st_gid,
        st_nlink: linksOf(files, file),
        st_ino: inodeOf(realPath(files, path), bytes),
        st_mode: typeBits | file.mode,
        st_dev: deviceOf(files, realPath(files, path)),
        user: nameOf(st_uid),
        group: nameOf(st_gid),
        mode: modeOf(file),
        ...hashesOf(bytes),
        lsattr: attributeLetters(file),
        is_dir,
        is_link: files.get(placeOf(files, path))?.linkTo !== undefined,
        history: bytes === undefined ? [] : historyOf(files, path),
      };
    },
    /** Throws for a missing file, as panels do. */
    "file.hash": ({ state: { files }, fields }: HandlerContext) => {
      const bytes = statOf(files, required(fields, "filename"))?.bytes;
      if (bytes === undefined) throw new Error("no such file");
      return hashesOf(bytes);
    },
    "file.text": ({ state: { files, processes }, fields, language, now }: HandlerContext) => {
      const path = percentDecoded(required(fields, "path"));
      // files of the kernel have no size
      const data = processes.read(path, now());
      if (data !== undefined) return content({ status: true, size: 0, encoding: "ascii", data }, now());
      const bytes = statOf(files, path)?.bytes;
      if (bytes === undefined) return reply(false, sentence(language, "fileMissing"), now());
      return content({ status: true, size: bytes.length, encoding: "utf-8", data: bytes.toString("utf8") }, now());
    },
    /** Goes by the name as it was sent; if it has a `|`, by the part after that. */
    "file.read": ({ state: { files }, request, language }: HandlerContext) => {
      const askedPath = required(request.fields, "filename");
      const path = htmlUnescape(askedPath.split("|")[1] ?? askedPath);
      const file = statOf(files, path);
      if (file?.isSocket === true) return statusReply(false, sentence(language, "socketToDownload"));
      if (isDirectory(files, path)) return statusReply(false, sentence(language, "directoryToDownload"));
      if (file?.bytes === undefined) return statusReply(false, sentence(language, "nothingToDownload"));
      return attachment(path, file.bytes, request.message.headers.range);
    },
  };
}

function sizeOf(file: ServerFile | undefined): number {
  if (file === undefined || file.isSocket === true) return 0;
  return file.bytes?.length ?? DIRECTORY_BYTES;
}

/** The attributes of a file as `lsattr` shows them. */
function attributeLetters({ isLocked, growsOnly }: ServerFile): string {
  const immutable = isLocked === true ? "i" : "-";
  const appendOnly = growsOnly === true ? "a" : "-";
  return `----${immutable}${appendOnly}--------e-------`;
}

function modeOf({ mode }: ServerFile): string {
  return (mode & 0o777).toString(8).padStart(3, "0");
}

const names = new Intl.Collator("en", { numeric: true });

/** Names in a directory, directories first. */
function namesIn(files: ServerFiles, directory: string): readonly string[] {
  const place = realPath(files, directory);
  const beginning = place === "/" ? "/" : `${place}/`;
  const foundNames: string[] = [];
  for (const path of files.keys()) {
    const isBelow = path.startsWith(beginning) && path !== place;
    if (isBelow && !path.includes("/", beginning.length)) foundNames.push(path.slice(beginning.length));
  }
  const isFile = (name: string) => Number(!isDirectory(files, beginning + name));
  return foundNames
    .map((name) => ({ name, order: isFile(name) }))
    .toSorted((a, b) => a.order - b.order || names.compare(a.name, b.name))
    .map(({ name }) => name);
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A line of a list. Names with `;` are missing; others lose `<` and `>`, and their quotes are escaped without `;`. */
function entryOf(
  files: ServerFiles,
  path: string,
): { readonly text: string; readonly isDirectory: boolean } | undefined {
  const name = posix.basename(path);
  if (name.includes(";")) return undefined;
  const shownName = htmlEscape(name.replaceAll(/[<>]/g, "")).replaceAll("&amp;", "&").replaceAll(";", "");
  const link = files.get(placeOf(files, path))?.linkTo;
  const arrow = link === undefined ? "" : ` -> ${link}`;
  const file = statOf(files, path);
  const facts = file === undefined ? [0, 0, 0, 0] : [sizeOf(file), file.mtime, modeOf(file), nameOf(file.uid)];
  const columns = [shownName, ...facts, arrow, 0, 0, 0, 0, "", 0];
  return { text: columns.join(";"), isDirectory: isDirectory(files, path) };
}

/** The inodes of files that somebody has looked at, by their bytes: a file that is moved, or gets another owner or mode, keeps its own. */
const inodes = new WeakMap<Buffer, number>();

function inodeOf(path: string, bytes: Buffer | undefined): number {
  const knownInode = bytes && inodes.get(bytes);
  if (knownInode !== undefined) return knownInode;
  const inode = createHash("sha1").update(path).digest().readUInt32BE();
  if (bytes !== undefined) inodes.set(bytes, inode);
  return inode;
}

/** The hashes of a file; of a directory a dash each. */
function hashesOf(bytes: Buffer | undefined): { readonly md5: string; readonly sha1: string } {
  if (bytes === undefined) return { md5: "-", sha1: "-" };
  const hash = (algorithm: string) => createHash(algorithm).update(bytes).digest("hex");
  return { md5: hash("md5"), sha1: hash("sha1") };
}

function historyOf(files: ServerFiles, path: string): readonly object[] {
  const directory = posix.join(HISTORY, path);
  return namesIn(files, directory)
    .map((name) => {
      const history_file = `${directory}/${name}`;
      const bytes = statOf(files, history_file)?.bytes ?? Buffer.alloc(0);
      return { st_mtime: Number(name), st_size: bytes.length, history_file, md5: hashesOf(bytes).md5 };
    })
    .toSorted((a, b) => b.st_mtime - a.st_mtime);
}

/** Sends a file, or the part of it that the header asks for. */
function attachment(path: string, bytes: Buffer, range: string | undefined): Answer {
  const headers = {
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(posix.basename(path))}`,
    ...fromApplication,
  };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (first === undefined) return new Answer(200, headers, bytes);
  const [from, end] = [Number(first), Math.min(Number(last) + 1, bytes.length)];
  if (from >= bytes.length)
    return new Answer(416, { "Content-Type": "text/html; charset=utf-8", ...fromApplication }, "<!doctype html>");
  const contentRange = { "Content-Range": `bytes ${from}-${end - 1}/${bytes.length}` };
  return new Answer(206, { ...headers, ...contentRange }, bytes.subarray(from, end));
}

/** Names a user or group; without a name, panels send the id. */
function nameOf(id: number): string | number {
  return [...accounts].find(([, each]) => each === id)?.[0] ?? id;
}
