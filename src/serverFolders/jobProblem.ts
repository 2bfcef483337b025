import { archiveProblems, type ArchiveProblem, type FileProblem } from "../serverFiles/fileError.ts";
import type { FolderJobEnd } from "./folderJob.ts";

/** Why an archive was not unpacked or looked into, by how the script about it has ended. */
export function problemOfEnd(end: FolderJobEnd, path: string): FileProblem {
  const archive = (why: ArchiveProblem, detail = ""): FileProblem => ({
    kind: "archive",
    path,
    why,
    ...(detail !== "" && { detail }),
  });
  switch (end.kind) {
    case "said": {
      const [word = "", ...rest] = end.words;
      const why = archiveProblems.find((problem) => problem === word);
      return archive(why ?? "failed", why === undefined ? end.words.join(" ") : rest.join(" "));
    }
    case "ended":
      return archive("failed", end.errors);
    case "missing":
      return archive("missing", end.tools.join(", "));
    case "tooMuch":
      return archive("tooMany");
    case "timedOut":
    case "noSpace":
    case "busy":
    case "unknown":
      return archive(end.kind);
    default:
      return end satisfies never;
  }
}
