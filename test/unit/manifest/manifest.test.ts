import assert from "node:assert/strict";
import { AGENT_TOOLS, agentAccess, defaultAccess } from "../../../src/agents/agentAccess.ts";
import { agentToolNames, isAllowed } from "../../../src/agents/agentTools.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { contributions } from "../../../scripts/contributions.ts";
import { derivedTexts } from "../../../scripts/derivedTexts.ts";
import { chinese, english, readJson } from "../../../scripts/documentWords.ts";
import { commandIds } from "../../../src/manifest/commands.ts";
import {
  ACTIVITY_VIEW,
  contextKeys,
  DEPLOYMENTS,
  PANELS_VIEW,
  SEARCH_VIEW,
  SITE_FORM_VIEW,
} from "../../../src/manifest/manifest.ts";
import { settings, withinLimits, type SettingId } from "../../../src/manifest/settings.ts";
import { FILES_SCHEME } from "../../../src/serverFiles/filePlace.ts";
import { stateColors } from "../../../src/views/stateColors.ts";
import { allClauses, linksIn, nls, packageJson, root, walk } from "./packageJson.ts";
import { firstSteps } from "../../../src/ports/workbench.ts";
import { parseWhenClause } from "./whenClause.ts";

const { contributes } = packageJson;

/** Context keys of VS Code itself. */
const VS_CODE_KEYS = new Set([
  `config.${DEPLOYMENTS}`,
  "view",
  "viewItem",
  "focusedView",
  "inputFocus",
  "listFocus",
  "listMultiSelection",
  "treestickyScrollFocused",
  "explorerResourceIsFolder",
  "resourceScheme",
  "hasSearchResult",
  "resourceExtname",
  "isWorkspaceTrusted",
  `config.${AGENT_TOOLS}`,
]);

/** Fields of a contribution that people read. */
const SHOWN = new Set(["title", "category", "name", "contents", "description", "markdownDescription", "displayName"]);

const isCommand = (id: string): boolean => commandIds.some((known) => known === id);
const sorted = (values: Iterable<string>): readonly string[] => [...values].toSorted();
const withoutPrefix = (id: string): string => id.replace("serverPanel.", "");

describe("package.json", () => {
  it("keeps its id, to which VS Code binds its storage and its secrets", () => {
    assert.equal(`${packageJson.publisher}.${packageJson.name}`, "serverpanel.server-panel");
  });

  it("runs where the user is, and looks for abandoned changes in each window after VS Code's start", () => {
    assert.deepEqual(packageJson.extensionKind, ["ui", "workspace"]);
    // no command or view activates the extension for a restored form
    assert.deepEqual(packageJson.activationEvents, [
      "onStartupFinished",
      `onFileSystem:${FILES_SCHEME}`,
      `onWebviewPanel:${SITE_FORM_VIEW}`,
    ]);
  });

  it("bundles everything: nothing is installed with it", () => {
    assert.equal(packageJson.dependencies, undefined);
  });

  it("names files that exist", () => {
    const files = [packageJson.l10n];
    walk(contributes, (name, value) => {
      if (name === "icon" && typeof value === "string" && !value.startsWith("$(")) files.push(value);
    });
    assert.ok(files.length > 1);
    for (const file of files) assert.ok(existsSync(join(root, file)), file);
  });

  it("has its own colour for a good state in every kind of theme", () => {
    assert.deepEqual(
      contributes.colors.map(({ id }) => id),
      Object.values(stateColors).filter((id) => id.startsWith("serverPanel.")),
    );
    for (const { defaults } of contributes.colors)
      assert.deepEqual(sorted(Object.keys(defaults)), ["dark", "highContrast", "highContrastLight", "light"]);
  });
});

describe("texts of package.json", () => {
  for (const words of [english, chinese])
    it(`follow from verbs and kinds in ${words.manifest}, as npm run manifest writes them`, () => {
      assert.partialDeepStrictEqual(readJson(words.manifest), derivedTexts(words));
    });

  const used = new Set<string>();
  walk(packageJson, (_name, value) => {
    const [, key] = typeof value === "string" ? (/^%(.*)%$/s.exec(value) ?? []) : [];
    if (key !== undefined) used.add(key);
  });

  it("are exactly those of package.nls.json", () => {
    assert.deepEqual(sorted(Object.keys(nls)), sorted(used));
  });

  it("never stand in package.json itself, but for what models read", () => {
    walk({ ...contributes, languageModelTools: [] }, (name, value) => {
      if (SHOWN.has(name) && typeof value === "string") assert.match(value, /^%[\w.]+%$/, name);
    });
    assert.equal(contributes.commands.length > 0, true);
  });
});

