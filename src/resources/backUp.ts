import * as l10n from "@vscode/l10n";
import { bytesText } from "../characters/bytesText.ts";
import type { Fact, FactName } from "./facts.ts";
import { facts } from "./facts.ts";
import { lookAtFiles } from "./lookAtFile.ts";
import type { ActionWords, Call, Difference, Doubt } from "./resource.ts";

/** The backups of something; absent where they were not read. */
export interface WithBackups {
  readonly backups?: {
    readonly ids: readonly number[];
    /** Path and size of the newest archive; `undefined`: the panel does not tell. */
    readonly path: string | undefined;
    readonly bytes: number | undefined;
    /** Whether that archive is there; `undefined`: the panel does not tell. */
    readonly isThere: boolean | undefined;
  };
}

/** A backup of the panel's list. */
export interface Backup {
  readonly id: number;
  /** `undefined`: the panel does not tell. */
  readonly path: string | undefined;
  /** Whether its archive is on the server itself; `undefined`: the panel does not tell. */
  readonly isThere: boolean | undefined;
  /** The archive's size and last change, in seconds since the epoch. */
  readonly bytes: number | undefined;
  readonly at: number | undefined;
}

/** Lists the latest 100 backups of a website or database, the newest first, with what their archives are. */
export async function listBackups(call: Call, of: "site" | "database", id: number): Promise<readonly Backup[]> {
  const { rows } = await call("backup.list", { of, id });
  const known = rows.filter((row): row is typeof row & { readonly id: number } => row.id !== undefined);
  const paths = known.flatMap(({ path }) => (path?.startsWith("/") === true ? [path] : []));
  const files = paths.length === 0 ? [] : await lookAtFiles(call, paths);
  const backups = known.map(({ id: backup, path }): Backup => {
    const file = files.find((each) => each.path === path);
    const { bytes, mtime } = file?.exists === true ? file : {};
    return { id: backup, path, isThere: file?.exists, bytes, at: mtime };
  });
  return backups.toSorted((a, b) => b.id - a.id);
}

/** Reads the backups of a website or database, and looks at the newest archive. */
export async function readBackups(call: Call, of: "site" | "database", id: number): Promise<Required<WithBackups>> {
  const backups = await listBackups(call, of, id);
  const { path, bytes, isThere } = backups[0] ?? {};
  return { backups: { ids: backups.map((backup) => backup.id), path, bytes, isThere } };
}

/** Whether the list is empty, which may mean that the panel could not read it (docs/protocol.md 2.15). */
export function hasNoBackup({ backups }: WithBackups): boolean {
  return backups?.ids.length === 0;
}

/**
 * Whether the list has a backup with an id above all earlier ones; older ones appear too, where those after them were deleted, for
 * the list ends after some. Where it was empty before, several at once were there already.
 */
function hasNewer(now: WithBackups, before: WithBackups): boolean {
  if (before.backups === undefined || now.backups === undefined) return false;
  if (hasNoBackup(before)) return now.backups.ids.length === 1;
  return Math.max(...now.backups.ids) > Math.max(...before.backups.ids);
}

/** A newer backup whose archive is there, and not empty (docs/protocol.md 20.2). */
export const newBackup: Difference<WithBackups> = {
  isShown: (now, before) => hasNewer(now, before) && (now.backups?.bytes ?? 0) > 0,
};

/** The verdict when the time is up: panels also list a backup that has failed (docs/protocol.md 20.3). */
export function onBackupTimeout(before: WithBackups | undefined, now: WithBackups | undefined): Doubt {
  const isListed = before !== undefined && now !== undefined && hasNewer(now, before);
  const isMissing = now?.backups?.isThere === false || now?.backups?.bytes === 0;
  if (isListed && isMissing) return "partly";
  return "pending";
}

/** The new archive, its name and size first, as a fact of this name; none if there is no such file. */
export function archiveFact(now: WithBackups, before: WithBackups | undefined, name: FactName): Fact | undefined {
  const { path, bytes } = now.backups ?? {};
  if (before === undefined || path === undefined || bytes === undefined) return undefined;
  if (!newBackup.isShown(now, before, {})) return undefined;
  const end = path.lastIndexOf("/");
  const [file, directory] = [path.slice(end + 1), path.slice(0, end)];
  const [fact] = facts({ [name]: l10n.t("{0} ({1}), in {2}", file, bytesText(bytes), directory) });
  return fact && { ...fact, path };
}

export const backedUp: Pick<ActionWords, "effect" | "awaited" | "done" | "partly"> = {
  effect: () => l10n.t("The panel writes an archive on the server, which takes space there."),
  awaited: () => l10n.t("waiting until the archive is there…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” was backed up.", target, panel),
  partly: () => l10n.t("The panel lists a new backup, but its archive is missing or empty."),
};
