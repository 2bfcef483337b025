import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandIds, commands, type CommandId } from "../../../src/manifest/commands.ts";
import { submenuOf, submenus, type CommandShape } from "../../../src/manifest/commandShape.ts";
import {
  ACTIVITY_VIEW,
  contextKeys,
  DEPLOYMENTS,
  type FoundRow,
  foundRows,
  OPERATION,
  OPERATIONS,
  PANELS_VIEW,
  REPEATABLE,
  SEARCH_VIEW,
} from "../../../src/manifest/manifest.ts";
import { rowVerbs } from "../../../src/manifest/rowCommands.ts";
import { taskKinds, taskStatesOf } from "../../../src/manifest/taskActions.ts";
import { safeguardFor } from "../../../src/panels/guardLevel.ts";
import { actionsOf, resourceKinds } from "../../../src/resources/resources.ts";
import { operations } from "../../../src/wire/operations/operations.ts";
import { allClauses, isInPalette, nls, packageJson, root, visibleItems, type MenuItem } from "./packageJson.ts";
import { contextValues } from "./sampleNodes.ts";
import { parseWhenClause } from "./whenClause.ts";

const { menus } = packageJson.contributes;
const shapeOf = (id: string): CommandShape => commands[id as CommandId] ?? assert.fail(`${id} is no command`);

/** No panel, one panel, and before activation. */
const PANEL_COUNTS = [0, 1, undefined];
const withPanels = (count: number | undefined) => ({ [contextKeys.panelCount]: count });

/** No log, one that was followed, one that is, and before activation. */
const LOG_COUNTS = [
  { [contextKeys.shownLogs]: 0, [contextKeys.followedLogs]: 0 },
  { [contextKeys.shownLogs]: 1, [contextKeys.followedLogs]: 0 },
  { [contextKeys.shownLogs]: 1, [contextKeys.followedLogs]: 1 },
  {},
];

const isInline = ({ group }: MenuItem): boolean => group?.startsWith("inline") === true;
const idsOf = (items: readonly MenuItem[]): readonly string[] => items.map(({ command }) => command).toSorted();

/** Commands of a node's row and context menu in the panel's order. */
const itemsOn = (viewItem: string, view = PANELS_VIEW, more = {}): readonly MenuItem[] =>
  visibleItems("view/item/context", { view, viewItem, ...withPanels(1), ...more });

/** What is in the context menu itself: commands, and submenus in place of theirs. */
const atAGlance = (viewItem: string): readonly MenuItem[] =>
  (menus["view/item/context"] ?? []).filter(
    (item) =>
      !isInline(item) && parseWhenClause(item.when ?? "").holds({ view: PANELS_VIEW, viewItem, ...withPanels(1) }),
  );

/** Splits a context value into `kind.state` and what the row offers, as an icon too or not. */
const stateOf = (value: string): string => value.split("+")[0] ?? "";
const marked = (value: string): readonly string[] => value.split("+").slice(1);
const verbsOf = (value: string): readonly string[] => marked(value).map((verb) => verb.replace("!", ""));

/** Splits a place such as "3_change@2". */
function groupOf({ command, group = "" }: MenuItem) {
  const [, rank, name = "", order] = /^([1-9])_([a-z]+)@([1-9]\d*)$/.exec(group) ?? [];
  assert.ok(rank !== undefined, `${command}: group "${group}"`);
  return { rank: Number(rank), name, order: Number(order) };
}

describe("sample nodes", () => {
  it("have context values in the form kind.state with what the row offers, and all verbs of the manifest", () => {
    for (const value of contextValues) assert.match(value, /^[a-z]\w*\.[a-z]\w*(\.filtered)?(\+[a-z]\w*!?)*$/);
    const offered = new Set(contextValues.flatMap(verbsOf));
    for (const id of commandIds) {
      const { verb } = shapeOf(id);
      if (verb !== undefined) assert.ok(offered.has(verb), id);
    }
    const known = new Set<string>(commandIds.flatMap((id) => shapeOf(id).verb ?? []));
    for (const verb of offered) assert.ok(known.has(verb), verb);
  });
});

