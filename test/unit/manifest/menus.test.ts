import { parseWhenClause } from "./whenClause.ts";
import assert from "node:assert/strict";
import { commandIds, commands } from "../../../src/manifest/commands.ts";
import { submenuOf, type CommandShape } from "../../../src/manifest/commandShape.ts";
import {
  ACTIVITY_VIEW,
  contextKeys,
  foundRows,
  type FoundRow,
  OPERATION,
  OPERATIONS,
  PANELS_VIEW,
  REPEATABLE,
  SEARCH_VIEW,
} from "../../../src/manifest/manifest.ts";
import { safeguardFor } from "../../../src/panels/guardLevel.ts";
import { resourceStates, troubles } from "../../../src/resources/resource.ts";
import { actionsOf, resourceKinds } from "../../../src/resources/resources.ts";
import { operations } from "../../../src/wire/operations/operations.ts";
import { taskKinds, taskStatesOf } from "../../../src/manifest/taskActions.ts";
import { isInPalette, nls, packageJson, visibleItems, type MenuItem } from "./packageJson.ts";
import { contextValues } from "./sampleNodes.ts";

const { menus } = packageJson.contributes;
const shapeOf = (id: string): CommandShape => commands[id] ?? assert.fail(`${id} is no command`);

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

/** Unset before activation, when rows are in the panel's order. */
const isOfListed = ({ whileTroubleFirst }: CommandShape) => whileTroubleFirst !== true;

/** Splits a context value into `kind.state` and the possible changes. */
const stateOf = (value: string): string => value.split("+")[0] ?? "";
const changesOf = (value: string): readonly string[] => value.split("+").slice(1);

/** Splits a place such as "3_change@2". */
function groupOf({ command, group = "" }: MenuItem) {
  const [, rank, name = "", order] = /^([1-9])_([a-z]+)@([1-9]\d*)$/.exec(group) ?? [];
  assert.ok(rank !== undefined, `${command}: group "${group}"`);
  return { rank: Number(rank), name, order: Number(order) };
}

describe("sample nodes", () => {
  it("have every context value of the manifest, in the form kind.state with the possible changes", () => {
    for (const value of contextValues) assert.match(value, /^[a-z]\w*\.[a-z]\w*(\.filtered)?(\+[a-z]\w*)*$/);
    for (const id of commandIds) {
      const { nodes = [], inline = [], change } = shapeOf(id);
      for (const node of [...nodes, ...inline]) {
        const values = contextValues.filter((value) => stateOf(value) === node);
        assert.ok(values.includes(node), `${id}: ${node}`);
        if (change !== undefined)
          assert.ok(
            values.some((value) => changesOf(value).includes(change)),
            `${id}: ${node}`,
          );
      }
    }
  });
});

