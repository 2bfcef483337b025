/** Why the store of panels has failed. `code` is Node's, such as `ENOSPC`. */
export type StorageProblem =
  | { readonly kind: "secretsUnavailable" }
  | { readonly kind: "fileFailed"; readonly code: string }
  /** Another window removed the panel. */
  | { readonly kind: "gone" }
  /** The panel's file is corrupt or was written by a newer version; it is left as it is. */
  | { readonly kind: "unreadable" };

/** The error of the store of panels. It carries neither secrets nor paths nor what caused it. */
export class StorageError extends Error {
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem) {
    super(problem.kind);
    this.name = "StorageError";
    this.problem = problem;
  }
}
