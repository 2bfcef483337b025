import type { Handlers } from "../handler.ts";
import { containerHandlers } from "./containers.ts";
import { javaHandlers } from "./java.ts";
import { siteHandlers } from "./sites.ts";
import { systemHandlers } from "./system.ts";

/** How a running panel answers each operation. Overrides may call these to change an answer or delay it. */
export const handlers: Handlers = { ...systemHandlers, ...siteHandlers, ...javaHandlers, ...containerHandlers };
