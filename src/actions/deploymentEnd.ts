/** Who holds the lock of a website or project on the server. */
export interface LockOwner {
  /** Id of the deployment. */
  readonly id: string;
  /** Id of the installation of VS Code: several of them may be on one computer. */
  readonly installation: string;
  /** Name of the computer, for people. */
  readonly computer: string;
  /** Milliseconds since the epoch, by that computer's clock. */
  readonly at: number;
}

/** The first of some paths, at most twenty, and how many there are. */
export interface SomePaths {
  readonly paths: readonly string[];
  readonly count: number;
}

/** Why a deployment or a roll back did not do what was wanted, unless a call failed. Paths are those on the server. */
export type DeploymentProblem =
  /** Another deployment of the same website or project is under way, or was cut off on another computer. */
  | { readonly kind: "locked"; readonly owner: LockOwner }
  /** The server or the source is no longer as the preview showed it. */
  | { readonly kind: "changed" }
  /** What the server has of earlier deployments cannot be read. */
  | { readonly kind: "damaged"; readonly path: string }
  /** The project's jar is not there, or a link. */
  | { readonly kind: "noJar"; readonly path: string }
  /** The project did not run after its restart. */
  | { readonly kind: "notRunning" }
  /** The server would have to remember more files than can be read again. */
  | { readonly kind: "tooMany" }
  /** A directory stands where a file must go, or the other way round. */
  | { readonly kind: "inTheWay"; readonly path: string }
  /** A directory on the way to a file is a symbolic link: it may lead to anywhere. */
  | { readonly kind: "link"; readonly path: string }
  /** A file would go into the root of another website, with its label. */
  | { readonly kind: "otherSite"; readonly path: string; readonly site: string }
  /** The panel accepts bytes and keeps none: the disk is full or read-only. */
  | { readonly kind: "noSpace"; readonly path: string }
  /** After the panel's success these were not as they should be. */
  | ({ readonly kind: "mismatch" } & SomePaths)
  /** Another deployment has taken over the lock, and has it or has freed it since. */
  | { readonly kind: "takenOver"; readonly owner: LockOwner | undefined };

/** Files of a deployment by what happens to them. */
export interface DeploymentCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** Whether any file is to be added, changed or removed; also where that is not known. */
export function changesFiles(counts: DeploymentCounts | undefined): boolean {
  return counts === undefined || counts.added + counts.changed + counts.removed > 0;
}

/** The answer of an address: an HTTP status, or Node's code of what went wrong. */
export type AddressAnswer =
  { readonly kind: "status"; readonly status: number } | { readonly kind: "failed"; readonly code: string };

/** The answer of a deployment's address afterwards. */
export interface CheckedAddress {
  readonly address: string;
  readonly answer: AddressAnswer;
}

/** The end of a deployment or of a roll back. */
export interface DeploymentEnd {
  /** Id of the deployment or roll back on the server. */
  readonly id?: string;
  /** Name of the deployment. */
  readonly deployment: string;
  readonly counts?: DeploymentCounts;
  /** Bytes of the files that were added and changed. */
  readonly bytes?: number;
  /**
   * What is on the server: everything as it was before or as wanted, checked file by file; `mixed`: files of both, with
   * `paths`; `unknown`: it could not be read any more.
   */
  readonly state: "before" | "wanted" | "mixed" | "unknown";
  /** The files that are not as before, of a `mixed` state; after a roll back those that somebody had changed, which stay. */
  readonly paths?: SomePaths;
  readonly problem?: DeploymentProblem;
  readonly checked?: CheckedAddress;
  /** It went back because the address did not answer as it should; `checked` is that answer. */
  readonly isRolledBack?: true;
  /** For a Java project: whether it was seen running afterwards, with its process and port. */
  readonly isRunning?: boolean;
}
