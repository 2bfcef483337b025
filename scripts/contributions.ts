import { AGENT_TOOLS, type AgentAccess } from "../src/agents/agentAccess.ts";
import { agentToolNames, agentTools, type AgentToolName } from "../src/agents/agentTools.ts";
import { commandIds, commands } from "../src/manifest/commands.ts";
import {
  ACTIVITY_VIEW,
  contextKeys,
  foundRows,
  type FoundRow,
  DEPLOYED,
  OPERATION,
  OPERATIONS,
  PANELS_VIEW,
  REPEATABLE,
  SEARCH_VIEW,
  TASK_TYPE,
} from "../src/manifest/manifest.ts";
import { FILES_SCHEME } from "../src/serverFiles/filePlace.ts";
import { taskKinds, taskVerbs } from "../src/manifest/taskActions.ts";
import { nodesInSubmenu, submenuOf, submenus, type CommandShape, type Submenu } from "../src/manifest/commandShape.ts";
import { troubles, type Trouble } from "../src/resources/resource.ts";
import { agentPromptNames, agentPrompts } from "../src/agents/agentPrompts.ts";
import { jsonSchemaOf } from "../src/agents/jsonSchema.ts";
import { skillPath } from "./skills.ts";

/** Builds the part of package.json that follows from the tables of commands, tasks and tools for agents. */
export function contributions() {
  const shapes = commandIds.map((command) => [command, commands[command] ?? fail(command)] as const);
  const each = <T>(entriesOf: (command: string, shape: CommandShape) => readonly T[]): readonly T[] =>
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
        ...each(nodeEntries),
        ...each(activityEntries),
        ...each(foundEntries),
        ...SUBMENUS.map(submenuEntry),
      ],
      ...Object.fromEntries(SUBMENUS.map((submenu) => [menuId(submenu), each(entriesIn(submenu))])),
      "explorer/context": each((command, { explorer }) =>
        explorer === undefined ? [] : [{ command, when: EXPLORER[explorer], group: "9_deploy@1" }],
      ),
      commandPalette: each((command, shape) =>
        shape.palette === "always" ? [] : [{ command, when: PALETTE[shape.palette] + andSorted(shape) }],
      ),
    },
    keybindings: each((command, { key }) => {
      if (key === undefined) return [];
      const { everywhere, onRows, amongResults, ...keys } = key;
      if (everywhere === true) return [{ command, ...keys, when: WITH_PANELS }];
      if (amongResults === true) return AMONG_RESULTS.map((when) => ({ command, ...keys, when }));
      const inView = `focusedView == ${viewOf(command)} && !inputFocus${onRows === true ? ON_ROWS : ""}`;
      return [{ command, ...keys, when: inView }];
    }),
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

const nameOf = (submenu: Submenu): string => submenu.slice(submenu.indexOf("_") + 1);
const menuId = (submenu: Submenu): string => `serverPanel.${nameOf(submenu)}`;

/** Returns the key of a command's title in package.nls.json. */
export function titleKey(command: string): string {
  return command.replace("serverPanel.", "command.");
}

// the keys are unset before activation, when nobody knows yet whether there is a panel
/** Not in the rows that stay above while the list is scrolled, which have keys of their own. */
const ON_ROWS = " && listFocus && !treestickyScrollFocused";
const WITH_PANELS = `${contextKeys.panelCount} != 0`;

/** Where keys go from one result to the next; elsewhere they are VS Code's own as long as its search has results. */
const AMONG_RESULTS = [`focusedView == ${SEARCH_VIEW}`, `resourceScheme == ${FILES_SCHEME}`, "!hasSearchResult"].map(
  (where) => `${contextKeys.found} > 0 && ${where}`,
);

/** The view in which a command's key works. */
function viewOf(command: string): string {
  if (command.startsWith("serverPanel.activity.")) return ACTIVITY_VIEW;
  if (command.startsWith("serverPanel.found.")) return SEARCH_VIEW;
  return PANELS_VIEW;
}

/** Nothing is deployed from other computers, or from folders that nobody trusts. */
const DEPLOYABLE = `resourceScheme == file && isWorkspaceTrusted && ${WITH_PANELS}`;
const EXPLORER: Readonly<Record<NonNullable<CommandShape["explorer"]>, string>> = {
  folders: `explorerResourceIsFolder && ${DEPLOYABLE}`,
  // what is compiled for a server has no ending
  programs: `!explorerResourceIsFolder && resourceExtname =~ /^(\\.jar)?$/ && ${DEPLOYABLE}`,
};

const PALETTE: Readonly<Record<Exclude<CommandShape["palette"], "always">, string>> = {
  withPanels: WITH_PANELS,
  withShownLogs: `${contextKeys.shownLogs} > 0`,
  withFollowedLogs: `${contextKeys.followedLogs} > 0`,
  never: "false",
};

function titleEntries(command: string, shape: CommandShape) {
  const { palette, viewTitle, viewMenu, activityTitle, outputTitle, searchTitle, whileSearching } = shape;
  const entry = (when: string, order = 1) => ({ command, when, group: `navigation@${order}` });
  const inView = `view == ${PANELS_VIEW}${palette === "always" ? "" : ` && ${WITH_PANELS}`}`;
  return [
    ...(viewTitle === undefined ? [] : [entry(inView, viewTitle)]),
    ...(viewMenu === undefined ? [] : [{ command, when: inView + andSorted(shape), group: `1_panels@${viewMenu}` }]),
    ...(activityTitle === undefined ? [] : [entry(`view == ${ACTIVITY_VIEW}`)]),
    ...(searchTitle === undefined ? [] : [entry(`view == ${SEARCH_VIEW}${andSearching(whileSearching)}`, searchTitle)]),
    ...(outputTitle === undefined
      ? []
      : [entry(`view == workbench.panel.output && ${contextKeys.followedLogInSight}`)]),
  ];
}

