import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Redactor } from "../redaction/redactor.ts";

/**
 * The API keys that this window uses: each is read once, and the redactor learns it, with the panel's security
 * entrance, before anybody gets it.
 */
export interface SecretsInUse {
  readonly apiKey: (record: PanelRecord) => Promise<string | undefined>;
  /** Forgets the keys and entrances of all other panels. */
  readonly keepOnly: (panels: readonly PanelRecord[]) => void;
}

type Read = (record: PanelRecord) => string | undefined | Promise<string | undefined>;

/** @param readKey reads the stored key; called again as long as there is none, like `readEntrance` */
export function secretsInUse(redactor: Redactor, readKey: Read, readEntrance: Read = () => undefined): SecretsInUse {
  const keys = new SecretCache(
    ({ id, keyRef = "" }) => `${id}/${keyRef}`,
    readKey,
    (key) => redactor.add(key),
  );
  const entrances = new SecretCache(
    ({ id, entranceRef = "" }) => `${id}/${entranceRef}`,
    async (record) => {
      // nobody asked for it: where it cannot be read, the key is used all the same
      try {
        return await readEntrance(record);
      } catch {
        return undefined;
      }
    },
    (entrance) => redactor.addEntrance(entrance),
  );
  return {
    async apiKey(record) {
      // before the first call: what the panel says may name it
      if (record.entranceRef !== undefined) await entrances.of(record);
      return keys.of(record);
    },
    keepOnly(panels) {
      keys.keepOnly(panels);
      entrances.keepOnly(panels);
    },
  };
}

/** Secrets of one kind, by the name that changes with their value. */
class SecretCache {
  readonly #known = new Map<string, { readonly secret: string; readonly forget: () => void }>();
  readonly #nameOf: (record: PanelRecord) => string;
  readonly #read: Read;
  readonly #learn: (secret: string) => () => void;

  constructor(nameOf: (record: PanelRecord) => string, read: Read, learn: (secret: string) => () => void) {
    this.#nameOf = nameOf;
    this.#read = read;
    this.#learn = learn;
  }

  async of(record: PanelRecord): Promise<string | undefined> {
    const name = this.#nameOf(record);
    const present = this.#known.get(name);
    if (present !== undefined) return present.secret;
    const secret = await this.#read(record);
    if (secret !== undefined && !this.#known.has(name)) this.#known.set(name, { secret, forget: this.#learn(secret) });
    return secret;
  }

  keepOnly(panels: readonly PanelRecord[]): void {
    const names = new Set(panels.map(this.#nameOf));
    for (const [name, { forget }] of this.#known) {
      if (names.has(name)) continue;
      forget();
      this.#known.delete(name);
    }
  }
}
