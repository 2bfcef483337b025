import * as l10n from "@vscode/l10n";
import type { LastSeen } from "../logs/followedLog.ts";
import type { GuardLevel } from "../panels/guardLevel.ts";
import { resourceStates, type Fact, type ResourceState, type Verb } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { LINE_BREAK } from "../resources/savedCommand.ts";
import { once } from "./once.ts";
import { serverTimeText, timeText } from "./timeTexts.ts";
import { listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

const groupTexts = once((): Readonly<Record<ResourceKind, string>> => ({
  site: l10n.t("Websites"),
  javaProject: l10n.t("Java Projects"),
  container: l10n.t("Containers"),
  certificateOrder: l10n.t("Certificate Orders"),
  terminalSetting: l10n.t("Web Terminal"),
  savedHost: l10n.t("Saved Hosts"),
  savedCommand: l10n.t("Saved Commands"),
  dependencyManager: l10n.t("Maintenance"),
  runtime: l10n.t("Maintenance"),
}));

/** The heading of a group. */
export function groupText(kind: ResourceKind): string {
  const texts = groupTexts();
  return texts[kind];
}

const kindTexts = once((): Readonly<Record<ResourceKind, string>> => ({
  site: l10n.t("website"),
  javaProject: l10n.t("Java project"),
  container: l10n.t("container"),
  certificateOrder: l10n.t("certificate order"),
  terminalSetting: l10n.t("terminal setting"),
  savedHost: l10n.t("saved host"),
  savedCommand: l10n.t("saved command"),
  dependencyManager: l10n.t("dependency manager"),
  runtime: l10n.t("panel runtime"),
}));

/** A kind in the singular, as it stands in the middle of a sentence. */
export function kindText(kind: ResourceKind): string {
  const texts = kindTexts();
  return texts[kind];
}

/** Why a group is empty; Docker's list is empty too when Docker is down (docs/protocol.md 8.3). */
export function emptyText(kind: ResourceKind): string {
  const texts: Readonly<Record<ResourceKind, string>> = {
    site: l10n.t("No websites"),
    javaProject: l10n.t("No Java projects"),
    container: l10n.t("No containers, or Docker is not running"),
    certificateOrder: l10n.t("No certificate orders"),
    terminalSetting: l10n.t("No terminal settings"),
    savedHost: l10n.t("No saved hosts"),
    savedCommand: l10n.t("No saved commands"),
    dependencyManager: l10n.t("Nothing to maintain"),
    runtime: l10n.t("Nothing to maintain"),
  };
  return texts[kind];
}

const itemTexts = once((): Readonly<Record<string, string>> => ({
  "terminalSetting.completion": l10n.t("Command completion"),
  "terminalSetting.theme": l10n.t("Terminal theme"),
  "terminalSetting.aiShell": l10n.t("AI shell"),
  "terminalSetting.aiAnalysis": l10n.t("AI analysis"),
  "dependencyManager.composer": l10n.t("Composer"),
  "runtime.python": l10n.t("Panel runtime"),
}));

/** What an item is called: translated where its label is a key of ours, else as the panel calls it. */
export function itemText(kind: ResourceKind, label: string): string {
  const texts = itemTexts();
  const id = `${kind}.${label}`;
  return Object.hasOwn(texts, id) ? (texts[id] ?? label) : label;
}

const stateTexts = once((): Readonly<Record<ResourceState, string>> => ({
  running: l10n.t("running"),
  // a project that never opens a port stays so for ever (docs/protocol.md 7.4)
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

/** A state as a word or two; empty where a resource has none. */
export function stateText(state: ResourceState): string {
  const texts = stateTexts();
  return texts[state];
}

const inHandTexts = once((): Readonly<Record<Verb, string>> => ({
  create: l10n.t("creating…"),
  restart: l10n.t("restarting…"),
  start: l10n.t("starting…"),
  stop: l10n.t("stopping…"),
  pause: l10n.t("pausing…"),
  unpause: l10n.t("unpausing…"),
  remove: l10n.t("deleting…"),
  changeLogPath: l10n.t("changing log directory…"),
  turnOn: l10n.t("turning on…"),
  turnOff: l10n.t("turning off…"),
  update: l10n.t("updating…"),
  upgrade: l10n.t("starting upgrade…"),
}));

/** What is being done to something at this moment, in place of its state. */
export function inHandText(verb: Verb): string {
  const texts = inHandTexts();
  return texts[verb];
}

/** What an action is called on a button. */
export function verbText(verb: Verb): string {
  const texts: Readonly<Record<Verb, string>> = {
    create: l10n.t("Create"),
    restart: l10n.t("Restart"),
    start: l10n.t("Start"),
    stop: l10n.t("Stop"),
    pause: l10n.t("Pause"),
    unpause: l10n.t("Unpause"),
    remove: l10n.t("Delete"),
    changeLogPath: l10n.t("Change Log Directory"),
    turnOn: l10n.t("Turn On"),
    turnOff: l10n.t("Turn Off"),
    update: l10n.t("Update"),
    upgrade: l10n.t("Start Upgrade"),
  };
  return texts[verb];
}

/** Where a website that is not of type PHP is managed. */
export function elsewhereText(type: string | undefined): string {
  return type === "Java" ? l10n.t("see {0}", groupText("javaProject")) : l10n.t("managed in the panel");
}

const factNames = once((): Readonly<Record<Fact["name"], string>> => ({
  type: l10n.t("Type"),
  port: l10n.t("Port"),
  pid: l10n.t("Process"),
  listening: l10n.t("Listens on"),
  logPath: l10n.t("Log"),
  image: l10n.t("Image"),
  ports: l10n.t("Ports"),
  id: l10n.t("ID"),
  php: l10n.t("PHP version"),
  root: l10n.t("Root"),
  certificateDays: l10n.t("Certificate"),
  note: l10n.t("Note"),
  domains: l10n.t("Domains"),
  daysLeft: l10n.t("Certificate"),
  orderDaysLeft: l10n.t("Order"),
  validation: l10n.t("Validation"),
  index: l10n.t("Order ID"),
  address: l10n.t("Address"),
  command: l10n.t("Command"),
  version: l10n.t("Version"),
  startedAt: l10n.t("Started at"),
  upgrade: l10n.t("Upgrade"),
  seenAt: l10n.t("Seen at"),
  alsoChanged: l10n.t("Also changed"),
  package: l10n.t("Package"),
  punycode: l10n.t("Punycode"),
  state: l10n.t("State"),
}));

/** The name of a fact, with a capital. */
export function factName(name: Fact["name"]): string {
  const texts = factNames();
  return texts[name];
}

/** The value of a fact as a person reads it. */
export function factValue({ name, value }: Fact): string {
  if (name === "upgrade") return lastSeenText(value, "inTooltip");
  if (name === "seenAt") return timeText(Number(value));
  if (name === "startedAt") return serverTimeText(value);
  if (name === "alsoChanged") return settingsText(value);
  if (name === "package") return value === "missing" ? l10n.t("could not be downloaded") : l10n.t("not checked");
  if (name === "command") return linesText(value);
  if (name === "state") return stateNowText(value);
  if (name === "daysLeft") return daysText(Number(value));
  if (name === "certificateDays") return dateDaysText(Number(value));
  if (name === "orderDaysLeft") return orderDaysText(Number(value));
  if (name === "type" && value === "neizhi") return l10n.t("built-in Tomcat");
  if (name === "type" && value === "WP") return "WordPress";
  if (name === "type" && value === "static") return l10n.t("static website");
  return name === "type" && value === "other" ? l10n.t("other") : value;
}

/** How something was when it was looked at later; a file may hold any word. */
function stateNowText(value: string): string {
  if (value === "gone") return l10n.t("no longer there");
  if (value === "unlisted") return l10n.t("not listed so far");
  const known = resourceStates.find((state) => state === value);
  return known === undefined ? value : stateText(known);
}

/** A command as it would stand in an editor, below its name where it has several lines. */
function linesText(value: string): string {
  const lines = value.split(LINE_BREAK);
  return lines.length === 1 ? value : lines.map((line) => `\n    ${line}`).join("");
}

/** Switches that moved with another one, which are told as `completion=on, theme=off`. */
function settingsText(value: string): string {
  const texts = value.split(", ").map((moved) => {
    const [setting = "", state = ""] = moved.split("=");
    return l10n.t("{0} {1}", itemText("terminalSetting", setting), state === "on" ? stateText("on") : stateText("off"));
  });
  return listText(texts);
}

/** A fact in a row, where its name is not beside it, and where there is room for little. */
export function factInRow(fact: Fact): string {
  const { name, value } = fact;
  if (name === "certificateDays")
    return Number(value) < 0 ? l10n.t("cert expired") : l10n.t("cert {0} d", numberText(Number(value)));
  if (name === "type" && value === "static") return l10n.t("static");
  // which one, nobody knows
  if (name === "type" && value === "other") return "";
  if (name === "port") return `:${value}`;
  if (name === "command") return value;
  if (name === "upgrade") return lastSeenText(value, "inRow");
  if (name === "pid") return l10n.t("pid {0}", value);
  return name === "php" ? `PHP ${value}` : factValue(fact);
}

/** Facts that are heard with their names: in a row their look tells what they are. */
const HEARD_BY_NAME: ReadonlySet<Fact["name"]> = new Set(["port", "pid", "image", "ports", "address", "version"]);

/** A fact that is read aloud after the name of what has it. */
export function factSpoken(fact: Fact): string {
  const { name } = fact;
  if (name === "certificateDays" || name === "daysLeft") return l10n.t("certificate {0}", factValue(fact));
  return HEARD_BY_NAME.has(name) ? l10n.t("{0} {1}", factName(name), factValue(fact)) : factInRow(fact);
}

/** Whether these facts, told beside a state, say the same as its word: "expired" and "expired 4 days ago". */
export function isSaidOnce(state: ResourceState, facts: readonly Fact[]): boolean {
  const says = ({ name, value }: Fact) => (name === "daysLeft" || name === "orderDaysLeft") && Number(value) < 0;
  return state === "expired" && facts.some(says);
}

/** What was last seen of a runtime's upgrade, whole and for a row; any other word stays as it is. */
function lastSeenText(what: string, where: "inRow" | "inTooltip"): string {
  const texts: Readonly<Record<LastSeen["what"], readonly [inRow: string, inTooltip: string]>> = {
    // the state says so
    running: ["", l10n.t("running")],
    left: [l10n.t("upgrade was running"), l10n.t("was running when last followed")],
    stale: [l10n.t("no log output"), l10n.t("running, but no longer writes to its log")],
    finished: [l10n.t("upgrade finished"), l10n.t("finished")],
    failed: [l10n.t("upgrade failed"), l10n.t("failed")],
    unclear: [l10n.t("upgrade ended"), l10n.t("ended, result unknown")],
    notRunning: [l10n.t("no upgrade is running"), l10n.t("not running")],
    gone: ["", l10n.t("no longer there")],
    unreadable: ["", l10n.t("its log could not be read")],
  };
  return isKeyOf(texts, what) ? texts[what][where === "inRow" ? 0 : 1] : what;
}

function isKeyOf<T extends object>(texts: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(texts, name);
}

/** Of a time, whole days that are left, rounded down: -1 is within the last day. */
function daysText(days: number): string {
  if (days === -1) return l10n.t("expired less than a day ago");
  if (days === 0) return l10n.t("expires in less than a day");
  return dateDaysText(days < 0 ? days + 1 : days);
}

/** Of a date, as panels count the days: 0 on it and on the day before (docs/protocol.md 6.5). */
function dateDaysText(days: number): string {
  if (days < 0) return days === -1 ? l10n.t("expired 1 day ago") : l10n.t("expired {0} days ago", numberText(-days));
  if (days === 0) return l10n.t("expires today or tomorrow");
  return days === 1 ? l10n.t("expires in 1 day") : l10n.t("expires in {0} days", numberText(days));
}

/** Of an order that is no certificate yet. */
function orderDaysText(days: number): string {
  if (days < 0) return l10n.t("the order has expired");
  if (days === 0) return l10n.t("the order expires in less than a day");
  return days === 1 ? l10n.t("the order expires in 1 day") : l10n.t("the order expires in {0} days", numberText(days));
}

/** A guard level and what it means. */
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
