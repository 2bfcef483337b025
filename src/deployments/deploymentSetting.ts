import * as v from "valibot";
import { visibleText } from "../characters/plainText.ts";
import { isObject } from "../wire/answers/isObject.ts";
import { commonValues } from "./commonFields.ts";
import { LONGEST_NAME, QUOTES, type FieldValue } from "./deploymentFields.ts";
import { isReleaseFieldsProblem, type ReleaseFieldsProblem } from "./releases/releaseFields.ts";
import { entriesOf, type OneOfSeveral, type TargetsProblem } from "./several/severalTargets.ts";
import { isStepsProblem, stepValues, type StepsProblem } from "./steps/stepFields.ts";
import { secretIn } from "./steps/stepText.ts";
import { oneOfIn, targetKindMeant, type targetKinds } from "./targetKinds.ts";

/** The setting of a workspace folder. */
export const DEPLOYMENTS = "serverPanel.deployments";

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

/** What is wrong with a field. */
export type FieldProblem = FieldValue | StepsProblem | ReleaseFieldsProblem | TargetsProblem | "missing" | "unknown";

/** Why an entry of the setting is not valid, or the setting itself. Entries count from 1. */
export type InvalidDeployment =
  | InvalidField
  | { readonly kind: "sameName"; readonly name: string }
  | { readonly kind: "noDeployment"; readonly entry: Entry }
  /** It names a project, but nothing of what is brought to it, which one of these fields says. */
  | { readonly kind: "noBrought"; readonly entry: Entry; readonly oneOf: readonly string[] }
  | { readonly kind: "noList" };

interface InvalidField {
  readonly kind: "field";
  /** Its whole path, such as `steps[0].run`. */
  readonly field: string;
  readonly problem: FieldProblem;
  readonly entry: Entry;
  /** Of an unknown field: those that are missing, one of which it may mean. */
  readonly lacks?: readonly string[];
  /** Of a secret: the line that it seems to be in, masked. */
  readonly line?: string;
}

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
  if (!Array.isArray(value)) return { deployments: [], invalid: [{ kind: "noList" }] };
  const deployments: Deployment[] = [];
  const invalid: InvalidDeployment[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    const read = readEntry(entry, index + 1);
    if ("kind" in read) {
      invalid.push(read);
      continue;
    }
    const known = read.find(({ name }) => deployments.some((other) => other.name === name));
    if (known === undefined) deployments.push(...read);
    else invalid.push({ kind: "sameName", name: known.name });
  }
  return { deployments, invalid };
}

/** The deployments of an entry, one for each server. */
function readEntry(value: unknown, number: number): readonly Deployment[] | InvalidDeployment {
  if (!isObject(value)) return { kind: "noDeployment", entry: { name: undefined, number } };
  const entries = entriesOf(value);
  if ("problem" in entries) return { kind: "field", ...entries, entry: namedEntry(value, number) };
  const read: Deployment[] = [];
  for (const { entry, server } of entries) {
    const one = readOne(entry, number);
    if ("kind" in one) return one;
    read.push({ ...one, ...(server && { server }) });
  }
  return read;
}

function namedEntry(value: object, number: number): Entry {
  const name = "name" in value ? value.name : undefined;
  return { name: typeof name === "string" && name.trim() !== "" ? name : undefined, number };
}

function readOne(value: Readonly<Record<string, unknown>>, number: number): Deployment | InvalidDeployment {
  const { entry: schema, values } = targetKindMeant(Object.keys(value));
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const entry = namedEntry(value, number);
  const fields = parsed.issues.map((issue) => String(issue.path?.[0].key));
  const oneOf = oneOfIn(Object.keys(value));
  if (oneOf.length > 0 && fields.every((field) => oneOf.includes(field))) return { kind: "noBrought", entry, oneOf };
  const lacks = fields.filter((field) => !(field in value));
  const unknown = fields.find((field) => !Object.hasOwn(schema.entries, field));
  if (unknown !== undefined) return { kind: "field", field: unknown, problem: "unknown", entry, lacks };
  const [issue] = parsed.issues;
  const keys = issue.path?.map(({ key }) => key as string | number) ?? [];
  const [first = ""] = keys;
  // a list of patterns is wrong as a whole
  return {
    kind: "field",
    field: pathText(first === "steps" ? keys : [first]),
    entry,
    ...problemOf(issue, keys, { ...commonValues, ...values }),
  };
}

/** A path as people write it in code: `steps[0].run`. */
function pathText(keys: readonly (string | number)[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === "number") return `${path}[${key}]`;
    return path === "" ? key : `${path}.${key}`;
  }, "");
}

/** What is wrong with the field at a path. @param values what the fields of the entry must be */
function problemOf(
  issue: v.BaseIssue<unknown>,
  keys: readonly (string | number)[],
  values: Readonly<Record<string, FieldValue>>,
): Pick<InvalidField, "problem" | "line"> {
  const { message, input, path } = issue;
  if (isStepsProblem(message)) {
    const line = message === "secret" && typeof input === "string" ? secretIn(input) : undefined;
    return { problem: message, ...(line !== undefined && { line }) };
  }
  if (isReleaseFieldsProblem(message)) return { problem: message };
  const [field = "", index] = keys;
  const last = path?.at(-1);
  const isThere = last !== undefined && isObject(last.input) && String(last.key) in last.input;
  if (last?.type === "object" && !isThere) return { problem: "missing" };
  // a step that is none, such as a text
  if (index === undefined || keys.length === 2) return { problem: values[String(field)] ?? "unknown" };
  const ofSteps: Readonly<Record<string, FieldValue>> = stepValues;
  return { problem: ofSteps[String(keys[2])] ?? "unknown" };
}
