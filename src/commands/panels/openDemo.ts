import { panelNodeId } from "../../tree/treeNodes.ts";
import type { Handler } from "../context/services.ts";
import type { PanelServices } from "./panelServices.ts";

/** Panel and groups, so that its resources are seen at once. */
const LEVELS = 2;

/** Starts the demo panel of this window and shows it opened. */
export const openDemo: Handler<PanelServices> = async ({ demo, reveal }) => {
  const { id } = await demo.open();
  await reveal(panelNodeId(id), { expand: LEVELS });
};
