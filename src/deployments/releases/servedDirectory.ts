import { posix } from "node:path";
import type { ReleaseProblem } from "../../actions/deploymentEnd.ts";
import type { Call } from "../../resources/resource.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import type { Clock } from "../../storage/ports.ts";
import { LARGEST_PART } from "../../wire/operations/files.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { DeploymentError } from "../deploymentError.ts";
import { tidyRoot } from "../targetRoot.ts";
import { PLAIN_PATH } from "./releaseFields.ts";
import { isIn } from "../../characters/isBelow.ts";

/** What reads the server. */
export interface Reading {
  readonly callFor: (signal: AbortSignal) => Call;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The directory that a website serves, by its configuration. */
export interface Served {
  /** Without a stroke at its end. */
  readonly root: string;
  /** What it is below the website's own directory, with a stroke before it; empty for that itself. */
  readonly runPath: string;
}

/** What leads to the configuration of a website. */
export type ConfiguredSite = Pick<Site, "name" | "root">;

/** Types of websites that serve files; of the others nginx passes on to a program. */
const OF_FILES: ReadonlySet<string | undefined> = new Set(["PHP", "WP"]);

const COMMENT = /#[^\n]*/g;

/** What says, outside of comments, which directory is served. */
const ROOT = /(?<![\w$-])root[ \t]+("[^"\n]*"|'[^'\n]*'|[^;\s]+)[ \t]*;/;

/** Panels give a stopped website a page of this directory, beside its own or in its place (docs/protocol.md 6.49). */
const STOPPED = /(?<![\w$-])root[ \t]+["']?\/www\/server\/stop["'/;\s]/;

const AUTOINDEX = /(?<![\w$-])autoindex\s+on\s*;/;

/** The panel's own file, which says what PHP may read. It goes along wherever somebody has a website serve another directory. */
export const USER_INI = ".user.ini";

/** Where panels have the configuration of a website. */
export function configurationPath(name: string): string {
  return posix.join("/www/server/panel/vhost/nginx", `${name}.conf`);
}

/**
 * Reads which directory a website serves, where a panel can change that to a release and to nothing else. Throws `PanelError`, and a
 * `DeploymentError` that says why it cannot.
 */
export async function readServed(reading: Reading, site: Site): Promise<Served> {
  const call = reading.callFor(reading.signal);
  const { rows } = await call("service.list", {});
  const servers = rows.map(({ name }) => name).filter((name) => name === "nginx" || name === "httpd");
  const server = site.server ?? servers[0] ?? "";
  if (server !== "nginx") throw refused({ why: "server", server });
  if (site.running !== true) throw refused({ why: "stopped" });
  if (!OF_FILES.has(site.type)) throw refused({ why: "noFiles" });
  const { path, statements, ...served } = await readConfiguration(reading, site);
  if (AUTOINDEX.test(statements)) throw refused({ why: "listed", path });
  return served;
}

/** Reads it once more, without a look at all else. Throws like `readServed`. */
export async function readServedAgain(reading: Reading, site: ConfiguredSite): Promise<Served> {
  const { path: _path, statements: _statements, ...served } = await readConfiguration(reading, site);
  return served;
}

/** Whether all of these paths are there. */
export async function areThere({ callFor, clock, signal }: Reading, paths: readonly string[]): Promise<boolean> {
  const found = await new RemoteFiles(callFor(signal), clock, signal).look(paths);
  return paths.every((path) => found.has(path));
}

async function readConfiguration(
  { callFor, clock, signal }: Reading,
  { name = "", root: own }: ConfiguredSite,
): Promise<Served & { readonly path: string; readonly statements: string }> {
  const path = configurationPath(name);
  const files = new RemoteFiles(callFor(signal), clock, signal);
  if (!(await files.look([path])).has(path)) throw refused({ why: "noRoot", path });
  const bytes = await files.read(path, 0, LARGEST_PART);
  const text = new TextDecoder().decode(bytes);
  const statements = text.replaceAll(COMMENT, "");
  if (STOPPED.test(statements)) throw refused({ why: "stopped" });
  const stated = ROOT.exec(statements)?.[1]?.replaceAll(/^["']|["']$/g, "");
  if (stated === undefined) throw refused({ why: "noRoot", path });
  const count = countRoots(text);
  if (count !== 1) throw refused({ why: "roots", path, count });
  // aaPanel replaces this very text, and so also where it is the beginning of another path
  if (text.split(stated).length > 2) throw refused({ why: "rootElsewhere", path, root: stated });
  const root = tidyRoot(stated);
  const site = tidyRoot(own);
  if (!isIn(root, site)) throw refused({ why: "otherRoot", root });
  const runPath = root.slice(site.length);
  if (!PLAIN_PATH.test(runPath)) throw refused({ why: "oddRunPath", root });
  return { path, statements, root, runPath };
}

/** How many directories panels find in a configuration: `root\s+[^;\n]+;`, in comments, too (docs/protocol.md 6.44). */
function countRoots(text: string): number {
  const ended = text.split(";").slice(0, -1);
  return ended.filter((piece) => {
    const end = piece.lastIndexOf("\n");
    const line = piece.slice(end + 1);
    const above = piece.slice(0, Math.max(0, end)).trimEnd();
    return /root\s+\S/.test(line) || (line !== "" && above.endsWith("root"));
  }).length;
}

function refused(problem: ReleaseProblem): DeploymentError {
  return new DeploymentError({ kind: "release", ...problem });
}