describe("commands of package.json", () => {
  it("are, with their menus and keys, our type of task, the tools and skills for agents, what npm run manifest writes", () => {
    const { commands, submenus, menus, keybindings, taskDefinitions, languageModelTools, chatSkills } = contributes;
    const written = { commands, submenus, menus, keybindings, taskDefinitions, languageModelTools, chatSkills };
    assert.deepEqual(written, contributions());
    assert.ok(commands.length > 0);
  });

  it("are what the welcome view links to", () => {
    const links = contributes.viewsWelcome.flatMap(({ contents }) => linksIn(nls[contents.slice(1, -1)] ?? ""));
    assert.ok(links.length > 0);
    for (const { command, args } of links) {
      assert.ok(isCommand(command), command);
      if (command === "serverPanel.firstSteps.open")
        for (const step of args) assert.ok(firstSteps.some((known) => known === step));
      else assert.deepEqual(args, []);
    }
  });
});

describe("tools of package.json", () => {
  const { languageModelTools } = contributes;

  it("are at most 14, each a verb and a noun, described for models and for people", () => {
    assert.deepEqual(
      languageModelTools.map(({ name }) => name),
      agentToolNames,
    );
    assert.ok(agentToolNames.length <= 14);
    for (const { name, toolReferenceName, modelDescription, userDescription, displayName } of languageModelTools) {
      assert.match(name, /^(?:list|get|read|wait_for|diagnose|plan|run|roll_back|control|open)(?:_[a-z]+)+$/);
      assert.match(toolReferenceName, /^[a-z]+(?:[A-Z][a-z]+)+$/);
      assert.match(modelDescription, /^[A-Z].+\.$/);
      assert.deepEqual([displayName, userDescription], [`%tool.${name}%`, `%tool.${name}.about%`]);
    }
  });

  it("are there for models as the setting says", () => {
    for (const access of agentAccess)
      for (const { name, when } of languageModelTools) {
        const isThere = parseWhenClause(when).holds({ [`config.${AGENT_TOOLS}`]: access });
        assert.equal(isThere, isAllowed(name, access), `${name} with ${access}`);
      }
  });

  it("say of each input what it is, and take nothing else", () => {
    for (const { name, inputSchema } of languageModelTools) {
      const { properties, required = [], additionalProperties } = inputSchema;
      assert.equal(additionalProperties, false);
      for (const [field, { description }] of Object.entries(properties))
        assert.match(description, /.+\.$/, `${name}.${field}`);
      for (const field of required) assert.ok(field in properties);
    }
  });
});

describe("views of package.json", () => {
  it("are those of the manifest, in containers that exist", () => {
    const ids = Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id));
    assert.deepEqual(ids, [PANELS_VIEW, SEARCH_VIEW, ACTIVITY_VIEW]);
    const containers = Object.values(contributes.viewsContainers).flatMap((all) => all.map(({ id }) => id));
    assert.deepEqual(Object.keys(contributes.views), containers);
  });
});

describe("settings of package.json", () => {
  const { properties } = contributes.configuration;

  // deployments are of a folder, and tools for agents one of several words
  const numeric = Object.entries(properties).filter(([id]) => id !== DEPLOYMENTS && id !== AGENT_TOOLS);

  it("let agents read unless a person says otherwise, whatever a workspace says", () => {
    const {
      type,
      scope,
      default: preset,
      enum: values,
      markdownEnumDescriptions: described,
    } = properties[AGENT_TOOLS] ?? {};
    assert.deepEqual([type, scope, preset], ["string", "application", defaultAccess]);
    assert.deepEqual(values, agentAccess);
    assert.deepEqual(
      described,
      agentAccess.map((value) => `%setting.agentTools.${value}%`),
    );
  });

  it("say of deployments what a folder's settings may, and never a panel", () => {
    const { type, scope, items } = properties[DEPLOYMENTS] as unknown as {
      readonly type: string;
      readonly scope: string;
      readonly items: { readonly properties: object };
    };
    assert.deepEqual([type, scope], ["array", "resource"]);
    const names = [
      "name",
      "website",
      "source",
      "directory",
      "exclude",
      "project",
      "jar",
      "program",
      "targets",
      "wave",
      "task",
      "check",
      "watch",
      "mode",
      "served",
      "shared",
      "keep",
      "rollBack",
      "replaceChanged",
      "steps",
    ];
    assert.deepEqual(Object.keys(items.properties), names);
    // whatever people have written there, it is marked for this alone
    assert.deepEqual({ wave: undefined, ...items.properties }.wave, {
      deprecationMessage: "%setting.deployments.wave%",
    });
    assert.deepEqual(packageJson.capabilities.untrustedWorkspaces.restrictedConfigurations, [DEPLOYMENTS]);
  });

  it("are those of the manifest, with their defaults and limits", () => {
    const declared = numeric.map(([id, { default: preset, minimum, maximum }]) => {
      return [id, { default: preset, minimum, maximum }];
    });
    assert.deepEqual(Object.fromEntries(declared), settings);
    const orders = Object.values(properties).map(({ order }) => order);
    assert.deepEqual(
      orders,
      orders.map((_, index) => index + 1),
    );
  });

  it("are whole numbers that a default of theirs fits, set by the person alone, and described", () => {
    for (const [id, setting] of numeric) {
      assert.equal(setting.type, "integer", id);
      assert.equal(withinLimits(settings[id as SettingId], setting.default), setting.default, id);
      // a foreign workspace must not set how often panels are called
      assert.equal(setting.scope, "application", id);
      assert.equal(setting.markdownDescription, `%setting.${withoutPrefix(id)}%`);
      // like the settings of VS Code itself
      const text = nls[`setting.${withoutPrefix(id)}`] ?? "";
      assert.match(text, /^Controls .+\.$/);
      for (const [, linked = ""] of text.matchAll(/`#(.*?)#`/g)) assert.ok(linked in settings && linked !== id, linked);
    }
  });
});

