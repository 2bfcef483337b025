import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { LocalFile } from "../../serverFiles/localFile.ts";
import { codeOf } from "../../storage/fileSystem.ts";
import { PanelError } from "../../wire/answers/failure.ts";
import { DeploymentError } from "../deploymentError.ts";
import { GzipFile } from "./gzipFile.ts";
import { openSource } from "../openSource.ts";
import type { SourceFile } from "../sourceFiles.ts";
import { BLOCK, END_OF_TAR, MOST_HEADER_BLOCKS, tarHeader, tarPadding } from "../../onServer/tarHeader.ts";

/** A member of an exchange's archive: bytes of ours, or a file as the preview has seen it. A name is at most 512 bytes long. */
export type ArchiveMember =
  { readonly name: string; readonly bytes: Uint8Array } | { readonly name: string; readonly file: ArchivedFile };

/** A file as the preview has seen it. */
export type ArchivedFile = Pick<SourceFile, "realPath" | "size" | "sha1" | "mtime">;

interface ExchangeArchiveOptions {
  readonly members: readonly ArchiveMember[];
  /** The archive's path; the caller removes it, also after a failure. */
  readonly target: string;
  readonly signal: AbortSignal;
}

/** Bytes that are read of a file at once. */
const PIECE = 256 * 1024;

/** Bytes before them for a header. */
const HEADER = MOST_HEADER_BLOCKS * BLOCK;

/**
 * Writes a .tar.gz of the members, in their order. Equal members give equal bytes, so that an upload can go on after a restart.
 * Each file is opened once, and what is packed is what that descriptor reads. Throws `DeploymentError` unless it is what the
 * preview has seen, `PanelError` if this computer cannot store the archive, or the signal's reason.
 */
export async function writeExchangeArchive(options: ExchangeArchiveOptions): Promise<LocalFile> {
  try {
    return await write(options);
  } catch (error) {
    options.signal.throwIfAborted();
    const code = codeOf(error);
    throw code === "unknown" ? error : new PanelError({ kind: "storage", problem: "fileFailed", code });
  }
}

async function write({ members, target, signal }: ExchangeArchiveOptions): Promise<LocalFile> {
  // one for all, with room for what comes before and after a file: each write is a hop between threads
  const buffer = Buffer.alloc(HEADER + PIECE + BLOCK);
  const archive = await GzipFile.create(target);
  try {
    for (const member of members) {
      signal.throwIfAborted();
      if ("bytes" in member) await addBytes(archive, member.name, member.bytes);
      else await addFile(archive, member.name, member.file, buffer, signal);
    }
    await archive.write(END_OF_TAR);
    return await archive.finish();
  } finally {
    await archive.close();
  }
}

async function addBytes(archive: GzipFile, name: string, bytes: Uint8Array): Promise<void> {
  await archive.write(Buffer.concat([tarHeader(name, bytes.length, 0), bytes, tarPadding(bytes.length)]));
}

async function addFile(
  archive: GzipFile,
  name: string,
  { realPath, size, sha1, mtime }: ArchivedFile,
  buffer: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const file = await openSource(realPath).catch(changedIfGone);
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.size !== size) throw changed();
    const hash = createHash("sha1");
    for (let packed = 0; packed < size || packed === 0; packed += PIECE) {
      signal.throwIfAborted();
      const piece = buffer.subarray(HEADER, HEADER + Math.min(size - packed, PIECE));
      await fill(piece, file);
      hash.update(piece);
      let start = HEADER;
      let end = HEADER + piece.length;
      if (packed === 0) {
        await archive.adaptTo(piece);
        const header = tarHeader(name, size, mtime);
        start -= header.length;
        header.copy(buffer, start);
      }
      if (packed + PIECE >= size) {
        if (hash.digest("hex") !== sha1) throw changed();
        end += tarPadding(size).copy(buffer, end);
      }
      await archive.write(buffer.subarray(start, end));
    }
  } finally {
    await file.close();
  }
}

/** Reads until a buffer is full: where pieces of a file end must not depend on what a read happens to give. */
async function fill(buffer: Buffer, file: FileHandle): Promise<void> {
  for (let filled = 0; filled < buffer.length;) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled).catch(changedIfGone);
    if (bytesRead === 0) throw changed();
    filled += bytesRead;
  }
}

/** Node's codes where a file is not there any more as it was listed. */
const GONE = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ELOOP", "EACCES", "EPERM"]);

function changedIfGone(error: unknown): never {
  throw GONE.has(codeOf(error)) ? changed() : error;
}

function changed(): DeploymentError {
  return new DeploymentError({ kind: "changed" });
}
