import * as l10n from "@vscode/l10n";
import type { Fact, FactName } from "./facts.ts";
import { facts } from "./facts.ts";
import { lookAtFiles } from "./lookAtFile.ts";
import { type ActionWords, type Call, latest, type Observation, type Verdict } from "./resource.ts";

/** The backups of something; absent where they were not read. */
export interface WithBackups {
  readonly backups?: {
    readonly ids: readonly number[];
    /** Path and size of the newest archive; `undefined`: the panel does not tell. */
    readonly path: string | undefined;
    readonly bytes: number | undefined;
  };
}

/** Reads the backups of a website or database, and looks at the newest archive. */
export async function readBackups(call: Call, of: "site" | "database", id: number): Promise<Required<WithBackups>> {
  const { rows } = await call("backup.list", { of, id });
  const known = rows.filter((row): row is typeof row & { readonly id: number } => row.id !== undefined);
  const newest = known.reduce<(typeof known)[number] | undefined>(
    (a, b) => (a === undefined || b.id > a.id ? b : a),
    undefined,
  );
  const path = newest?.path;
  const [file] = path?.startsWith("/") === true ? await lookAtFiles(call, [path]) : [];
  const bytes = file?.exists === true ? file.bytes : undefined;
  return { backups: { ids: known.map((row) => row.id), path, bytes } };
}

/** Done when there is an archive that was not there before, and it is not empty (docs/protocol.md 20.2). */
export function evaluateBackup(before: WithBackups | undefined, since: readonly Observation<WithBackups>[]): Verdict {
  const now = latest(since)?.backups;
  if (before?.backups === undefined || now === undefined) return "pending";
  const isNew = now.ids.some((id) => before.backups?.ids.includes(id) === false);
  return isNew && (now.bytes ?? 0) > 0 ? "done" : "pending";
}

/** The new archive with its size, as a fact of this name. */
export function archiveFact({ backups }: WithBackups, name: FactName): Fact | undefined {
  const { path, bytes } = backups ?? {};
  return facts({ [name]: path === undefined || bytes === undefined ? path : `${path} (${sizeText(bytes)})` })[0];
}

function sizeText(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${units[step]}`;
}

export const backedUp: Pick<ActionWords, "effect" | "awaited" | "done"> = {
  effect: () => l10n.t("The panel writes an archive on the server, which takes space there."),
  awaited: () => l10n.t("waiting until the archive is there…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” was backed up.", target, panel),
};
