import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentToolName } from "../../../src/agents/agentTools.ts";
import { parseWhenClause, type Context, type WhenClause } from "./whenClause.ts";

/** The repository's root. */
export const root = join(import.meta.dirname, "../../..");

/** An entry of a menu, which may be a submenu in place of a command; without `when` it is always there. */
export interface MenuItem {
  readonly command: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface ViewShape {
  readonly id: string;
  readonly name: string;
  readonly icon?: string;
  readonly when?: string;
  readonly visibility?: string;
}

/** The parts of package.json that these tests compare. */
export interface PackageJson {
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly name: string;
  readonly publisher: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly extensionKind: readonly string[];
  readonly main: string;
  readonly l10n: string;
  readonly activationEvents: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly viewsContainers: Readonly<
      Record<string, readonly { readonly id: string; readonly title: string; readonly icon: string }[]>
    >;
    readonly views: Readonly<Record<string, readonly ViewShape[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly walkthroughs: readonly {
      readonly id: string;
      readonly steps: readonly WalkthroughStep[];
    }[];
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category?: string;
      readonly icon?: string;
      readonly enablement?: string;
    }[];
    readonly taskDefinitions: readonly {
      readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
    }[];
    readonly languageModelTools: readonly ToolShape[];
    readonly chatSkills: readonly { readonly path: string; readonly when: string }[];
    readonly submenus: readonly { readonly id: string; readonly label: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
      readonly when: string;
    }[];
    readonly colors: readonly { readonly id: string; readonly defaults: Readonly<Record<string, string>> }[];
    readonly languages: readonly { readonly id: string }[];
    readonly grammars: readonly { readonly language: string; readonly scopeName: string; readonly path: string }[];
    readonly configuration: {
      readonly title: string;
      readonly properties: Readonly<Record<string, SettingShape>>;
    };
  };
}

interface ToolShape {
  readonly name: AgentToolName;
  readonly displayName: string;
  readonly toolReferenceName: string;
  readonly userDescription: string;
  readonly modelDescription: string;
  readonly when: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, { readonly description: string }>>;
    readonly required?: readonly string[];
    readonly additionalProperties: boolean;
  };
}

interface WalkthroughStep {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

interface SettingShape {
  readonly keywords?: readonly string[];
  readonly type: string;
  readonly default: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly scope?: string;
  readonly order?: number;
  readonly markdownDescription?: string;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly items?: { readonly properties: object };
}

/** Reads package.json. */
export const packageJson = readJson("package.json") as PackageJson;

/** Reads the English texts for `%key%` in package.json. */
export const nls = readJson("package.nls.json") as Readonly<Record<string, string>>;

/** The clauses of menus that have been read, by their text: each is asked about in thousands of contexts. */
const menuClauses = new Map<string, WhenClause>();

function menuClause(text: string): WhenClause {
  const clause = menuClauses.get(text) ?? parseWhenClause(text);
  menuClauses.set(text, clause);
  return clause;
}

/** Returns the visible entries of a menu and its submenus in a context. */
export function visibleItems(location: string, context: Context): readonly MenuItem[] {
  const items = packageJson.contributes.menus[location] ?? [];
  return items
    .filter(({ when }) => when === undefined || menuClause(when).holds(context))
    .flatMap((item) => (item.submenu === undefined ? item : visibleItems(item.submenu, context)));
}

/** Whether the palette shows a command, which it does by default. */
export function isInPalette(command: string, context: Context): boolean {
  const isNamed = packageJson.contributes.menus["commandPalette"]?.some((item) => item.command === command) === true;
  return !isNamed || visibleItems("commandPalette", context).some((item) => item.command === command);
}

/** Collects every `when` and `enablement` clause, and the conditions of the walkthrough's steps. */
export function allClauses(): readonly string[] {
  const clauses = doneClauses();
  walk(packageJson.contributes, (name, value) => {
    if ((name === "when" || name === "enablement") && typeof value === "string") clauses.push(value);
  });
  return clauses;
}

/** Returns the conditions of the walkthrough's steps in order. */
export function doneClauses(): string[] {
  const steps = packageJson.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  return steps.flatMap(({ completionEvents }) => completionEvents.map((event) => event.replace(/^onContext:/, "")));
}

/** Returns the commands that a text links to, with their arguments. */
export function linksIn(text: string): readonly { readonly command: string; readonly args: readonly unknown[] }[] {
  return [...text.matchAll(/\]\(command:([^)?]+)(?:\?([^)]*))?\)/g)].map(([, command = "", args]) => ({
    command,
    args: args === undefined ? [] : (JSON.parse(decodeURIComponent(args)) as readonly unknown[]),
  }));
}

/**
 * Calls `visit` with the name and value of every field below a value; an element of a list has the list's name, and all that a snippet
 * writes into settings that of its `body`.
 */
export function walk(value: unknown, visit: (name: string, value: unknown) => void, name = ""): void {
  visit(name, value);
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value))
    walk(child, visit, Array.isArray(value) || name === "body" ? name : key);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}