describe("menus of package.json", () => {
  it("are only those that these tests evaluate, of commands that exist", () => {
    const known = packageJson.contributes.submenus.map(({ id }) => id);
    const own = [
      "commandPalette",
      "editor/context",
      "editor/title/context",
      "explorer/context",
      "view/item/context",
      "view/title",
    ];
    assert.deepEqual(Object.keys(menus).toSorted(), [...own, ...known].toSorted());
    for (const { command, submenu } of Object.values(menus).flat())
      if (submenu === undefined) shapeOf(command);
      else assert.ok(known.includes(submenu), submenu);
  });

  it("offer deploying on trusted folders of this computer, once there is a panel, and on files that may be programs or jars", () => {
    const clauses = (menus["explorer/context"] ?? []).map(({ when = "" }) => parseWhenClause(when));
    const here = { resourceScheme: "file", isWorkspaceTrusted: true, "serverPanel.panelCount": 1 };
    const holds = (more: object) => clauses.filter((clause) => clause.holds({ ...here, ...more })).length;
    const folder = { explorerResourceIsFolder: true };
    assert.equal(holds(folder), 1);
    for (const change of [
      { resourceScheme: "vscode-remote" },
      { isWorkspaceTrusted: false },
      { "serverPanel.panelCount": 0 },
    ])
      assert.equal(holds({ ...folder, ...change }), 0);
    const file = (resourceExtname: string, deployments = "[]") =>
      holds({ explorerResourceIsFolder: false, resourceExtname, [`config.${DEPLOYMENTS}`]: deployments });
    assert.deepEqual(
      ["", ".jar"].map((each) => file(each)),
      [1, 1],
    );
    assert.deepEqual(
      [".ts", ".jar.bak", ".xjar"].map((each) => file(each)),
      [0, 0, 0],
    );
    const stated = '[{"name":"site"}]';
    assert.equal(file(".ts", stated), 1, "as a part of a deployment");
    for (const menu of ["editor/context", "editor/title/context"])
      for (const deployments of ["[]", stated])
        assert.deepEqual(
          (menus[menu] ?? []).map(({ when = "" }) =>
            parseWhenClause(when).holds({ ...here, [`config.${DEPLOYMENTS}`]: deployments }),
          ),
          [deployments === stated],
          menu,
        );
  });

  for (const viewItem of contextValues) {
    it(`offer on ${viewItem} what the row offers, and nothing else`, () => {
      const verbs = verbsOf(viewItem);
      const isPanel = viewItem.startsWith("panel.");
      const expected = commandIds.filter((id) => {
        const { verb, onPanels, place } = shapeOf(id);
        return place !== undefined && (verb === undefined ? onPanels === true && isPanel : verbs.includes(verb));
      });
      const icons = commandIds.filter((id) => {
        const { verb, inline } = shapeOf(id);
        return inline !== undefined && marked(viewItem).includes(`${verb}!`);
      });
      const items = itemsOn(viewItem);
      assert.deepEqual(idsOf(items.filter((item) => !isInline(item))), expected.toSorted(), "context menu");
      assert.deepEqual(idsOf(items.filter(isInline)), icons.toSorted(), "inline");
    });
  }

  it("offer on several selected nodes only what works on several", () => {
    for (const viewItem of contextValues) {
      const several = itemsOn(viewItem, PANELS_VIEW, { listMultiSelection: true });
      const left = itemsOn(viewItem).filter((item) => !several.includes(item));
      const ofOne = itemsOn(viewItem).filter((item) => !isInline(item) && shapeOf(item.command).several !== true);
      assert.deepEqual(left, ofOne);
    }
  });

  it("have at most eleven entries at a glance, and one more that explains a trouble or ends it", () => {
    for (const viewItem of contextValues) {
      const entries = atAGlance(viewItem).map(({ command, submenu }) => submenu ?? command);
      // of a row whose state nobody knows both may be what it needs
      const beside = [
        "serverPanel.fix",
        "serverPanel.renew",
        ...(entries.includes("serverPanel.stop") ? ["serverPanel.start"] : []),
      ];
      const usual = entries.filter((entry) => !beside.includes(entry));
      assert.ok(usual.length <= 11, `${viewItem}: ${usual.join(", ")}`);
      const submenuCount = atAGlance(viewItem).filter(({ submenu }) => submenu !== undefined).length;
      assert.ok(submenuCount <= 4, viewItem);
    }
  });

  it("have in each submenu what its rows offer, and each of its commands beside it on rows without it", () => {
    for (const viewItem of contextValues)
      for (const id of commandIds) {
        const submenu = submenuOf(shapeOf(id));
        const { verb } = shapeOf(id);
        if (submenu === undefined || verb === undefined || !verbsOf(viewItem).includes(verb)) continue;
        const isThere = submenus[submenu].on.some((each) => verbsOf(viewItem).includes(each));
        const isDirect = atAGlance(viewItem).some(({ command }) => command === id);
        assert.equal(isDirect, !isThere, `${id} on ${viewItem}`);
      }
    assert.ok(Object.keys(submenus).length <= 4);
  });

  it("leave other views and other nodes alone", () => {
    for (const viewItem of contextValues) {
      assert.deepEqual(itemsOn(viewItem, "other.view"), []);
      if (!viewItem.startsWith("panel.")) assert.deepEqual(itemsOn(stateOf(viewItem)), [], viewItem);
    }
    assert.deepEqual(itemsOn("container.running+restarting+xstop"), [], "a verb is a whole word");
    assert.deepEqual(visibleItems("view/title", { view: "other.view", ...withPanels(1) }), []);
  });

  it("have a command once, whatever rows offer it, and none in the palette that needs a row", () => {
    for (const verb of rowVerbs) assert.ok(commandIds.includes(`serverPanel.${verb}`));
    for (const id of ["serverPanel.remove", "serverPanel.copy", "serverPanel.copyName"])
      assert.equal(isInPalette(id, withPanels(1)), false, id);
  });

  it("offer a task on the rows of each kind that has tasks, websites among them", () => {
    for (const kind of taskKinds)
      for (const state of taskStatesOf(kind)) {
        const values = contextValues.filter((value) => stateOf(value) === `${kind}.${state}`);
        for (const value of values) assert.ok(verbsOf(value).includes("addTask"), value);
      }
    assert.ok(taskKinds.includes("site"));
  });

  it("have each command that is not in the palette on a row, in a title, on a key or on a click", () => {
    const clicked = ["serverPanel.activity.show", "serverPanel.group.loadMore", "serverPanel.file.open"];
    for (const id of commandIds.filter((each) => !isInPalette(each, withPanels(1)))) {
      const { verb, activity, isInExplorer, found, viewTitle, keys, palette = "" } = shapeOf(id);
      const isElsewhere = [verb, activity, isInExplorer, found, viewTitle, keys].some((place) => place !== undefined);
      assert.ok(isElsewhere || palette.endsWith("Logs") || clicked.includes(id), id);
    }
  });

  for (const count of PANEL_COUNTS) {
    it(`offer in the palette what the manifest says, with panelCount ${count}`, () => {
      for (const id of commandIds) {
        const { palette } = shapeOf(id);
        const expected = palette === "always" || (palette === "withPanels" && count !== 0);
        assert.equal(isInPalette(id, withPanels(count)), expected, id);
      }
    });

    it(`offer in the view's title what the manifest says, with panelCount ${count}`, () => {
      const expected = commandIds.filter((id) => {
        const { viewTitle, viewMenu, palette } = shapeOf(id);
        const isOther = /^serverPanel\.(activity|search)\./.test(id);
        return !isOther && (viewTitle ?? viewMenu) !== undefined && (palette === "always" || count !== 0);
      });
      const items = visibleItems("view/title", { view: PANELS_VIEW, ...withPanels(count) });
      assert.deepEqual(idsOf(items), expected.toSorted());
    });
  }

  for (const counts of LOG_COUNTS) {
    const { [contextKeys.shownLogs]: shown = 0, [contextKeys.followedLogs]: followed = 0 } = counts;
    const isOffered = ({ palette }: CommandShape) =>
      (palette === "withShownLogs" && shown > 0) || (palette === "withFollowedLogs" && followed > 0);

    it(`offer for logs what the manifest says, with ${shown} shown and ${followed} followed`, () => {
      const ofLogs = commandIds.filter((id) => shapeOf(id).palette?.endsWith("Logs"));
      assert.ok(ofLogs.length > 0);
      for (const id of ofLogs)
        assert.equal(isInPalette(id, { ...withPanels(1), ...counts }), isOffered(shapeOf(id)), id);
    });
  }

  it("offer the manifest's commands in the title of the Output panel while it shows a followed log", () => {
    const items = (inSight: boolean | undefined, view = "workbench.panel.output") =>
      idsOf(visibleItems("view/title", { view, [contextKeys.followedLogInSight]: inSight }));
    const expected = commandIds.filter((id) => shapeOf(id).outputTitle).toSorted();
    assert.ok(expected.length > 0);
    assert.deepEqual(items(true), expected);
    for (const inSight of [false, undefined]) assert.deepEqual(items(inSight), []);
    assert.deepEqual(items(true, "workbench.panel.markers"), []);
  });

  it("offer the manifest's commands in the title of the Activity view", () => {
    assert.deepEqual(idsOf(visibleItems("view/title", { view: ACTIVITY_VIEW })), ["serverPanel.activity.clear"]);
    for (const viewItem of contextValues) assert.deepEqual(itemsOn(viewItem, ACTIVITY_VIEW), []);
  });

  it("offer in the title of the Search view to cancel while it searches", () => {
    const items = (isSearching: boolean | undefined) =>
      idsOf(visibleItems("view/title", { view: SEARCH_VIEW, [contextKeys.searching]: isSearching }));
    const always = ["serverPanel.search.change", "serverPanel.search.clear"];
    assert.deepEqual(items(true), ["serverPanel.search.cancel", ...always].toSorted());
    for (const not of [false, undefined]) assert.deepEqual(items(not), always);
  });

  it("offer the manifest's commands on the rows of the Search view, and nothing else", () => {
    for (const row of Object.keys(foundRows) as FoundRow[]) {
      const items = itemsOn(foundRows[row], SEARCH_VIEW);
      const expected = (list: "found" | "foundInline") =>
        commandIds.filter((id) => shapeOf(id)[list]?.includes(row) === true).toSorted();
      assert.deepEqual(idsOf(items.filter((item) => !isInline(item))), expected("found"));
      assert.deepEqual(idsOf(items.filter(isInline)), expected("foundInline"));
    }
    for (const viewItem of contextValues) assert.deepEqual(itemsOn(viewItem, SEARCH_VIEW), []);
  });

  it("look for texts in websites, projects, directories, panels and tags, also in several of them, and for names in one directory", () => {
    const offered = (state: string, more = {}) => {
      const value = contextValues.find((each) => stateOf(each) === state) ?? assert.fail(state);
      return idsOf(itemsOn(value, PANELS_VIEW, more)).filter((id) => id.startsWith("serverPanel.find"));
    };
    const [find, byName] = ["serverPanel.find", "serverPanel.findByName"];
    for (const state of ["site.running", "site.elsewhere", "project.stopped", "javaProject.unknown", "file.root"]) {
      assert.deepEqual(offered(state), [find, byName]);
      assert.deepEqual(offered(state, { listMultiSelection: true }), [find]);
    }
    for (const state of ["panel.answering", "folder.tag"])
      for (const more of [{}, { listMultiSelection: true }]) assert.deepEqual(offered(state, more), [find]);
    assert.deepEqual(offered("file.file"), []);
  });

  it("offer the manifest's commands on the rows of the Activity view, and nowhere else", () => {
    const on = (which: readonly CommandShape["activity"][]) =>
      commandIds.filter((id) => which.includes(shapeOf(id).activity)).toSorted();
    assert.ok(on(["every"]).length > 0 && on(["repeatable"]).length > 0);
    assert.deepEqual(idsOf(itemsOn(OPERATIONS, ACTIVITY_VIEW)), on(["every"]));
    assert.deepEqual(idsOf(itemsOn(OPERATION, ACTIVITY_VIEW)), on(["every", "single"]));
    assert.deepEqual(idsOf(itemsOn(REPEATABLE, ACTIVITY_VIEW)), on(["every", "single", "repeatable"]));
    for (const viewItem of [OPERATION, OPERATIONS, REPEATABLE]) assert.deepEqual(itemsOn(viewItem), []);
  });

  it("show an icon where they show no text", () => {
    const withoutText = [
      ...(menus["view/item/context"] ?? []).filter(isInline),
      ...(menus["view/title"] ?? []).filter(({ group }) => group?.startsWith("navigation") === true),
    ];
    assert.ok(withoutText.length > 0);
    for (const { command } of withoutText) {
      const icon = packageJson.contributes.commands.find((entry) => entry.command === command)?.icon;
      assert.match(icon ?? "", /^\$\([a-z-]+\)$/, command);
    }
  });
});

