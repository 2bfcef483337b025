import { AGENT_TOOLS, type AgentAccess } from "../src/agents/agentAccess.ts";
import { agentToolNames, agentTools, type AgentToolName } from "../src/agents/agentTools.ts";
import { commandIds, commands, type CommandId } from "../src/manifest/commands.ts";
import {
  ACTIVITY_VIEW,
  contextKeys,
  DEPLOYED,
  DEPLOYMENTS,
  type FoundRow,
  foundRows,
  OPERATION,
  OPERATIONS,
  PANELS_VIEW,
  REPEATABLE,
  SEARCH_VIEW,
  TASK_TYPE,
} from "../src/manifest/manifest.ts";
import { FILES_SCHEME } from "../src/serverFiles/filePlace.ts";
import { taskKinds, taskVerbs } from "../src/manifest/taskActions.ts";
import { submenuOf, submenus, type CommandKey, type CommandShape, type Submenu } from "../src/manifest/commandShape.ts";
import { agentPromptNames, agentPrompts } from "../src/agents/agentPrompts.ts";
import { jsonSchemaOf } from "../src/agents/jsonSchema.ts";
import { skillPath } from "./skills.ts";

/** Builds the part of package.json that follows from the tables of commands, tasks and tools for agents. */
export function contributions() {
  const shapes = commandIds.map((command) => [command, commands[command]] as const);
  const each = <T>(entriesOf: (command: CommandId, shape: CommandShape) => readonly T[]): readonly T[] =>
    shapes.flatMap(([command, shape]) => entriesOf(command, shape));
  return {
    commands: each((command, { icon }) => [
      {
        command,
        title: `%${titleKey(command)}%`,
        category: "%category%",
        ...(icon !== undefined && { icon: `$(${icon})` }),
      },
    ]),
    submenus: SUBMENUS.map((submenu) => ({ id: menuId(submenu), label: `%${submenus[submenu].title}%` })),
    menus: {
      "view/title": each(titleEntries),
      "view/item/context": [
        ...each(rowEntries),
        ...each(activityEntries),
        ...each(foundEntries),
        ...SUBMENUS.map(submenuEntry),
      ],
      ...Object.fromEntries(SUBMENUS.map((submenu) => [menuId(submenu), each(entriesIn(submenu))])),
      "explorer/context": each((command, { isInExplorer, isOnLocalFiles }) => [
        ...(isInExplorer === true ? IN_EXPLORER.map((when) => ({ command, when, group: "9_deploy@2" })) : []),
        ...(isOnLocalFiles === true ? [deployEntry(command, `!explorerResourceIsFolder && ${OF_DEPLOYMENTS}`)] : []),
      ]),
      "editor/context": each(editorEntries),
      "editor/title/context": each(editorEntries),
      commandPalette: each((command, { palette = "never" }) =>
        palette === "always" ? [] : [{ command, when: PALETTE[palette] }],
      ),
    },
    keybindings: each((command, { keys = [] }) =>
      keys.flatMap(({ where, ...key }) => whereKeysWork(command, where).map((when) => ({ command, ...key, when }))),
    ),
    taskDefinitions: [
      {
        type: TASK_TYPE,
        required: ["task"],
        properties: {
          task: { ...oneOf([...taskVerbs, "updateComposer", "deploy"]), description: "%task.task%" },
          panel: { type: "string", description: "%task.panel%" },
          kind: { ...oneOf(taskKinds), description: "%task.kind%" },
          name: { type: "string", description: "%task.name%" },
          deployment: { type: "string", description: "%task.deployment%" },
        },
      },
    ],
    languageModelTools: agentToolNames.map(toolEntry),
    chatSkills: agentPromptNames.map((name) => ({
      path: `./${skillPath(name)}`,
      when: withAccess(agentPrompts[name].access),
    })),
  };
}

/** A tool for agents. Models read its description and schema as they are; people read package.nls.json. */
function toolEntry(name: AgentToolName) {
  const { access, icon, about, input } = agentTools[name];
  return {
    name,
    displayName: `%${toolKey(name)}%`,
    toolReferenceName: name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    canBeReferencedInPrompt: true,
    userDescription: `%${toolKey(name)}.about%`,
    modelDescription: about,
    icon: `$(${icon})`,
    when: withAccess(access),
    inputSchema: jsonSchemaOf(input),
  };
}

