import type { FileAccess } from "../resources/files/fileInput.ts";
import { ExpectedError } from "../wire/answers/failure.ts";

/** Why an archive was not unpacked; nothing was changed. Words of `unpack-as-owner.sh` are among them. */
export const archiveProblems = [
  /** Archive or directory are not what was shown. */
  "changed",
  "notFound",
  /** Its directory's owner, who is the detail, cannot read it, or not write there. */
  "unreadable",
  "notWritable",
  /** No account has the number of that owner. */
  "noOwner",
  /** The directory is root's, and others can change it. */
  "unsafe",
  /** Something has the name of the new directory. */
  "inTheWay",
  /** Unpacked, it has something else in it than was shown. */
  "other",
  "tooLarge",
  "noSpace",
  /** What unpacks it has failed, with these words. */
  "failed",
  "damaged",
  /** Paths that lead out of the directory. */
  "outside",
  "longPath",
  "encrypted",
  /** Names whose encoding it does not tell. */
  "encoding",
  /** Two entries with the same path that are no two files. */
  "twice",
  "empty",
  "tooMany",
  /** The server lacks these programs. */
  "missing",
  "busy",
  "timedOut",
  "unknown",
  /** What was unpacked so far is left in this directory beside it. */
  "stageLeft",
] as const;

export type ArchiveProblem = (typeof archiveProblems)[number];

/** Why a file of the server was not read or changed, unless a call failed. Paths are those on the server. */
export type FileProblem =
  | {
      readonly kind:
        | "notFound"
        | "isDirectory"
        | "notDirectory"
        | "notEmpty"
        | "exists"
        /** It no longer has the bytes that were opened. */
        | "changed"
        /** It is not known what an editor has its content from, as after a reload. */
        | "unread"
        /** Its owner, group or mode is not what a person was shown. */
        | "accessChanged"
        /** It has setuid, setgid or the sticky bit, which panels would take away. */
        | "specialMode"
        /** Links are not moved onto files, nor to where their text leads elsewhere. */
        | "link"
        /** It has the attribute `i` or `a`, which keeps root too from changing it. */
        | "locked"
        /** It is a device, socket, pipe or file of the kernel, a broken link, or a link whose target cannot be found out. */
        | "special"
        /** The panel accepts bytes and keeps none: the disk is full or read-only. */
        | "noSpace"
        /** Text in another encoding would be replaced by signs for what was not understood. */
        | "encoding"
        /** After the panel's success it was not as it should be. */
        | "mismatch";
      readonly path: string;
    }
  /** Panels do not handle such a name exactly; `isMisread`: they would take it for another one. */
  | { readonly kind: "name"; readonly path: string; readonly isMisread?: true }
  /** A file of this computer could not be read or written; `code` is Node's. */
  | { readonly kind: "local"; readonly path: string; readonly code: string }
  /** Sizes in bytes. */
  | { readonly kind: "tooLarge"; readonly path: string; readonly size: number; readonly limit: number }
  /** Its other names would keep the old bytes. */
  | { readonly kind: "hardLinks"; readonly path: string; readonly count: number }
  /** After the panel's success its owner, group or mode was another one than was asked for. */
  | { readonly kind: "accessUnset"; readonly path: string; readonly now: FileAccess }
  /** Its group or owner would become another one, which panels cannot keep. */
  | { readonly kind: "group"; readonly path: string; readonly from: string; readonly to: string }
  | { readonly kind: "archive"; readonly path: string; readonly why: ArchiveProblem; readonly detail?: string }
  /**
   * An archive was unpacked into a new directory, which has all of it if `isWhole`, and something else if not; absent: that is not known.
   * `stage`: a directory beside it may have some of it, too.
   */
  | {
      readonly kind: "halfUnpacked";
      readonly path: string;
      readonly into: string;
      readonly isWhole?: boolean;
      readonly stage?: string;
    }
  /**
   * The new bytes, whole and checked, are at `stage`. `isMissing`: the file itself is gone; else the connection was lost while one was
   * replaced by the other.
   */
  | { readonly kind: "halfway"; readonly path: string; readonly stage: string; readonly isMissing: boolean };

/** Ends what is done with a file of the server. Nothing was changed, unless its problem says so. */
export class FileError extends ExpectedError {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(`file: ${problem.kind}`);
    this.name = "FileError";
    this.problem = problem;
  }
}
