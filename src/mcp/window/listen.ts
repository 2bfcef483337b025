import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm, rmdir } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { codeOf, createFileSystem, replaceFile } from "../../storage/fileSystem.ts";
import type { Clock } from "../../storage/ports.ts";
import { isOwnSocket, isPrivateDirectory, PIPES } from "../wire/agentsDirectory.ts";
import { PROTOCOL } from "../wire/protocol.ts";
import { refusals } from "../wire/refusals.ts";
import { readWindowFiles, windowFileName, type WindowFile, type WindowSecrets } from "../wire/windowFile.ts";

/** Longest path of a socket, in bytes: macOS takes 103, Linux 107. */
const LONGEST_PATH = 100;

/** Begins the name of a directory for a socket whose path would be too long. */
const APART = "server-panel-";

/** Most connections at once. Each client has one for each of its calls, and looks at all windows before. */
const MOST_VISITS = 64;

/** Too many to guess. */
const SECRET_BYTES = 32;

/** How long a connection may be silent before its first byte. */
const SILENT_MS = 5_000;

/** A window that listens for programs that call for agents. */
export interface Listening {
  /** Whether others can still find it. */
  isKnown(): Promise<boolean>;
  /** Ends all connections, and removes what tells others of the window. */
  close(): Promise<void>;
}

/**
 * Listens where only this user can connect: no port is opened. Throws where the directory is not there, or not this user's alone.
 *
 * @param receive receives who has connected; `secrets` are what they and the window must know
 */
export async function listen(
  directory: string,
  clock: Clock,
  receive: (socket: Socket, secrets: WindowSecrets) => Promise<void>,
): Promise<Listening> {
  if (!isPrivateDirectory(directory)) throw new Error("the directory for agents is not this user's alone");
  await removeDead(directory);
  const id = randomUUID();
  const secret = () => randomBytes(SECRET_BYTES).toString("hex");
  const secrets: WindowSecrets = { token: secret(), proof: secret() };
  const socketPath = await socketPathFor(directory, id);
  const files = createFileSystem(clock);
  const visits = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    const isTooMany = visits.size >= MOST_VISITS;
    visits.add(socket);
    socket.once("close", () => visits.delete(socket));
    if (isTooMany) {
      // what else a window says is loaded with the first visitor
      socket.end(`${JSON.stringify({ type: "refused", reason: refusals.tooMany })}\n`);
      // what it has said is read, for a connection that is closed over it takes the refusal with it
      socket.resume();
      const leave = clock.after(SILENT_MS, () => socket.destroy());
      socket.once("close", leave);
      return;
    }
    // until then it may be a look whether anybody is here, for which nothing is loaded
    const stop = clock.after(SILENT_MS, () => socket.destroy());
    socket.once("close", stop);
    socket.once("readable", () => {
      stop();
      void receive(socket, secrets).catch(() => socket.destroy());
    });
  });
  const file = join(directory, windowFileName(id));
  const close = async () => {
    await files.remove(file).catch(() => undefined);
    for (const socket of visits) socket.destroy();
    if (server.listening) await new Promise((closed) => server.close(closed));
    if (isApart(socketPath)) await removeApart(socketPath);
  };
  try {
    await listening(server, socketPath);
    if (process.platform !== "win32") await chmod(socketPath, 0o600);
    const known: WindowFile = { protocol: PROTOCOL, socket: socketPath, ...secrets };
    await replaceFile(files, clock, file, JSON.stringify(known));
  } catch (error) {
    await close();
    throw error;
  }
  return { close, isKnown: async () => (await files.size(file)) > 0 };
}

async function socketPathFor(directory: string, id: string): Promise<string> {
  if (process.platform === "win32") return `${PIPES}${id}`;
  const path = join(directory, `${id}.sock`);
  if (Buffer.byteLength(path) <= LONGEST_PATH) return path;
  // nobody else can enter it
  return join(await mkdtemp(join(tmpdir(), APART)), "sock");
}

/** Whether a socket is in a directory that was made for it alone. */
function isApart(socket: string): boolean {
  const directory = dirname(resolve(socket));
  return dirname(directory) === resolve(tmpdir()) && basename(directory).startsWith(APART);
}

async function removeApart(socket: string): Promise<void> {
  await rm(socket, { force: true });
  await rmdir(dirname(socket)).catch(() => undefined);
}

async function listening(server: Server, path: string): Promise<void> {
  const { promise, resolve: begun, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(path, begun);
  await promise;
  server.off("error", reject);
}

/** Removes what windows left that died. */
async function removeDead(directory: string): Promise<void> {
  for (const { path, socket } of readWindowFiles(directory)) {
    if (!(await isDead(socket))) continue;
    await rm(path, { force: true });
    if (!isOwnSocket(socket)) continue;
    if (isApart(socket)) await removeApart(socket);
    else if (dirname(resolve(socket)) === directory) await rm(socket, { force: true });
  }
}

/** Whether nobody listens any more. One that is too busy for another connection does. */
async function isDead(socket: string): Promise<boolean> {
  return new Promise((tell) => {
    const connection = connect(socket);
    const end = (is: boolean) => {
      connection.destroy();
      tell(is);
    };
    connection.once("connect", () => end(false));
    connection.once("error", (error) => end(["ECONNREFUSED", "ENOENT"].includes(codeOf(error))));
  });
}
