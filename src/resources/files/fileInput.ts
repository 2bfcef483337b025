/** Who may do what with a file or directory. */
export interface FileAccess {
  /** Three octal digits. */
  readonly mode: string;
  readonly user: string;
  readonly group: string;
}

/** A change of a file or directory as the person decides about it. */
export interface FileInput {
  /** The path to which it is moved. */
  readonly to?: string;
  /** A mistake in it can lock a person out or stop the server. */
  readonly isRisky?: true;
  /** Something that exists is replaced. */
  readonly replaces?: true;
  /** Whether what is deleted goes to the panel's recycle bin; `tooLong`: its name there would be. */
  readonly bin?: "takes" | "off" | "tooLong";
  /** What its permissions are, as they were shown, and what they are to be. */
  readonly access?: { readonly from: FileAccess; readonly to: FileAccess };
  readonly isDirectory?: true;
  /** Where a link leads whose target is changed. */
  readonly leadsTo?: string;
  /** Number of other names (hard links), which mean the same file. */
  readonly otherNames?: number;
  /** Entries of a directory, and whether it has more than were counted. */
  readonly entries?: { readonly count: number; readonly isCut: boolean };
  /** An archive as it was looked into. */
  readonly unpack?: UnpackInput;
}

/** What is unpacked from an archive, as the person sees it before. */
export interface UnpackInput {
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
  /** The new directory that it comes into. */
  readonly into: string;
  /** Not unpacked: links, and what is no file. */
  readonly links: number;
  readonly special: number;
}
