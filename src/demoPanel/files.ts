import { posix } from "node:path";
import { fileReadHandlers, type FileRules } from "./fileReads.ts";
import { htmlEscape } from "./http.ts";
import { sentence, type SentenceName } from "./demoSentences.ts";
import { freeAt, hasAttribute, obstacleToMake, obstacleToTake, type Obstacle } from "./limits.ts";
import {
  accounts,
  BIN,
  BIN_SWITCH,
  deviceOf,
  isDirectory,
  LONGEST_NAME,
  makeDirectory,
  move,
  placeOf,
  realPath,
  remove,
  ROOT,
  statOf,
  type ServerFile,
  type ServerFiles,
  WWW,
} from "./serverFiles.ts";
import { type HandlerContext, integer, required } from "./state.ts";

/** Handles the server's files (docs/protocol.md 16). */
export function fileHandlers(rules: FileRules) {
  const { envelope, mode, trimsDeleted } = rules;
  const { reply, content } = envelope;
  const says = (context: HandlerContext, succeeded: boolean, name: SentenceName, ...values: readonly string[]) =>
    reply(succeeded, sentence(context.language, name, ...values), context.now());
  const deleting =
    (names: Readonly<Record<"missing" | "binned" | "removed", SentenceName>>, isForFiles: boolean) =>
    (context: HandlerContext) => {
      const { files } = context.state;
      let namedPath = required(context.fields, "path");
      if (isForFiles && trimsDeleted === true) namedPath = namedPath.trim();
      const path = placeOf(files, namedPath);
      if (!files.has(path)) return says(context, false, names.missing);
      if (isSystem(path)) return says(context, false, "dangerousDirectory");
      const hasBin = files.has(BIN_SWITCH);
      const name = `${path.replaceAll("/", "_bt_")}_t_${pythonSeconds(context.now())}`;
      // what cannot be moved there is deleted
      const isKept = hasBin && Buffer.byteLength(name) <= LONGEST_NAME;
      const isLink = files.get(path)?.linkTo !== undefined;
      const isWrong = isForFiles && !isKept && !isLink && isDirectory(files, path);
      if (isWrong || obstacleToTake(files, path) !== undefined) return says(context, false, "fileNotRemoved");
      if (isKept) {
        makeDirectory(files, BIN, seconds(context.now()));
        move(files, path, `${BIN}/${name}`);
      }
      remove(files, path);
      return says(context, true, isKept ? names.binned : names.removed);
    };

  return {
    ...fileReadHandlers(rules),
    /** Collects the pieces in a temporary file, whose size decides where the next piece begins. */
    "file.upload": (context: HandlerContext) => {
      const { state, fields, request, now } = context;
      const { files } = state;
      const mtime = seconds(now());
      const [directory, name] = [realPath(files, required(fields, "f_path")), required(fields, "f_name")];
      const [size, start] = [Number(required(fields, "f_size")), Number(required(fields, "f_start"))];
      if (/[;&<>]/.test(name)) return says(context, false, "uploadBadName");
      if (directory === "/") return says(context, false, "uploadToRoot");
      if (statOf(files, directory)?.bytes !== undefined) return says(context, false, "uploadIntoFile");
      if (!isDirectory(files, directory)) {
        const obstacle = obstacleToMake(files, firstMissing(files, directory));
        if (obstacle === "readOnly") return says(context, false, "readOnly");
        if (obstacle !== undefined) return says(context, false, "uploadNotAllowed");
        makeDirectory(files, directory, mtime);
        const { uid, gid, mode: copied } = parentOf(files, directory);
        files.set(directory, { mtime, uid, gid, mode: copied });
      }
      const target = `${directory}/${name}`;
      const collected = `${target}.${size}.upload.tmp`;
      const received = files.get(collected)?.bytes ?? Buffer.alloc(0);
      if (received.length !== start) return received.length;
      if (!files.has(collected) && obstacleToMake(files, collected) !== undefined) {
        // panels do not see that a write failed, only how much is there
        if (size === 0) throw new Error("no such file");
        return 0;
      }
      const piece = request.blob.subarray(0, freeAt(files, target));
      const bytes = appended(received, piece, size);
      const { uid, gid, mode: usual } = parentOf(files, target);
      const file = { uid, gid, bytes, mtime, mode: mode ?? usual };
      files.set(collected, file);
      if (piece.length < request.blob.length) return says(context, false, "noSpace");
      if (bytes.length > size) return says(context, false, "uploadTooLong", collected);
      if (bytes.length < size) return bytes.length;
      if (files.has(target) && files.get(target)?.bytes === undefined)
        return says(context, false, "uploadOntoDirectory");
      files.delete(collected);
      if (files.has(target) && obstacleToTake(files, target) !== undefined)
        return says(context, false, "uploadNotAllowed");
      files.set(target, file);
      setAsAsked(files, { path: directory, asked: fields["dir_mode"] }, { path: target, asked: fields["file_mode"] });
      return says(context, true, "uploaded");
    },
    "file.createDirectory": (context: HandlerContext) => {
      const { state, fields, now } = context;
      const path = realPath(state.files, required(fields, "path"));
      if (hasSpecialSigns(path)) return says(context, false, "badDirectoryName");
      if (state.files.has(path)) return says(context, false, "directoryExists");
      if (obstacleToMake(state.files, firstMissing(state.files, path)) !== undefined)
        return says(context, false, "directoryNotCreated");
      makeDirectory(state.files, path, seconds(now()));
      state.files.set(path, { mtime: seconds(now()), ...WWW, mode: 0o755 });
      return says(context, true, "directoryCreated");
    },
    /** Replaces an existing file; moves a directory with everything in it. On another file system, copies belong to root. */
    "file.move": (context: HandlerContext) => {
      const { files } = context.state;
      const { fields } = context;
      const [from, to] = [placeOf(files, required(fields, "sfile")), placeOf(files, required(fields, "dfile"))];
      const isRename = fields["rename"] !== undefined;
      if (to.endsWith(".")) return says(context, false, "badFileEnd");
      if (hasSpecialSigns(to)) return says(context, false, "badFileName");
      if (statOf(files, from) === undefined) return says(context, false, "fileMissing");
      if (from === to) return says(context, false, "movedOntoItself");
      const replaced = statOf(files, to);
      if (isRename && replaced !== undefined) return says(context, false, "moveTargetExists");
      if (isSystem(from)) return says(context, false, "dangerousPath");
      const isMerged = isDirectory(files, from) && isDirectory(files, to);
      const isOntoDirectory = !isMerged && isDirectory(files, to);
      if (isOntoDirectory || !isDirectory(files, posix.dirname(to))) return says(context, false, "moveFailed");
      const refused = (obstacle: Obstacle) => {
        if (obstacle === "readOnly") return says(context, false, "moveReadOnly");
        return says(context, false, "moveLocked");
      };
      const obstacleThere = replaced === undefined ? obstacleToMake(files, to) : obstacleToTake(files, to);
      if (obstacleThere !== undefined) return refused(obstacleThere);
      // what is replaced is removed before anybody knows whether the other can be moved (docs/protocol.md 16.11)
      if (!isMerged) remove(files, to);
      const obstacleHere = obstacleToTake(files, from);
      if (obstacleHere !== undefined) return refused(obstacleHere);
      const isElsewhere = deviceOf(files, posix.dirname(to)) !== deviceOf(files, posix.dirname(from));
      if (isElsewhere && (files.get(from)?.bytes?.length ?? 0) > freeAt(files, to)) {
        files.set(to, { ...ROOT, bytes: Buffer.alloc(0), mtime: seconds(context.now()), mode: 0o644 });
        return says(context, false, "moveFailed");
      }
      move(files, from, to);
      return says(context, true, isRename ? "renamed" : "moved");
    },
    "file.remove": deleting({ missing: "fileMissing", binned: "fileBinned", removed: "fileRemoved" }, true),
    "file.removeDirectory": deleting(
      { missing: "directoryMissing", binned: "directoryBinned", removed: "directoryRemoved" },
      false,
    ),
    /** Leaves out the names that it cannot take apart (docs/protocol.md 16.22). */
    "file.binned": ({ state: { files }, fields, now }: HandlerContext) => {
      const binned = [...files.keys()].flatMap((path) => {
        if (!path.startsWith(`${BIN}/`)) return [];
        const name = path.slice(BIN.length + 1);
        const [last = "", time = ""] = name.split("_bt_").at(-1)?.split("_t_") ?? [];
        const isRead = !name.includes("/") && /^\d+(?:\.\d+)?$/.test(time) && !name.split("_t_")[0]?.includes("@");
        if (isRead && last.includes(fields["search"] ?? "")) return [binnedRow(files, name, last, Number(time))];
        return [];
      });
      const limit = integer(fields, "limit", 10);
      const firstIndex = (integer(fields, "p", 1) - 1) * limit;
      return content(
        {
          status: files.has(BIN_SWITCH),
          search_num: binned.length,
          list: binned.slice(firstIndex, firstIndex + limit),
        },
        now(),
      );
    },
    /** Reports success for an invalid owner or mode, too, and where an attribute forbids it. */
    "file.setAccess": (context: HandlerContext) => {
      const { state, fields } = context;
      const path = realPath(state.files, required(fields, "filename"));
      const access = required(fields, "access");
      const file = state.files.get(path);
      if (isSystem(path)) return says(context, false, "dangerousPath");
      if (file === undefined) return says(context, false, "fileMissing");
      if (hasAttribute(state.files, path)) return says(context, true, "accessSet");
      const id = accounts.get(required(fields, "user"));
      state.files.set(path, {
        ...file,
        ...(id !== undefined && { uid: id, gid: id }),
        ...(/^[0-7]{3}$/.test(access) && { mode: Number.parseInt(access, 8) }),
      });
      return says(context, true, "accessSet");
    },
  };
}

