import { posix } from "node:path";
import { statusReply } from "./http.ts";
import { siteConfigurationPath } from "./nginxConfiguration.ts";
import { reloadNginx } from "./parts.ts";
import { isDirectory, writeFile } from "./serverFiles.ts";
import { integer, required, type DemoHandler, type DemoState, type SiteRecord } from "./state.ts";

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

/** What the page of a stopped website is in. */
const STOP_PAGE = "/www/server/stop";

/** BaoTa names it a second time, in a block of its own. */
export const stopBlock = `
    location = /bt-stop.html
    {
        root ${STOP_PAGE};
    }
`;

const FIRST_ROOT = /(^[ \t]*root\s+)([^;\s]+)[ \t]*;/m;

/** The directory that a website serves by its configuration; the panel's own where it is stopped. */
function rootOf({ files }: Pick<DemoState, "files">, site: SiteRecord): string {
  const text = files.get(siteConfigurationPath(site))?.bytes?.toString() ?? "";
  return FIRST_ROOT.exec(text)?.[2] ?? site.path;
}

/** What a website serves below its own directory by its configuration; `undefined`: nothing else than that, or the page of a stopped one. */
export function runPathOf(state: Pick<DemoState, "files">, site: SiteRecord): string | undefined {
  const root = rootOf(state, site);
  return root !== site.path && root.startsWith(site.path) ? root.slice(site.path.length) : undefined;
}

/** What panels say that a website serves: they cut its own directory off whatever its configuration names, also off the page of a stopped one. */
export function servedRunPath(state: Pick<DemoState, "files">, site: SiteRecord): string {
  const root = rootOf(state, site);
  return root === site.path ? "/" : root.replace(site.path, "");
}

/** Has a website serve the page of a stopped one. `.user.ini` stays where it is. @param more text for the end of its block */
export function stopServing(state: DemoState, site: SiteRecord, now: number, more = ""): void {
  if (rootOf(state, site) === STOP_PAGE) return;
  configure(state, site, now, (text) =>
    text.replace(FIRST_ROOT, `$1${STOP_PAGE};`).replace(/\}\s*$/, () => `${more}}\n`),
  );
}

/** Has a website that was stopped serve its own directory, or one below it. @param more what its stop has added */
export function startServing(state: DemoState, site: SiteRecord, now: number, runPath = "", more = ""): void {
  if (rootOf(state, site) !== STOP_PAGE) return;
  configure(state, site, now, (text) =>
    text.replace(FIRST_ROOT, (_found, before: string) => `${before}${site.path}${runPath};`).replace(more, ""),
  );
}

function configure(state: DemoState, site: SiteRecord, now: number, change: (text: string) => string): void {
  const path = siteConfigurationPath(site);
  const before = state.files.get(path)?.bytes?.toString();
  if (before === undefined) return;
  writeFile(state.files, path, Buffer.from(change(before)), Math.floor(now / 1000));
  reloadNginx(state, now);
}

/**
 * Handles `SetSiteRunPath`: the directory need not be there, `.user.ini` goes along where it is and cannot be changed, and whether the web server loads it
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
    const before = rootOf(state, site);
    const root = site.path + runPath;
    writeFile(files, path, Buffer.from(rewrite(text, root)), Math.floor(now() / 1000));
    moveIni(files, before, root);
    reloadNginx(state, now());
    return statusReply(true, message);
  };
}

/** Moves the panel's own file along, open while that lasts: where nothing is to move it to, it stays open. */
function moveIni(files: DemoState["files"], from: string, to: string): void {
  const [own, moved] = [posix.join(from, ".user.ini"), posix.join(to, ".user.ini")];
  const ini = files.get(own);
  if (ini !== undefined) {
    const { isLocked: _isLocked, ...open } = ini;
    files.delete(own);
    files.set(isDirectory(files, to) ? moved : own, open);
  }
  const there = files.get(moved);
  if (there !== undefined) files.set(moved, { ...there, isLocked: true });
}