/** Holds where the setting has at least this value. */
function withAccess(access: Exclude<AgentAccess, "off">): string {
  if (access === "read") return `config.${AGENT_TOOLS} != off`;
  return `config.${AGENT_TOOLS} == all`;
}

/** Returns the key of a tool's name in package.nls.json. */
export function toolKey(name: string): string {
  return `tool.${name}`;
}

/** A schema of values that are described one by one. */
function oneOf(values: readonly string[]) {
  return { type: "string", enum: [...values], enumDescriptions: values.map((value) => `%task.${value}%`) };
}

const SUBMENUS = Object.keys(submenus) as readonly Submenu[];

const menuId = (submenu: Submenu): string => `serverPanel.${submenu}`;

/** Returns the key of a command's title in package.nls.json. */
export function titleKey(command: string): string {
  return command.replace("serverPanel.", "command.");
}

// the keys are unset before activation, when nobody knows yet whether there is a panel
const WITH_PANELS = `${contextKeys.panelCount} != 0`;

/** Not in the rows that stay above while the list is scrolled, which have keys of their own. */
const ON_ROWS = "!inputFocus && listFocus && !treestickyScrollFocused";

/** Where keys go from one result to the next; elsewhere they are VS Code's own as long as its search has results. */
const AMONG_RESULTS = [`focusedView == ${SEARCH_VIEW}`, `resourceScheme == ${FILES_SCHEME}`, "!hasSearchResult"].map(
  (where) => `${contextKeys.found} > 0 && ${where}`,
);

/** The clauses of which one holds where a key of a command works. */
function whereKeysWork(command: string, where: CommandKey["where"]): readonly string[] {
  switch (where) {
    case "view":
      return [`focusedView == ${viewOf(command)} && !inputFocus`];
    case "rows":
      return [`focusedView == ${PANELS_VIEW} && ${ON_ROWS}`];
    case "foundRows":
      return [`focusedView == ${SEARCH_VIEW} && ${ON_ROWS}`];
    case "everywhere":
      return [WITH_PANELS];
    case "results":
      return AMONG_RESULTS;
    default:
      return where satisfies never;
  }
}

/** The view that a command is about. */
function viewOf(command: string): string {
  if (command.startsWith("serverPanel.activity.")) return ACTIVITY_VIEW;
  if (command.startsWith("serverPanel.search.")) return SEARCH_VIEW;
  return PANELS_VIEW;
}

/** Nothing is deployed from other computers, or from folders that nobody trusts. What is compiled for a server has no ending. */
const IN_EXPLORER = ["explorerResourceIsFolder", "!explorerResourceIsFolder && resourceExtname =~ /^(\\.jar)?$/"].map(
  (what) => `${what} && resourceScheme == file && isWorkspaceTrusted && ${WITH_PANELS}`,
);

const OF_DEPLOYMENTS = `resourceScheme == file && isWorkspaceTrusted && ${WITH_PANELS} && config.${DEPLOYMENTS} != '[]'`;

function deployEntry(command: string, when: string) {
  return { command, when, group: "9_deploy@1" };
}

function editorEntries(command: string, { isOnLocalFiles }: CommandShape) {
  return isOnLocalFiles === true ? [deployEntry(command, OF_DEPLOYMENTS)] : [];
}

const PALETTE: Readonly<Record<string, string>> = {
  withPanels: WITH_PANELS,
  withShownLogs: `${contextKeys.shownLogs} > 0`,
  withFollowedLogs: `${contextKeys.followedLogs} > 0`,
  never: "false",
};

function titleEntries(command: string, { palette, viewTitle, viewMenu, whileSearching, outputTitle }: CommandShape) {
  const view = viewOf(command);
  const inView = `view == ${view}${view === PANELS_VIEW && palette !== "always" ? ` && ${WITH_PANELS}` : ""}`;
  const when = whileSearching === true ? `${inView} && ${contextKeys.searching}` : inView;
  return [
    ...(viewTitle === undefined ? [] : [{ command, when, group: `navigation@${viewTitle}` }]),
    ...(viewMenu === undefined ? [] : [{ command, when, group: `1_panels@${viewMenu}` }]),
    ...(outputTitle === undefined
      ? []
      : [
          {
            command,
            when: `view == workbench.panel.output && ${contextKeys.followedLogInSight}`,
            group: "navigation@1",
          },
        ]),
  ];
}

