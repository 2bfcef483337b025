import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outDir } from "../paths.ts";

/**
 * A server is a process group of its own, so it stays when the process that started it is killed outright. Each is therefore written down in a
 * file named after its pid, and the next start ends what has been left behind.
 */
const recordsDir = join(outDir, "running");

interface ServerRecord {
  /** The process that started the server. */
  readonly owner: number;
  readonly script: string;
  /** The server's private TMPDIR. */
  readonly tmp: string;
}

/** Writes a server down; call as soon as its pid is known. */
export function recordServer(pid: number, server: Omit<ServerRecord, "owner">): void {
  mkdirSync(recordsDir, { recursive: true });
  const record: ServerRecord = { owner: process.pid, ...server };
  writeFileSync(recordFile(pid), JSON.stringify(record));
}

/** Removes the record of a server that has ended. */
export function forgetServer(pid: number): void {
  rmSync(recordFile(pid), { force: true });
}

/** Sends a signal to a process group (0 only asks); false when the group does not exist. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  return send(-pid, signal);
}

/** Kills the servers whose owners are gone. */
export function stopAbandonedServers(): void {
  for (const name of listRecords()) {
    const pid = Number.parseInt(name, 10);
    const record = readRecord(pid);
    if (record !== undefined && send(record.owner, 0)) continue;
    if (record !== undefined && isOurs(pid, record.script)) signalGroup(pid, "SIGKILL");
    if (record !== undefined) rmSync(record.tmp, { recursive: true, force: true });
    forgetServer(pid);
  }
}

/** A pid is reused only after its whole group has ended; the command line distinguishes the new process from the server. */
function isOurs(pid: number, script: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(script);
  } catch {
    return true;
  }
}

const recordFile = (pid: number): string => join(recordsDir, `${pid}.json`);

function listRecords(): readonly string[] {
  try {
    return readdirSync(recordsDir);
  } catch {
    return [];
  }
}

function readRecord(pid: number): ServerRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordFile(pid), "utf8")) as ServerRecord;
  } catch {
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
