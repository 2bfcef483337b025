import * as v from "valibot";
import { isObject } from "../../wire/answers/isObject.ts";
import { shortName, text } from "../deploymentFields.ts";

/** The fewest and most servers of one deployment. */
export const FEWEST_TARGETS = 2;
export const MOST_TARGETS = 20;

/** Which server an entry is for, of a deployment to several. */
export interface OneOfSeveral {
  readonly role: string;
  /** Of all servers, in their order. */
  readonly roles: readonly string[];
}

/** A field of the servers with what is wrong with it. */
export interface WrongField {
  readonly problem: "missing" | "unknown" | "notValid";
  readonly field: string;
}

/** An entry as it is for one server. */
export interface EntryForOne {
  readonly entry: Readonly<Record<string, unknown>>;
  /** Absent: the deployment has no other. */
  readonly server?: OneOfSeveral;
}

/** The fields that name what a deployment goes to. */
const NAMES = ["website", "project"] as const;

const oneTarget = v.object({ role: shortName, website: v.exactOptional(text), project: v.exactOptional(text) });

const NOT_VALID = { field: "targets", problem: "notValid" } as const;

/** A server as an entry names it. */
interface Target {
  readonly role: string;
  readonly field: (typeof NAMES)[number];
  readonly name: string;
}

/**
 * The entries of a deployment, one for each of its servers; one that names no `targets` is the only one. A `wave` says nothing: once it was
 * how many servers had their turn at once.
 */
export function entriesOf(stated: Readonly<Record<string, unknown>>): readonly EntryForOne[] | WrongField {
  const { wave: _wave, ...entry } = stated;
  const { targets, ...common } = entry;
  if (targets === undefined) return [{ entry }];
  const isBeside = NAMES.some((name) => name in common);
  if (isBeside || !Array.isArray(targets) || targets.length < FEWEST_TARGETS || targets.length > MOST_TARGETS)
    return NOT_VALID;
  const read: Target[] = [];
  for (const [index, target] of (targets as readonly unknown[]).entries()) {
    const one = readTarget(target, `targets[${index}]`);
    if ("problem" in one) return one;
    read.push(one);
  }
  const roles = read.map(({ role }) => role);
  const isOfOneKind = new Set(read.map(({ field }) => field)).size === 1;
  if (new Set(roles).size < roles.length || !isOfOneKind) return NOT_VALID;
  return read.map(({ role, field, name }) => ({ entry: { ...common, [field]: name }, server: { role, roles } }));
}

function readTarget(target: unknown, path: string): Target | WrongField {
  if (!isObject(target)) return { field: path, problem: "notValid" };
  const odd = Object.keys(target).find((key) => !Object.hasOwn(oneTarget.entries, key));
  if (odd !== undefined) return { field: `${path}.${odd}`, problem: "unknown" };
  if (!("role" in target)) return { field: `${path}.role`, problem: "missing" };
  const [field, other] = NAMES.filter((name) => name in target);
  if (field === undefined || other !== undefined) return { field: path, problem: "notValid" };
  const parsed = v.safeParse(oneTarget, target);
  if (!parsed.success) {
    return { field: `${path}.${String(parsed.issues[0].path?.[0].key)}`, problem: "notValid" };
  }
  return { role: parsed.output.role, field, name: parsed.output[field] ?? "" };
}