describe("context keys", () => {
  it("are those that when clauses read", () => {
    const read = new Set(allClauses().flatMap((clause) => [...parseWhenClause(clause).keys]));
    const ours = [...read].filter((key) => !VS_CODE_KEYS.has(key));
    assert.deepEqual(sorted(ours), sorted(Object.values(contextKeys)));
  });
});

describe("key bindings", () => {
  const everywhere = contributes.keybindings.filter(({ when }) => when === "serverPanel.panelCount != 0");
  const amongResults = contributes.keybindings.filter(({ key }) => key.endsWith("f4"));
  const inView = contributes.keybindings.filter((binding) => ![...everywhere, ...amongResults].includes(binding));
  const views = [PANELS_VIEW, ACTIVITY_VIEW, SEARCH_VIEW];

  it("work in our views only, but for those that find everything, deploy a file or deploy again, and go from result to result", () => {
    assert.deepEqual(
      everywhere.map(({ command, key }) => [command, key]),
      [
        ["serverPanel.resource.goTo", "ctrl+k g"],
        ["serverPanel.deployment.sendFile", "ctrl+k shift+u"],
        ["serverPanel.deployment.again", "ctrl+k shift+a"],
      ],
    );
    for (const { command, when } of inView) {
      const clause = parseWhenClause(when);
      // Enter does in each list what it does there
      const isEnter = command === "serverPanel.enter" && when.includes(SEARCH_VIEW);
      const own = isEnter ? SEARCH_VIEW : (views.find((view) => command.startsWith(`${view}.`)) ?? PANELS_VIEW);
      const others = views.filter((view) => view !== own);
      assert.equal(clause.holds({ focusedView: own, inputFocus: false, listFocus: true }), true, when);
      for (const focusedView of [...others, "workbench.explorer.fileView", "", undefined])
        assert.equal(clause.holds({ focusedView, inputFocus: false }), false, when);
    }
  });

  it("go from result to result in the view and in servers' files, and elsewhere unless VS Code has results of its own", () => {
    const results = { [contextKeys.found]: 3 };
    for (const key of ["f4", "shift+f4"]) {
      const clauses = amongResults.filter((each) => each.key === key).map(({ when }) => parseWhenClause(when));
      const holds = (context: object) => clauses.some((clause) => clause.holds({ ...context }));
      assert.equal(holds({ ...results, focusedView: SEARCH_VIEW, hasSearchResult: true }), true);
      assert.equal(holds({ ...results, resourceScheme: FILES_SCHEME, hasSearchResult: true }), true);
      assert.equal(holds({ ...results, resourceScheme: "file", hasSearchResult: true }), false);
      assert.equal(holds({ ...results, resourceScheme: "file" }), true);
      assert.equal(holds({ [contextKeys.found]: 0, focusedView: SEARCH_VIEW }), false);
    }
  });

  it("leave Enter to the buttons above the rows, and to the rows that stay while the list is scrolled", () => {
    const { when } = inView.find(({ key }) => key === "enter") ?? assert.fail();
    const own = { focusedView: PANELS_VIEW, inputFocus: false };
    assert.equal(parseWhenClause(when).holds(own), false);
    assert.equal(parseWhenClause(when).holds({ ...own, listFocus: true, treestickyScrollFocused: true }), false);
  });

  it("leave the keys with which a person edits text alone while they type in a view", () => {
    for (const focusedView of views)
      for (const { when } of inView)
        assert.equal(parseWhenClause(when).holds({ focusedView, inputFocus: true }), false, when);
  });
});
