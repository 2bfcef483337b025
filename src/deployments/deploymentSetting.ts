import * as v from "valibot";
import { visibleText } from "../characters/plainText.ts";
import { isObject } from "../wire/answers/isObject.ts";
import { LONGEST_NAME, QUOTES } from "./deploymentFields.ts";
import { entriesOf, type OneOfSeveral } from "./several/severalTargets.ts";
import { SECRET, secretIn } from "./steps/stepText.ts";
import { isFieldOfDeployments, targetKindIn, type targetKinds } from "./targetKinds.ts";

/** A deployment's name after something else, such as a folder. */
export function deploymentNameOf(called: string): string {
  return visibleText(called.replaceAll(QUOTES, '"'), LONGEST_NAME);
}

/** A deployment as people state it in the settings of a workspace folder. It names no panel. */
export type Deployment = v.InferOutput<(typeof targetKinds)[number]["entry"]> & {
  /** Which of several servers it is for; those of one deployment have one name. */
  readonly server?: OneOfSeveral;
};
/** A deployment of a folder. */
export type FolderDeployment = Extract<Deployment, { readonly source: string }>;

/** Why an entry of the setting is not valid, or the setting itself. */
export type InvalidDeployment =
  | { readonly problem: "noList" }
  | { readonly problem: "sameName"; readonly name: string }
  | { readonly problem: "noDeployment"; readonly entry: Entry }
  | InvalidField;

/** What is wrong with a field of an entry; its path is whole, such as `steps[0].run`. */
type InvalidField =
  /** The entry needs one of several fields. */
  | { readonly problem: "lacks"; readonly entry: Entry; readonly fields: readonly string[] }
  | { readonly problem: "missing" | "unknown" | "notValid"; readonly entry: Entry; readonly field: string }
  /** The line seems to have a secret in it, which is masked. */
  | { readonly problem: "secret"; readonly entry: Entry; readonly field: string; readonly line: string };

/** How an entry is named in a sentence. Entries count from 1. */
interface Entry {
  readonly name: string | undefined;
  readonly number: number;
}

/** The valid deployments of a setting, and what is wrong with the others. */
export interface ReadDeployments {
  readonly deployments: readonly Deployment[];
  readonly invalid: readonly InvalidDeployment[];
}

/** Reads the value of the setting; VS Code underlines what is invalid, but passes it on. */
export function readDeployments(value: unknown): ReadDeployments {
  if (value === undefined || value === null) return { deployments: [], invalid: [] };
  if (!Array.isArray(value)) return { deployments: [], invalid: [{ problem: "noList" }] };
  const deployments: Deployment[] = [];
  const invalid: InvalidDeployment[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    const read = readEntry(entry, index + 1);
    if ("problem" in read) {
      invalid.push(read);
      continue;
    }
    const known = read.find(({ name }) => deployments.some((other) => other.name === name));
    if (known === undefined) deployments.push(...read);
    else invalid.push({ problem: "sameName", name: known.name });
  }
  return { deployments, invalid };
}

/** The deployments of an entry, one for each server. */
function readEntry(value: unknown, number: number): readonly Deployment[] | InvalidDeployment {
  if (!isObject(value)) return { problem: "noDeployment", entry: { name: undefined, number } };
  const entries = entriesOf(value);
  if ("problem" in entries) return { ...entries, entry: namedEntry(value, number) };
  const read: Deployment[] = [];
  for (const { entry, server } of entries) {
    const one = readOne(entry, namedEntry(value, number));
    if ("problem" in one) return one;
    read.push({ ...one, ...(server && { server }) });
  }
  return read;
}

function namedEntry(value: object, number: number): Entry {
  const name = "name" in value ? value.name : undefined;
  return { name: typeof name === "string" && name.trim() !== "" ? name : undefined, number };
}

function readOne(value: Readonly<Record<string, unknown>>, entry: Entry): Deployment | InvalidDeployment {
  const unknown = Object.keys(value).find((field) => !isFieldOfDeployments(field));
  if (unknown !== undefined) return { problem: "unknown", entry, field: unknown };
  const targetKind = targetKindIn(value);
  if ("lacks" in targetKind) return lacking(entry, targetKind.lacks);
  const parsed = v.safeParse(targetKind.entry, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const field = pathText(issue.path ?? []);
  const line = issue.message === SECRET ? secretIn(String(issue.input)) : undefined;
  if (line !== undefined) return { problem: "secret", entry, field, line };
  return { problem: problemOf(issue), entry, field };
}

function lacking(entry: Entry, fields: readonly string[]): InvalidField {
  const [field = "", ...others] = fields;
  return others.length === 0 ? { problem: "missing", entry, field } : { problem: "lacks", entry, fields };
}

/** A path as people write it in code: `steps[0].run`. */
function pathText(path: readonly v.IssuePathItem[]): string {
  return path.reduce<string>((text, { key }) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

function problemOf({ path, expected }: v.BaseIssue<unknown>): "missing" | "unknown" | "notValid" {
  // of an object's fields: one too many, or one too few
  if (path?.at(-1)?.origin !== "key") return "notValid";
  return expected === "never" ? "unknown" : "missing";
}
