import { posix } from "node:path";
import * as v from "valibot";
import { visibleText } from "../characters/plainText.ts";
import { isObject } from "../wire/answers/isObject.ts";
import { nameProblem } from "../serverFiles/remoteNames.ts";

/** The setting of a workspace folder. */
export const DEPLOYMENTS = "serverPanel.deployments";

/** Most characters of a field. */
export const LONGEST_TEXT = 500;

/** Most characters of a name: questions and titles show it whole, beside the website and the panel. */
export const LONGEST_NAME = 60;

/** Shown as it is wherever people decide by it: on one line, without hidden characters. */
const text = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(LONGEST_TEXT),
  v.check((typed) => visibleText(typed) === typed.replaceAll(/ +/g, " ")),
);

/** The marks in which questions put names: one with them could pass for more than a name. */
const QUOTES = /[“”]/g;

const shortName = v.pipe(
  text,
  v.maxLength(LONGEST_NAME),
  v.check((typed) => typed.search(QUOTES) < 0),
);

/** A deployment's name after something else, such as a folder. */
export function deploymentNameOf(called: string): string {
  return visibleText(called.replaceAll(QUOTES, '"'), LONGEST_NAME);
}

/** A path below a directory, with `/`. */
const below = v.pipe(
  v.string(),
  v.transform((path) => posix.normalize(path.trim().replaceAll("\\", "/")).replace(/^\.?\/|\/$/g, "")),
  v.transform((path) => (path === "." ? "" : path)),
  v.check((path) => path === "" || nameProblem(path) === undefined),
);

const address = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s@]+$/i),
  v.check((typed) => URL.canParse(typed)),
);

const common = {
  name: shortName,
  /** A task to run before, by its name. */
  task: v.exactOptional(text),
  /** An address to ask afterwards. */
  check: v.exactOptional(address),
  rollBack: v.exactOptional(v.picklist(["ask", "auto"]), "ask"),
  /** Whether a task may replace what somebody has changed on the server. */
  replaceChanged: v.exactOptional(v.boolean(), false),
};

// a field with a mistake in its name must not be passed over: it may say what is left out
const toWebsite = v.strictObject({
  ...common,
  website: text,
  /** The source folder, relative to the workspace folder. */
  source: below,
  /** Below the website's root. */
  directory: v.exactOptional(below, ""),
  /** In the syntax of .gitignore. */
  exclude: v.exactOptional(v.array(v.string()), []),
});

const toProject = v.strictObject({
  ...common,
  /** A Java project. */
  project: text,
  /** A glob, relative to the workspace folder. */
  jar: text,
});

export type WebsiteDeployment = v.InferOutput<typeof toWebsite>;
export type JarDeployment = v.InferOutput<typeof toProject>;
/** A deployment as people state it in the settings of a workspace folder. It names no panel. */
export type Deployment = WebsiteDeployment | JarDeployment;

/** What the value of a field must be. */
const wanted = {
  name: "name",
  task: "text",
  check: "address",
  rollBack: "askOrAuto",
  replaceChanged: "trueOrFalse",
  website: "text",
  source: "path",
  directory: "path",
  exclude: "patterns",
  project: "text",
  jar: "text",
} as const satisfies Record<keyof WebsiteDeployment | keyof JarDeployment, string>;

/** What is wrong with a field. */
export type FieldProblem = (typeof wanted)[keyof typeof wanted] | "missing" | "unknown";

/** Why an entry of the setting is not valid, or the setting itself. Entries count from 1. */
export type InvalidDeployment =
  | InvalidField
  | { readonly kind: "sameName"; readonly name: string }
  | { readonly kind: "noDeployment"; readonly entry: Entry }
  | { readonly kind: "noList" };

interface InvalidField {
  readonly kind: "field";
  readonly field: string;
  readonly problem: FieldProblem;
  readonly entry: Entry;
  /** Of an unknown field: those that are missing, one of which it may mean. */
  readonly lacks?: readonly string[];
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
    if ("kind" in read) invalid.push(read);
    else if (deployments.some(({ name }) => name === read.name)) invalid.push({ kind: "sameName", name: read.name });
    else deployments.push(read);
  }
  return { deployments, invalid };
}

function readEntry(value: unknown, number: number): Deployment | InvalidDeployment {
  if (!isObject(value)) return { kind: "noDeployment", entry: { name: undefined, number } };
  // also where its fields have mistakes in their names
  const isToProject = Object.keys(value).some((field) => /jar|project/i.test(field));
  const schema = isToProject ? toProject : toWebsite;
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const { name } = value;
  const entry = { name: typeof name === "string" && name.trim() !== "" ? name : undefined, number };
  const fields = parsed.issues.map((issue) => String(issue.path?.[0].key));
  const lacks = fields.filter((field) => !(field in value));
  const unknown = fields.find((field) => !Object.hasOwn(schema.entries, field));
  if (unknown !== undefined) return { kind: "field", field: unknown, problem: "unknown", entry, lacks };
  const [field = ""] = fields;
  return { kind: "field", field, problem: field in value ? wanted[field as keyof typeof wanted] : "missing", entry };
}
