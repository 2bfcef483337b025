import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createGzip, deflateRaw } from "node:zlib";
import { packTar } from "modern-tar/fs";
import type { LocalFile } from "../serverFiles/localFile.ts";
import type { SourceFile } from "./sourceFiles.ts";

/** Owner of the files on the server. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

interface ArchiveOptions {
  /** The source folder. */
  readonly folder: string;
  readonly files: readonly SourceFile[];
  /** Relative paths that are created, each after the one above it. */
  readonly directories: readonly string[];
  readonly owner: Owner;
  /** The archive's path; the caller removes it, also after a failure. */
  readonly target: string;
  readonly signal: AbortSignal;
}

/**
 * Writes a .tar.gz of the files. Equal options give equal bytes, so that an upload can go on after a restart. The archive has
 * the owner and mode of files and directories, since panels keep them for what they do not handle themselves (docs/protocol.md
 * 16.14).
 */
export async function writeArchive(options: ArchiveOptions): Promise<LocalFile> {
  const { folder, files, directories, owner, target, signal } = options;
  const common = { uname: "", gname: "", ...owner };
  const newest = files.reduce((latest, { mtime }) => Math.max(latest, mtime), 0);
  const sources = [
    ...directories.map((path) => ({
      type: "content" as const,
      content: null,
      // the stroke makes it a directory
      target: `${path}/`,
      mtime: new Date(newest * 1000),
      mode: 0o755,
      ...common,
    })),
    ...files.map(({ path, mtime }) => ({
      type: "file" as const,
      source: join(folder, path),
      target: path,
      mtime: new Date(mtime * 1000),
      mode: 0o644,
      ...common,
    })),
  ];
  const hash = createHash("sha1");
  let size = 0;
  const measured = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      done(null, piece);
    },
  });
  const level = await levelFor(folder, files);
  const gzip = createGzip({ level, chunkSize: CHUNK });
  await pipeline(packTar(sources), gzip, measured, createWriteStream(target), { signal });
  return { file: target, size, sha1: hash.digest("hex") };
}

/** Bytes that zlib hands on at once: its own 16 KB take longer, more than this only more memory. */
const CHUNK = 64 * 1024;

const SAMPLED_FILES = 16;
const SAMPLE = 64 * 1024;

/** Files that do not get smaller, such as pictures, are packed as they are: eight times as fast. */
async function levelFor(folder: string, files: readonly SourceFile[]): Promise<number> {
  const largest = files.toSorted((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1)).slice(0, SAMPLED_FILES);
  const samples = await Promise.all(
    largest.map(async ({ path }) => {
      const file = await open(join(folder, path));
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE), { position: 0 });
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    }),
  );
  const sample = Buffer.concat(samples);
  const small = await promisify(deflateRaw)(sample, { level: constants.Z_BEST_SPEED });
  return small.length > 0.95 * sample.length ? constants.Z_NO_COMPRESSION : constants.Z_DEFAULT_COMPRESSION;
}
