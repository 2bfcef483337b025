import { fileStat } from "../bothEditions/fileStat.ts";
import type { ExactHandlers, HandlerContext } from "../state/handler.ts";
import { certificateHandlers } from "./certificates.ts";
import { composerHandlers } from "./composer.ts";
import { containerHandlers } from "./containers.ts";
import { javaHandlers } from "./java.ts";
import { runtimeHandlers } from "./runtime.ts";
import { siteHandlers } from "./sites.ts";
import { systemHandlers } from "./system.ts";
import { terminalHandlers } from "./terminal.ts";

const all = {
  ...systemHandlers,
  ...siteHandlers,
  ...javaHandlers,
  ...containerHandlers,
  ...terminalHandlers,
  ...certificateHandlers,
  ...composerHandlers,
  "file.stat": (context: HandlerContext) => fileStat(context, "指定文件不存在"),
  ...runtimeHandlers,
};

/** How a running BaoTa answers each operation. Overrides may call these to change an answer or delay it. */
export const handlers: ExactHandlers<"baota", typeof all> = all;
