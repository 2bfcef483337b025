import type { ResourceKind } from "../resources/resources.ts";
import { jarTarget } from "./jarTarget.ts";
import { projectFolderTarget } from "./projectFolderTarget.ts";
import { projectProgramTarget } from "./projectProgramTarget.ts";
import type { TargetKind } from "./targetKind.ts";
import { websiteTarget } from "./websiteTarget.ts";

/** All that files can be deployed to. */
export const targetKinds = [jarTarget, websiteTarget, projectFolderTarget, projectProgramTarget] as const;

export type TargetKindId = (typeof targetKinds)[number]["id"];

/** One of the table. */
export type KnownTargetKind = TargetKind & { readonly id: TargetKindId };

const all: readonly KnownTargetKind[] = targetKinds;

/** Of an id that may be one that only a newer version knows, and where there is none. */
export function targetKindCalled(id: string | undefined): KnownTargetKind | undefined {
  return all.find((each) => each.id === id);
}

/**
 * What a record of a deployment is about: the first target of its kind if it has no id, for the versions that wrote none knew no
 * other. `undefined`: only a newer version knows it.
 */
export function targetKindRecorded(kind: string, id: string | undefined): KnownTargetKind | undefined {
  if (id !== undefined) return targetKindCalled(id);
  return all.find((each) => each.kind === kind);
}

/** What there is to know of a kind of targets. */
export function targetKindOf({ targetKind }: { readonly targetKind: TargetKindId }): KnownTargetKind {
  return defined(targetKindCalled(targetKind), targetKind);
}

/** All targets that belong to a kind of resource; each row is one of them. Throws if there are none, which is a defect. */
export function targetKindsOf(kind: ResourceKind): readonly [KnownTargetKind, ...KnownTargetKind[]] {
  const [first, ...others] = all.filter((each) => each.kind === kind);
  return [defined(first, kind), ...others];
}

/** A row of a panel, of its kind of resource. */
interface OfRow {
  readonly kind: ResourceKind;
  readonly row?: unknown;
}

/** All that a row is as a target: a folder may be brought to it, or a file. A row that nobody has read may be each of its kind. */
export function targetKindsOfRow({ kind, row }: OfRow): readonly KnownTargetKind[] {
  return all.filter((each) => each.kind === kind && (row === undefined || each.fits?.(row) !== false));
}

/** Whether an entry of the setting brings what a row takes, and names it so. */
export function isFor(deployment: object, { kind, row, label }: OfRow & { readonly label: string }): boolean {
  const targetKind = targetKindFor(deployment);
  return (
    targetKindsOfRow({ kind, row }).includes(targetKind) && isSameName(targetKind, targetNameIn(deployment), label)
  );
}

/** Fields of an entry of the setting that has none of them and needs one. */
export interface LackedFields {
  readonly lacks: readonly string[];
}

/** The kind of targets that an entry of the setting is for, by the fields that it has. */
export function targetKindIn(entry: object): (typeof targetKinds)[number] | LackedFields {
  const named = targetKinds.filter(({ nameField }) => nameField in entry);
  if (named.length === 0) return { lacks: [...new Set(targetKinds.map(({ nameField }) => nameField)), "targets"] };
  const found = named.find(({ broughtField }) => broughtField in entry);
  return found ?? { lacks: named.map(({ broughtField }) => broughtField) };
}

/** Whether an entry of some kind has a field. */
export function isFieldOfDeployments(field: string): boolean {
  return all.some(({ entry }) => Object.hasOwn(entry.entries, field));
}

/** What a deployment goes to. Throws on an entry that is not valid, which is a defect. */
export function targetKindFor(deployment: object): KnownTargetKind {
  const found = targetKindIn(deployment);
  if ("lacks" in found) throw new TypeError(`a deployment lacks ${found.lacks.join()}`);
  return found;
}

/** What is brought to a target as a folder or as a file. Throws if it is the other, which is a defect. */
export function broughtAs<What extends TargetKind["brings"]["what"]>(
  { id, brings }: TargetKind,
  what: What,
): Extract<TargetKind["brings"], { readonly what: What }> {
  if (brings.what !== what) throw new TypeError(`a ${brings.what} is brought to ${id}`);
  return brings as Extract<TargetKind["brings"], { readonly what: What }>;
}

/** The name of the target that a deployment goes to, as people call it. */
export function targetNameIn(deployment: Readonly<Partial<Record<TargetKind["nameField"], string>>>): string {
  return deployment[targetKindFor(deployment).nameField] ?? "";
}

/** Whether two names mean the same target of a kind. */
export function isSameName({ byName }: TargetKind, one: string, other: string): boolean {
  if (byName === undefined) return one === other;
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether a target has a process, and that is stopped, as the person saw it. */
export function isStoppedProcess(to: { readonly targetKind: TargetKindId; readonly row: unknown }): boolean {
  return targetKindOf(to).process?.isStopped(to.row) === true;
}

function defined(found: KnownTargetKind | undefined, what: string): KnownTargetKind {
  if (found === undefined) throw new TypeError(`nothing can be deployed to ${what}`);
  return found;
}
