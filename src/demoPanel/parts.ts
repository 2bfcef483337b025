import { sentence, type Language } from "./demoSentences.ts";
import { statusReply } from "./http.ts";
import type { ServerFiles } from "./serverFiles.ts";

// state, seed and handlers side by side: a new part of the server needs no other file of the demo panel

/** What a demo server runs beside what has files of its own. */
export interface DemoParts {
  readonly composer: ComposerState;
}

/** @param now milliseconds since the epoch @param files of the server, which get those of its parts */
export function seedParts(_now: number, _files: ServerFiles): DemoParts {
  return { composer: { version: "2.7.0", available: "2.8.1" } };
}

/** The part of a handler's context that these need. */
interface Context {
  readonly state: DemoParts;
  readonly language: Language;
  readonly delays: { readonly composer: number };
  readonly schedule: { readonly sleep: (ms: number) => Promise<void> };
}

/** The PHP dependency manager. */
interface ComposerState {
  /** Empty if the panel cannot find it out. */
  version: string;
  /** The version after an update; `undefined` if the download fails, which the panel does not say. */
  available: string | undefined;
}

/** Handles the PHP dependency manager (docs/protocol.md 10). */
const composerHandlers = {
  "composer.version": ({ state: { composer } }: Context) => statusReply(true, composer.version),
  /** Compares the versions before and after, so that a failed download also counts as the latest version. */
  "composer.update": async ({ state: { composer }, schedule, delays, language }: Context) => {
    const before = composer.version;
    await schedule.sleep(delays.composer);
    composer.version = composer.available ?? before;
    if (composer.version === before) return statusReply(true, sentence(language, "composerLatest"));
    return statusReply(true, sentence(language, "composerUpgraded", before, composer.version));
  },
};

/** Handlers that both editions share. */
export const partHandlers = { ...composerHandlers };
