import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log, Secrets } from "../../src/storage/ports.ts";
import { createFileSystem, type FileSystem } from "../../src/storage/fileSystem.ts";
import { SteppedClock } from "./steppedClock.ts";
import { eventually } from "../eventually.ts";

/** Keeps what was logged. */
export class TestLog implements Log {
  readonly lines: string[] = [];

  debug(message: string): void {
    this.lines.push(`debug ${message}`);
  }

  info(message: string): void {
    this.lines.push(`info ${message}`);
  }

  warn(message: string): void {
    this.lines.push(`warn ${message}`);
  }

  error(message: string): void {
    this.lines.push(`error ${message}`);
  }
}

/** A secret store in memory; windows share one. */
export class TestSecrets implements Secrets {
  readonly values = new Map<string, string>();

  async get(name: string): Promise<string | undefined> {
    return this.values.get(name);
  }

  async store(name: string, value: string): Promise<void> {
    this.values.set(name, value);
  }

  async delete(name: string): Promise<void> {
    this.values.delete(name);
  }

  async keys(): Promise<readonly string[]> {
    return [...this.values.keys()];
  }
}

/** Thrown where a test lets the process die. */
export class Crash extends Error {}

/** Runs steps until the one with the given number (from 0); that one and all after it do not happen. */
export class Fuse {
  /** How many steps were asked for. */
  steps = 0;
  readonly #diesAt: number;

  constructor(diesAt: number) {
    this.#diesAt = diesAt;
  }

  /** The same object, each call of a method of which is a step. */
  guard<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return async (...args: unknown[]) => {
          if (this.steps++ >= this.#diesAt) throw new Crash();
          return Reflect.apply(method, target, args) as unknown;
        };
      },
    });
  }
}

/** The file system with some of its steps replaced. */
export function filesWith(replaced: Partial<FileSystem>): FileSystem {
  return { ...createFileSystem(new SteppedClock({ speed: 1 })), ...replaced };
}

/** An error as the file system throws it. */
export function fileError(code: string): Error {
  return Object.assign(new Error(`${code}: /secret/path`), { code });
}

/** A directory of a test's own; `removeTemporaryDirectories` takes it away. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `server-panel-${randomUUID()}-`));
  directories.push(directory);
  return directory;
}

export async function removeTemporaryDirectories(): Promise<void> {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true, maxRetries: 10 });
}

const directories: string[] = [];

/** What a window stores with. */
interface TestStorage {
  /** A folder that nobody has made yet. */
  root: string;
  secrets: TestSecrets;
  log: TestLog;
  /** Runs as the machine's does. */
  clock: SteppedClock;
}

/** A storage that is new in each test of the enclosing `describe`, and taken away after it. */
export function useStorage(): TestStorage {
  const anew = (root: string) => ({
    root,
    secrets: new TestSecrets(),
    log: new TestLog(),
    clock: new SteppedClock({ speed: 1 }),
  });
  const storage: TestStorage = anew("");
  beforeEach(async () => void Object.assign(storage, anew(join(await temporaryDirectory(), "storage"))));
  afterEach(removeTemporaryDirectories);
  return storage;
}

/** Waits until something holds that nothing tells of. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await eventually(holds, Boolean);
}
