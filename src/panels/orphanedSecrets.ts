import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { panelsDirectory, readPanel, type StoreParts } from "./panelFiles.ts";
import { isUuid } from "./panelRecord.ts";
import { parseSecretName, secretName, secretsOf, type SecretName } from "./secretNames.ts";
import { ClaimFiles } from "../storage/claimFiles.ts";
import { isYoung, removeLeftovers } from "../storage/fileSystem.ts";

/** Longest time that adding a panel takes; after it, a secret without a panel is an orphan. */
const INTENT_AGE_MS = 600_000;

/** Declares that a secret is about to be stored. Call the returned function when it is done. */
export async function declareIntent(parts: StoreParts, secretRef: string): Promise<() => Promise<void>> {
  const intents = intentsOf(parts);
  // by the wall clock: in the name of a file, which other processes read
  const intent = `${parts.clock.wallTime()}.${secretRef}`;
  await intents.create(intent);
  return () => intents.remove(intent);
}

/** The ids of this store, in one order for all windows; several if windows met at the first start. The first call creates one. */
export async function storeIds({ root, files }: StoreParts): Promise<readonly [string, ...string[]]> {
  const directory = join(root, "store");
  const [first, ...more] = (await files.list(directory)).filter(isUuid).toSorted();
  if (first !== undefined) return [first, ...more];
  const id = randomUUID();
  await files.create(join(directory, id), "");
  return [id];
}

/**
 * Deletes secrets that no panel names and nobody is about to name, and leftovers of dead processes. Panels may be
 * added and removed meanwhile.
 */
export async function removeOrphanedSecrets(parts: StoreParts, signal: AbortSignal): Promise<void> {
  const { root, secrets, files, clock, log } = parts;
  // in the reverse order of an addition (intent, secret, panel): for each secret found, its intent or panel is found, too
  const names = await secrets.keys();
  signal.throwIfAborted();
  const intents = intentsOf(parts);
  const { live, expired } = await intents.list();
  const ours = await storeIds(parts);
  const awaited = new Set(live.map(refOf));
  let deleted = 0;
  for (const name of names) {
    signal.throwIfAborted();
    const parsed = parseSecretName(name);
    if (parsed === undefined || !ours.includes(parsed.storeId)) continue;
    if (awaited.has(parsed.ref)) continue;
    if (await mayBeNamed(parts, parsed)) continue;
    await secrets.delete(name);
    deleted++;
  }
  for (const intent of expired) await intents.remove(intent);
  await removeLeftovers(files, clock, panelsDirectory(root), INTENT_AGE_MS);
  if (deleted > 0) log.info(`${deleted} secrets that belonged to no panel were deleted`);
}

/** Whether a panel names the secret; an unreadable file may. What was agreed to belongs to its panel without being named. */
async function mayBeNamed(parts: StoreParts, { kind, panelId, ref }: SecretName): Promise<boolean> {
  const file = await readPanel(parts, panelId);
  if (file === undefined) return false;
  if (kind === "steps") return true;
  return file.kind !== "ok" || secretsOf(file.record).includes(secretName(kind, ref));
}

function intentsOf({ root, files, clock }: StoreParts): ClaimFiles {
  const isLive = (intent: string) => isYoung(Number.parseInt(intent, 10), clock, INTENT_AGE_MS);
  return new ClaimFiles({ directory: join(root, "intents"), files, isLive });
}

function refOf(intent: string): string {
  return intent.slice(intent.indexOf(".") + 1);
}
