/** What the script has found at a path. */
export type Looked =
  | { readonly kind: "file"; readonly mode: number; readonly size: number; readonly sha1: string }
  | { readonly kind: "nothing" }
  /** A symbolic link, by the hash of the path that it has. */
  | { readonly kind: "link"; readonly sha1: string }
  | { readonly kind: "directory"; readonly mode: number; readonly entries: number }
  /** It lies behind a symbolic link. */
  | { readonly kind: "behindLink" }
  /** A device, socket or pipe. */
  | { readonly kind: "special" }
  | { readonly kind: "unreadable" };