/** A clause for rows that offer one of these verbs. */
const offers = (verbs: readonly string[]): string => `viewItem =~ /\\+${either(verbs)}\\b/`;

/** A clause for rows that offer a verb, and none of others. */
const offersBut = (verb: string, others: readonly string[]): string =>
  `viewItem =~ /^(?!.*\\+${either(others)}\\b).*\\+${verb}\\b/`;

const either = (verbs: readonly string[]): string => (verbs.length === 1 ? (verbs[0] ?? "") : `(${verbs.join("|")})`);

/** Adds to a clause that one row is selected, unless the command works on several. */
const andAlone = ({ several }: CommandShape): string => (several === true ? "" : " && !listMultiSelection");

function rowEntries(command: string, shape: CommandShape) {
  const { verb, onPanels, place, beside, inline } = shape;
  const submenu = submenuOf(shape);
  const entry = (which: string, group: string) => ({ command, when: `view == ${PANELS_VIEW} && ${which}`, group });
  if (onPanels === true && place !== undefined) return [entry(`viewItem =~ /^panel\\./${andAlone(shape)}`, place)];
  if (verb === undefined) return [];
  return [
    ...(inline === undefined ? [] : [entry(`viewItem =~ /\\+${verb}!/`, `inline@${inline}`)]),
    ...(place === undefined || submenu !== undefined ? [] : [entry(offers([verb]) + andAlone(shape), place)]),
    ...(submenu === undefined || beside === undefined
      ? []
      : [entry(offersBut(verb, submenus[submenu].on) + andAlone(shape), beside)]),
  ];
}

/** Entries of a submenu. */
function entriesIn(submenu: Submenu) {
  return (command: string, shape: CommandShape) => {
    const { verb, place = "" } = shape;
    if (verb === undefined || submenuOf(shape) !== submenu) return [];
    return [{ command, when: offers([verb]) + andAlone(shape), group: `1_${place}` }];
  };
}

/** The submenu itself. Several selected rows have it if a command in it works on them. */
function submenuEntry(submenu: Submenu) {
  const { at, on } = submenus[submenu];
  const shapes = Object.values(commands).filter((shape) => submenuOf(shape) === submenu);
  return {
    submenu: menuId(submenu),
    when: `view == ${PANELS_VIEW} && ${offers(on)}${shapes.some(({ several }) => several === true) ? "" : " && !listMultiSelection"}`,
    group: at,
  };
}

/** Entries of the Search view's rows. */
function foundEntries(command: string, { found = [], foundInline = [], place }: CommandShape) {
  const entry = (rows: readonly FoundRow[], group: string) => ({
    command,
    when: `view == ${SEARCH_VIEW} && ${isOneOf(rows.map((row) => foundRows[row]))}`,
    group,
  });
  return [
    ...(found.length === 0 || place === undefined ? [] : [entry(found, place)]),
    ...(foundInline.length === 0 ? [] : [entry(foundInline, "inline@1")]),
  ];
}

const ACTIVITY_ROWS = {
  every: [OPERATION, OPERATIONS, REPEATABLE, DEPLOYED],
  single: [OPERATION, REPEATABLE, DEPLOYED],
  deployed: [DEPLOYED],
  repeatable: [REPEATABLE],
} as const;

function activityEntries(command: string, { activity, place }: CommandShape) {
  if (activity === undefined || place === undefined) return [];
  // what is in a submenu elsewhere comes last
  const group = /^\d/.test(place) ? place : `6_${place}`;
  return [{ command, when: `view == ${ACTIVITY_VIEW} && ${isOneOf(ACTIVITY_ROWS[activity])}`, group }];
}

/** A clause for rows with one of these context values. */
const isOneOf = (values: readonly string[]): string => `viewItem =~ /^${either(values.map(escaped))}$/`;

const escaped = (value: string): string => value.replaceAll(".", "\\.");
