import { randomUUID } from "node:crypto";
import type { PanelRecord } from "./panelRecord.ts";

/** Kinds of secrets that a panel's file names: its API key and its security entrance. */
export type SecretKind = "key" | "entrance";

/** The parts of a secret's name. `steps`: the steps of deployments that a person has agreed to, which are there as long as the panel. */
export interface SecretName {
  readonly kind: SecretKind | "steps";
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

/** The name of what a person has agreed to on a panel, which may be a demo panel. */
export function agreementsName(storeId: string, panelId: string): string {
  return `steps/${storeId}.${panelId}`;
}

/** Parses a name; `undefined` if it is not ours. */
export function parseSecretName(name: string): SecretName | undefined {
  const found = NAMED_BY_FILE.exec(name) ?? NAMED_BY_PANEL.exec(name);
  const { kind, ref, storeId, panelId } = found?.groups ?? {};
  const isOurs = ref !== undefined && storeId !== undefined && panelId !== undefined;
  if (!isOurs) return undefined;
  if (kind === "key" || kind === "entrance") return { kind, storeId, panelId, ref };
  return { kind: "steps", storeId, panelId, ref };
}

const NAMED_BY_FILE =
  /^(?<kind>key|entrance)\/(?<ref>(?<storeId>[\da-f-]{36})\.(?<panelId>[\da-f-]{36})\.[\da-f-]{36})$/;
const NAMED_BY_PANEL = /^(?<kind>steps)\/(?<ref>(?<storeId>[\da-f-]{36})\.(?<panelId>[\da-z-]{1,36}))$/;

/** The names of a panel's secrets. */
export function secretsOf(record: Pick<PanelRecord, "keyRef" | "entranceRef">): readonly string[] {
  const names: string[] = [];
  if (record.keyRef !== undefined) names.push(secretName("key", record.keyRef));
  if (record.entranceRef !== undefined) names.push(secretName("entrance", record.entranceRef));
  return names;
}
