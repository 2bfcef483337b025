/** What is read of the attributes of a plain file of root, of an empty history; `more` differs. */
export function attributesOf(inode: string, sha1: string | undefined, more: object = {}): object {
  const owner = { uid: 0, gid: 0, user: "root", group: "root", mode: "644" };
  const kind = { hasSpecialMode: false, isDirectory: false, isLink: false, isLocked: false };
  return { ...owner, ...kind, device: 65_024, inode, links: 1, sha1, history: [], ...more };
}

/** The owner of websites, and the mode that their files have on BaoTa. */
export const OF_WWW = { uid: 1001, gid: 1001, user: "www", group: "www", mode: "755" };

/** An entry, by its name, size, mode and user. */
type Listed = readonly [name: string, size: number, mode: string, user: string];

/** What is read of a directory that lists all that the panel counts. Its entries are all of one time. */
export function directoryOf(
  path: string,
  mtime: number,
  directories: readonly Listed[],
  files: readonly Listed[],
): object {
  const listed = (rows: readonly Listed[]) => ({
    rows: rows.map(([name, size, mode, user]) => ({ name, size, mtime, mode, user, linkTo: undefined })),
    unreadable: [],
  });
  const counted = directories.length + files.length;
  return { path, directories: listed(directories), files: listed(files), hasRecycleBin: true, counted };
}

/** What the directory of the recordings holds. @param mode of uploaded files */
export function recordedDirectory(path: string, mtime: number, mode: string): object {
  const files = [
    ["a.txt", 7, "644", "www"],
    ["b64.txt", 5, mode, "www"],
    ["big.bin.3.upload.tmp", 7, "644", "root"],
    ["it's.txt", 2, mode, "www"],
    ["m.txt", 2, "640", "root"],
    ["nb.bin.4.upload.tmp", 0, "644", "root"],
    ["newdir.2.upload.tmp", 2, "644", "root"],
    ["q.txt", 5, mode, "www"],
    ["two.bin", 10, mode, "www"],
    ["zero2.bin", 0, mode, "www"],
    ["zero.bin", 0, mode, "www"],
    ["中 文 (1).txt", 2, mode, "www"],
  ] as const;
  return directoryOf(path, mtime, [["newdir", 4096, "755", "root"]], files);
}
