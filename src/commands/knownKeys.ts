import type { PanelRecord } from "../model/panelRecord.ts";
import type { Redactor } from "../panel/redactor.ts";

/** The keys that are in use in this window: each is read once, and known to the redactor for as long as its panel is there. */
export interface KnownKeys {
  readonly apiKey: (record: PanelRecord) => Promise<string | undefined>;
  /** Drops the keys of all other panels. */
  readonly keepOnly: (panels: readonly PanelRecord[]) => void;
}

/** `read` asks where keys are stored; an absent key is asked for again each time. */
export function knownKeys(
  redactor: Redactor,
  read: (record: PanelRecord) => string | undefined | Promise<string | undefined>,
): KnownKeys {
  const known = new Map<string, { readonly key: string; readonly forget: () => void }>();
  const nameOf = ({ id, keyRef }: PanelRecord) => `${id}/${keyRef ?? ""}`;
  return {
    async apiKey(record) {
      const name = nameOf(record);
      const present = known.get(name);
      if (present !== undefined) return present.key;
      const key = await read(record);
      if (key !== undefined && !known.has(name)) known.set(name, { key, forget: redactor.add(key) });
      return key;
    },
    keepOnly(panels) {
      const names = new Set(panels.map(nameOf));
      for (const [name, { forget }] of known) {
        if (names.has(name)) continue;
        forget();
        known.delete(name);
      }
    },
  };
}
