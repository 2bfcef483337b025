import type { Handlers } from "../state/handler.ts";
import { systemHandlers } from "./system.ts";

/** How a running aaPanel answers each operation. Overrides may call these to change an answer or delay it. */
export const handlers: Partial<Handlers<"aapanel">> = {
  ...systemHandlers,
};
