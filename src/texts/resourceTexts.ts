import * as l10n from "@vscode/l10n";
import type { LastSeen } from "../followedLogs/followedLog.ts";
import type { GuardLevel } from "../panels/guardLevel.ts";
import type { Fact, FactName } from "../resources/facts.ts";
import { resourceStates, type ResourceState } from "../resources/resource.ts";
import { factHeading, groupKindOf, groups, resourceOf, type ResourceKind } from "../resources/resources.ts";
import { LINE_BREAK } from "../resources/savedCommand.ts";
import { subjectOf, type SubjectKind } from "../resources/subjects.ts";
import { once } from "./language.ts";
import { clockText, momentText, serverTimeText } from "./timeTexts.ts";
import { listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** The heading of the group that shows a kind, or what stands for it above files. */
export function groupText(kind: SubjectKind): string {
  if (kind === "file") return l10n.t("Files");
  const group = groupKindOf(kind);
  return groups[group]?.name?.() ?? resourceOf(group).words.list();
}

/** The heading of a kind's own list. */
export function kindsText(kind: ResourceKind): string {
  return resourceOf(kind).words.list();
}

export function kindText(kind: SubjectKind): string {
  return subjectOf(kind).words.one();
}

/** The name of an item: translated if its label is a key of ours, else the label. */
export function itemText(kind: SubjectKind, label: string): string {
  const { items } = subjectOf(kind).words;
  if (items !== undefined && Object.hasOwn(items, label)) return items[label]?.() ?? label;
  return label;
}

const stateTexts = once((): Readonly<Record<ResourceState, string>> => ({
  running: l10n.t("running"),
  // a project that never opens a port keeps this state (docs/protocol.md 7.4)
  starting: l10n.t("running, no port yet"),
  restarting: l10n.t("restarting"),
  created: l10n.t("never started"),
  stopped: l10n.t("stopped"),
  dead: l10n.t("dead"),
  paused: l10n.t("paused"),
  on: l10n.t("on"),
  off: l10n.t("off"),
  valid: l10n.t("valid"),
  pending: l10n.t("pending"),
  expired: l10n.t("expired"),
  failed: l10n.t("failed"),
  upgrading: l10n.t("upgrading"),
  stateless: "",
  elsewhere: l10n.t("managed elsewhere"),
  manual: l10n.t("added by hand"),
  unknown: l10n.t("state unknown"),
}));

/** A state in a word or two; empty for `stateless`. */
export function stateText(state: ResourceState): string {
  return stateTexts()[state];
}

/** The place where a website of another type is managed. */
export function elsewhereText(type: string | undefined): string {
  if (type === "Java") return l10n.t("see {0}", groupText("javaProject"));
  return l10n.t("managed in the panel");
}

/** The formatted value of a fact. */
export function factValue({ name, value }: Fact): string {
  if (name === "upgrade") return lastSeenText(value, "inTooltip");
  if (name === "seenAt") return momentText(Number(value));
  if (name.endsWith("At")) return serverTimeText(value);
  if (name.endsWith("OnServer")) return clockText(value, "whole");
  if (name === "alsoChanged") return settingsText(value);
  if (name === "package") {
    if (value === "missing") return l10n.t("could not be downloaded");
    return l10n.t("not checked");
  }
  if (name === "command") return linesText(value);
  if (name === "state") return stateNowText(value);
  if (name === "daysLeft") return daysText(Number(value));
  if (name === "certificateDays") return dateDaysText(Number(value));
  if (name === "orderDaysLeft") return orderDaysText(Number(value));
  if (name === "type" && value === "neizhi") return l10n.t("built-in Tomcat");
  if (name === "type" && value === "duli") return l10n.t("own Tomcat");
  if (name === "type" && value === "springboot") return "Spring Boot";
  if (name === "type" && value === "WP") return "WordPress";
  if (name === "type" && value === "static") return l10n.t("static website");
  if (name === "type" && value === "other") return l10n.t("other");
  return value;
}

/** A state in a record, which may be an unknown one of a newer version. */
function stateNowText(value: string): string {
  if (value === "gone") return l10n.t("no longer there");
  if (value === "listed") return l10n.t("still listed");
  if (value === "unlisted") return l10n.t("not listed so far");
  const knownState = resourceStates.find((state) => state === value);
  if (knownState === undefined) return value;
  return stateText(knownState);
}

/** Restores the lines of a command, below its name. */
function linesText(value: string): string {
  const lines = value.split(LINE_BREAK);
  if (lines.length === 1) return value;
  return lines.map((line) => `\n    ${line}`).join("");
}

/** Translates switches in the form `completion=on, theme=off`. */
function settingsText(value: string): string {
  const texts = value.split(", ").map((moved) => {
    const [setting = "", state = ""] = moved.split("=");
    return l10n.t("{0} {1}", itemText("terminalSetting", setting), state === "on" ? stateText("on") : stateText("off"));
  });
  return listText(texts);
}

/** A fact in a row: short, and without its name. */
export function factInRow(fact: Fact): string {
  const { name, value } = fact;
  if (name === "certificateDays") {
    if (Number(value) < 0) return l10n.t("cert expired");
    return l10n.t("cert {0} d", numberText(Number(value)));
  }
  if (name === "type" && value === "static") return l10n.t("static");
  if (name === "type" && value === "other") return "";
  if (name === "port") return `:${value}`;
  if (name === "command") return value;
  if (name === "upgrade") return lastSeenText(value, "inRow");
  if (name === "service.configuration") return l10n.t("configuration broken");
  if (name === "service.savedAt") return l10n.t("saved configuration not in use yet");
  if (name === "pid") return l10n.t("pid {0}", value);
  if (name === "scheduledTask.nextRunOnServer") return l10n.t("next {0}", clockText(value, "short"));
  if (name === "php") return `PHP ${value}`;
  return factValue(fact);
}

/** Facts that screen readers need with their names. */
const SPOKEN_WITH_NAME: ReadonlySet<FactName> = new Set(["port", "pid", "image", "ports", "address", "version"]);

/** A fact for screen readers. */
export function factSpoken(fact: Fact): string {
  const { name } = fact;
  if (name === "certificateDays" || name === "daysLeft") return l10n.t("certificate {0}", factValue(fact));
  if (SPOKEN_WITH_NAME.has(name) || name.endsWith("OnServer"))
    return l10n.t("{0} {1}", factHeading(name), factValue(fact));
  return factInRow(fact);
}

/** Whether a fact makes the state redundant: "expired 4 days ago" beside "expired". */
export function impliesState(state: ResourceState, facts: readonly Fact[]): boolean {
  const says = ({ name, value }: Fact) => (name === "daysLeft" || name === "orderDaysLeft") && Number(value) < 0;
  return state === "expired" && facts.some(says);
}

/** The last state of an upgrade; an unknown word stays unchanged. */
function lastSeenText(lastState: string, where: "inRow" | "inTooltip"): string {
  const texts: Readonly<Record<LastSeen["what"], Readonly<Record<"inRow" | "inTooltip", string>>>> = {
    running: { inRow: "", inTooltip: l10n.t("running") },
    left: { inRow: l10n.t("upgrade was running"), inTooltip: l10n.t("was running when last followed") },
    stale: { inRow: l10n.t("no log output"), inTooltip: l10n.t("running, but no longer writes to its log") },
    finished: { inRow: l10n.t("upgrade finished"), inTooltip: l10n.t("finished") },
    failed: { inRow: l10n.t("upgrade failed"), inTooltip: l10n.t("failed") },
    unclear: { inRow: l10n.t("upgrade ended"), inTooltip: l10n.t("ended, result unknown") },
    notRunning: { inRow: l10n.t("no upgrade is running"), inTooltip: l10n.t("not running") },
    gone: { inRow: "", inTooltip: l10n.t("no longer there") },
    unreadable: { inRow: "", inTooltip: l10n.t("its log could not be read") },
  };
  if (isKeyOf(texts, lastState)) return texts[lastState][where];
  return lastState;
}

/** Whether a word, perhaps from a newer version's file, is a key of a table. */
export function isKeyOf<T extends object>(texts: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(texts, name);
}

/** The days left until a time, rounded down: -1 is within the last day. */
function daysText(days: number): string {
  if (days === -1) return l10n.t("expired less than a day ago");
  if (days === 0) return l10n.t("expires in less than a day");
  if (days < 0) return dateDaysText(days + 1);
  return dateDaysText(days);
}

/** The days left until a date, as panels count them: 0 on the date and on the day before (docs/protocol.md 6.5). */
function dateDaysText(days: number): string {
  if (days < 0) {
    if (days === -1) return l10n.t("expired 1 day ago");
    return l10n.t("expired {0} days ago", numberText(-days));
  }
  if (days === 0) return l10n.t("expires today or tomorrow");
  if (days === 1) return l10n.t("expires in 1 day");
  return l10n.t("expires in {0} days", numberText(days));
}

/** The days left of an order that has no certificate yet. */
function orderDaysText(days: number): string {
  if (days < 0) return l10n.t("the order has expired");
  if (days === 0) return l10n.t("the order expires in less than a day");
  if (days === 1) return l10n.t("the order expires in 1 day");
  return l10n.t("the order expires in {0} days", numberText(days));
}

/** A guard level with its meaning. */
export function guardLevelText(level: GuardLevel): { readonly label: string; readonly detail: string } {
  const texts: Readonly<Record<GuardLevel, { readonly label: string; readonly detail: string }>> = {
    trusted: {
      label: l10n.t("Trusted"),
      detail: l10n.t("Restart, stop and pause without asking; ask before anything is deleted."),
    },
    ask: { label: l10n.t("Ask"), detail: l10n.t("Ask before anything is interrupted or deleted.") },
    typeName: {
      label: l10n.t("Type the Name"),
      detail: l10n.t("Ask before every change; type the name before anything is deleted."),
    },
    readOnly: { label: l10n.t("Read Only"), detail: l10n.t("Nothing on this panel can be changed from here.") },
  };
  return texts[level];
}
