import type { ResourceRequest } from "../actions/actionRequest.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { jarTarget } from "./jarTarget.ts";
import type { BroughtFile, TargetKind } from "./targetKind.ts";
import { websiteTarget } from "./websiteTarget.ts";

/** All that files can be deployed to, by their kinds. An entry of the setting is for the first that it may be meant for. */
export const targetKinds = { javaProject: jarTarget, site: websiteTarget } as const;

type AnyTargetKind = (typeof targetKinds)[keyof typeof targetKinds];

const all: readonly AnyTargetKind[] = Object.values(targetKinds);

/** What there is to know of the targets of a kind. Throws if nothing can be deployed to it, which is a defect. */
export function targetKindOf(kind: ResourceKind): TargetKind {
  const found: TargetKind | undefined = all.find((each) => each.kind === kind);
  if (found === undefined) throw new TypeError(`nothing can be deployed to ${kind}`);
  return found;
}

/** For what an entry of the setting is meant that has these fields. */
export function targetKindMeant(fields: readonly string[]): AnyTargetKind {
  return all.find((each) => each.isMeant(fields)) ?? websiteTarget;
}

/** What a deployment goes to. */
export function targetKindFor(deployment: object): TargetKind {
  return targetKindMeant(Object.keys(deployment));
}

/** The file that is brought to targets of a kind. Throws if none is, which is a defect. */
export function broughtTo(kind: ResourceKind): BroughtFile {
  const { file } = targetKindOf(kind);
  if (file === undefined) throw new TypeError(`a folder is brought to ${kind}`);
  return file;
}

/** Whether a target has a process, and that is stopped, as the person saw it. */
export function isStoppedProcess({ kind, row }: Pick<ResourceRequest, "kind" | "row">): boolean {
  return targetKindOf(kind).isStopped?.(row) === true;
}

/** Whether targets of a kind have a process, which is restarted. */
export function isProcess(kind: ResourceKind): boolean {
  return targetKindOf(kind).isStopped !== undefined;
}
