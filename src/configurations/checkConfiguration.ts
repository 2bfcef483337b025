import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import { runOnServer, type CommandContext } from "../onServer/serverCommand.ts";
import type { ConfigurationCheck } from "../serverFiles/brokenConfiguration.ts";
import { type ConfiguredService, phpVersionOf, traitsOf, webServerCalled } from "../serverFiles/configuredServices.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { OUR_DIRECTORY } from "../serverFiles/remoteNames.ts";
import { ServerFiles } from "../serverFiles/serverFiles.ts";
import { checkWebServer } from "../serverFiles/webServerCheck.ts";
import { unlessFailing } from "../wire/answers/failure.ts";
import {
  type CheckEnd,
  type FoundMistake,
  locate,
  markOf,
  readMark,
  readMysqlCheck,
  readPhpCheck,
} from "./readCheck.ts";
import { neverAborted } from "../storage/neverAborted.ts";

/** Where it lies on a server while it runs. */
const DIRECTORY = posix.join(OUR_DIRECTORY, "checks");

/** Exceeds what the script gives the service's program. */
const LONGEST_MS = 60_000;

/** Having configurations checked. */
export interface CheckingConfigurations {
  /** The script with which a server checks one. Rejects with `PanelError`. */
  readonly checkScript: () => Promise<Uint8Array>;
}

export interface CheckContext extends CommandContext, CheckingConfigurations {}

/** How a service's own program checks its configuration. */
interface OwnCheck {
  /** What the script is told. */
  readonly words: readonly [what: string, version: string];
  readonly read: (end: CheckEnd) => FoundMistake | "fine" | "unknown";
  /** The file whose settings are named without a line. */
  readonly path: string;
}

/** Has the configuration of a service checked. Never rejects: `unknown` where it could not be. */
export async function checkConfiguration(
  service: ConfiguredService,
  context: CheckContext,
): Promise<ConfigurationCheck> {
  const webServer = webServerCalled(service);
  if (webServer !== undefined) return checkWebServer(context.callFor(context.signal), webServer);
  if (traitsOf(service).checkedBy === "nobody") return "unknown";
  return (await unlessFailing(async () => checkOnServer(service, context))) ?? "unknown";
}

function ownCheckOf(service: ConfiguredService): OwnCheck {
  const version = phpVersionOf(service);
  if (version === undefined) return { words: ["mysql", "-"], read: readMysqlCheck, path: "/etc/my.cnf" };
  return { words: ["php", version], read: readPhpCheck, path: `/www/server/php/${version}/etc/php.ini` };
}

async function checkOnServer(service: ConfiguredService, context: CheckContext): Promise<ConfigurationCheck> {
  const { words, read, path } = ownCheckOf(service);
  const { callFor, clock, signal, checkScript } = context;
  const end = await runCheck(words, await checkScript(), context);
  const found = end === undefined ? "unknown" : read(end);
  if (typeof found === "string") return found;
  const isPlaced = found.place !== undefined || found.setting === undefined;
  const bytes = isPlaced ? undefined : await new ServerFiles(callFor(signal), clock, signal).read(path);
  return { ...locate(found, path, new TextDecoder().decode(bytes)), by: service };
}

/** Has the server run the script; `undefined`: its end was not seen, or there is no program to check anything. */
async function runCheck(
  words: readonly string[],
  bytes: Uint8Array,
  context: CheckContext,
): Promise<CheckEnd | undefined> {
  const { callFor, clock, signal } = context;
  const nonce = randomBytes(16).toString("hex");
  const name = `${nonce}.sh`;
  const script = posix.join(DIRECTORY, name);
  await new RemoteFiles(callFor(signal), clock, signal).write({ directory: DIRECTORY, name, bytes, isPrivate: true });
  try {
    const mark = await runOnServer(
      {
        name: `Configuration check by Server Panel ${words.join(" ")} ${nonce.slice(0, 8)}`,
        line: ["sh", script, ...words, nonce].join(" "),
        read: (log) => markOf(log, nonce),
        longestMs: LONGEST_MS,
      },
      context,
    );
    return mark === undefined ? undefined : readMark(mark);
  } finally {
    await removeScript(script, context);
  }
}

/** Removes the script, as far as the panel can be reached, also after a cancel. */
async function removeScript(script: string, { callFor, clock }: CheckContext): Promise<void> {
  const signal = neverAborted;
  const files = new RemoteFiles(callFor(signal), clock, signal);
  await unlessFailing(async () => files.removeForGood(script));
}
