import type { HandlerContext } from "../state/handler.ts";
import { saying } from "../http/saying.ts";

/** The PHP dependency manager (docs/protocol.md 10). */
export const composerHandlers = {
  "composer.version": ({ state }: HandlerContext) => saying(true, state.composer.version),
  /** Compares the versions before and after, so that a failed download is "already the latest". */
  "composer.update": async ({ state: { composer }, schedule, delays }: HandlerContext) => {
    if (!composer.hasPhp) return saying(false, "没有找到可用的PHP版本!");
    const before = composer.version;
    await schedule.sleep(delays.composer);
    composer.version = composer.available ?? before;
    if (composer.version === before) return saying(true, "当前已经是最新版本，无需升级!");
    return saying(true, `升级composer从${before}到${composer.version}`);
  },
};
