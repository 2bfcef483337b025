import type { Clock, Secrets } from "./ports.ts";
import { StorageError } from "./storageError.ts";

/** Long enough to unlock a keyring that asks for its password. */
const DEADLINE_MS = 30_000;

/**
 * The same secrets, for callers who do not wait for ever: a call that has no end within its deadline rejects with
 * `secretsUnavailable`, as one does that failed, for what is thrown may hold the secret.
 *
 * What was given up may still happen. So a secret is changed by one call after the other, and by none while one that
 * was given up has no end: what was asked for last is what stays. `removeOrphanedSecrets` finds what is left over.
 */
export function timelySecrets(secrets: Secrets, clock: Clock): Secrets {
  /** The last change of each secret that has no end yet, by name. */
  const changes = new Map<string, Promise<void>>();
  const givenUp = new Set<string>();

  async function timely<T>(call: () => Promise<T>): Promise<T> {
    const ended = new AbortController();
    const overdue = clock.sleep(DEADLINE_MS, ended.signal).then(unavailable, unavailable);
    try {
      return await Promise.race([call().catch(unavailable), overdue]);
    } finally {
      ended.abort();
    }
  }

  async function inTurn(name: string, change: () => Promise<void>): Promise<void> {
    if (givenUp.has(name)) unavailable();
    let isAwaited = true;
    let isOver = false;
    const turn = async () => (isAwaited ? change() : unavailable());
    const result = (changes.get(name) ?? Promise.resolve()).then(turn, turn);
    changes.set(name, result);
    const end = () => {
      isOver = true;
      if (changes.get(name) !== result) return;
      changes.delete(name);
      givenUp.delete(name);
    };
    result.then(end, end);
    try {
      await timely(() => result);
    } finally {
      isAwaited = false;
      if (!isOver) givenUp.add(name);
    }
  }

  return {
    get: (name) => timely(() => secrets.get(name)),
    store: (name, value) => inTurn(name, () => secrets.store(name, value)),
    delete: (name) => inTurn(name, () => secrets.delete(name)),
    keys: () => timely(() => secrets.keys()),
  };
}

function unavailable(): never {
  throw new StorageError({ kind: "secretsUnavailable" });
}
