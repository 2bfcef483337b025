import { savedForTerminal } from "../bothEditions/savedForTerminal.ts";
import { fileStat } from "../bothEditions/fileStat.ts";
import type { ExactHandlers, HandlerContext } from "../state/handler.ts";
import { certificateHandlers } from "./certificates.ts";
import { composerHandlers } from "./composer.ts";
import { containerHandlers } from "./containers.ts";
import { javaHandlers } from "./java.ts";
import { say } from "./sentences.ts";
import { siteHandlers } from "./sites.ts";
import { stampedTotal, systemHandlers } from "./system.ts";

const all = {
  ...systemHandlers,
  "system.edition": stampedTotal,
  ...siteHandlers,
  ...javaHandlers,
  ...containerHandlers,
  // the web terminal has no settings (docs/protocol.md 11.8)
  ...savedForTerminal,
  ...certificateHandlers,
  ...composerHandlers,
  "file.stat": (context: HandlerContext) => fileStat(context, say(context.language, "noSuchFile")),
};

/** How a running aaPanel answers each operation. Overrides may call these to change an answer or delay it. */
export const handlers: ExactHandlers<"aapanel", typeof all> = all;
