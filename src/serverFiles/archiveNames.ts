/** Archives by the ends of their names, in small letters. */
const ENDINGS = [".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz"];

/** The path of an archive without the end of its name; a name that is nothing else gets something behind it. */
export function withoutArchiveEnding(path: string): string {
  const ending = ENDINGS.find((each) => path.toLowerCase().endsWith(each)) ?? "";
  const first = path.slice(0, path.length - ending.length);
  return first.endsWith("/") ? `${path}-unpacked` : first;
}

/** Whether a file may be an archive that can be unpacked, by its name. */
export function isArchive(name: string): boolean {
  return ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}
