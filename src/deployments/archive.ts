import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { packTar } from "modern-tar/fs";
import type { SourceFile } from "./sourceFiles.ts";

/** Owner of the files on the server. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** An archive on this computer. */
export interface Archive {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** In lower-case hex. */
  readonly sha1: string;
}

interface ArchiveOptions {
  /** The source folder. */
  readonly folder: string;
  readonly files: readonly SourceFile[];
  readonly owner: Owner;
  /** The archive's path; the caller removes it, also after a failure. */
  readonly target: string;
  readonly signal: AbortSignal;
}

/**
 * Writes a .tar.gz of the files. Equal options give equal bytes, so that an upload can go on after a restart. The archive has
 * the owner and mode of files, since panels keep them for names that they do not handle themselves.
 */
export async function writeArchive({ folder, files, owner, target, signal }: ArchiveOptions): Promise<Archive> {
  const sources = files.map(({ path, mtime }) => ({
    type: "file" as const,
    source: join(folder, path),
    target: path,
    mtime: new Date(mtime * 1000),
    mode: 0o644,
    uname: "",
    gname: "",
    ...owner,
  }));
  const hash = createHash("sha1");
  let size = 0;
  const measured = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      done(null, piece);
    },
  });
  await pipeline(packTar(sources), createGzip(), measured, createWriteStream(target), { signal });
  return { file: target, size, sha1: hash.digest("hex") };
}
