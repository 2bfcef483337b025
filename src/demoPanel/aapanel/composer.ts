import { saying } from "../http/saying.ts";
import type { HandlerContext } from "../state/handler.ts";
import { say } from "./sentences.ts";

/** The PHP dependency manager (docs/protocol.md 10). Without any PHP it says that it is up to date. */
export const composerHandlers = {
  "composer.version": ({ state: { composer } }: HandlerContext) =>
    saying(true, composer.version === "" ? EMPTY_TRANSLATED : composer.version),
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

/** What a translation of nothing is: the header of the file that it is looked up in. */
const EMPTY_TRANSLATED =
  "Project-Id-Version: \nPO-Revision-Date: \nLast-Translator: \nLanguage-Team: \nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n";
