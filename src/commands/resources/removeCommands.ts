import { actionCommand } from "./resourceCommands.ts";
import { askRemoval } from "./siteCommands.ts";

/** Deletes on the server; the kinds of which something can be deleted. */
export const removeCommands = {
  // its name is typed
  site: actionCommand("site", "remove", { one: true, askInput: askRemoval }),
  container: actionCommand("container", "remove"),
  certificateOrder: actionCommand("certificateOrder", "remove"),
} as const;
