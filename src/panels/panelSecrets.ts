import { readPanel, type StoreParts } from "./panelFiles.ts";
import type { PanelRecord } from "./panelRecord.ts";
import { declareIntent } from "./orphanedSecrets.ts";
import { secretName, secretsOf, type SecretKind } from "./secretNames.ts";

/** Secrets to store under one ref, and the commit that makes a panel refer to them. */
export interface NewSecrets {
  readonly panelId: string;
  readonly ref: string;
  readonly values: Readonly<Partial<Record<SecretKind, string | undefined>>>;
  readonly commit: () => Promise<PanelRecord>;
}

/**
 * Stores secrets in four steps: intent, secrets, commit, end of the intent. Undoes them on failure; after a crash
 * `removeOrphanedSecrets` does.
 */
export async function storeSecrets(
  parts: StoreParts,
  { panelId, ref, values, commit }: NewSecrets,
): Promise<PanelRecord> {
  const named = (["key", "entrance"] as const).flatMap((kind) => {
    const value = values[kind];
    if (value === undefined) return [];
    return [{ name: secretName(kind, ref), value }];
  });
  const endIntent = await declareIntent(parts, ref);
  try {
    for (const { name, value } of named) await parts.secrets.store(name, value);
    const record = await commit();
    // it ends by its age as well, and the panel is stored
    await endIntent().catch(() => undefined);
    return record;
  } catch (error) {
    const names = named.map(({ name }) => name);
    if (await isNamed(parts, panelId, names)) throw error;
    // while a secret is left, so is its intent, and once that is old `removeOrphanedSecrets` deletes both
    if (await discardSecrets(parts, names)) await endIntent().catch(() => undefined);
    throw error;
  }
}

/** Deletes secrets that no panel refers to any more; `false` if one is left for `removeOrphanedSecrets`. */
export async function discardSecrets({ secrets, log }: StoreParts, names: readonly string[]): Promise<boolean> {
  const results = await Promise.allSettled(names.map((name) => secrets.delete(name)));
  const deleted = results.every(({ status }) => status === "fulfilled");
  if (!deleted) log.warn("A secret that is no longer needed could not be deleted yet");
  return deleted;
}

/** `undefined` if the panel has none, or is gone. */
export async function readSecret(
  { secrets }: StoreParts,
  kind: SecretKind,
  secretRef: string | undefined,
): Promise<string | undefined> {
  if (secretRef === undefined) return undefined;
  return secrets.get(secretName(kind, secretRef));
}

/** Whether the commit took place although something failed; if that is unknown, the secret is kept. */
async function isNamed(parts: StoreParts, panelId: string, names: readonly string[]): Promise<boolean> {
  try {
    const file = await readPanel(parts, panelId);
    return file?.kind === "ok" && secretsOf(file.record).some((name) => names.includes(name));
  } catch {
    return true;
  }
}
