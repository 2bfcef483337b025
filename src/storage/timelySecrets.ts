import type { Clock, Secrets } from "./ports.ts";
import { StorageError } from "./storageError.ts";

/** Time for unlocking a keyring that asks for its password. */
const DEADLINE_MS = 30_000;

/**
 * Adds a deadline to a store of secrets: a call that does not end in time rejects with `secretsUnavailable`. So does
 * one that fails, for its error may hold the secret.
 *
 * A call that timed out may still take effect. So changes of one secret wait for each other, also for one that timed
 * out: the last requested change prevails. `removeOrphanedSecrets` deletes leftovers.
 */
export function timelySecrets(secrets: Secrets, clock: Clock): Secrets {
  /** The last pending change of each secret, by name. */
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
