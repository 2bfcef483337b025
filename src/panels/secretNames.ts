import { randomUUID } from "node:crypto";
import type { PanelRecord } from "./panelRecord.ts";

/** What is kept of a panel in the secret store: its API key and its security entrance. */
export type SecretKind = "key" | "entrance";

/** The parts of a secret's name. */
export interface SecretName {
  readonly kind: SecretKind;
  readonly storeId: string;
  readonly panelId: string;
  readonly ref: string;
}

/**
 * A fresh id for a secret: `<store>.<panel>.<random>`. It tells whose the secret is, because a secret store is shared
 * more widely than files are: a local window and windows on several remote machines see the same secrets, each with
 * panels of its own, and none may delete what belongs to another.
 */
export function newSecretRef(storeId: string, panelId: string): string {
  return `${storeId}.${panelId}.${randomUUID()}`;
}

/** The name under which the secret store has it. */
export function secretName(kind: SecretKind, ref: string): string {
  return `${kind}/${ref}`;
}

/** Takes a name apart; `undefined` for a name that is not of ours. */
export function parseSecretName(name: string): SecretName | undefined {
  const [, kind, ref, storeId, panelId] =
    /^(key|entrance)\/(([\da-f-]{36})\.([\da-f-]{36})\.[\da-f-]{36})$/.exec(name) ?? [];
  if (ref === undefined || storeId === undefined || panelId === undefined) return undefined;
  return { kind: kind === "key" ? "key" : "entrance", storeId, panelId, ref };
}

/** The names of the secrets that a panel has. */
export function secretsOf(record: Pick<PanelRecord, "keyRef" | "entranceRef">): readonly string[] {
  return [
    ...(record.keyRef === undefined ? [] : [secretName("key", record.keyRef)]),
    ...(record.entranceRef === undefined ? [] : [secretName("entrance", record.entranceRef)]),
  ];
}
