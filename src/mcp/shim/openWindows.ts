import { once } from "node:events";
import { connect } from "node:net";
import { isAbsolute, relative } from "node:path";
import { isOwnSocket, isPrivateDirectory } from "../wire/agentsDirectory.ts";
import { LineSocket } from "../wire/lineSocket.ts";
import { greetingSchema, messageIn, type ToldByClient, type Welcome } from "../wire/messages.ts";
import { PROTOCOL } from "../wire/protocol.ts";
import { readWindowFiles, type WindowFile } from "../wire/windowFile.ts";

/** How long a window has to answer a hello once another has. One that is stopped, as by a debugger, must not hold up the others. */
const WELCOME_MS = 2_000;

/** How long windows have as long as none has answered: on a busy computer there may be no other to call. */
const BUSY_MS = 10_000;

/** Why one that is stopped takes no call. */
const SILENT = `It is there, but has not answered within ${BUSY_MS / 1000} seconds.`;

/** A window that takes a call, over the connection on which it has answered. */
export interface OpenWindow extends Pick<Welcome, "focusedAt" | "folders" | "name"> {
  readonly visit: LineSocket;
}

/** The windows of the editor that take calls. */
export interface SeenWindows {
  readonly windows: readonly OpenWindow[];
  /** Why a window takes no call, where one has said so. */
  readonly refusal?: string;
  /** Whether the directory is as a person's connecting leaves it. */
  readonly isConnected: boolean;
  /** Whether there are windows of another version of the extension. */
  readonly hasOthers: boolean;
}

/** Says hello to all windows. The caller ends the visits. */
export async function lookAtWindows(directory: string, client: ToldByClient): Promise<SeenWindows> {
  if (!isPrivateDirectory(directory)) return { windows: [], isConnected: false, hasOthers: false };
  const files = readWindowFiles(directory);
  const same = files.filter(({ protocol }) => protocol === PROTOCOL);
  const isEnough = new AbortController();
  const visits = same.map(async (file) => visitWindow(file, client, isEnough.signal));
  void firstOpen(visits).then(() => setTimeout(() => isEnough.abort(), WELCOME_MS).unref());
  const seen = await Promise.all(visits);
  const windows = seen.filter((window) => typeof window === "object");
  const refusal = seen.find((window) => typeof window === "string");
  const hasOthers = same.length < files.length;
  return { windows, isConnected: true, hasOthers, ...(refusal !== undefined && { refusal }) };
}

/** A window that takes a call; `undefined`: nobody is there; a text: why it takes no call. */
type Seen = OpenWindow | string | undefined;

/** Resolves when a window takes a call, or none does. */
async function firstOpen(visits: readonly Promise<Seen>[]): Promise<void> {
  const open = visits.map(async (visit) =>
    typeof (await visit) === "object" ? undefined : Promise.reject(new Error()),
  );
  await Promise.any(open).catch(() => undefined);
}

/** @param isEnough ends the wait for an answer */
async function visitWindow(
  { socket: path, token, proof }: WindowFile,
  client: ToldByClient,
  isEnough: AbortSignal,
): Promise<Seen> {
  if (!isOwnSocket(path)) return undefined;
  const late = AbortSignal.any([isEnough, AbortSignal.timeout(BUSY_MS)]);
  const socket = connect(path);
  const visit = new LineSocket(socket);
  let refusal: string | undefined;
  try {
    await once(socket, "connect", { signal: late });
    visit.send({ type: "hello", protocol: PROTOCOL, token, client });
    const line = await visit.next(late);
    const greeting = typeof line === "string" ? messageIn(greetingSchema, line) : undefined;
    // Windows lets anybody take the name of a pipe whose window has died
    if (greeting?.type === "welcome" && greeting.proof === proof) return { ...greeting, visit };
    if (greeting?.type === "refused") refusal = greeting.reason;
    else if (late.aborted) refusal = SILENT;
  } catch {
    // a window that has died leaves its file until the next one starts
  }
  visit.destroy();
  return refusal;
}

/**
 * The window that a call is for: of those whose folder holds the agent's working directory the one with the deepest such folder, or else
 * of all; where several are left, the one that had the focus last.
 */
export function chooseWindow<Window extends Pick<Welcome, "focusedAt" | "folders">>(
  windows: readonly Window[],
  workingDirectory: string | undefined,
): Window | undefined {
  const depth = ({ folders }: Window) =>
    Math.max(-1, ...folders.filter((folder) => holds(folder, workingDirectory)).map((folder) => folder.length));
  const [first] = windows.toSorted((a, b) => depth(b) - depth(a) || b.focusedAt - a.focusedAt);
  return first;
}

function holds(folder: string, path: string | undefined): boolean {
  if (path === undefined) return false;
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !/^\.\.[/\\]/.test(way);
}
