import * as l10n from "@vscode/l10n";
import type { OperationId, ResultOf } from "../wire/operations/operations.ts";
import { eitherState } from "./eitherState.ts";
import { facts } from "./facts.ts";
import {
  type Identity,
  latest,
  resource,
  type Action,
  type ActionWords,
  type Call,
  type ResourceState,
  type Target,
} from "./resource.ts";
import { lookAtFiles } from "./lookAtFile.ts";

type Settings = ResultOf<"terminal.settings">;
type SettingName = keyof Settings;

/** A switch of the web terminal; `on` is undefined if the panel does not send it. */
export interface TerminalSetting {
  readonly name: SettingName;
  readonly on: boolean | undefined;
}

const SETTERS = {
  completion: "terminal.setCompletion",
  theme: "terminal.setTheme",
  aiShell: "terminal.setAiShell",
  aiAnalysis: "terminal.setAiAnalysis",
} as const satisfies Readonly<Record<SettingName, OperationId>>;

/** The names of the settings, in the order of the tree. */
const NAMES = Object.keys(SETTERS) as readonly SettingName[];

function nameOf({ key }: Target): SettingName {
  const name = NAMES.find((candidate) => candidate === key);
  if (name === undefined) throw new TypeError(`no terminal setting ${key}`);
  return name;
}

const rowsOf = (settings: Settings): readonly TerminalSetting[] => NAMES.map((name) => ({ name, on: settings[name] }));

interface Seen extends TerminalSetting {
  readonly all: readonly TerminalSetting[];
  /** Whether the package it needs is installed; `undefined`: it needs none, or that is unknown. */
  readonly hasPackage?: boolean | undefined;
}

/**
 * The package that completion needs. The panel reports completion as on even if it could not download it
 * (docs/protocol.md 11.4, 16.2).
 */
const COMPLETION_PACKAGE = "/www/server/panel/BTPanel/static/zh.json.gz";

/** Reads all four settings, because changing one may change another too (docs/protocol.md 11.5). */
async function observe(call: Call, target: Target): Promise<Seen> {
  const settings = await call("terminal.settings", {});
  const name = nameOf(target);
  const seen = { name, on: settings[name], all: rowsOf(settings) };
  if (name === "completion" && seen.on === true) return { ...seen, hasPackage: await hasPackage(call) };
  return seen;
}

async function hasPackage(call: Call): Promise<boolean | undefined> {
  const [found] = await lookAtFiles(call, [COMPLETION_PACKAGE]);
  // if it is not there, the panel may have it elsewhere
  if (found?.exists !== true || found.bytes === undefined) return undefined;
  return found.bytes > 0;
}

/** The other settings that changed, such as `completion=on, theme=off`. */
function otherChanges(now: Seen, before: Seen): string {
  const wasOn = new Map(before.all.map(({ name, on }) => [name, on]));
  const moved = now.all.filter(
    ({ name, on }) => name !== now.name && on !== undefined && wasOn.get(name) !== undefined && on !== wasOn.get(name),
  );
  return moved.map(({ name, on }) => `${name}=${on === true ? "on" : "off"}`).join(", ");
}

/** The value of the fact `package` for a setting that is on. */
function packageOf({ name, on, hasPackage: has }: Seen): "missing" | "unchecked" | undefined {
  if (name !== "completion" || on !== true || has === true) return undefined;
  if (has === false) return "missing";
  return "unchecked";
}

const identity = ({ name }: TerminalSetting): Identity => [name];

function turn(
  on: boolean,
  offered: readonly ResourceState[],
  words: Pick<ActionWords, "title" | "done">,
): Action<TerminalSetting, Seen> {
  const isSo = (seen: Seen) => seen.on === on && seen.hasPackage !== false;
  return {
    words: {
      ...words,
      effect: () => l10n.t("This changes the panel's web terminal for everybody who uses it."),
    },
    // one of the four setters stands for all, because they have the same effect
    operation: "terminal.setTheme",
    offered,
    send: (call, target) => call(SETTERS[nameOf(target)], { on }),
    verification: {
      observe,
      identity,
      // a setting that was never made is missing from the answer, which is neither on nor off (docs/protocol.md 11.1)
      proofs: [{ isShown: (now, before) => isSo(now) && !isSo(before) }],
      otherwise: (before, since) => {
        const now = latest(since);
        if (now?.on === undefined) {
          if (before?.on === undefined) return "unconfirmable";
          return "pending";
        }
        if (now.on !== on) return "unmoved";
        if (now.hasPackage === false) return "failed";
        return "pending";
      },
      isAlready: isSo,
      evidence: (now, before) =>
        facts({ package: packageOf(now), alsoChanged: before && otherChanges(now, before) })[0],
    },
  };
}

/** The web terminal's switches (docs/protocol.md 11). */
export const terminalSetting = resource<TerminalSetting, Seen>()({
  words: {
    list: () => l10n.t("Terminal Settings"),
    one: () => l10n.t("terminal setting"),
    isInLabels: true,
    many: (count) => l10n.t("{0} terminal settings", count),
    all: () => l10n.t("web terminal settings"),
    none: () => l10n.t("No terminal settings"),
    items: {
      completion: () => l10n.t("Command completion"),
      theme: () => l10n.t("Terminal theme"),
      aiShell: () => l10n.t("AI shell"),
      aiAnalysis: () => l10n.t("AI analysis"),
    },
  },
  icon: "terminal",
  rowFacts: [],
  listedBy: "terminal.settings",
  async list(call) {
    const rows = rowsOf(await call("terminal.settings", {}));
    return { rows, unreadable: [], total: rows.length };
  },
  key: ({ name }) => name,
  identity,
  label: ({ name }) => name,
  state: ({ on }) => eitherState(on, "on", "off"),
  facts: () => [],
  seenRows: ({ all }) => all,
  actions: {
    turnOn: turn(true, ["off", "unknown"], {
      done: (target, panel) => l10n.t("“{0}” is now on for “{1}”.", target, panel),
    }),
    turnOff: turn(false, ["on", "unknown"], {
      done: (target, panel) => l10n.t("“{0}” is now off for “{1}”.", target, panel),
    }),
  },
});
