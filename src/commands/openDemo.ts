import { panelNodeId } from "../model/treeNodes.ts";
import type { Handler } from "./services.ts";

/** Starts the demo panel of this window and shows it opened. */
export const openDemo: Handler = async ({ demo, reveal }) => {
  const record = await demo.open();
  await reveal(panelNodeId(record.id));
};
