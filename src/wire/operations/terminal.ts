import { isIP } from "node:net";
import * as v from "valibot";
import { bare, bareArray, classic } from "../answers/envelope.ts";
import { exactText, flag, integer, key, maybe, rawText, sentence, text } from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { wholeListOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";
import { onBaota, onEither } from "./wires.ts";

/** `undefined`: missing in the answer; the panel may not have the setting (docs/protocol.md 11.1). */
const settings = v.pipe(
  v.object({
    use_completion: maybe(flag),
    terminal_theme: maybe(flag),
    ai_shell: maybe(flag),
    ai_shell_analyze: maybe(flag),
    status: maybe(flag),
  }),
  v.transform((answer) => ({
    /** Panels up to 11.3 have only this setting, in `status`. */
    completion: answer.use_completion ?? answer.status,
    theme: answer.terminal_theme,
    aiShell: answer.ai_shell,
    aiAnalysis: answer.ai_shell_analyze,
  })),
);

const SETTINGS = ["use_completion", "terminal_theme", "ai_shell", "ai_shell_analyze"];

/** Panels up to 11.3 say `false` and "未启用" where completion is off; any other `false` is a failure. */
function tellsSettings(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (body["status"] === false) return body["msg"] === "未启用";
  return body["status"] === true || SETTINGS.some((name) => name in body);
}

/** Reads no more than these fields: other operations of panels send credentials along. */
const savedHost = v.pipe(
  v.object({ host: maybe(key), port: maybe(integer), ps: maybe(rawText), sort: maybe(integer) }),
  v.transform((row) => ({
    /** The panel's id: `IP_PORT`, or the bare address in old entries. */
    id: row.host,
    ...endpointOf(row.host, row.port),
    note: row.ps,
    /** The lowest stands first. */
    position: row.sort,
  })),
);

/** Longest command, in characters. A longer one is left out: half of a command does something else. */
const LONGEST_SCRIPT = 2 ** 16;

/** A command that somebody saved, of one or more lines; not the shell's history. */
const savedCommand = v.pipe(
  v.object({ title: maybe(text), shell: maybe(exactText(LONGEST_SCRIPT)) }),
  v.transform((row) => ({ title: row.title, command: row.shell })),
);

const xterm = { route: "xterm", path: "/xterm" } as const;

const setter = {
  effect: "change",
  documented: "4",
  params: v.object({ on: v.boolean() }),
  result: sentence,
} as const;

/**
 * Panels take a missing status for 0, which is off, and anything but an integer breaks them (docs/protocol.md 11.3).
 */
function setTo(action: string) {
  const encode = ({ on }: { readonly on: boolean }) => ({ status: on ? "1" : "0" });
  return onBaota(xterm, { action, encode, envelope: classic });
}

/**
 * The panel's web terminal: its settings, and what is saved for it (docs/protocol.md 11). On a panel where none was
 * ever made, the first setting may turn completion on as well.
 */
export const terminalOperations = {
  "terminal.settings": operation({
    since: { baota: "8.1" },
    effect: "read",
    deadlineMs: 20_000,
    documented: "4",
    params: v.object({}),
    result: settings,
    wires: [onBaota(xterm, { action: "completion_tool_status", envelope: bare(tellsSettings) })],
  }),
  /** Blocks while the server downloads a package for the first time, and succeeds where that failed. */
  "terminal.setCompletion": operation({
    since: { baota: "8.1" },
    ...setter,
    deadlineMs: 300_000,
    wires: [setTo("set_completion_tool_status")],
  }),
  "terminal.setTheme": operation({
    since: { baota: "11.4" },
    ...setter,
    deadlineMs: 30_000,
    wires: [setTo("set_terminal_theme")],
  }),
  "terminal.setAiShell": operation({
    since: { baota: "11.4" },
    ...setter,
    deadlineMs: 30_000,
    wires: [setTo("set_ai_shell_status")],
  }),
  "terminal.setAiAnalysis": operation({
    since: { baota: "11.4" },
    ...setter,
    deadlineMs: 30_000,
    wires: [setTo("set_ai_shell_analyze")],
  }),
  "terminal.hosts": operation({
    effect: "read",
    deadlineMs: 20_000,
    documented: "4",
    params: v.object({}),
    result: wholeListOf(savedHost),
    wires: [onEither(xterm, { action: "get_host_list", envelope: bareArray })],
  }),
  "terminal.commands": operation({
    effect: "read",
    deadlineMs: 20_000,
    documented: "4",
    params: v.object({}),
    result: wholeListOf(savedCommand),
    wires: [onEither(xterm, { action: "get_command_list", envelope: bareArray })],
  }),
};

interface SshEndpoint {
  readonly address: string | undefined;
  readonly port: number | undefined;
}

/** A name may itself end like `_22`: that it is the port shows in the field `port`, or in the rest being an address. */
function endpointOf(id: string | undefined, port: number | undefined): SshEndpoint {
  const [, address, digits] = /^(.+)_(\d{1,5})$/.exec(id ?? "") ?? [];
  if (address === undefined) return { address: id, port };
  const suffix = Number(digits);
  const isPort = port === undefined || port === suffix || isIP(address) !== 0;
  if (isPort) return { address, port: port ?? suffix };
  return { address: id, port };
}
