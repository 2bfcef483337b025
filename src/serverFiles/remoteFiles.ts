import { open } from "node:fs/promises";
import { posix } from "node:path";
import type { Call } from "../resources/resource.ts";
import { lengthOf } from "../wire/answers/listing.ts";
import { LARGEST_PART, MOST_BINNED } from "../wire/operations/files.ts";
import type { ParamsOf } from "../wire/operations/operations.ts";
import type { Clock } from "../storage/ports.ts";
import {
  isNotFoundPage,
  isTransient,
  needsLook,
  PanelError,
  panelFailureOf,
  throwIfEnded,
} from "../wire/answers/failure.ts";
import { parseJson } from "../wire/answers/parseJson.ts";
import { FileError } from "./fileError.ts";
import type { LocalFile } from "./localFile.ts";
import { type Binned, wordsInBin } from "./recycleBin.ts";
import { exact } from "./remoteNames.ts";
import { sha1Of } from "./sha1Of.ts";

/** Most paths of one look. */
const MOST_PATHS = 1_000;

/** Bytes of one piece of an upload: panels take up to 16 MiB, and other calls wait for it. */
const PIECE = 4 * 1024 * 1024;

/** How often a call without an answer is made. The pauses are 0.5, 1, 2 and 4 seconds: a panel restarts in some seconds. */
const TRIES = 5;

/** Length of a name with which the one in the bin would be longer than any name of a file, wherever the file is. */
const UNKEPT_LENGTH = 250;

const NOTHING = new Uint8Array();

/** Throws unless a path still is what a change is meant for. An answer may be lost, and somebody may have put something else there since. */
type Check = () => Promise<void>;

/** Of a path with a name that nobody else uses. */
const ours: Check = async () => undefined;

/** A file or directory on the server, its link followed. */
export interface ServerFile {
  /** `false` for a directory, and for devices, sockets and pipes. */
  readonly isFile: boolean;
  readonly size: number;
  /** Seconds since the epoch; `undefined`: the panel tells none that a calendar has. */
  readonly mtime: number | undefined;
}

/** Where panels collect the pieces of an upload, beside the file, until it has all bytes (docs/protocol.md 16.6). */
const piecesOf = (path: string, size: number) => `${path}.${size}.upload.tmp`;

/** Bytes of a file that is written whole. */
export interface Bytes {
  readonly directory: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** File and directory become root's alone. */
  readonly isPrivate?: true;
}

/** A piece of an upload, into a directory of any name. */
type Piece = Omit<ParamsOf<"file.upload">, "directory"> & Pick<Bytes, "directory">;

/**
 * Files of a server. A change is made until a look shows that it has happened, because answers may be lost or say nothing.
 * A path that
 * panels would take for another one is not sent. Methods throw `PanelError` and `FileError`.
 */
export class RemoteFiles {
  readonly #call: Call;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;

