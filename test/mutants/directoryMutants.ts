import { defectsIn } from "./defectsIn.ts";

/** Defects of comparing, downloading and unpacking directories, which would lose a file, or claim that all of them are there. */
export const directoryMutants = defectsIn([
  [
    "src/serverFolders/compareFolders.ts",
    ["files of the same size are the same", `else if (here === there) same += 1;`, `else if (here !== "") same += 1;`],
    [
      "directories that could not be listed are empty",
      `[unlisted, hasEnded] = [count, true];`,
      `[unlisted, hasEnded] = [0, true];`,
    ],
    [
      "a list that was cut off is whole",
      `if (!hasEnded) throw new PanelError({ kind: "malformed", fields: ["find"] });`,
      ``,
    ],
    ["what is in a folder that cannot be read here is only there", "isIn(path, unread)", "path === unread"],
  ],
  [
    "src/serverFolders/packDirectory.ts",
    [
      "an archive that was damaged on its way is unpacked",
      `if ((await sha256Of(file)) !== fetched.sha256)`,
      `if (fetched.sha256 === "")`,
    ],
    ["files that could not be read are packed", `code === "0" ? undefined`, `code !== "3" ? undefined`],
    ["an archive of any length is fetched", `        budget.checkArchive(size);\n`, ``],
  ],
  [
    "src/serverFolders/unpackLocally.ts",
    [
      "a file is written outside of the directory",
      `name.startsWith("/") || parts.includes("..")`,
      `name.startsWith("/")`,
    ],
    ["the second of two files with one name wins", `await open(place, "wx", mode)`, `await open(place, "w", mode)`],
  ],
  [
    "src/serverFolders/zipListing.ts",
    ["an encrypted file of a zip is unpacked", `...((flags & ENCRYPTED) !== 0 && { isEncrypted: true }),`, ``],
  ],
  [
    "src/serverFolders/unpackArchive.ts",
    [
      "files that were put in place before the end are not told",
      `(hasMoved || end.kind === "unknown")`,
      `end.kind === "unknown"`,
    ],
    [
      "a server that has put in place less than was shown is believed",
      ` && files === String(plan.files.size) && directories === String(plan.directories.size)`,
      ``,
    ],
    ["what a cancel leaves is not told", `if (!(await isTidied(jobs, path, stage))) throw stageLeft(path, stage);`, ``],
  ],
  [
    "src/serverFolders/unpack-as-owner.sh",
    [
      "what has come meanwhile is taken for ours",
      `[ ! -e "$into" ] && [ ! -L "$into" ] && mkdir "$into" || give_up inTheWay`,
      `mkdir "$into"`,
    ],
    ["unzip reads the name of an archive as a pattern", `-o "$stage/archive.zip"`, `-o "$archive"`],
    ["a link in the new directory's place is followed", `[ ! -L "$into" ] && list_in`, `list_in`],
    [
      "a file of an archive may run as its owner",
      `-type f -exec chmod u+rw,go-w,a-s {}`,
      `-type f -exec chmod u+rw,go-w {}`,
    ],
  ],
]);
