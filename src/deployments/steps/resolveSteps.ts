import { posix } from "node:path";
import type { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { LARGEST_PART } from "../../wire/operations/files.ts";
import { DeploymentError } from "../deploymentError.ts";
import { targetOf, type Place } from "../place.ts";
import type { Step } from "./step.ts";
import type { StatedStep } from "./stepFields.ts";

/** The users of a server. */
const USERS = "/etc/passwd";

/** What steps run in, and as whom. */
export interface StepsAt {
  readonly place: Place;
  /** Whether a file is deployed: then its directory is where they run. */
  readonly isFile: boolean;
  /** Directories of programs that come before the server's own. */
  readonly path: readonly string[];
  /** As whom the project runs; absent: steps run as the owner of the directory. */
  readonly user?: string;
}

/** The directory below which the steps of a deployment run. */
export function baseOf({ place, isFile }: Pick<StepsAt, "place" | "isFile">): string {
  // each release has a name of its own
  if (place.isReleases === true) return posix.join(place.root, "releases-*", "*");
  return isFile ? place.root : targetOf(place);
}

/**
 * The steps of a deployment with all that they leave to defaults, as the server has it. Nothing runs as root unless a step says so.
 * Throws `PanelError`, and a `DeploymentError` where the server does not say as whom a step runs.
 */
export async function resolveSteps(
  files: RemoteFiles,
  stated: readonly StatedStep[],
  at: StepsAt,
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const within = at.isFile ? "" : at.place.directory;
  const usually = at.place.isReleases === true ? "before" : "after";
  for (const [index, { user, when = usually, ...step }] of stated.entries()) {
    const runner = await (user === undefined ? usualRunner(files, step.name, at) : userCalled(files, step.name, user));
    steps.push({ ...step, when, index, within, path: at.path, ...runner });
  }
  return steps;
}

type Runner = Pick<Step, "user" | "uid">;

/** As whom a step runs that names nobody. */
async function usualRunner(files: RemoteFiles, step: string, { user, place }: StepsAt): Promise<Runner> {
  if (user === undefined) return ownerOf(files, place.root);
  const runner = await userCalled(files, step, user);
  if (runner.uid === 0) throw new DeploymentError({ kind: "runsAsRoot" });
  return runner;
}

/** The owner of a directory, by name and number: panels tell the number where the server has no such name (docs/protocol.md 16.3). */
async function ownerOf(files: RemoteFiles, path: string): Promise<Runner> {
  const { uid, user = "" } = await files.attributes(path);
  if (uid === undefined || !/^[a-z_][\da-z_-]{0,31}$/.test(user))
    throw new DeploymentError({ kind: "noOwner", path, owner: user === "" ? String(uid ?? "?") : user });
  if (uid === 0) throw new DeploymentError({ kind: "rootOwned", path });
  return { user, uid };
}

async function userCalled(files: RemoteFiles, step: string, user: string): Promise<Runner> {
  if (user === "root") return { user, uid: 0 };
  const users = new TextDecoder().decode(await files.read(USERS, 0, LARGEST_PART));
  const [, , number = ""] =
    users
      .split("\n")
      .map((line) => line.split(":"))
      .find(([name]) => name === user) ?? [];
  if (!/^\d{1,10}$/.test(number)) throw new DeploymentError({ kind: "noUser", step, user });
  return { user, uid: Number(number) };
}

/** Where the programs of a website's PHP are: without them, `php` is whatever the server has (docs/protocol.md 6.6). */
export function phpPath(version: string | undefined): readonly string[] {
  const [, major, minor] = /^(\d)\.(\d)/.exec(version ?? "") ?? [];
  if (major === undefined || minor === undefined) return [];
  return [posix.join("/www/server/php", major + minor, "bin")];
}
