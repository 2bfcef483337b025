import { createHash } from "node:crypto";
import { posix } from "node:path";
import * as v from "valibot";
import type { PanelStore } from "../../panels/panelStore.ts";
import type { Identity } from "../../resources/resource.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { Step } from "./step.ts";

/** What a person sees of the steps of a deployment, and agrees to. */
export interface SeenSteps {
  readonly panel: { readonly id: string; readonly address: string };
  /** The workspace folder whose settings state them; absolute. */
  readonly folder: string;
  /** Name of the deployment. */
  readonly deployment: string;
  readonly target: { readonly kind: ResourceKind; readonly key: string; readonly identity: Identity };
  /** The directory on the server below which they run. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** Where agreements are kept: beside the panel's other secrets, where nothing else can add to them. */
export type AgreementStore = Pick<PanelStore, "agreements" | "keepAgreements">;

/** The most agreements of a panel; the oldest go. */
const MOST = 200;

const kept = v.pipe(v.string(), v.parseJson(), v.array(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))));

/** A hash of all that a person sees: no part of it can be another one without a new question. */
export function digestOf({ panel, folder, deployment, target, base, steps }: SeenSteps): string {
  const seen = [
    "server-panel step agreement 1",
    panel.id,
    panel.address,
    folder,
    deployment,
    [target.kind, target.key, target.identity],
    base,
    steps.map(fieldsOf),
  ];
  return createHash("sha256").update(JSON.stringify(seen)).digest("hex");
}

/** All that there is of a step, in one order: what is added to steps is part of it by itself. */
function fieldsOf(step: Step): readonly (readonly [string, unknown])[] {
  return Object.entries(step).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Whether a person has agreed to exactly these steps. `false` where that cannot be read: then they are asked again. */
export async function isAgreedTo(store: AgreementStore, seen: SeenSteps): Promise<boolean> {
  const agreements = await agreementsOf(store, seen).catch((): readonly string[] => []);
  return agreements.includes(digestOf(seen));
}

/** Keeps that a person has agreed to these steps, on this computer. Rejects with `StorageError`. */
export async function keepAgreement(store: AgreementStore, seen: SeenSteps): Promise<void> {
  const digest = digestOf(seen);
  const others = (await agreementsOf(store, seen)).filter((other) => other !== digest);
  await store.keepAgreements(seen.panel.id, JSON.stringify([digest, ...others].slice(0, MOST)));
}

/** Whether a step runs with the rights of root, whatever its user is called. */
export function isRoot({ user, uid }: Pick<Step, "user" | "uid">): boolean {
  return uid === 0 || user === "root";
}

/** The directory in which a step runs. @param base what is deployed to */
export function workingDirectory(base: string, { directory }: Pick<Step, "directory">): string {
  return posix.join(base, directory);
}

async function agreementsOf(store: AgreementStore, { panel }: SeenSteps): Promise<readonly string[]> {
  const text = await store.agreements(panel.id);
  const parsed = v.safeParse(kept, text);
  return parsed.success ? parsed.output : [];
}
