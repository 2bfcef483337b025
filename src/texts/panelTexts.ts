import * as l10n from "@vscode/l10n";
import { isDemo } from "../panels/isDemo.ts";
import { fullPercent, needsAttention, type AttentionLimits } from "../tree/panelStates.ts";
import { FIGURES_MS } from "../tree/refreshPolicy.ts";
import type { PanelNode, SeenMachine } from "../tree/treeNodes.ts";
import { isIncluded } from "../characters/sentences.ts";
import { spacedNumbers } from "../characters/spacedNumbers.ts";
import type { Disk, Load, Uptime } from "../wire/answers/machine.ts";
import { dateText } from "./certificateTexts.ts";
import { softwareText } from "./editionTexts.ts";
import { failureText, failureWord } from "./failureTexts.ts";
import { windowLanguage } from "./language.ts";
import { guardLevelText } from "./resourceTexts.ts";
import { agoText, sinceText, timeOfDay, timeText } from "./timeTexts.ts";
import { clausesText, listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

const MINUTE_MS = 60_000;

/** The age from which a machine's figures show their time; visible figures are refreshed before that. */
const FRESH_MS = FIGURES_MS + 30_000;

/** A day in the past, so that each time is written with its date. */
const NO_DAY = 0;

/** VS Code truncates a tooltip with more lines. */
const MOST_DISKS = 8;

const GIGABYTE = 2 ** 30;

/** The context of a panel's row. */
export interface PanelContext extends AttentionLimits {
  /** Another panel has the same name. */
  readonly hasNamesake: boolean;
}

/** A panel's row after its name, for a narrow side bar: problems or figures first, the address last, unless names repeat. */
export function panelDescription(node: PanelNode, { now, hasNamesake, diskPercent }: PanelContext): string {
  const { panel, state } = node;
  const answering = answeringState(state);
  const figures = figuresOf(answering?.machine, diskPercent, "row").join(" · ");
  // figures also show that it is online, and have their own time
  const isOnlineShown = figures === "" && answering !== undefined && node.isChecked === true;
  const address = shortAddress(panel);
  const parts = [
    panel.guardLevel === "readOnly" && l10n.t("read only"),
    isOnlineShown && whenChecked(l10n.t("online"), node, now),
    ...problemsOf(node, now),
    hasNamesake && address,
    figures === "" ? softwareOf(answering) : withTime(figures, state, now),
    figures === "" && !hasNamesake && address,
  ];
  return parts.filter(isIncluded).join(" · ");
}

/** A panel's row for screen readers, with its name and the meaning of its icon. */
export function panelSpoken(node: PanelNode, { now, hasNamesake, diskPercent }: PanelContext): string {
  const { panel, state } = node;
  const answering = answeringState(state);
  const figures = clausesText(figuresOf(answering?.machine, diskPercent, "speech"));
  const parts = [
    panel.name,
    l10n.t("panel"),
    isDemo(panel) && l10n.t("no real server"),
    hasNamesake && panel.address,
    softwareOf(answering),
    panel.guardLevel === "readOnly" && l10n.t("read only"),
    state.kind === "unknown" && l10n.t("not asked yet"),
    answering !== undefined && l10n.t("online"),
    ...problemsOf(node, now),
    figures !== "" && withTime(figures, state, now),
  ];
  return clausesText(parts.filter(isIncluded));
}

type Answering = Extract<PanelNode["state"], { kind: "answering" }>;

function answeringState(state: PanelNode["state"]): Answering | undefined {
  if (state.kind === "answering") return state;
  return undefined;
}

/** An address without its scheme. */
function shortAddress(panel: PanelNode["panel"]): string {
  if (isDemo(panel)) return l10n.t("inside VS Code");
  return panel.address.replace(/^https?:\/\//, "");
}

function softwareOf(state: Answering | undefined): string | undefined {
  return state && softwareText(state.edition, state.version);
}

/** A panel's tooltip, in lines. */
export function panelTooltip({ panel, state }: PanelNode, now: number): readonly string[] {
  const lines = [
    panel.name,
    isDemo(panel) ? l10n.t("A demo inside VS Code. Nothing in it is a real server.") : panel.address,
  ];
  // times instead of ages, because VS Code keeps the first tooltip
  const momentText = (time: number) => timeText(time, NO_DAY);
  const seenLines: string[] = [];
  switch (state.kind) {
    case "unknown":
      lines.push(l10n.t("Not asked yet"));
      break;
    case "answering": {
      const software = softwareText(state.edition, state.version);
      if (software !== undefined) lines.push(software);
      const { load, disks = [] } = state.machine?.details ?? {};
      lines.push(...machineLines(state.machine), ...loadLines(load), ...diskLines(disks));
      seenLines.push(l10n.t("Answered at {0}", momentText(state.atMs)));
      if (state.machine !== undefined && state.atMs - state.machine.atMs >= MINUTE_MS)
        seenLines.push(l10n.t("Measured at {0}", momentText(state.machine.atMs)));
      break;
    }
    case "failing":
      lines.push(failureText(state.failure, panel.address));
      seenLines.push(l10n.t("Last tried at {0}", momentText(state.atMs)));
      break;
    default:
      state satisfies never;
  }
  lines.push(l10n.t("Protection: {0}", guardLevelText(panel.guardLevel).label), ...seenLines);
  const { pinnedUntil } = panel;
  if (pinnedUntil !== undefined && hasExpired(pinnedUntil, now))
    lines.push(l10n.t("Certificate expired on {0}", dateText(pinnedUntil)));
  return lines;
}

/** How many panels in a folder need attention; `undefined`: none, as far as known. */
export function folderAttentionText(nodes: readonly PanelNode[], limits: AttentionLimits): string | undefined {
  const count = countInNeed(nodes, limits);
  if (count === 0) return undefined;
  if (count === 1) return l10n.t("1 of {0} needs attention", numberText(nodes.length));
  return l10n.t("{0} of {1} need attention", numberText(count), numberText(nodes.length));
}

/** The badge for panels that need attention; `undefined`: none. */
export function attentionText(
  nodes: readonly PanelNode[],
  limits: AttentionLimits,
): { value: number; tooltip: string } | undefined {
  const value = countInNeed(nodes, limits);
  if (value === 0) return undefined;
  if (value === 1) return { value, tooltip: l10n.t("1 panel needs attention") };
  return { value, tooltip: l10n.t("{0} panels need attention", numberText(value)) };
}

function countInNeed(nodes: readonly PanelNode[], limits: AttentionLimits): number {
  return nodes.filter((node) => needsAttention(node, limits)).length;
}

/** The problems of a panel, in a few words each. */
function problemsOf(node: PanelNode, now: number): readonly string[] {
  const { panel, state } = node;
  return [
    state.kind === "failing" && whenChecked(failureWord(state.failure), node, now),
    hasExpired(panel.pinnedUntil, now) && l10n.t("certificate expired"),
  ].filter(isIncluded);
}

/** Adds the time of an old check: an age would become wrong in a row that is not drawn again. */
function whenChecked(word: string, { state, isChecked }: PanelNode, now: number): string {
  if (state.kind === "unknown" || isChecked !== true) return word;
  if (now - state.atMs < MINUTE_MS) return word;
  return l10n.t("{0} (as of {1})", word, sinceText(state.atMs, now));
}

function withTime(figures: string, state: PanelNode["state"], now: number): string {
  const readAt = answeringState(state)?.machine?.atMs;
  if (readAt === undefined || now - readAt < FRESH_MS) return figures;
  const isToday = new Date(readAt).toDateString() === new Date(now).toDateString();
  return l10n.t("as of {0}: {1}", isToday ? timeOfDay(readAt) : agoText(readAt, now), figures);
}

/** "disk 93%", "CPU 7%", "RAM 33%", "up 12 d", as far as known; the disk only if it is full. */
function figuresOf(machine: SeenMachine | undefined, diskPercent: number, where: "row" | "speech"): readonly string[] {
  const { processorPercent, uptime } = machine ?? {};
  const texts = figureTexts[where];
  const disk = fullPercent(machine, diskPercent);
  const memory = memoryOf(machine);
  return [
    disk !== undefined && l10n.t("disk {0}%", numberText(Math.floor(disk))),
    processorPercent !== undefined && texts.processor(numberText(Math.round(processorPercent))),
    memory && texts.memory(memory),
    uptime && l10n.t("up {0}", texts.uptime(uptime)),
  ].filter(isIncluded);
}

interface FigureTexts {
  readonly processor: (percent: string) => string;
  readonly memory: (memory: NonNullable<ReturnType<typeof memoryOf>>) => string;
  readonly uptime: (uptime: Uptime) => string;
}

/** Figures in a row, which is narrow, and for screen readers. */
const figureTexts: Readonly<Record<"row" | "speech", FigureTexts>> = {
  row: {
    processor: (percent) => l10n.t("CPU {0}%", percent),
    memory: ({ percent }) => l10n.t("RAM {0}%", percent),
    uptime: shortUptime,
  },
  speech: {
    processor: (percent) => l10n.t("processor {0}%", percent),
    memory: ({ used, total }) => l10n.t("memory {0} of {1} GB", used, total),
    uptime: longUptime,
  },
};

function machineLines(machine: SeenMachine | undefined): readonly string[] {
  if (machine === undefined) return [];
  const { processorPercent, processors, uptime, system } = machine;
  const lines: string[] = [];
  if (processorPercent !== undefined) {
    const percent = Math.round(processorPercent);
    const isOne = processors === 1;
    if (processors === undefined || isOne) lines.push(l10n.t("CPU: {0}%", numberText(percent)));
    else lines.push(l10n.t("CPU: {0}% of {1} cores", numberText(percent), numberText(processors)));
  }
  const memory = memoryOf(machine);
  if (memory !== undefined) lines.push(l10n.t("Memory: {0} of {1} GB", memory.used, memory.total));
  if (uptime !== undefined) lines.push(l10n.t("Uptime: {0}", longUptime(uptime)));
  // without the panel's own Python version
  if (system !== undefined) lines.push(l10n.t("System: {0}", system.replace(/\s{0,9}\(Py[\d.]{1,20}\)$/, "")));
  return lines;
}

function loadLines({ one, five, fifteen }: Partial<Load> = {}): readonly string[] {
  const format = new Intl.NumberFormat(windowLanguage(), { maximumFractionDigits: 2 });
  const averages = [
    { value: one, minutes: 1 },
    { value: five, minutes: 5 },
    { value: fifteen, minutes: 15 },
  ];
  const knownAverages = averages
    .map(({ value, minutes }) => value !== undefined && l10n.t("{0} ({1} min)", format.format(value), minutes))
    .filter(isIncluded);
  if (knownAverages.length === 0) return [];
  return [l10n.t("Load: {0}", listText(knownAverages))];
}

/** The fullest first. */
function diskLines(disks: readonly Disk[]): readonly string[] {
  const lines = disks.toSorted((a, b) => (b.usedPercent ?? -1) - (a.usedPercent ?? -1)).flatMap(diskText);
  const unnamed = lines.length - MOST_DISKS;
  if (unnamed > 0) return [...lines.slice(0, MOST_DISKS), l10n.t("… and {0} more", numberText(unnamed))];
  return lines;
}

function diskText({ path, bytes, freeBytes, usedPercent }: Disk): readonly string[] {
  if (path === undefined || path === "") return [];
  const hasSizes = bytes !== undefined && freeBytes !== undefined && freeBytes <= bytes;
  const knownParts = [
    usedPercent !== undefined && l10n.t("{0}% used", numberText(Math.floor(usedPercent))),
    hasSizes && l10n.t("{0} of {1} free", sizeText(freeBytes), sizeText(bytes)),
  ].filter(isIncluded);
  if (knownParts.length === 0) return [];
  return [l10n.t("Disk {0}: {1}", path, listText(knownParts))];
}

function sizeText(bytes: number): string {
  if (bytes >= 1024 * GIGABYTE) return l10n.t("{0} TB", rounded(bytes / GIGABYTE / 1024));
  return l10n.t("{0} GB", rounded(bytes / GIGABYTE));
}

function memoryOf(machine: SeenMachine | undefined) {
  const { memoryMegabytes: total, memoryUsedMegabytes: used } = machine ?? {};
  if (total === undefined || used === undefined) return undefined;
  return {
    used: rounded(used / 1024),
    total: rounded(total / 1024),
    percent: numberText(Math.round((100 * used) / total)),
  };
}

/** Formats with one decimal below 100. */
function rounded(value: number): string {
  return new Intl.NumberFormat(windowLanguage(), { maximumFractionDigits: value < 100 ? 1 : 0 }).format(value);
}

function shortUptime({ count, unit }: Uptime): string {
  const shown = count === 0 ? "< 1" : numberText(count);
  return { day: l10n.t("{0} d", shown), hour: l10n.t("{0} h", shown), minute: l10n.t("{0} min", shown) }[unit];
}

function longUptime({ count, unit }: Uptime): string {
  const format = new Intl.NumberFormat(windowLanguage(), { style: "unit", unit, unitDisplay: "long" });
  const shown = spacedNumbers(format.format(Math.max(1, count)));
  if (count === 0) return l10n.t("less than {0}", shown);
  return shown;
}

function hasExpired(date: string | undefined, now: number): boolean {
  return date !== undefined && Date.parse(date) < now;
}
