import { certificateHandlers } from "../bothEditions/certificates.ts";
import { composerHandlers } from "../bothEditions/composer.ts";
import { containerHandlers } from "../bothEditions/containers.ts";
import { fileHandlers } from "../bothEditions/files.ts";
import { systemHandlers } from "../bothEditions/system.ts";
import { classic } from "../http/saying.ts";
import type { ExactHandlers } from "../state/handler.ts";
import { javaHandlers } from "./java.ts";
import { runtimeHandlers } from "./runtime.ts";
import { siteHandlers } from "./sites.ts";
import { terminalHandlers } from "./terminal.ts";

/** The panel itself; the uptime is in the largest unit alone (docs/protocol.md 13.5). */
const system = systemHandlers({
  uptime: (upMs) => {
    const minutes = Math.floor(upMs / 60_000);
    if (minutes < 60) return `${minutes}分钟`;
    return minutes < 1_440 ? `${Math.floor(minutes / 60)}小时` : `${Math.floor(minutes / 1_440)}天`;
  },
  sizes: ({ total, used, free }, percent) => [
    ...[total, used, free].map((size) => `${size} GB`),
    `${percent.toFixed(2)}%`,
  ],
});

const all = {
  ...system,
  /** It throws, which is answered with the page. */
  "system.edition": () => {
    throw new Error("aaPanel alone has it");
  },
  ...siteHandlers,
  ...javaHandlers,
  ...containerHandlers(classic, () => ({ logs: "" })),
  ...terminalHandlers,
  ...certificateHandlers,
  ...composerHandlers,
  ...fileHandlers,
  ...runtimeHandlers,
};

/** How the demo of a BaoTa answers each operation. */
export const handlers: ExactHandlers<"baota", typeof all> = all;
