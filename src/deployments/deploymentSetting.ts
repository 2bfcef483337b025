import { posix } from "node:path";
import * as v from "valibot";
import { nameProblem } from "../serverFiles/remoteNames.ts";

/** The setting of a workspace folder; an array of these. */
export const DEPLOYMENTS = "serverPanel.deployments";

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));

/** A path below a directory, with `/`. */
const below = v.pipe(
  v.string(),
  v.transform((path) => posix.normalize(path.trim().replaceAll("\\", "/")).replace(/^\.?\/+|\/+$/g, "")),
  v.transform((path) => (path === "." ? "" : path)),
  v.check((path) => path === "" || nameProblem(path) === undefined),
);

const common = {
  name: text,
  /** A task to run before, by its name. */
  task: v.exactOptional(text),
  /** An address to ask afterwards. */
  check: v.exactOptional(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@]+$/i))),
  rollBack: v.exactOptional(v.picklist(["ask", "auto"]), "ask"),
};

const schema = v.union([
  v.object({
    ...common,
    website: text,
    /** The source folder, relative to the workspace folder. */
    source: below,
    /** Below the website's root. */
    directory: v.exactOptional(below, ""),
    /** In the syntax of .gitignore. */
    exclude: v.exactOptional(v.array(v.string()), []),
  }),
  v.object({
    ...common,
    /** A Java project. */
    project: text,
    /** A glob, relative to the workspace folder. */
    jar: text,
  }),
]);

/** A deployment as people state it in the settings of a workspace folder. It names no panel. */
export type Deployment = v.InferOutput<typeof schema>;
export type WebsiteDeployment = Extract<Deployment, { readonly website: string }>;
export type JarDeployment = Extract<Deployment, { readonly jar: string }>;

/** The valid deployments of a setting, and the names or numbers of the others. */
export interface ReadDeployments {
  readonly deployments: readonly Deployment[];
  readonly invalid: readonly string[];
}

/** Reads the value of the setting; VS Code underlines what is invalid, but passes it on. */
export function readDeployments(value: unknown): ReadDeployments {
  const deployments: Deployment[] = [];
  const invalid: string[] = [];
  for (const [index, entry] of (Array.isArray(value) ? (value as readonly unknown[]) : []).entries()) {
    const parsed = v.safeParse(schema, entry);
    const { name } = (typeof entry === "object" && entry !== null ? entry : {}) as { readonly name?: unknown };
    if (parsed.success && deployments.every((other) => other.name !== parsed.output.name))
      deployments.push(parsed.output);
    else invalid.push(typeof name === "string" ? name : String(index + 1));
  }
  return { deployments, invalid };
}
