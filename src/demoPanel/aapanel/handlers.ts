import { certificateHandlers } from "../bothEditions/certificates.ts";
import { composerHandlers } from "../bothEditions/composer.ts";
import { containerHandlers } from "../bothEditions/containers.ts";
import { fileHandlers } from "../bothEditions/files.ts";
import { savedForTerminal } from "../bothEditions/savedForTerminal.ts";
import { systemHandlers } from "../bothEditions/system.ts";
import { sayingStamped, stamped } from "../http/saying.ts";
import { say } from "../sentences.ts";
import type { ExactHandlers, HandlerContext } from "../state/handler.ts";
import { javaHandlers } from "./java.ts";
import { siteHandlers } from "./sites.ts";

/** The panel itself; the uptime stays English (docs/protocol.md 13). */
const system = systemHandlers({
  uptime: (upMs) => `${Math.floor(upMs / 86_400_000)} Day(s)`,
  sizes: ({ total, used, free }, percent) => [
    ...[total, used, free].map((size) => `${size.toFixed(2)}G`),
    `${Math.ceil(percent)}%`,
  ],
});

const all = {
  ...system,
  /** The same in the second envelope, which tells the edition (docs/protocol.md 14.1). */
  "system.edition": (context: HandlerContext) => sayingStamped(0, system["system.total"](context), context.now()),
  ...siteHandlers,
  ...javaHandlers,
  ...containerHandlers(stamped, ({ language, now }) =>
    sayingStamped(-1, { result: say(language, "noSuchContainer") }, now()),
  ),
  // the web terminal has no settings (docs/protocol.md 11.8)
  ...savedForTerminal,
  ...certificateHandlers,
  ...composerHandlers,
  ...fileHandlers,
  "file.stat": (context: HandlerContext) => sayingStamped(0, fileHandlers["file.stat"](context), context.now()),
};

/** How the demo of an aaPanel answers each operation. */
export const handlers: ExactHandlers<"aapanel", typeof all> = all;
