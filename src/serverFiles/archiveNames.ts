/** Archives by the ends of their names, in small letters. */
const ENDINGS = [".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz"];

/** Whether a file may be an archive that can be unpacked, by its name. */
export function isArchive(name: string): boolean {
  return ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}
