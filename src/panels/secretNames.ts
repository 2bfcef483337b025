import { randomUUID } from "node:crypto";
import type { PanelRecord } from "./panelRecord.ts";

/** Kinds of a panel's secrets: its API key and its security entrance. */
export type SecretKind = "key" | "entrance";

/** The parts of a secret's name. */
export interface SecretName {
  readonly kind: SecretKind;
  readonly storeId: string;
  readonly panelId: string;
  readonly ref: string;
}

/**
 * A fresh id for a secret: `<store>.<panel>.<random>`. It names the owner because secret stores are shared more
 * widely than files: a local window and windows on several remote machines see the same secrets, each with panels of
 * its own, and none may delete another's.
 */
export function newSecretRef(storeId: string, panelId: string): string {
  return `${storeId}.${panelId}.${randomUUID()}`;
}

/** The name of a secret in the secret store. */
export function secretName(kind: SecretKind, secretRef: string): string {
  return `${kind}/${secretRef}`;
}

/** Parses a name; `undefined` if it is not ours. */
export function parseSecretName(name: string): SecretName | undefined {
  const [, kind, ref, storeId, panelId] =
    /^(key|entrance)\/(([\da-f-]{36})\.([\da-f-]{36})\.[\da-f-]{36})$/.exec(name) ?? [];
  const isOurs = ref !== undefined && storeId !== undefined && panelId !== undefined;
  if (!isOurs) return undefined;
  return { kind: kind === "key" ? "key" : "entrance", storeId, panelId, ref };
}

/** The names of a panel's secrets. */
export function secretsOf(record: Pick<PanelRecord, "keyRef" | "entranceRef">): readonly string[] {
  const names: string[] = [];
  if (record.keyRef !== undefined) names.push(secretName("key", record.keyRef));
  if (record.entranceRef !== undefined) names.push(secretName("entrance", record.entranceRef));
  return names;
}