/** Adds a piece of a file to those before, with room for the whole file, so that the pieces before are not copied each time. */
function appended(received: Buffer, piece: Buffer, size: number): Buffer {
  const length = received.length + piece.length;
  if (length > size) return Buffer.concat([received, piece]);
  const hasRoom = received.byteOffset === 0 && received.buffer.byteLength === size;
  const room = hasRoom ? Buffer.from(received.buffer) : Buffer.concat([received], size);
  piece.copy(room, received.length);
  return room.subarray(0, length);
}

/** Seconds as Python writes most of them, with seven decimals. */
function pythonSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3)}4567`;
}

function binnedRow(files: ServerFiles, name: string, lastName: string, time: number): object {
  const file = files.get(`${BIN}/${name}`);
  return {
    rname: htmlEscape(name.replaceAll(/[<>]/g, "")).replaceAll("&amp;", "&"),
    dname: name.replaceAll("_bt_", "/").split("_t_")[0],
    name: lastName,
    time: Math.floor(time),
    size: file?.bytes?.length ?? 0,
    is_dir: file?.bytes === undefined,
  };
}

/** The first directory of a path that would have to be made. */
function firstMissing(files: ServerFiles, path: string): string {
  const parent = posix.dirname(path);
  if (files.has(parent)) return path;
  return firstMissing(files, parent);
}

/** Sets mode and owner of an upload's directory and file, as in "600,root"; of neither unless both are asked for. */
function setAsAsked(
  files: ServerFiles,
  ...both: readonly { readonly path: string; readonly asked: string | undefined }[]
): void {
  if (both.some(({ asked }) => asked === undefined)) return;
  for (const { path, asked = "" } of both) {
    const place = realPath(files, path);
    const file = files.get(place);
    const [octal = "", user = ""] = asked.split(",");
    const id = accounts.get(user) ?? WWW.uid;
    if (file !== undefined) files.set(place, { ...file, uid: id, gid: id, mode: Number.parseInt(octal, 8) });
  }
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** Finds the directory of a path; throws if there is none. */
function parentOf(files: ServerFiles, path: string): ServerFile {
  const directory = statOf(files, posix.dirname(path));
  if (directory === undefined) throw new Error("no such directory");
  return directory;
}

function hasSpecialSigns(path: string): boolean {
  return /[\\&*|;"'<>]/.test(posix.basename(path));
}

/** Whether panels refuse to touch a directory as a whole. */
function isSystem(path: string): boolean {
  return /^\/(?:[^/]*|www\/(?:server(?:\/data)?|wwwlogs|\.Recycle_bin))$/.test(path);
}
