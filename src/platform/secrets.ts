import type { SecretStorage } from "vscode";
import type { Secrets } from "../storage/ports.ts";

/** VS Code's SecretStorage as the store needs it. `keys()` exists since VS Code 1.105. */
export function createSecrets(storage: SecretStorage): Secrets {
  return {
    get: async (name) => storage.get(name),
    store: async (name, value) => storage.store(name, value),
    delete: async (name) => storage.delete(name),
    keys: async () => storage.keys(),
  };
}