/** Adds to a clause whether a search runs. */
function andSearching(isWanted: boolean | undefined): string {
  if (isWanted === undefined) return "";
  return ` && ${isWanted ? "" : "!"}${contextKeys.searching}`;
}

/** Adds the order of the rows to a clause. */
function andSorted({ whileTroubleFirst }: CommandShape): string {
  if (whileTroubleFirst === undefined) return "";
  return ` && ${whileTroubleFirst ? "" : "!"}${contextKeys.troubleFirst}`;
}

/** Adds to a clause that there is something to compare with. */
function andSelected({ whileFileSelected }: CommandShape): string {
  return whileFileSelected === undefined ? "" : ` && ${contextKeys.fileSelected}`;
}

function nodeEntries(command: string, shape: CommandShape) {
  const {
    nodes = [],
    whileInTrouble = [],
    change,
    place,
    several,
    inline = [],
    inlineOrder = 1,
    inlineWhile,
    mends,
    besideSubmenu,
  } = shape;
  const entry = (on: readonly string[], group: string, more = "", within = mends) => ({
    command,
    when: `view == ${PANELS_VIEW} && ${isOneOf(on, change, within)}${andSorted(shape)}${andSelected(shape)}${more}`,
    group,
  });
  // the menu of a group does not act on the selected rows
  const isOfGroups = nodes.some((node) => node.startsWith("group."));
  const ofOne = several === true || isOfGroups ? "" : " && !listMultiSelection";
  return [
    ...(inline.length === 0 ? [] : [entry(inline, `inline@${inlineOrder}`)]),
    ...(inlineWhile === undefined ? [] : [entry(nodes, "inline@0", "", inlineWhile)]),
    ...(nodes.length === 0 || submenuOf(shape) !== undefined
      ? []
      : [entry(nodes, place ?? fail(`${command} has no place`), ofOne)]),
    ...(besideSubmenu === undefined ? [] : [entry(besideSubmenu.nodes, besideSubmenu.place, ofOne)]),
    ...(whileInTrouble.length === 0
      ? []
      : [entry(whileInTrouble, place ?? fail(`${command} has no place`), ofOne, troubles)]),
  ];
}

/** Entries of a submenu, which is one group. */
function entriesIn(submenu: Submenu) {
  return (command: string, shape: CommandShape) => {
    const { change, place = "", several } = shape;
    const nodes = nodesInSubmenu(shape);
    if (nodes.length === 0 || submenuOf(shape) !== submenu) return [];
    const ofOne = several === true ? "" : " && !listMultiSelection";
    return [{ command, when: isOneOf(nodes, change) + andSelected(shape) + ofOne, group: place.replace(/^\d/, "1") }];
  };
}

/** The submenu itself, on the nodes of all its entries. Those of several selected nodes have no logs. */
function submenuEntry(submenu: Submenu) {
  const shapes = Object.values(commands).filter((shape) => submenuOf(shape) === submenu);
  const nodes = [...new Set(shapes.flatMap(nodesInSubmenu))];
  const ofOne = shapes.some(({ several }) => several === true) ? "" : " && !listMultiSelection";
  return {
    submenu: menuId(submenu),
    when: `view == ${PANELS_VIEW} && ${isOneOf(nodes, undefined)}${ofOne}`,
    group: submenus[submenu].at,
  };
}

/** Entries of the Search view's rows. */
function foundEntries(command: string, { found = [], foundInline = [], place }: CommandShape) {
  const entry = (rows: readonly FoundRow[], group: string) => {
    const on = isOneOf(
      rows.map((row) => foundRows[row]),
      undefined,
    );
    return { command, when: `view == ${SEARCH_VIEW} && ${on}`, group };
  };
  return [
    ...(found.length === 0 ? [] : [entry(found, place ?? fail(`${command} has no place`))]),
    ...(foundInline.length === 0 ? [] : [entry(foundInline, "inline@1")]),
  ];
}

function activityEntries(command: string, { activity, place }: CommandShape) {
  if (activity === undefined) return [];
  const rows = {
    every: [OPERATION, OPERATIONS, REPEATABLE, DEPLOYED],
    single: [OPERATION, REPEATABLE, DEPLOYED],
    deployed: [DEPLOYED],
    repeatable: [REPEATABLE],
  };
  const on = isOneOf(rows[activity], undefined);
  return [{ command, when: `view == ${ACTIVITY_VIEW} && ${on}`, group: place ?? fail(`${command} has no place`) }];
}

/**
 * Writes a clause for these nodes, optionally only those that allow `change`, and only in one of these troubles; groups
 * them by their last part.
 */
function isOneOf(values: readonly string[], change: CommandShape["change"], within: readonly Trouble[] = []): string {
  const ends = Map.groupBy(values, (value) => value.slice(0, value.indexOf(".")));
  const starts = Map.groupBy(ends.keys(), (start) =>
    either((ends.get(start) ?? []).map((value) => value.slice(start.length + 1))),
  );
  const whole = [...starts].map(([end, beginnings]) => `${either(beginnings)}\\.${end}`);
  const others = "(\\+\\w+)*";
  const after = within.length === 0 ? others : `${others}\\+${either(within)}`;
  const changes = change === undefined ? after : `${others}\\+${change}${after}`;
  return `viewItem =~ /^${either(whole, false)}${changes}$/`;
}

function either(patterns: readonly string[], areWords = true): string {
  const escaped = areWords ? patterns.map((word) => word.replaceAll(".", "\\.")) : patterns;
  return escaped.length === 1 ? (escaped[0] ?? "") : `(${escaped.join("|")})`;
}

function fail(message: string): never {
  throw new TypeError(message);
}
