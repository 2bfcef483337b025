import { saying } from "../http/saying.ts";
import type { HandlerContext } from "../state/handler.ts";
import { NOTHING_TRANSLATED, say } from "./sentences.ts";

/** The PHP dependency manager (docs/protocol.md 10). Without any PHP it says that it is up to date. */
export const composerHandlers = {
  "composer.version": ({ state: { composer } }: HandlerContext) =>
    saying(true, composer.version === "" ? NOTHING_TRANSLATED : composer.version),
  /** Also "the latest" where nothing was looked up. */
  "composer.update": async ({ state: { composer }, schedule, delays, language }: HandlerContext) => {
    const before = composer.version;
    await schedule.sleep(delays.composer);
    if (composer.hasPhp) composer.version = composer.available ?? before;
    return saying(
      true,
      composer.version === before
        ? say(language, "composerLatest")
        : say(language, "composerUpgraded", before, composer.version),
    );
  },
};
