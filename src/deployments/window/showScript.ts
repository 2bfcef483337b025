import type { Handler } from "../../commands/context/handler.ts";
import type { Editing } from "../../ports/workbench.ts";

/** *Show Deployment Script* in the palette: what a server runs, before it does. */
export const showScript: Handler<Editing> = async ({ editors }) => editors.showScript();