  constructor(call: Call, clock: Clock, signal: AbortSignal) {
    this.#call = call;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Looks at paths; what does not exist is not in the result. */
  async look(paths: readonly string[]): Promise<ReadonlyMap<string, ServerFile>> {
    const foundFiles = new Map<string, ServerFile>();
    for (let firstIndex = 0; firstIndex < paths.length; firstIndex += MOST_PATHS) {
      const part = paths.slice(firstIndex, firstIndex + MOST_PATHS);
      const { rows } = await this.#read(async () => this.#call("file.stat", { paths: part }));
      if (rows.length < part.length) throw new PanelError({ kind: "malformed", fields: ["filename"] });
      for (const { path = "", exists, isFile, bytes = 0, mtime } of rows)
        if (exists === true) foundFiles.set(path, { isFile: isFile === true, size: bytes, mtime });
    }
    return foundFiles;
  }

  /** Everything about a file or directory; see the operation for what it must not be. */
  async attributes(path: string) {
    return this.#read(async () => this.#call("file.attributes", { path: exact("attributes", path) }));
  }

  /** Of a directory, or of another one; see the operation. One without entries is believed if the panel counts none either. */
  async list(path: string) {
    const listed = await this.#read(async () => this.#call("file.list", { path: exact("list", path) }));
    const isEmpty = lengthOf(listed.directories) + lengthOf(listed.files) === 0;
    if (isEmpty && (listed.counted ?? 0) > 0) throw new PanelError({ kind: "malformed", fields: ["(entries)"] });
    return listed;
  }

  /** What the panel's recycle bin has of paths that end like this one. */
  async binned(path: string): Promise<Binned> {
    const { names, rest } = await this.#read(async () => this.#call("file.binned", { words: wordsInBin(path) }));
    return { names, isWhole: rest === 0 && names.length < MOST_BINNED };
  }

  /** The sha1 of a file; `undefined` if none is there. */
  async hash(path: string): Promise<string | undefined> {
    const exactPath = exact("hash", path);
    return this.#read(async () => {
      try {
        return await this.#call("file.hash", { path: exactPath });
      } catch (error) {
        // the page for a missing file also stands for a closed API, and for whatever else went wrong
        if (!isNotFoundPage(panelFailureOf(error)) || (await this.look([path])).get(path)?.isFile === true) throw error;
        return undefined;
      }
    });
  }

  /** A part of a file, which is shorter where the file ends; empty at its end. An answer with other bytes is refused. */
  async read(path: string, from: number, length: number): Promise<Uint8Array> {
    const {
      bytes,
      from: first,
      total,
    } = await this.#read(async () =>
      this.#call("file.read", { path: exact("read", path), from, length }).catch((error: unknown) => {
        const failure = panelFailureOf(error);
        if (failure.kind === "page" && failure.status === 416) return { bytes: NOTHING, from, total: from };
        throw error;
      }),
    );
    // a server between us may send the whole file
    if (first > from || first + bytes.length < Math.min(from + length, total))
      throw new PanelError({ kind: "malformed", fields: ["Content-Range"] });
    return bytes.subarray(from - first, from - first + length);
  }

  /** The content of a file of JSON that exists, of at most `LARGEST_PART`; `undefined` if it is no JSON. */
  async readJson(path: string): Promise<unknown> {
    const bytes = await this.read(path, 0, LARGEST_PART);
    try {
      return parseJson(new TextDecoder().decode(bytes));
    } catch {
      return undefined;
    }
  }

  /** Writes a small file whole: it has the old or the new content at any moment. */
  async write({ directory, name, bytes, ...access }: Bytes): Promise<void> {
    const path = posix.join(directory, name);
    exact("hash", path);
    const sha1 = sha1Of(bytes);
    const size = bytes.length;
    const send = async () => this.#send({ directory, name, size, start: 0, bytes, ...access });
    await this.#until(
      async () => {
        const received = await send();
        if (received === undefined) return;
        // the panel has kept some of an earlier upload, and so nothing of this one
        if (received > 0) await this.removeForGood(piecesOf(path, size));
        if (received === 0 || (await send()) !== undefined) throw new FileError({ kind: "noSpace", path });
      },
      async () => (await this.hash(path)) === sha1,
      path,
    );
  }

  /**
   * Uploads a file in pieces, and goes on with what an earlier upload of the same name and size has left. The sha1 is
   * compared afterwards.
   * @param access see `Bytes`
   */
  async upload(
    { file, size, sha1 }: LocalFile,
    path: string,
    onShare: (share: number) => void,
    access: Pick<Bytes, "isPrivate"> = {},
  ): Promise<void> {
    const { dir: directory, base: name } = posix.parse(path);
    exact("hash", path);
    if ((await this.look([path])).get(path)?.size === size && (await this.hash(path)) === sha1) return;
    // pieces of an empty file are none
    if (size === 0) return this.write({ directory, name, bytes: new Uint8Array(), ...access });
    const source = await open(file);
    const buffer = Buffer.alloc(Math.min(PIECE, size));
    try {
      let receivedBytes = await this.#there(directory, name, size, access);
      // what is longer than the file is none of its pieces
      if (receivedBytes > size) {
        await this.removeForGood(piecesOf(path, size));
        receivedBytes = 0;
      }
      for (let failures = 0, losses = 0; receivedBytes < size;) {
        throwIfEnded(this.#signal);
        const length = Math.min(buffer.length, size - receivedBytes);
        const { bytesRead } = await source.read(buffer, { position: receivedBytes, length });
        try {
          const bytes = buffer.subarray(0, bytesRead);
          const now = (await this.#send({ directory, name, size, start: receivedBytes, bytes, ...access })) ?? size;
          // a wrong beginning is answered with the right one, which is an earlier one where somebody has removed pieces
          if (now < receivedBytes) losses += 1;
          if (now === receivedBytes || losses >= TRIES) throw new FileError({ kind: "noSpace", path });
          receivedBytes = now;
          failures = 0;
        } catch (error) {
          if (error instanceof FileError || !isTransient(panelFailureOf(error)) || ++failures >= TRIES) throw error;
          await this.#pause(failures);
          receivedBytes = await this.#there(directory, name, size, access);
        }
        // the answer to the last piece may be lost: the panel then has nothing under way
        if (receivedBytes === 0 && (await this.look([path])).get(path)?.size === size) receivedBytes = size;
        onShare(receivedBytes / size);
      }
    } finally {
      await source.close();
    }
    if ((await this.hash(path)) !== sha1) throw new FileError({ kind: "mismatch", path });
  }

  /** Creates a directory with its parents. `exists`: it was there, or its creation got no answer. */
  async createDirectory(path: string): Promise<"created" | "exists"> {
    const params = { path: exact("createDirectory", path) };
    for (let failures = 1; ; failures++) {
      try {
        await this.#call("file.createDirectory", params);
        return "created";
      } catch (error) {
        const failure = panelFailureOf(error);
        if (!needsLook(failure)) throw error;
        if ((await this.look([path])).has(path)) return "exists";
        if (failure.kind === "rejected" || failures >= TRIES) throw error;
        await this.#pause(failures);
      }
    }
  }

  /** Moves a file or directory to where nothing is. */
  async place(from: string, to: string, stillMeant: Check = ours): Promise<void> {
    const params = { ...transferOf(from, to), mustNotExist: true } as const;
    await this.#until(
      async () => {
        await stillMeant();
        await this.#call("file.move", params);
      },
      async () => {
        const foundFiles = await this.look([from, to]);
        return foundFiles.has(to) && !foundFiles.has(from);
      },
      to,
    );
  }

  /**
   * Moves a file of this sha1 onto another one. Throws a `FileError` `halfway` if the other one is, or may be, gone without being
   * replaced.
   * @param stillMeant throws unless the other one is what is to be replaced; asked right before each sending
   */
  async replace(from: string, to: string, sha1: string, stillMeant: Check): Promise<void> {
    const params = transferOf(from, to);
    let isSent = false;
    const move = async () =>
      this.#until(
        async () => {
          // panels remove the one before they rename the other, and what is there then is somebody's
          const isGone = isSent && !(await this.look([to])).has(to);
          if (!isGone) await stillMeant();
          isSent = true;
          await this.#call("file.move", isGone ? { ...params, mustNotExist: true } : params);
        },
        // the other one may have been equal before
        async () => !(await this.look([from])).has(from) && (await this.hash(to)) === sha1,
        to,
      );
    try {
      await move();
    } catch (error) {
      const currentHash = await this.hash(to).catch(() => "unknown" as const);
      if (currentHash !== undefined && currentHash !== "unknown") throw error;
      const halfway = new FileError({ kind: "halfway", path: to, stage: from, isMissing: currentHash === undefined });
      if (currentHash === "unknown") throw halfway;
      await move().catch(() => {
        throw halfway;
      });
    }
  }

  /** Moves a file to the panel's recycle bin, or deletes it where that is off. @param stillMeant see `replace` */
  async remove(path: string, stillMeant: Check = ours): Promise<void> {
    await this.#remove(path, async () => !(await this.look([path])).has(path), stillMeant);
  }

  /** As `remove`, for a link, which may lead nowhere: then a look at it finds nothing before, too. */
  async removeLink(path: string, stillMeant: Check): Promise<void> {
    const { dir: directory, base } = posix.parse(path);
    const isGone = async () => {
      const { directories, files } = await this.list(directory);
      return [directories, files].every(({ rows }) => rows.every(({ name }) => name !== base));
    };
    await this.#remove(path, isGone, stillMeant);
  }

  async #remove(path: string, isGone: () => Promise<boolean>, stillMeant: Check): Promise<void> {
    const params = { path: exact("remove", path) };
    await this.#until(
      async () => {
        await stillMeant();
        await this.#call("file.remove", params);
      },
      isGone,
      path,
    );
  }

  /** Deletes a file that nobody wants back, past the panel's recycle bin, which keeps files by a longer name (docs/protocol.md 6.38). */
  async removeForGood(path: string): Promise<void> {
    return this.remove(await this.#unkept(path));
  }

  /** As `removeForGood`, for a directory with all that is in it. */
  async removeDirectoryForGood(path: string): Promise<void> {
    return this.removeDirectory(await this.#unkept(path));
  }

  /** Gives a file or directory a name with which the recycle bin cannot keep it, and says its path then. */
  async #unkept(path: string): Promise<string> {
    const unkept = path.padEnd(path.lastIndexOf("/") + 1 + UNKEPT_LENGTH, "_");
    try {
      await this.place(path, unkept);
      return unkept;
    } catch (error) {
      // on a file system with shorter names
      if (!(error instanceof FileError) && panelFailureOf(error).kind !== "rejected") throw error;
      return path;
    }
  }

  async removeDirectory(path: string, stillMeant: Check = ours): Promise<void> {
    const params = { path: exact("removeDirectory", path) };
    await this.#until(
      async () => {
        await stillMeant();
        await this.#call("file.removeDirectory", params);
      },
      async () => !(await this.look([path])).has(path),
      path,
    );
  }

  /** Gives it an owner and a mode; its attributes then. */
  async setAccess(path: string, user: string, mode: string) {
    const params = { path: exact("access", path), user, mode };
    // what cannot be looked at afterwards is not sent
    exact("attributes", path);
    let now: Awaited<ReturnType<RemoteFiles["attributes"]>> | undefined;
    await this.#until(
      async () => this.#call("file.setAccess", params),
      async () => {
        now = await this.attributes(path);
        return now.user === user && now.mode === mode;
      },
      path,
    );
    return now;
  }

  /** How many bytes the panel has of an upload that has not ended; `undefined`: the piece was its end. */
  async #send({ directory, ...piece }: Piece): Promise<number | undefined> {
    return (await this.#call("file.upload", { directory: exact("upload", directory), ...piece })).there;
  }

  /** How many bytes of an upload the panel has. */
  async #there(directory: string, name: string, size: number, access: Pick<Bytes, "isPrivate">): Promise<number> {
    const asks = { directory, name, size, start: -1, bytes: NOTHING, ...access };
    return (await this.#read(async () => this.#send(asks))) ?? 0;
  }

  /** Reads, and tries again if the connection is lost. */
  async #read<Result>(read: () => Promise<Result>): Promise<Result> {
    for (let failures = 1; ; failures++) {
      try {
        return await read();
      } catch (error) {
        if (!isTransient(panelFailureOf(error)) || failures >= TRIES) throw error;
        await this.#pause(failures);
      }
    }
  }

  async #until(change: () => Promise<unknown>, isDone: () => Promise<boolean>, path: string): Promise<void> {
    for (let failures = 1; ; failures++) {
      throwIfEnded(this.#signal);
      let lost: unknown;
      try {
        await change();
      } catch (error) {
        const failure = panelFailureOf(error);
        // what has happened is refused the second time
        if (!needsLook(failure)) throw error;
        lost = error;
      }
      if (await isDone()) return;
      if (lost === undefined) throw new FileError({ kind: "mismatch", path });
      if (failures >= TRIES || panelFailureOf(lost).kind === "rejected") throw lost;
      await this.#pause(failures);
    }
  }

  async #pause(failures: number): Promise<void> {
    await this.#clock.sleep(250 * 2 ** failures, this.#signal).catch(() => undefined);
    throwIfEnded(this.#signal);
  }
}

function transferOf(from: string, to: string) {
  return { from: exact("transfer", from), to: exact("transfer", to) };
}
