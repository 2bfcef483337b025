import { saying } from "../http/saying.ts";
import { say } from "../sentences.ts";
import type { HandlerContext } from "../state/handler.ts";

/** The PHP dependency manager (docs/protocol.md 10). */
export const composerHandlers = {
  "composer.version": ({ state: { composer } }: HandlerContext) => saying(true, composer.version),
  /** Compares the versions before and after, so that a failed download is "already the latest". */
  "composer.update": async ({ state: { composer }, schedule, delays, language }: HandlerContext) => {
    const before = composer.version;
    await schedule.sleep(delays.composer);
    composer.version = composer.available ?? before;
    const isSame = composer.version === before;
    return saying(
      true,
      isSame ? say(language, "composerLatest") : say(language, "composerUpgraded", before, composer.version),
    );
  },
};
