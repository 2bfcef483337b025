import * as v from "valibot";
import { resourceOf, resourceKinds, type ResourceKind } from "../resources/resources.ts";
import { resourceStates, webLogs } from "../resources/resource.ts";
import { agentAccess, type AgentAccess } from "./agentAccess.ts";

/** The kinds that agents see: all with rows in the tree, except for private ones. Files of servers have no rows. */
export const agentKinds: readonly ResourceKind[] = resourceKinds.filter((kind) => resourceOf(kind).isPrivate !== true);

/** The actions that agents may ask for: none that deletes, and none that cannot be undone by another one. */
export const agentActions = ["restart", "start", "stop"] as const;
export type AgentAction = (typeof agentActions)[number];

const text = (about: string, longest = 300) =>
  v.pipe(v.string(), v.nonEmpty(), v.maxLength(longest), v.description(about));

const panel = text("Name of the panel, as list_panels gives it.");
const kind = v.pipe(
  v.picklist(agentKinds),
  v.description("Kind of resource; a site is a website, and a project is any project but those in Java."),
);
const name = text("Name of the resource, as list_panel_resources gives it.");
const offset = v.exactOptional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.description("Where to go on: the next_offset of the result before."),
  ),
);
const deployment = text("Name of a deployment in the setting serverPanel.deployments of the workspace.");

/** What a tool that acts does, for programs that treat such tools differently. */
interface ActHints {
  /** It may interrupt or replace what is on a server. */
  readonly isDestructive: boolean;
  /** Doing it again with the same input changes nothing more. */
  readonly isIdempotent: boolean;
}

/** A tool as models see it. Everything in it is English: models read it, people read package.nls.json. */
type AgentTool = (
  | { readonly access: "read" }
  /** The setting has to allow all. */
  | { readonly access: "all"; readonly hints: ActHints }
) & {
  /** A product icon. */
  readonly icon: string;
  /** What it does, when to use it, and what it does not do. */
  readonly about: string;
  readonly input: v.ObjectSchema<v.ObjectEntries, undefined>;
};

/**
 * The tools for agents, by name; at most 12, because models choose worse among many. No tool deletes, sends a call that it
 * was given, or reads what a panel keeps for people alone (`Resource.isPrivate`).
 */
export const agentTools = {
  list_panels: {
    access: "read",
    icon: "server",
    about:
      "Lists the BaoTa and aaPanel server panels of the user, with edition, protection, CPU, memory, uptime, or what is wrong. Asks each panel now. Use it first: the other tools take the names it gives.",
    input: v.object({ offset }),
  },
  list_panel_resources: {
    access: "read",
    icon: "list-unordered",
    about:
      "Lists websites, projects, containers, databases, services, scheduled tasks, certificate orders or other resources of one kind on one panel, with their states and facts. Asks the panel now.",
    input: v.object({
      panel,
      kind,
      state: v.exactOptional(v.pipe(v.picklist(resourceStates), v.description("Only resources in this state."))),
      filter: v.exactOptional(text("Only resources whose name or facts contain this text, in any case.")),
      offset,
    }),
  },
  get_panel_resource: {
    access: "read",
    icon: "info",
    about:
      "Gets one resource of a panel with all its facts, its logs, and the actions that control_panel_resource can ask for now. Asks the panel now. Use it to verify what an action has done.",
    input: v.object({ panel, kind, name }),
  },
  read_panel_log: {
    access: "read",
    icon: "output",
    about:
      "Reads the log of a website, project, container, scheduled task or runtime upgrade: the newest lines, of which the oldest comes first. A panel keeps about the last 1000 lines. Read older lines with offset, counted in lines back from the end.",
    input: v.object({
      panel,
      kind,
      name,
      log: v.exactOptional(
        v.pipe(v.picklist(webLogs), v.description("Which log of a website; error unless given. Others have one log.")),
      ),
      offset,
    }),
  },
  list_panel_problems: {
    access: "read",
    icon: "warning",
    about:
      "Lists what needs attention on all panels or on one, the worst first: what is dead, failed, stopped or paused, certificates that have expired or soon will, full disks, and panels that do not answer. Asks the panels now, which may take a minute. What could not be read is listed as unread, and may have problems too.",
    input: v.object({
      panel: v.exactOptional(text("Name of one panel, as list_panels gives it; all panels unless given.")),
      offset,
    }),
  },
  diagnose_panel: {
    access: "read",
    icon: "pulse",
    about:
      "Diagnoses the connection to one panel, step by step: address, DNS, port, TLS, API, IP allowlist, key, clock, edition. Use it when a panel does not answer. Asks the panel now, and never adds a second refusal to one that stands. Changes nothing; only the user can repair what it finds.",
    input: v.object({ panel }),
  },
  plan_panel_deployment: {
    access: "read",
    icon: "checklist",
    about:
      "Previews a deployment of the workspace to a website or a project, of Java, Node.js, Python, Go or another language: what would be added, changed, removed and kept on the server. Changes nothing and runs no build.",
    input: v.object({ deployment, offset }),
  },
  run_panel_deployment: {
    access: "all",
    hints: { isDestructive: true, isIdempotent: false },
    icon: "cloud-upload",
    about:
      "Deploys a deployment of the workspace to its website or project. The user sees the preview and decides. What is replaced is backed up, and a failure brings it back. Says what was seen afterwards.",
    input: v.object({ deployment }),
  },
  roll_back_panel_deployment: {
    access: "all",
    hints: { isDestructive: true, isIdempotent: false },
    icon: "history",
    about:
      "Undoes the latest deployment to the directory, jar or program of a deployment; of releases, has the website serve what it did before. The user is asked. Says what was seen afterwards.",
    input: v.object({ deployment }),
  },
  control_panel_resource: {
    access: "all",
    hints: { isDestructive: true, isIdempotent: false },
    icon: "debug-restart",
    about:
      "Restarts, starts or stops one website, project, container or service, and says whether that was seen to happen. The user may be asked and may decline. A result of unknown means that it may or may not have happened: look with get_panel_resource before anything else.",
    input: v.object({
      panel,
      kind,
      name,
      action: v.pipe(v.picklist(agentActions), v.description("What to do.")),
    }),
  },
  open_website_form: {
    access: "all",
    hints: { isDestructive: false, isIdempotent: true },
    icon: "globe",
    about:
      "Opens the form for a new website on a panel and fills it in. Sends nothing: the user reviews the form and decides. Passwords cannot be given.",
    input: v.object({
      panel,
      domain: text("Main domain, such as example.com."),
      additional_domains: v.exactOptional(
        v.pipe(v.array(text("A domain, optionally with :port.")), v.maxLength(50), v.description("More domains.")),
      ),
      php: v.exactOptional(
        v.pipe(v.string(), v.regex(/^\d{2}$/), v.description("PHP version as two digits, such as 82; 00 is static.")),
      ),
      root: v.exactOptional(text("Absolute root directory on the server; the panel's usual one unless given.")),
      remark: v.exactOptional(text("A remark that the panel shows.")),
    }),
  },
} as const satisfies Readonly<Record<string, AgentTool>>;

export type AgentToolName = keyof typeof agentTools;

/** The input of a tool, once it fits the schema. */
export type AgentToolInput<Name extends AgentToolName> = v.InferOutput<(typeof agentTools)[Name]["input"]>;

export const agentToolNames = Object.keys(agentTools) as readonly AgentToolName[];

/** Whether the setting lets a tool be used. */
export function isAllowed(tool: AgentToolName, access: AgentAccess): boolean {
  return agentAccess.indexOf(access) >= agentAccess.indexOf(agentTools[tool].access);
}