describe("the context menu", () => {
  const items = (menus["view/item/context"] ?? []).filter((item) => !isInline(item) && item.submenu === undefined);

  it("has one place for each command on a node", () => {
    for (const viewItem of contextValues) {
      const groups = itemsOn(viewItem).map(({ group }) => group);
      assert.equal(new Set(groups).size, groups.length, `${viewItem}: ${groups.join(", ")}`);
    }
  });

  it("has exactly the commands that remove or delete in its last group", () => {
    const destroyed = items.filter((item) => groupOf(item).name === "destroy");
    assert.deepEqual(idsOf(destroyed), idsOf(items.filter(({ command }) => destroys(command))));
    assert.ok(destroyed.length > 0);
  });
});

describe("actions of the resource table", () => {
  it("that end a trouble come first on their rows, left of the other icons, and are on no other row", () => {
    const mending = ["certificateOrder.expired", "site.running"].flatMap((state) =>
      contextValues.filter((value) => stateOf(value) === state && marked(value).includes("renew!")),
    );
    assert.ok(mending.length > 0);
    for (const value of mending) {
      const groups = itemsOn(value)
        .filter(({ command }) => submenuOf(shapeOf(command)) === undefined)
        .map(({ group = "" }) => group)
        .toSorted();
      const own = itemsOn(value).filter(({ command }) => command === "serverPanel.renew");
      const icons = groups.filter((group) => group.startsWith("inline"));
      assert.deepEqual(own.map(({ group = "" }) => group).toSorted(), [groups[0], icons[0]]);
    }
    for (const value of contextValues)
      if (!verbsOf(value).includes("fix")) assert.ok(!verbsOf(value).includes("renew"), value);
  });

  it("have a title that ends in … if a question follows by default on rows of some kind", () => {
    for (const verb of rowVerbs) {
      const actions = resourceKinds.flatMap((kind) => actionsOf(kind).filter(([name]) => name === verb));
      const asks = actions.some(
        ([, { operation, safeguard }]) =>
          safeguard !== undefined || safeguardFor("ask", operations[operation].effect) !== "none",
      );
      if (asks) assert.match(nls[`command.${verb}`] ?? "", /…$/);
    }
  });
});

describe("the manifest", () => {
  it("stays small: a command for each verb, and not for each kind", () => {
    const palette = commandIds.filter((id) => isInPalette(id, withPanels(1)));
    const most = {
      commands: [packageJson.contributes.commands.length, 96],
      rowEntries: [menus["view/item/context"]?.length ?? 0, 65],
      palette: [palette.length, 55],
      longestClause: [Math.max(...allClauses().map((clause) => clause.length)), 160],
      // of which 60 kB are the tools for agents, the settings and the project's own fields
      bytes: [readFileSync(join(root, "package.json")).length, 97_000],
    } as const;
    for (const [what, [count, limit]] of Object.entries(most)) assert.ok(count <= limit, `${what}: ${count}`);
  });
});

function destroys(command: string): boolean {
  const isDestroying = resourceKinds.some((kind) =>
    actionsOf(kind).some(
      ([verb, { operation }]) => command === `serverPanel.${verb}` && operations[operation].effect === "destroy",
    ),
  );
  return isDestroying || /\.(?:remove|delete)\w*$/.test(command);
}