describe("menus of package.json", () => {
  it("are only those that these tests evaluate, of commands that exist", () => {
    const submenus = packageJson.contributes.submenus.map(({ id }) => id);
    const own = ["commandPalette", "explorer/context", "view/item/context", "view/title"];
    assert.deepEqual(Object.keys(menus).toSorted(), [...own, ...submenus].toSorted());
    for (const { command, submenu } of Object.values(menus).flat())
      if (submenu === undefined) shapeOf(command);
      else assert.ok(submenus.includes(submenu), submenu);
  });

  it("offer deploying on trusted folders of this computer, once there is a panel", () => {
    const entry = menus["explorer/context"]?.find(({ command }) => command === "serverPanel.folder.deploy");
    const clause = parseWhenClause(entry?.when ?? "");
    const folder = { explorerResourceIsFolder: true, resourceScheme: "file", isWorkspaceTrusted: true };
    assert.equal(clause.holds({ ...folder, "serverPanel.panelCount": 1 }), true);
    for (const change of [
      { explorerResourceIsFolder: false },
      { resourceScheme: "vscode-remote" },
      { isWorkspaceTrusted: false },
    ])
      assert.equal(clause.holds({ ...folder, "serverPanel.panelCount": 1, ...change }), false);
  });

  it("offer deploying on files of this computer that may be programs or jars, and on no other", () => {
    const entry = menus["explorer/context"]?.find(({ command }) => command === "serverPanel.program.deploy");
    const clause = parseWhenClause(entry?.when ?? "");
    const file = { explorerResourceIsFolder: false, resourceScheme: "file", isWorkspaceTrusted: true };
    const holds = (more: object) => clause.holds({ ...file, "serverPanel.panelCount": 1, ...more });
    for (const resourceExtname of ["", ".jar"]) assert.equal(holds({ resourceExtname }), true);
    for (const resourceExtname of [".ts", ".jar.bak", ".xjar"]) assert.equal(holds({ resourceExtname }), false);
    for (const change of [{ explorerResourceIsFolder: true }, { isWorkspaceTrusted: false }])
      assert.equal(holds({ resourceExtname: "", ...change }), false);
  });

  for (const viewItem of contextValues) {
    it(`offer on ${viewItem} what the manifest says`, () => {
      const items = itemsOn(viewItem);
      const isInPlace = (id: string) =>
        shapeOf(id).mends?.some((trouble) => viewItem.endsWith(`+${trouble}`)) !== false;
      const isInTrouble = troubles.some((trouble) => viewItem.endsWith(`+${trouble}`));
      const expected = (list: "nodes" | "inline") =>
        commandIds.filter((id) => {
          const { whileInTrouble = [] } = shapeOf(id);
          if (list === "nodes" && isInTrouble && whileInTrouble.includes(stateOf(viewItem))) return true;
          const { change } = shapeOf(id);
          const isOffered = change === undefined || (changesOf(viewItem).includes(change) && isInPlace(id));
          return isOffered && isOfListed(shapeOf(id)) && shapeOf(id)[list]?.includes(stateOf(viewItem));
        });
      const isHere = (trouble: string) => viewItem.endsWith(`+${trouble}`);
      const whileHere = expected("nodes").filter((id) => shapeOf(id).inlineWhile?.some(isHere) === true);
      assert.deepEqual(idsOf(items.filter((item) => !isInline(item))), expected("nodes").toSorted(), "context menu");
      assert.deepEqual(idsOf(items.filter(isInline)), [...expected("inline"), ...whileHere].toSorted(), "inline");
    });
  }

  it("offer on several selected nodes only what works on several", () => {
    for (const viewItem of contextValues) {
      const isOfOne = ({ several, nodes = [] }: CommandShape) =>
        several !== true && !nodes.some((node) => node.startsWith("group."));
      const ofOne = itemsOn(viewItem).filter(({ command }) => isOfOne(shapeOf(command)));
      const ofSeveral = itemsOn(viewItem, PANELS_VIEW, { listMultiSelection: true });
      assert.deepEqual(
        itemsOn(viewItem).filter((item) => !ofSeveral.includes(item)),
        ofOne.filter((item) => !isInline(item)),
      );
    }
    const site = idsOf(itemsOn("site.running+stop+remove", PANELS_VIEW, { listMultiSelection: true }));
    assert.ok(site.includes("serverPanel.site.stop") && !site.includes("serverPanel.site.remove"));
  });

  it("have at most nine entries besides submenus, and one that explains a trouble", () => {
    for (const viewItem of contextValues) {
      const isDirect = ({ command }: MenuItem) =>
        submenuOf(shapeOf(command)) === undefined && command !== "serverPanel.node.fix";
      const entries = itemsOn(viewItem).filter((item) => !isInline(item) && isDirect(item));
      assert.ok(entries.length <= 9, `${viewItem}: ${idsOf(entries).join(", ")}`);
    }
  });

  it("leave other views and other nodes alone", () => {
    for (const viewItem of contextValues) {
      assert.deepEqual(itemsOn(viewItem, "other.view"), []);
      assert.deepEqual(itemsOn(`x${viewItem}`), [], `x${viewItem}`);
      assert.deepEqual(itemsOn(`${viewItem}.x`), [], `${viewItem}.x`);
      assert.deepEqual(itemsOn(`${stateOf(viewItem)}x`), [], `${stateOf(viewItem)}x`);
    }
    assert.deepEqual(visibleItems("view/title", { view: "other.view", ...withPanels(1) }), []);
  });

  it("have one command in the palette for what several kinds restart, start, stop and follow, and none that copies a row", () => {
    const offered = commandIds.filter((id) => isInPalette(id, withPanels(1)));
    const named = (name: string) => offered.filter((id) => id.endsWith(`.${name}`));
    for (const name of ["restart", "start", "stop", "followLog"])
      assert.deepEqual(named(name), [`serverPanel.resource.${name}`]);
    const copying = offered.filter((id) => /\.copy\w*$/.test(id));
    assert.deepEqual(copying, ["serverPanel.diagnostics.copy"], "this one is on no row");
    assert.ok(offered.length < 80, `${offered.length} commands`);
  });

  it("offer a task on the rows of each kind that has tasks, websites among them", () => {
    for (const kind of taskKinds)
      for (const state of taskStatesOf(kind))
        assert.ok(idsOf(itemsOn(`${kind}.${state}`)).includes("serverPanel.task.add"), `${kind}.${state}`);
    assert.ok(taskKinds.includes("site"));
  });

  it("have each command that is not in the palette on a row, in a title or on a key", () => {
    for (const id of commandIds.filter((each) => !isInPalette(each, withPanels(1)))) {
      const { nodes, activity, explorer, found, searchTitle, key, palette } = shapeOf(id);
      const isElsewhere = [nodes, activity, explorer, found, searchTitle, key].some((place) => place !== undefined);
      assert.ok(
        isElsewhere ||
          palette.endsWith("Logs") ||
          id === "serverPanel.activity.show" ||
          // a row of its own
          id === "serverPanel.found.showMore" ||
          shapeOf(id).viewMenu !== undefined,
        id,
      );
    }
  });

  for (const count of PANEL_COUNTS) {
    it(`offer in the palette what the manifest says, with panelCount ${count}`, () => {
      for (const id of commandIds) {
        const { palette } = shapeOf(id);
        const expected = palette === "always" || (palette === "withPanels" && count !== 0 && isOfListed(shapeOf(id)));
        assert.equal(isInPalette(id, withPanels(count)), expected, id);
      }
    });

    it(`offer in the view's title what the manifest says, with panelCount ${count}`, () => {
      const expected = commandIds.filter((id) => {
        const { viewTitle, viewMenu, palette } = shapeOf(id);
        const isInTitle = viewTitle !== undefined || (viewMenu !== undefined && isOfListed(shapeOf(id)));
        return isInTitle && (palette === "always" || count !== 0);
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
      const ofLogs = commandIds.filter((id) => shapeOf(id).palette.endsWith("Logs"));
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
    const items = visibleItems("view/title", { view: ACTIVITY_VIEW });
    assert.deepEqual(idsOf(items), commandIds.filter((id) => shapeOf(id).activityTitle).toSorted());
    for (const viewItem of contextValues) assert.deepEqual(itemsOn(viewItem, ACTIVITY_VIEW), []);
  });

  it("offer the manifest's commands in the title of the Search view, to cancel while it searches and to search again after it", () => {
    const items = (isSearching: boolean | undefined) =>
      idsOf(visibleItems("view/title", { view: SEARCH_VIEW, [contextKeys.searching]: isSearching }));
    const titled = commandIds.filter((id) => shapeOf(id).searchTitle !== undefined);
    const without = (id: string) => titled.filter((each) => each !== id).toSorted();
    assert.ok(titled.length > 2);
    assert.deepEqual(items(true), without("serverPanel.search.again"));
    for (const not of [false, undefined]) assert.deepEqual(items(not), without("serverPanel.search.cancel"));
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
    const find = "serverPanel.files.find";
    const byName = "serverPanel.files.findByName";
    const offered = (viewItem: string, more = {}) =>
      idsOf(itemsOn(viewItem, PANELS_VIEW, more)).filter((id) => id.startsWith("serverPanel.files."));
    for (const viewItem of [
      "site.running",
      "site.elsewhere",
      "project.stopped",
      "javaProject.unknown",
      "file.directory",
      "file.root",
    ]) {
      assert.deepEqual(offered(viewItem), [find, byName]);
      assert.deepEqual(offered(viewItem, { listMultiSelection: true }), [find]);
    }
    for (const viewItem of ["panel.answering", "folder.tag"])
      for (const more of [{}, { listMultiSelection: true }]) assert.deepEqual(offered(viewItem, more), [find]);
    assert.deepEqual(offered("file.file"), []);
  });

  it("offer the other order of the rows wherever it can be chosen", () => {
    const ordering = commandIds.filter((id) => shapeOf(id).whileTroubleFirst !== undefined);
    for (const [isTroubleFirst, offered] of [
      [true, "serverPanel.rows.sortAsListed"],
      [false, "serverPanel.rows.sortByTrouble"],
    ] as const) {
      const context = { ...withPanels(1), [contextKeys.troubleFirst]: isTroubleFirst };
      const isOrdering = (id: string) => ordering.some((each) => each === id);
      assert.deepEqual(idsOf(itemsOn("group.site", PANELS_VIEW, context)).filter(isOrdering), [offered]);
      assert.deepEqual(idsOf(itemsOn("group.terminalSetting", PANELS_VIEW, context)).filter(isOrdering), []);
      const title = visibleItems("view/title", { view: PANELS_VIEW, ...context });
      assert.deepEqual(idsOf(title).filter(isOrdering), [offered]);
      assert.deepEqual(
        ordering.filter((id) => isInPalette(id, context)),
        [offered],
      );
    }
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
  const actions = resourceKinds.flatMap((kind) =>
    actionsOf(kind).map(([verb, action]) => ({ id: `serverPanel.${kind}.${verb}`, kind, verb, action })),
  );

  for (const { id, kind, verb, action } of actions) {
    it(`offer ${id} in exactly the states that fit`, () => {
      const [trouble = "after"] = action.mends ?? [];
      const itemsIn = (state: string) => itemsOn(`${kind}.${state}+before+${verb}+${trouble}`);
      const offered = resourceStates.filter((state) => itemsIn(state).some(({ command }) => command === id));
      assert.deepEqual(offered.toSorted(), action.offered.toSorted());
      const withIcon = resourceStates.filter((state) =>
        itemsIn(state).some((item) => item.command === id && isInline(item)),
      );
      const expected = action.mends === undefined ? (action.inline ?? []) : action.offered;
      assert.deepEqual(withIcon.toSorted(), expected.toSorted());
    });
  }

  it("that end a trouble come first there, left of the other icons, and nowhere else", () => {
    const mending = actions.filter(({ action }) => action.mends !== undefined);
    assert.ok(mending.length > 0);
    for (const { id, kind, verb, action } of mending)
      for (const trouble of action.mends ?? []) {
        const state = `${kind}.${action.offered[0]}`;
        const items = itemsOn(`${state}+remove+${verb}+${trouble}`).filter(
          ({ command }) => submenuOf(shapeOf(command)) === undefined,
        );
        const groups = items.map(({ group = "" }) => group).toSorted();
        const own = items.filter(({ command }) => command === id).map(({ group = "" }) => group);
        assert.deepEqual(own.toSorted(), [groups[0], groups.find((group) => group.startsWith("inline")) ?? ""]);
        assert.ok(!itemsOn(`${state}+remove+${verb}`).some(({ command }) => command === id));
      }
  });

  it("have their icon before all others on rows in the troubles that they say, and are in the menu of other rows, too", () => {
    const inTrouble = actions.flatMap(({ action, ...rest }) =>
      (action.inlineWhile ?? []).map((trouble) => ({ ...rest, action, trouble })),
    );
    assert.ok(inTrouble.length > 0);
    for (const { id, kind, verb, action, trouble } of inTrouble) {
      const state = `${kind}.${action.offered[0]}`;
      const inline = itemsOn(`${state}+restart+${verb}+${trouble}`).filter(isInline);
      const [first] = inline.toSorted((a, b) => ((a.group ?? "") < (b.group ?? "") ? -1 : 1));
      assert.equal(first?.command, id);
      const usual = itemsOn(`${state}+restart+${verb}`).filter(({ command }) => command === id);
      assert.deepEqual(usual.map(isInline), [false]);
    }
  });

  it("have a title that ends in … if a question follows by default", () => {
    for (const { id, action } of actions) {
      const { effect } = operations[action.operation];
      const asks = action.safeguard !== undefined || safeguardFor("ask", effect) !== "none";
      const title = nls[`command.${id.replace("serverPanel.", "")}`] ?? "";
      assert.equal(title.endsWith("…"), asks, title);
    }
  });
});

function actionOf(command: string) {
  for (const kind of resourceKinds)
    for (const [verb, action] of actionsOf(kind)) if (command === `serverPanel.${kind}.${verb}`) return action;
  return undefined;
}

function destroys(command: string): boolean {
  const action = actionOf(command);
  const byEffect = action !== undefined && operations[action.operation].effect === "destroy";
  return byEffect || /\.(?:remove|delete)\w*$/.test(command);
}
