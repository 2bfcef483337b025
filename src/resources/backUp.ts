import * as l10n from "@vscode/l10n";
import { bytesText } from "../characters/bytesText.ts";
import type { Fact, FactName } from "./facts.ts";
import { facts } from "./facts.ts";
import { lookAtFiles } from "./lookAtFile.ts";
import type { ActionWords, Call, Difference } from "./resource.ts";

/** The backups of something; absent where they were not read. */
export interface WithBackups {
  readonly backups?: {
    readonly ids: readonly number[];
    /** Path and size of the newest archive; `undefined`: the panel does not tell. */
    readonly path: string | undefined;
    readonly bytes: number | undefined;
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
  const { path, bytes } = backups[0] ?? {};
  return { backups: { ids: backups.map((backup) => backup.id), path, bytes } };
}

/** An archive that was not there before, and is not empty (docs/protocol.md 20.2). */
export const newBackup: Difference<WithBackups> = {
  isShown: ({ backups: now }, { backups: before }) => {
    if (before === undefined || now === undefined) return false;
    return now.ids.some((id) => !before.ids.includes(id)) && (now.bytes ?? 0) > 0;
  },
};

/** The new archive with its size, as a fact of this name. */
export function archiveFact(
  { backups }: WithBackups,
  _before: WithBackups | undefined,
  name: FactName,
): Fact | undefined {
  const { path, bytes } = backups ?? {};
  return facts({ [name]: path === undefined || bytes === undefined ? path : `${path} (${bytesText(bytes)})` })[0];
}

export const backedUp: Pick<ActionWords, "effect" | "awaited" | "done"> = {
  effect: () => l10n.t("The panel writes an archive on the server, which takes space there."),
  awaited: () => l10n.t("waiting until the archive is there…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” was backed up.", target, panel),
};
