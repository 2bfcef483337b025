import { posix } from "node:path";
import { statusReply } from "./http.ts";
import { siteConfigurationPath } from "./nginxConfiguration.ts";
import { reloadNginx } from "./parts.ts";
import { isDirectory, writeFile } from "./serverFiles.ts";
import { integer, required, type DemoHandler } from "./state.ts";

/** What a panel does to the configuration of a website: it gives it another root. */
type Rewrite = (text: string, root: string) => string;

/** BaoTa gives every `root` the new directory, and has one in a comment count from then on (docs/protocol.md 6.44). */
export const rewriteEachRoot: Rewrite = (text, root) =>
  text.replaceAll(/root\s+[^;\s]+[ \t]*;/g, (_found, at: number) => {
    const isComment = text.slice(text.lastIndexOf("\n", at) + 1, at).includes("#");
    return isComment ? `\n    root ${root};` : `root ${root};`;
  });

/** aaPanel replaces the text of the first `root` wherever it stands. */
export const rewriteText: Rewrite = (text, root) => {
  const before = /root\s+([^;\s]+)[ \t]*;/.exec(text)?.[1];
  if (before === undefined) return text;
  return text.replaceAll(before, root);
};

/**
 * Handles `SetSiteRunPath`: the directory need not be there, `.user.ini` goes along where it is, and whether the web server loads it
 * nobody learns.
 */
export function setRunPath(rewrite: Rewrite, message: string): DemoHandler {
  return ({ state, fields, now }) => {
    const id = integer(fields, "id", 0);
    const runPath = required(fields, "runPath");
    const site = state.sites.find((each) => each.id === id);
    if (site === undefined) throw new Error("no such site");
    const { files } = state;
    const path = siteConfigurationPath(site);
    const text = files.get(path)?.bytes?.toString() ?? "";
    const before = /^[ \t]*root\s+([^;\s]+)[ \t]*;/m.exec(text)?.[1] ?? site.path;
    const root = site.path + runPath;
    writeFile(files, path, Buffer.from(rewrite(text, root)), Math.floor(now() / 1000));
    const [own, moved] = [before, root].map((directory) => posix.join(directory, ".user.ini"));
    const ini = own === undefined ? undefined : files.get(own);
    if (own !== undefined && moved !== undefined && ini !== undefined && isDirectory(files, root)) {
      files.delete(own);
      files.set(moved, ini);
    }
    reloadNginx(state, now());
    return statusReply(true, message);
  };
}
