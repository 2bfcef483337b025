import type { Handlers } from "../state/handler.ts";
import { certificateHandlers } from "./certificates.ts";
import { composerHandlers } from "./composer.ts";
import { containerHandlers } from "./containers.ts";
import { javaHandlers } from "./java.ts";
import { runtimeHandlers } from "./runtime.ts";
import { siteHandlers } from "./sites.ts";
import { systemHandlers } from "./system.ts";
import { terminalHandlers } from "./terminal.ts";

/** How a running panel answers each operation. Overrides may call these to change an answer or delay it. */
export const handlers: Handlers = {
  ...systemHandlers,
  ...siteHandlers,
  ...javaHandlers,
  ...containerHandlers,
  ...terminalHandlers,
  ...certificateHandlers,
  ...composerHandlers,
  ...runtimeHandlers,
};
