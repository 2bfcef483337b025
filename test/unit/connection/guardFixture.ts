import assert from "node:assert/strict";
import { join } from "node:path";
import { LockoutGuard, type CalledBy } from "../../../src/connection/lockoutGuard.ts";
import { createFileSystem, type FileSystem } from "../../../src/storage/fileSystem.ts";
import { failureOf, PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { until, useStorage } from "../../fakes/storageFixture.ts";
import { guarded } from "../../fakes/guarded.ts";

export const panel = { id: "panel", address: "https://192.0.2.1:8888", keyRef: "key-1" };
export const NEVER = new AbortController().signal;
export const refusedKey = { kind: "refused", reason: "key" } as const;

/** A panel that counts calls and answers all in one way. */
class CountingServer {
  calls = 0;
  atOnce = 0;
  mostAtOnce = 0;
  failure: PanelFailure | undefined;

  readonly call = async (): Promise<string> => {
    this.calls++;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    this.atOnce--;
    if (this.failure !== undefined) throw new PanelError(this.failure);
    return "answer";
  };

  reset(): void {
    this.calls = this.atOnce = this.mostAtOnce = 0;
    this.failure = undefined;
  }
}

/** Windows of one computer before one panel, new in each test of the enclosing `describe`. */
export function useGuards() {
  const storage = useStorage();
  const server = new CountingServer();
  beforeEach(() => server.reset());

  const newWindow = (files?: FileSystem) => new LockoutGuard({ ...storage, ...(files && { files }) });
  const run = async (guard: LockoutGuard, by: CalledBy = "automatic", which = panel) =>
    guarded(guard, which, by, server.call);
  /** The result of a call, or its failure, without when that was. */
  const outcome = async (task: Promise<unknown>): Promise<unknown> => {
    try {
      return await task;
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind !== "refused") return failure ?? Promise.reject(error);
      const { at, ...messages } = failure;
      assert.ok(at !== undefined, "the guard tells when it was");
      return messages;
    }
  };
  const filesLeft = async () => createFileSystem(storage.clock).list(join(storage.root, "guard"));
  /** Calls that follow each other share a turn, so its file stays for a moment. */
  const leaves = async (...files: readonly string[]) => until(async () => (await filesLeft()).join() === files.join());
  return { storage, server, newWindow, run, outcome, filesLeft, leaves };
}
